// Ends a filing that stays unclear, once a person has verified that the provider does not have the document.
import { toolError } from '../../base/errors.ts';
import type { FilingFault } from '../../einvoicing/filing.ts';
import { toDo } from '../../base/text/to-do.ts';
import type { Facts, WriteScope } from '../ground/change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { FilableKind } from '../documents/shared/filable.ts';
import { requireFilable } from './filable.ts';
import type { Job } from './job.ts';
import { enqueue, isQueued, takeFiling } from './store/outbox.ts';
import { recordRejected } from './steps/settle.ts';
import { participantToLookUp } from '../../einvoicing/peppol-ubl/look-up.ts';
import { regimeOf } from '../../einvoicing/index.ts';

const notFiled = ({ noun }: FilableKind): FilingFault => ({
  code: 'not_filed',
  message: `An administrator found that the provider has not filed the ${noun}.`,
  path: null,
  fix: toDo('submit_again', { noun }),
  source: 'service',
});

/** Returns the document to draft with its number. The bytes that were sent are never sent again. */
export const declareNotFiled = async (
  ctx: WriteScope & Raises<'invoice_not_found'>,
  id: string,
): Promise<void> => {
  const { kind, filing_status: status } = await requireFilable(ctx, id);
  if (status !== 'unclear') {
    throw toolError('filing_not_unclear', { document_id: id, status });
  }
  await recordRejected(ctx, await takeOver(ctx, id), [notFiled(kind)]);
};

const LEASE_MS = 20_000;

/** Attempts after which an outcome counts as late: some minutes with the usual back-off. */
export const LATE_ATTEMPTS = 4;

/** Takes the entry's lease, so that no worker sends it meanwhile. */
const takeOver = async (ctx: WriteScope, id: string): Promise<Job> => {
  const job = await takeFiling(ctx, id, LEASE_MS);
  if (job === undefined) throw toolError('provider_being_asked', { document_id: id });
  // A provider may not list what it accepted a moment ago. The rollback releases the lease.
  if (job.attempts < LATE_ATTEMPTS) throw toolError('provider_still_asked', { document_id: id });
  return job;
};

export const queueLookUp = async (
  ctx: WriteScope,
  { customer, delivery: { channel, format } }: Facts['document_addressed'],
): Promise<void> => {
  if (regimeOf(ctx.entity.country_code).model !== 'network') return;
  if (channel === 'email' || format === 'zugferd' || format === 'pdf') return;
  if (participantToLookUp(customer, ctx.today) === null) return;
  if (await isQueued(ctx, 'lookup', customer.id)) return;
  await enqueue(ctx, { kind: 'lookup', document_id: customer.id });
};
