// Cancellations that agents ask for: an administrator has the invoice cancelled with the authority, or refuses.
import { readScope } from '../read-scope.ts';
import type { CancellationRequestId, OrganisationId } from '../../../generated/ids.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import { type EntityChange, newAct } from '../../domain/ground/change/change.ts';
import { listEntities } from '../../domain/ground/entities/store.ts';
import { administrator } from '../../domain/filing/approval/decide.ts';
import { approveCancellation, rejectCancellation } from '../../domain/filing/cancellation/decide.ts';
import { describeCancellation } from '../../domain/filing/cancellation/request.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import {
  type CancellationRequestRow,
  findCancellation,
  pendingCancellations,
} from '../../domain/filing/store/cancellations.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import { type Answer, manyRecords, oneRecord } from '../answer.ts';
import { type Register, type Session, type Surroundings, claimedBy } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId, text } from '../values.ts';
import { WAIT, type WaitOptions, seconds, waitUntilSettled } from '../wait.ts';

interface DecideOptions extends WaitOptions {
  readonly by: string;
  readonly reason?: string;
}

type Decide = (ctx: EntityChange, id: string, by: Member) => Promise<CancellationRequestRow>;

const decide = async (
  { books, database, now }: Session,
  action: string,
  id: CancellationRequestId,
  options: DecideOptions,
  work: Decide,
): Promise<Entity> => {
  const entity = await findOwner(database.reader, 'cancellation_request', id);
  const by = await administrator(database.reader, entity, options.by);
  const act = newAct(claimedBy(by), action, { ...options, id }, now);
  await books.change(entity, act, (ctx: EntityChange) => work(ctx, id, by));
  return entity;
};

const read = async ({ database, now }: Session, entity: Entity, id: string) => {
  const ctx = readScope({ database, now }, entity);
  const found = await findCancellation(ctx, id);
  if (found === undefined) throw new Refusal('not_found', `There is no cancellation request ${id}.`);
  return describeCancellation(found, await loadFilable(ctx, found.invoice_id));
};

type Shown = Awaited<ReturnType<typeof read>>;

const toAnswer = (shown: Shown): Answer => {
  const { cancellation, invoice_id, status } = shown;
  if (status !== 'approved') return oneRecord(shown);
  if (cancellation?.status === 'rejected')
    return {
      ...oneRecord(shown),
      failure: { code: 'not_cancelled', message: `The authority refused to cancel ${invoice_id}.` },
    };
  const open: Readonly<Record<string, string>> = {
    awaiting_buyer: 'The buyer has to accept the cancellation first; the service keeps asking.',
    requested: 'The authority has not answered yet; the service keeps asking.',
  };
  const said = open[cancellation?.status ?? ''];
  return { ...oneRecord(shown), warnings: said === undefined ? [] : [said] };
};

const approve = (run: Surroundings, id: CancellationRequestId, options: DecideOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const entity = await decide(session, 'cancellation approve', id, options, approveCancellation);
    return toAnswer(
      await waitUntilSettled(
        run,
        options,
        () => read(session, entity, id),
        ({ cancellation }) => cancellation?.status !== 'requested',
      ),
    );
  });

const reject = (run: Surroundings, id: CancellationRequestId, options: DecideOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const entity = await decide(session, 'cancellation reject', id, options, (ctx, request, by) =>
      rejectCancellation(ctx, request, by, options.reason ?? ''),
    );
    return toAnswer(await read(session, entity, id));
  });

const COLUMNS = ['id', 'status', 'entity', 'invoice_id', 'reason', 'note', 'expires'] as const;

const list = (run: Surroundings, org: OrganisationId): Promise<void> =>
  run.onDatabase(async ({ database: { reader }, now }) => {
    await getOrganisation(reader, org);
    const entities = await listEntities(reader, org, MAX_COMPANIES);
    const ids = entities.map((entity) => entity.id);
    const rows = (await pendingCancellations(reader, ids, now)).map((row) => ({
      ...row,
      entity: entities.find((entity) => entity.id === row.entity_id)?.name ?? row.entity_id,
      requested_by: row.requested_by.id,
      expires: row.expires_at.toISOString().slice(0, 10),
    }));
    return manyRecords(rows, COLUMNS);
  });

const MAX_COMPANIES = 10_000;

const request = ['<request>', 'its id', parseId('CancellationRequestId', 'cancellation request')] as const;
const BY_ADMINISTRATOR = ['--by <email>', 'the administrator who decides it', email] as const;

export const cancellationCommands: Register = (program, run) => {
  const cancellation = program.command('cancellation').description('cancellations that agents ask for');
  cancellation
    .command('list')
    .description('those that wait for a decision, oldest first')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { readonly org: OrganisationId }) => list(run, org));
  cancellation
    .command('show')
    .description('one request, and what the authority says')
    .argument(...request)
    .action((id: CancellationRequestId) =>
      run.onDatabase(async (session) => {
        const entity = await findOwner(session.database.reader, 'cancellation_request', id);
        return toAnswer(await read(session, entity, id));
      }),
    );
  cancellation
    .command('approve')
    .description('have the invoice cancelled with the authority; it cannot be undone')
    .argument(...request)
    .requiredOption(...BY_ADMINISTRATOR)
    .option(...WAIT, seconds)
    .action((id: CancellationRequestId, options: DecideOptions) => approve(run, id, options));
  cancellation
    .command('reject')
    .description('refuse it; the agent reads the reason')
    .argument(...request)
    .requiredOption('--reason <text>', 'why', text)
    .requiredOption(...BY_ADMINISTRATOR)
    .action((id: CancellationRequestId, options: DecideOptions) => reject(run, id, options));
};
