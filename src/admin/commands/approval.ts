import { Option } from 'commander';
import { readScope } from '../read-scope.ts';
import type { ApprovalRequestId, OrganisationId } from '../../../generated/ids.ts';
import { type ApprovalStatus, ApprovalStatusValues } from '../../../generated/types.ts';
import {
  administrator,
  approveRequest,
  type Decided,
  refuseRequest,
} from '../../domain/filing/approval/decide.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from '../../domain/filing/approval/describe.ts';
import { listApprovals } from '../../domain/filing/approval/list.ts';
import { findApproval } from '../../domain/filing/store/approvals.ts';
import type { Entity } from '../../base/entity.ts';
import { describeFiling } from '../../domain/documents/shared/filing.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import { type EntityChange, newAct } from '../../domain/ground/change/change.ts';
import { type Answer, manyRecords } from '../answer.ts';
import { claimedBy, type Register, type Session, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { EXIT, exitCodeOf } from '../exit-code.ts';
import type { Failure } from '../failure.ts';
import { OUT, STANDARD_OUTPUT, writeOut } from '../output.ts';
import { keyValues } from '../table.ts';
import { email, parseId, text } from '../values.ts';
import {
  type FileOptions,
  fileOf,
  forApprovalText,
  readForApproval,
  warnOfChanges,
  PREVIEW_KINDS,
} from './approval-show.ts';
import { seconds, waitUntilSettled, WAIT, type WaitOptions } from '../wait.ts';

interface DecideOptions extends WaitOptions {
  readonly by: string;
  readonly reason?: string;
}

type Decide = (ctx: EntityChange, id: string, by: Member) => Promise<Decided>;

/** Records the decision. An expired request is stored as expired even though the command then refuses. */
const recordDecision = async (
  { books, database, now }: Session,
  action: string,
  id: ApprovalRequestId,
  options: DecideOptions,
  work: Decide,
): Promise<Entity> => {
  const entity = await findOwner(database.reader, 'approval', id);
  const member = await administrator(database.reader, entity, options.by);
  const act = newAct(claimedBy(member), action, { ...options, id }, now);
  const { result } = await books.change(entity, act, (ctx: EntityChange) => work(ctx, id, member));
  if (result.refusal !== null) throw result.refusal;
  return entity;
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

const approve = (
  run: Surroundings,
  ids: readonly ApprovalRequestId[],
  options: DecideOptions,
): Promise<void> =>
  run.onDatabase(async (session) => {
    // All are decided before the first is waited for: the service files them meanwhile.
    const decided: { readonly id: ApprovalRequestId; readonly entity: Entity }[] = [];
    for (const id of ids)
      decided.push({
        id,
        entity: await recordDecision(session, 'approval approve', id, options, approveRequest),
      });
    const outcomes: Outcome[] = [];
    for (const { id, entity } of decided) {
      const read = () => readOutcome(session, entity, id);
      outcomes.push(await waitUntilSettled(run, options, read, ({ outcome }) => outcome !== 'pending'));
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
  });

const reject = (run: Surroundings, id: ApprovalRequestId, options: DecideOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const entity = await recordDecision(session, 'approval reject', id, options, (ctx, request, by) =>
      refuseRequest(ctx, request, by, options.reason ?? ''),
    );
    return toAnswer(await readOutcome(session, entity, id));
  });

/** Everything that would be filed. */
const show = (run: Surroundings, id: ApprovalRequestId, { kind, out }: FileOptions): Promise<void> => {
  if (kind === undefined && out !== undefined)
    throw new Refusal('usage', '--out is for the file; add --kind xml or --kind pdf.');
  return run.onDatabase(async (session) => {
    const { database, now } = session;
    const entity = await findOwner(database.reader, 'approval', id);
    const ctx = readScope({ database, now }, entity);
    const result = await readOutcome(session, entity, id);
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
  });
};

interface ListOptions {
  readonly org?: OrganisationId;
  readonly status?: ApprovalStatus;
}

const list = (run: Surroundings, { org, status }: ListOptions): Promise<void> =>
  run.onDatabase(async ({ database: { reader }, now }) => {
    if (org !== undefined) await getOrganisation(reader, org);
    const records = await listApprovals(reader, org ?? null, status ?? null, now);
    return { ...manyRecords(records.map(toTableRow), COLUMNS), value: records };
  });

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

const request = ['<request>', 'its id', parseId('ApprovalRequestId', 'approval request')] as const;
const parseOne = parseId('ApprovalRequestId', 'approval request');
/** Commander hands each id over with those before it. */
const parseIds = (value: string, before: readonly ApprovalRequestId[] = []): readonly ApprovalRequestId[] => {
  const id = parseOne(value);
  return before.includes(id) ? before : [...before, id];
};
const BY_ADMINISTRATOR = ['--by <email>', 'the administrator who decides it', email] as const;

export const approvalCommands: Register = (program, run) => {
  const approval = program.command('approval').description('requests to file documents');
  approval
    .command('list')
    .description('the requests, newest first')
    .option('--org <id>', 'only those of this organisation', parseId('OrganisationId', 'organisation'))
    .addOption(new Option('--status <status>', 'only those in this state').choices(ApprovalStatusValues))
    .action((options: ListOptions) => list(run, options));
  approval
    .command('show')
    .description('a request with everything that would be filed: lines, codes, taxes, warnings, the file')
    .argument(...request)
    .addOption(
      new Option('--kind <kind>', 'instead the file itself, as it would be filed').choices(PREVIEW_KINDS),
    )
    .option(...OUT)
    .action((id: ApprovalRequestId, options: FileOptions) => show(run, id, options));
  approval
    .command('approve')
    .description('have the documents filed; filing is irreversible')
    .argument('<requests...>', 'the id of a request, or of several', parseIds)
    .requiredOption(...BY_ADMINISTRATOR)
    .option(...WAIT, seconds)
    .action((ids: readonly ApprovalRequestId[], options: DecideOptions) => approve(run, ids, options));
  approval
    .command('reject')
    .description('refuse the filing; the document stays a draft')
    .argument(...request)
    .requiredOption(...BY_ADMINISTRATOR)
    .requiredOption('--reason <reason>', 'why, for the agent that asked', text)
    .action((id: ApprovalRequestId, options: DecideOptions) => reject(run, id, options));
};
