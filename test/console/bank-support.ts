// Bank lines with suggestions, written straight to the tables, and pages as a browser reads them.
import type { CounterpartyId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { addInvoice } from '../support/documents.ts';
import type { TestService } from '../support/service.ts';
import { addLine, type LineFacts, NOW } from '../tools/bank/support.ts';

interface Wanted extends LineFacts {
  readonly confidence?: string;
  /** Of the suggested invoice, in major units. */
  readonly total?: string;
  readonly runner_up?: string;
}

/** A line of 100.00 and the invoice that is suggested for it. */
export const addSuggested = async (
  service: TestService,
  account: string,
  counterparty_id: CounterpartyId,
  { confidence = '0.8500', total = '100.00', runner_up, ...facts }: Wanted = {},
): Promise<{ readonly line: string; readonly invoice: string }> => {
  const entity_id = service.entities.mx;
  const invoice = await addInvoice(service.database, entity_id, { counterparty_id, total });
  const line = await addLine(service, entity_id, account, { match_status: 'suggested', ...facts });
  await service.database.kysely
    .insertInto('bank_suggestion')
    .values({
      entity_id,
      bank_transaction_id: line,
      position: 1,
      record_type: 'invoice',
      record_id: invoice,
      amount_minor: 10_000,
      confidence,
      reasons: JSON.stringify(['Amount equals the open balance; no other has it']),
      run_id: newId('MatchingRunId'),
      created_at: toInstant(NOW),
      difference_minor: 0,
      evidence: JSON.stringify({
        probability: 0.9,
        runner_up:
          runner_up === undefined
            ? null
            : {
                allocations: [{ record_id: runner_up, amount_minor: 10_000 }],
                probability: 0.05,
                difference: 'Told from the other by the due date',
              },
      }),
    })
    .execute();
  return { line, invoice };
};

export const statusOf = async ({ database }: TestService, line: string): Promise<string> => {
  const { match_status } = await database.kysely
    .selectFrom('bank_transaction')
    .select('match_status')
    .where('id', '=', line)
    .executeTakeFirstOrThrow();
  return match_status;
};

/** In minor units. */
export const balanceOf = async ({ database }: TestService, invoice: string): Promise<number> => {
  const { balance_minor } = await database.kysely
    .selectFrom('invoice')
    .select('balance_minor')
    .where('id', '=', invoice)
    .executeTakeFirstOrThrow();
  return balance_minor;
};

export const paymentsOf = ({ database }: TestService, line: string) =>
  database.kysely
    .selectFrom('payment')
    .select(['amount_minor', 'status'])
    .where('bank_transaction_id', '=', line)
    .execute();

export const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name.replaceAll('.', '\\.')}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Which line the review has in hand. */
export const inHand = (html: string): string => /class="hand" data-line="([^"]*)"/.exec(html)?.[1] ?? '';
