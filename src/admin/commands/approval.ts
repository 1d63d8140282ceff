import { readScope } from '../owner.ts';
import type { ApprovalRequestId } from '../../../generated/ids.ts';
import { ApprovalStatusValues } from '../../../generated/types.ts';
import { approveRequest, type Decided, refuseRequest } from '../../domain/filing/approval/decide.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from '../../domain/filing/approval/describe.ts';
import { listApprovals } from '../../domain/filing/approval/list.ts';
import { inSnapshotOrder } from '../../domain/filing/approval/snapshot-order.ts';
import { findApproval } from '../../domain/filing/store/approvals.ts';
import type { Entity } from '../../base/entity.ts';
import { describeFiling } from '../../domain/documents/shared/filing.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { type Answer, manyRecords } from '../answer.ts';
import type { Session } from '../command.ts';
import {
  arg,
  DECIDER,
  type Call,
  command,
  its,
  may,
  must,
  onDatabase,
  oneOf,
  type Rows,
  special,
} from '../define.ts';
import { EXIT, exitCodeOf, type Failure } from '../failure.ts';
import { STANDARD_OUTPUT, writeOut } from '../output.ts';
import { keyValues } from '../table.ts';
import { parseId, text } from '../values.ts';
import {
  type FileOptions,
  fileOf,
  forApprovalText,
  readForApproval,
  warnOfChanges,
  PREVIEW_KINDS,
} from './approval-show.ts';
import { decideFiling } from './filing-decision.ts';
import { WAIT, waitUntilSettled } from '../wait.ts';

type Decide = (ctx: Unlimited, id: string, by: Member) => Promise<Decided>;

const REQUEST = its('ApprovalRequestId', 'approval');

/** Records the decision. An expired request is stored as expired even though the command then refuses. */
const recordDecision = async (
  call: Call,
  id: ApprovalRequestId,
  options: { readonly by: string },
  work: Decide,
): Promise<Entity> => {
  const decided = await decideFiling(call, REQUEST, id, options, (ctx, by) => work(ctx, id, by));
  if (decided.result.refusal !== null) throw decided.result.refusal;
  return decided.entity;
};

/** Reads the request and the state of its document. */
const readOutcome = async ({ database, now }: Session, entity: Entity, id: string) => {
  const ctx = readScope({ database, now }, entity);
  const approval = await findApproval(ctx, id);
  if (approval === undefined) throw new Refusal('not_found', `There is no approval request ${id}.`);
  const document = await loadFilable(ctx, approval.document_id);
  const filing = document === undefined ? null : describeFiling(entity, document, now);
  return {
    ...describeApprovalForAdmin(entity, approval, now),
    outcome: nameOutcome(filing?.status),
    folio: document?.folio ?? null,
    filing,
  };
};

type Outcome = Awaited<ReturnType<typeof readOutcome>>;

/** A filing with an unclear outcome counts as pending. */
const nameOutcome = (status: string | undefined): 'filed' | 'failed' | 'pending' => {
  if (status === 'filed' || status === 'cancelled') return 'filed';
  return status === 'pending' || status === 'unclear' ? 'pending' : 'failed';
};

const formatOutcome = ({
  snapshot: _snapshot,
  filing,
  ...result
}: Omit<Outcome, 'outcome'> & { readonly outcome: string | null }): string =>
  keyValues({
    ...result,
    entity: result.entity.name,
    buyer: result.buyer.name,
    uuid: filing?.uuid ?? null,
    filing_status: filing?.status ?? null,
    sandbox: filing?.sandbox ?? null,
    error:
      filing?.last_error === null || filing?.last_error === undefined
        ? null
        : `${filing.last_error.code}: ${filing.last_error.message}`,
    fix: filing?.last_error?.fix ?? null,
  });

const toAnswer = (result: Outcome): Answer => ({
  value: result,
  text: formatOutcome(result),
  warnings: listWarnings(result),
});

const listWarnings = ({ outcome, id, filing }: Outcome): string[] => {
  if (outcome !== 'pending') return [];
  const state =
    filing?.status === 'unclear'
      ? 'Approved; whether it was filed is not known yet, and the service keeps asking.'
      : 'Approved, but not filed yet: the running service does that.';
  return [`${state} "approval approve ${id}" waits again.`];
};

/** Of what was approved: a filing that failed, or of which nobody knows yet what became. */
const failureOf = ({ outcome, document_id, filing }: Outcome): Failure | undefined => {
  const error = filing?.last_error;
  if (outcome === 'failed')
    return {
      code: 'not_filed',
      message: `${document_id} was approved and not filed: ${error?.message ?? 'its draft is gone'}`,
    };
  return filing?.status === 'unclear'
    ? { code: 'filing_unclear', message: `Whether ${document_id} was filed is not known yet.` }
    : undefined;
};

/** The gravest of them: nobody may file again what may be filed. */
const worst = (failures: readonly Failure[]): Failure | undefined =>
  failures.find((failure) => exitCodeOf(failure) === EXIT.unclear) ?? failures[0];

const approve = async (
  call: Call,
  options: { readonly by: string; readonly wait?: number },
  ids: readonly ApprovalRequestId[],
): Promise<Answer> => {
  // All are decided before the first is waited for: the service files them meanwhile.
  const decided: { readonly id: ApprovalRequestId; readonly entity: Entity }[] = [];
  for (const id of ids) decided.push({ id, entity: await recordDecision(call, id, options, approveRequest) });
  const outcomes: Outcome[] = [];
  for (const { id, entity } of decided) {
    const read = () => readOutcome(call, entity, id);
    outcomes.push(await waitUntilSettled(call.run, options, read, ({ outcome }) => outcome !== 'pending'));
  }
  const answers = outcomes.map(toAnswer);
  const failure = worst(outcomes.flatMap((outcome) => failureOf(outcome) ?? []));
  const [only] = answers;
  const one = only !== undefined && answers.length === 1;
  return {
    value: one ? only.value : answers.map(({ value }) => value),
    text: answers.map((answer) => answer.text).join('\n\n'),
    warnings: answers.flatMap(({ warnings }) => warnings ?? []),
    ...(failure === undefined ? {} : { failure }),
  };
};

/** Everything that would be filed. */
const show = async (call: Call, { kind, out }: FileOptions, id: ApprovalRequestId): Promise<Answer> => {
  const { run, database, now } = call;
  const entity = await REQUEST.owner(database.reader, id);
  const ctx = readScope({ database, now }, entity);
  const result = await readOutcome(call, entity, id);
  if (kind !== undefined)
    return writeOut(
      run,
      out ?? STANDARD_OUTPUT,
      await fileOf(run.parts.print, ctx, result.document_id, kind),
    );
  const shown = { ...result, outcome: result.status === 'approved' ? result.outcome : null };
  const filing = await readForApproval(ctx, result);
  return {
    value: { ...shown, ...filing },
    text: [formatOutcome(shown), forApprovalText(result, filing)].join('\n\n'),
    warnings: [...result.warnings, ...warnOfChanges(result, filing)],
  };
};

const toTableRow = (record: ApprovalRecord) => ({
  ...record,
  entity: record.entity.name,
  buyer: record.buyer.name,
  lines: record.line_count,
  total: `${record.total} ${record.currency}`,
  requested: record.requested_at.slice(0, 16),
  expires: record.expires_at.slice(0, 10),
});

const COLUMNS = [
  'id',
  'status',
  'record_type',
  'entity',
  'buyer',
  'lines',
  'total',
  'requested',
  'expires',
  'warnings',
] as const satisfies readonly (keyof ReturnType<typeof toTableRow>)[];

const parseOne = parseId('ApprovalRequestId');
/** Commander hands each id over with those before it. */
const parseIds = (value: string, before: readonly ApprovalRequestId[] = []): readonly ApprovalRequestId[] => {
  const id = parseOne(value);
  return before.includes(id) ? before : [...before, id];
};

export const approvalCommands: Rows = {
  list: command({
    options: { org: may(parseId('OrganisationId')), status: oneOf(ApprovalStatusValues) },
    answer: async ({ database: { reader }, now }, { org, status }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      const records = await listApprovals(reader, org ?? null, status ?? null, now);
      const value = records.map((record) => ({ ...record, snapshot: inSnapshotOrder(record.snapshot) }));
      return { ...manyRecords(records.map(toTableRow), COLUMNS), value };
    },
  }),
  show: special({
    args: [REQUEST],
    options: { kind: oneOf(PREVIEW_KINDS), out: may() },
    act: async (run, path, options, id) => {
      if (options.kind === undefined && options.out !== undefined)
        throw new Refusal('usage', '--out is for the file; add --kind xml or --kind pdf.');
      return onDatabase(run, path, (call) => show(call, options, id));
    },
  }),
  approve: command({
    args: [arg(parseIds)],
    options: { by: DECIDER, wait: WAIT },
    answer: approve,
  }),
  reject: command({
    args: [REQUEST],
    options: { by: DECIDER, reason: must(text) },
    answer: async (call, options, id) => {
      const entity = await recordDecision(call, id, options, (ctx, request, by) =>
        refuseRequest(ctx, request, by, options.reason),
      );
      return toAnswer(await readOutcome(call, entity, id));
    },
  }),
};
