import { currencyOf } from './amounts.ts';
import { textOf } from './reference.ts';
import { entityImporter } from './reference-importer.ts';

export const LEDGER_ACCOUNTS = entityImporter({
  type: 'ledger_accounts',
  id: 'LedgerAccountId',
  noun: 'ledger_account',
  identifiers: (fields) => [textOf(fields, 'number')],
  toFacts: (ctx, row) => {
    const currency = currencyOf(ctx, row.currency);
    return {
      label: row.name,
      sublabel: `${row.number} · ${row.account_type}`,
      status: row.status,
      amount: null,
      currency,
      date: null,
      counterparty_id: null,
      fields: { ...row, currency },
    };
  },
});
