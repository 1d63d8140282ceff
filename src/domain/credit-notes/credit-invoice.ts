// Credits a filed invoice, in part or whole; only the admin side does.
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import { readCounterpartyName } from '../counterparties/store.ts';
import { lockDocument } from '../documents/store/lock.ts';
import { isOwed } from '../documents/settle.ts';
import { documentState } from '../documents/document.ts';
import { amount, amountText } from '../../base/money/amount.ts';
import { readAmount } from '../../base/money/wire.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { creditable, creditDocument } from './credit-document.ts';
import { insertCreditNotes } from './insert.ts';
import type { CreditNoteRow } from './record.ts';
import { countNotesOn } from './store.ts';

export type CreditScope = WriteScope & Raises<'invoice_not_found' | 'too_many_decimals' | 'amount_too_large'>;

/** Without an amount, all that is not credited yet: the invoice is then reversed. */
export const creditInvoice = async (
  ctx: CreditScope,
  id: string,
  given: number | undefined,
): Promise<CreditNoteRow> => {
  const invoice = await lockDocument(ctx, 'invoice', id);
  if (invoice === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const { currency, status, counterparty_id } = invoice;
  if (!isOwed('invoice', status)) throw new Refusal('wrong_state', explainState(id, status));
  const most = creditable(invoice);
  const minor = given === undefined ? most : readAmount(ctx, 'amount', given, currency).minor;
  if (minor <= 0 || minor > most) {
    throw new Refusal(
      'invalid_value',
      `A credit note on ${id} must be above 0 and at most ${amountText(amount(most, currency))} ${currency}, what is not credited yet.`,
    );
  }
  const note: CreditNoteRow = {
    id: newId('InvoiceCreditNoteId'),
    type: 'invoice_credit_note',
    counterparty_id,
    record_id: id,
    series: null,
    number: await nextNumber(ctx, id, invoice.folio),
    uuid: null,
    status: 'filed',
    issue_date: ctx.today,
    currency,
    total_minor: minor,
    reason: null,
    historic: false,
    external_id: null,
    created_at: toInstant(ctx.now),
    updated_at: toInstant(ctx.now),
  };
  const counterparty = await readCounterpartyName(ctx, counterparty_id);
  const credited = await creditDocument(ctx, invoice, counterparty, { credited: minor, day: ctx.today });
  await insertCreditNotes(ctx, [{ note, counterpartyName: counterparty.name, posted: true }]);
  ctx.record({
    event: 'invoice.credited',
    record_type: 'invoice',
    record_id: id,
    before: documentState(invoice),
    after: {
      ...documentState(credited.document),
      credit_note: { id: note.id, number: note.number, amount: amountText(amount(minor, currency)) },
      released: credited.released,
    },
  });
  return note;
};

const explainState = (id: string, status: string): string =>
  status === 'draft'
    ? `The invoice ${id} is a draft; only a filed invoice is credited, and "invoice discard" removes a draft.`
    : `The invoice ${id} is ${status}; only a filed invoice is credited.`;

/** Notes are numbered within their invoice, whose row is locked: `A-12/1`, `A-12/2`. */
const nextNumber = async (
  ctx: WriteScope,
  invoiceId: string,
  folio: string | null,
): Promise<string | null> => {
  if (folio === null) return null;
  const earlier = await countNotesOn(ctx, invoiceId);
  return `${folio.slice(0, MAX_NUMBERED)}/${earlier + 1}`;
};

/** So much of a folio leaves room for the count in a number's 60 characters. */
const MAX_NUMBERED = 55;
