// The way out for a filing that stays unclear: a person has looked at the provider, and the document is not there.
import type { FilingFault } from '../../einvoicing/filing.ts';
import { lockInvoice } from '../invoices/write-filing.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { Job } from './job.ts';
import { takeFiling } from './store/outbox.ts';
import { recordRejected } from './steps/settle.ts';

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
  const { filing_status: status } = record.header;
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

/** The entry under a lease of this process, so that no worker sends meanwhile. */
const takeOver = async (ctx: WriteScope, id: string): Promise<Job> => {
  const job = await takeFiling(ctx, id, LEASE_MS);
  if (job === undefined)
    throw new Refusal(
      'wrong_state',
      `The provider is being asked about ${id} right now; try again in a minute.`,
    );
  // A provider may not find what it took a moment ago. The lease goes with the transaction.
  if (job.attempts < LATE_ATTEMPTS)
    throw new Refusal(
      'wrong_state',
      `The service still asks the provider about ${id}; give it a few minutes.`,
    );
  return job;
};
