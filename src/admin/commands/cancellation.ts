// Cancellations that agents ask for: an administrator has the invoice cancelled with the authority, or refuses.
import { readScope } from '../owner.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import { listEntities } from '../../domain/ground/entities/store.ts';
import { approveCancellation, rejectCancellation } from '../../domain/filing/cancellation/decide.ts';
import { describeCancellation } from '../../domain/filing/cancellation/request.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import { findCancellation, pendingCancellations } from '../../domain/filing/store/cancellations.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { type Answer, manyRecords, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import { DECIDER, command, its, must, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';
import { WAIT, waitUntilSettled } from '../wait.ts';
import { cancellationNotes, decideFiling } from './filing-decision.ts';

const REQUEST = its('CancellationRequestId', 'cancellation_request');

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
  return oneRecord(shown, cancellationNotes(cancellation?.status));
};

const COLUMNS = ['id', 'status', 'entity', 'invoice_id', 'reason', 'note', 'expires'] as const;

const MAX_COMPANIES = 10_000;

export const cancellationCommands: Rows = {
  list: command({
    options: { org: must(parseId('OrganisationId')) },
    answer: async ({ database: { reader }, now }, { org }) => {
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
    },
  }),
  show: command({
    args: [REQUEST],
    answer: async (call, _, id) =>
      toAnswer(await read(call, await REQUEST.owner(call.database.reader, id), id)),
  }),
  approve: command({
    args: [REQUEST],
    options: { by: DECIDER, wait: WAIT },
    answer: async (call, options, id) => {
      const { entity } = await decideFiling(call, REQUEST, id, options, (ctx, by) =>
        approveCancellation(ctx, id, by),
      );
      const settled = ({ cancellation }: Shown): boolean => cancellation?.status !== 'requested';
      return toAnswer(await waitUntilSettled(call.run, options, () => read(call, entity, id), settled));
    },
  }),
  reject: command({
    args: [REQUEST],
    options: { reason: must(text), by: DECIDER },
    answer: async (call, options, id) => {
      const { entity } = await decideFiling(call, REQUEST, id, options, (ctx, by) =>
        rejectCancellation(ctx, id, by, options.reason),
      );
      return toAnswer(await read(call, entity, id));
    },
  }),
};
