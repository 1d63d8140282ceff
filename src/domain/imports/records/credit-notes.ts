// Credit notes of an earlier system: what search shows of them. They do not change balances yet.
import type { RowOf } from '../../../../generated/imports.ts';
import { readAmount } from '../../money/wire.ts';
import { Refusal } from '../../refusal.ts';
import type { EntityChange } from '../../trail/admin-change.ts';
import { currencyOf } from './amounts.ts';
import type { Named } from './named.ts';
import { type Fields, labelOf, type ReferenceFacts, textOf } from './reference.ts';
import { entityImporter } from './reference-importer.ts';

type CreditNoteRow = RowOf<'invoice_credit_notes'> | RowOf<'bill_credit_notes'>;

const folioOf = (series: string | null | undefined, number: string | null): string | null =>
  number === null || series === null || series === undefined ? number : `${series}-${number}`;

const identifiers = (fields: Fields): (string | null)[] => {
  const number = textOf(fields, 'number');
  return [folioOf(textOf(fields, 'series'), number), number, textOf(fields, 'uuid')];
};

const refuseOpen = ({ historic }: CreditNoteRow): void => {
  if (historic) return;
  throw new Refusal(
    'invalid_value',
    'historic must be true: balances are imported as they are, credit notes do not change them',
  );
};

const factsOf = (
  ctx: EntityChange,
  row: CreditNoteRow,
  named: Named,
  document_id: string | null,
): ReferenceFacts => {
  refuseOpen(row);
  const currency = currencyOf(ctx, row.currency);
  const counterparty = named.counterparty(row.counterparty);
  return {
    label: labelOf(row.reason, counterparty.name),
    sublabel: folioOf(row.series, row.number),
    status: row.status,
    amount: readAmount(ctx, 'total', row.total, currency),
    currency,
    date: row.issue_date,
    counterparty_id: counterparty.id,
    fields: { ...row, counterparty: counterparty.id, document: document_id ?? undefined, currency },
  };
};

export const INVOICE_CREDIT_NOTES = entityImporter({
  type: 'invoice_credit_notes',
  id: 'InvoiceCreditNoteId',
  noun: 'invoice_credit_note',
  identifiers,
  toFacts: (ctx, row, named) => {
    if (row.document === undefined) return factsOf(ctx, row, named, null);
    const invoice = named.invoice(row.document);
    if (invoice.counterparty_id !== named.counterparty(row.counterparty).id) {
      throw new Refusal('invalid_value', `the invoice ${row.document} belongs to another counterparty`);
    }
    return factsOf(ctx, row, named, invoice.id);
  },
});

export const BILL_CREDIT_NOTES = entityImporter({
  type: 'bill_credit_notes',
  id: 'BillCreditNoteId',
  noun: 'bill_credit_note',
  identifiers,
  toFacts: (ctx, row, named) => {
    if (row.document === undefined) return factsOf(ctx, row, named, null);
    throw new Refusal(
      'not_found',
      `${row.document} is neither the id nor the external id of a bill of this entity`,
    );
  },
});
