// A credit note that was filed elsewhere, as an import books it: what the balances of documents are tested with.
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { readAmount } from '../../src/base/money/wire.ts';
import type { Raises } from '../../src/base/raises.ts';
import { toolError } from '../../src/base/errors.ts';
import type { WriteScope } from '../../src/domain/ground/change/scope.ts';
import { readCounterpartyName } from '../../src/domain/parties/counterparties/store/counterparties.ts';
import { creditDocument, creditable } from '../../src/domain/documents/credit-notes/credit-document.ts';
import { insertCreditNotes } from '../../src/domain/documents/credit-notes/settle-note.ts';
import type { CreditNoteRow } from '../../src/domain/documents/credit-notes/record.ts';
import { documentState } from '../../src/domain/documents/shared/document.ts';
import { isOwed } from '../../src/domain/documents/shared/settle.ts';
import { lockDocument } from '../../src/domain/documents/shared/store/lock.ts';

type CreditScope = WriteScope & Raises<'invoice_not_found' | 'too_many_decimals' | 'amount_too_large'>;

/** Without an amount, all that is not credited yet. */
export const creditInvoice = async (
  ctx: CreditScope,
  id: string,
  given: number | undefined,
): Promise<CreditNoteRow> => {
  const invoice = await lockDocument(ctx, 'invoice', id);
  if (invoice === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const { currency, status, counterparty_id } = invoice;
  if (!isOwed('invoice', status)) throw toolError('nothing_owed', { document: id });
  const most = creditable(invoice);
  const minor = given === undefined ? most : readAmount(ctx, 'amount', given, currency).minor;
  if (minor <= 0 || minor > most) throw toolError('nothing_owed', { document: id });
  const note: CreditNoteRow = {
    id: newId('InvoiceCreditNoteId'),
    type: 'invoice_credit_note',
    counterparty_id,
    record_id: id,
    series: null,
    number: null,
    uuid: null,
    reason: null,
    external_id: null,
    status: 'filed',
    issue_date: ctx.today,
    currency,
    total_minor: minor,
    historic: false,
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
    after: documentState(credited.document),
  });
  return note;
};
