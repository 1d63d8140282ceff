// The way out for a filing that stays unclear: a person has looked at the provider, and the document is not there.
import { randomUUID } from 'node:crypto';
import { scoped } from '../../db/scoped.ts';
import { serverNow, serverNowPlus } from '../../db/server-clock.ts';
import type { FilingFault } from '../../einvoicing/filing.ts';
import { filingStatusOf } from '../invoices/filing.ts';
import { lockInvoice } from '../invoices/write-filing.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { Job } from './outbox.ts';
import { recordRejected } from './outcome.ts';

const NOT_FILED: FilingFault = {
  code: 'not_filed',
  message: 'An administrator found that the provider has not filed the invoice.',
  path: null,
  fix: 'Submit the invoice again.',
  source: 'service',
};

/** Back to the draft; its number stays with it. The bytes that were sent are never sent again. */
export const declareNotFiled = async (
  ctx: WriteScope & Raises<'invoice_not_found'>,
  id: string,
): Promise<void> => {
  const record = await lockInvoice(ctx, id);
  if (record === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const status = filingStatusOf(record.header);
  if (status !== 'unclear') {
    throw new Refusal(
      'wrong_state',
      `The filing status of ${id} is ${status}; only of an unclear filing can it be said that it was not filed.`,
    );
  }
  await recordRejected(ctx, await takeOver(ctx, id), [NOT_FILED]);
};

const LEASE_MS = 20_000;

/** Attempts after which an outcome is late: with the usual pauses, after some minutes. */
export const LATE_ATTEMPTS = 4;

/** The entry under a lease in this name, so that no worker sends meanwhile. */
const takeOver = async (ctx: WriteScope, id: string): Promise<Job> => {
  const lease_owner = `admin:${randomUUID()}`;
  const { numUpdatedRows } = await scoped(ctx, 'outbox')
    .update()
    .set({ lease_owner, lease_until: serverNowPlus(LEASE_MS) })
    .where('invoice_id', '=', id)
    .where('kind', '=', 'file')
    .where('open', '=', true)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', serverNow())]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n)
    throw new Refusal(
      'wrong_state',
      `The provider is being asked about ${id} right now; try again in a minute.`,
    );
  const job = await scoped(ctx, 'outbox')
    .select()
    .selectAll()
    .where('invoice_id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .executeTakeFirstOrThrow();
  // A provider may not find what it took a moment ago. The lease goes with the transaction.
  if (job.attempts < LATE_ATTEMPTS)
    throw new Refusal(
      'wrong_state',
      `The service still asks the provider about ${id}; give it a few minutes.`,
    );
  return job;
};
