import { readAmount } from '../../../base/money/wire.ts';
import { Refusal } from '../../../base/refusal.ts';
import { currencyOf } from './amounts.ts';
import { labelOf } from './reference.ts';
import { entityImporter } from './reference-importer.ts';

export const INVOICING_ARRANGEMENTS = entityImporter({
  type: 'invoicing_arrangements',
  id: 'InvoicingArrangementId',
  noun: 'invoicing_arrangement',
  identifiers: () => [],
  toFacts: (ctx, row, named) => {
    const currency = currencyOf(ctx, row.currency);
    const counterparty = named.counterparty(row.counterparty);
    if (row.ends_on !== undefined && row.ends_on < row.starts_on) {
      throw new Refusal('invalid_value', `ends_on ${row.ends_on} is before starts_on ${row.starts_on}`);
    }
    return {
      label: labelOf(row.name, counterparty.name),
      sublabel: row.frequency,
      status: row.status,
      amount: readAmount(ctx, 'amount', row.amount, currency),
      currency,
      date: row.next_invoice_on ?? row.starts_on,
      counterparty_id: counterparty.id,
      fields: { ...row, counterparty: counterparty.id, currency },
    };
  },
});
