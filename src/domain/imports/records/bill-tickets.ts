import { currencyOf, optionalAmount } from './amounts.ts';
import { labelOf, textOf } from './reference.ts';
import { entityImporter } from './reference-importer.ts';

export const BILL_TICKETS = entityImporter({
  type: 'bill_tickets',
  id: 'BillTicketId',
  noun: 'bill_ticket',
  identifiers: (fields) => [textOf(fields, 'number')],
  toFacts: (ctx, row, named) => {
    const currency = currencyOf(ctx, row.currency);
    const supplier = row.counterparty === undefined ? undefined : named.counterparty(row.counterparty);
    return {
      label: labelOf(row.name, supplier?.name ?? row.supplier_name),
      sublabel: row.number ?? null,
      status: row.status,
      amount: optionalAmount(ctx, 'amount', row.amount, currency),
      currency,
      date: row.date ?? null,
      counterparty_id: supplier?.id ?? null,
      fields: { ...row, counterparty: supplier?.id, currency },
    };
  },
});
