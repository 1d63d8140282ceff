// A person enters the credit note of a supplier on a bill. It is in the books at once.
import type { BillCreditNoteId } from '../../../../generated/ids.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { DifferenceTaxRow } from '../../../db/stated.ts';
import { amount, amountText } from '../../../base/money/amount.ts';
import { toText, decimal } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { readCounterpartyName } from '../../parties/counterparties/store/counterparties.ts';
import { NO_LINE_CONTENT } from '../bills/read-lines.ts';
import { NO_CONTENT } from '../bills/read-terms.ts';
import { findBill, readBillSettlement } from '../bills/store.ts';
import { billTaxes, noteTaxes } from '../bills/taxes.ts';
import { indexedCreditNote, type ReceivedNoteRow } from '../credit-notes/record.ts';
import { creditedTaxes } from '../credit-notes/store/notes.ts';
import { insertReceivedNote, type ListedNote, noteWithNumber } from '../credit-notes/store/received.ts';
import { takeOffTaxes } from '../payments/causes.ts';
import type { SettledDocument } from '../shared/document.ts';
import { textOrNull } from '../shared/line-text.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { type DecideNoteScope, enter, excessOf } from './decide.ts';
import { receivedNoteState } from './describe.ts';
import { getReceivedNote } from './find.ts';

export interface TypedNote {
  readonly number: string;
  readonly series?: string | undefined;
  readonly uuid?: string | undefined;
  /** With tax. */
  readonly amount: number;
  /** As on the note; the bill's when left out. */
  readonly currency?: string | undefined;
  readonly issue_date?: string | undefined;
  readonly reason?: string | undefined;
}

type CreditScope = DecideNoteScope &
  Raises<
    | 'amount_too_large'
    | 'bill_credit_note_exists'
    | 'bill_not_found'
    | 'credit_in_other_currency'
    | 'too_many_decimals'
  >;

/** Its taxes are the bill's, in proportion to what other notes have left of them; it is posted on the first open day. */
export const creditBill = async (ctx: CreditScope, billId: string, typed: TypedNote): Promise<ListedNote> => {
  const bill = await lockDocument(ctx, 'bill', billId);
  if (bill === undefined) throw ctx.error('bill_not_found', { path: 'bill_id', received: billId });
  const { currency, counterparty_id } = bill;
  const { number } = typed;
  const series = textOrNull(typed.series);
  if (typed.currency !== undefined && typed.currency !== currency) {
    const said = { bill: bill.folio ?? bill.id, currency: typed.currency, document_currency: currency };
    throw ctx.error('credit_in_other_currency', said);
  }
  const earlier = await noteWithNumber(ctx, counterparty_id, { series, number });
  if (earlier !== undefined) {
    const bill_credit_note_id = earlier.id as BillCreditNoteId;
    throw ctx.error('bill_credit_note_exists', { number, bill_credit_note_id });
  }
  const total_minor = readAmount(ctx, 'amount', typed.amount, currency).minor;
  const excess = await excessOf(ctx, { total_minor, currency }, bill);
  const supplier = await readCounterpartyName(ctx, counterparty_id);
  const now = toInstant(ctx.now);
  const reason = textOrNull(typed.reason);
  const note: ReceivedNoteRow = {
    id: newId('BillCreditNoteId'),
    type: 'bill_credit_note',
    counterparty_id,
    record_id: bill.id,
    series,
    number,
    uuid: textOrNull(typed.uuid),
    status: 'received',
    issue_date: asDay(typed.issue_date ?? ctx.today),
    currency,
    ...(await sumsOf(ctx, bill, total_minor, reason)),
    total_minor,
    excess_minor: excess === 0 ? null : excess,
    reason,
    historic: false,
    external_id: null,
    received_at: null,
    source_document_id: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertReceivedNote(ctx, note);
  const listed = await getReceivedNote(ctx, note.id);
  await enter(ctx, listed, bill, excess);
  await indexRecord(ctx, indexedCreditNote(note, supplier.name));
  ctx.record({
    event: 'bill_credit_note.created',
    record_type: 'bill_credit_note',
    record_id: note.id,
    before: null,
    after: receivedNoteState(note),
  });
  return listed;
};

type Sums = Pick<ReceivedNoteRow, 'subtotal_minor' | 'tax_minor' | 'withheld_minor' | 'received'>;

const UNKNOWN: Sums = { subtotal_minor: null, tax_minor: null, withheld_minor: null, received: null };

/** A line for each rate. Unknown where the bill withholds: then only the note itself says what it gives back of that. */
const sumsOf = async (
  ctx: CreditScope,
  { id, currency, credited_minor }: SettledDocument,
  total_minor: number,
  reason: string | null,
): Promise<Sums> => {
  const [settlement] = await readBillSettlement(ctx, [id]);
  const found = await findBill(ctx, id);
  if (settlement === undefined || found === undefined || found.header.withheld_minor !== 0) return UNKNOWN;
  const notes = credited_minor > 0 ? await creditedTaxes(ctx, [id]) : [];
  const credited = notes.flatMap(({ received }) => noteTaxes(received));
  const rows = takeOffTaxes(billTaxes(ctx.entity, settlement), total_minor, currency, credited);
  const sum = (of: (row: DifferenceTaxRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const [subtotal_minor, tax_minor] = [sum((row) => row.base_minor), sum((row) => row.tax_minor)];
  // All of it is credited: there is nothing left to spread this over.
  if (subtotal_minor + tax_minor !== total_minor) return UNKNOWN;
  const lines = rows.map((row, index) => lineOf(row, index, { currency, reason }));
  return { subtotal_minor, tax_minor, withheld_minor: 0, received: { ...NO_CONTENT, lines } };
};

const lineOf = (
  { tax, category, rate, base_minor, tax_minor }: DifferenceTaxRow,
  index: number,
  { currency, reason }: { readonly currency: string; readonly reason: string | null },
) => {
  const [base, taxed] = [amountText(amount(base_minor, currency)), amountText(amount(tax_minor, currency))];
  const stated = {
    kind: tax as 'VAT',
    factor: 'rate',
    rate: toText(decimal(rate)),
    category: category === '' ? null : category,
    exemption_code: null,
    exemption_reason: null,
    base,
    amount: taxed,
    name: null,
  } as const;
  return {
    position: index + 1,
    description: reason ?? '–',
    quantity: '1',
    unit_price: base,
    subtotal: base,
    tax_amount: taxed,
    content: { ...NO_LINE_CONTENT, taxes: [stated] },
  };
};
