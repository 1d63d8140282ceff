// The types of reference records: their text in search results, and the numbers by which they are found.
import { SERVICE } from '../../../../../generated/service.ts';
import { roundToCurrency } from '../../../../base/money/amount.ts';
import { readAmount, readDecimal } from '../../../../base/money/wire.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { entityIds } from '../../../ground/entities/store.ts';
import type { Fields, ReferenceKind } from '../../../parties/references/reference.ts';
import type { OrganisationImporter } from '../importer.ts';
import { entityImporter, storeReferences } from './references.ts';
import { readCurrency, optionalAmount } from './rows.ts';

/** A field's text, or null. */
const readText = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};

/** Joins two names into a label: `Monthly hosting – ACME`. */
const joinLabel = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' – ');

export const BILL_TICKETS = entityImporter({
  type: 'bill_tickets',
  id: 'BillTicketId',
  noun: 'bill_ticket',
  identifiers: (fields) => [readText(fields, 'number')],
  toFacts: (ctx, row, named) => {
    const currency = readCurrency(ctx, row.currency);
    const supplier = row.counterparty === undefined ? undefined : named.counterparty(row.counterparty);
    return {
      label: joinLabel(row.name, supplier?.name ?? row.supplier_name),
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

export const INVOICING_ARRANGEMENTS = entityImporter({
  type: 'invoicing_arrangements',
  id: 'InvoicingArrangementId',
  noun: 'invoicing_arrangement',
  identifiers: () => [],
  toFacts: (ctx, row, named) => {
    const currency = readCurrency(ctx, row.currency);
    const counterparty = named.counterparty(row.counterparty);
    if (row.ends_on !== undefined && row.ends_on < row.starts_on) {
      throw new Refusal('invalid_value', `ends_on ${row.ends_on} is before starts_on ${row.starts_on}`);
    }
    return {
      label: joinLabel(row.name, counterparty.name),
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

export const LEDGER_ACCOUNTS = entityImporter({
  type: 'ledger_accounts',
  id: 'LedgerAccountId',
  noun: 'ledger_account',
  identifiers: (fields) => [readText(fields, 'number')],
  toFacts: (ctx, row) => {
    const currency = readCurrency(ctx, row.currency);
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

export const PRODUCTS = entityImporter({
  type: 'products',
  id: 'ProductId',
  noun: 'product',
  identifiers: (fields) => [readText(fields, 'sku')],
  toFacts: (ctx, row) => {
    const currency = readCurrency(ctx, row.currency);
    const { unit_price } = row;
    // Prices have more decimals than amounts; search results show them rounded, the fields keep them in full.
    const amount =
      unit_price === undefined
        ? null
        : roundToCurrency(
            readDecimal(ctx, 'unit_price', unit_price, SERVICE.limits.unit_price_decimals),
            currency,
          );
    return {
      label: row.name,
      sublabel: row.sku ?? null,
      status: row.status,
      amount,
      currency,
      date: null,
      counterparty_id: null,
      fields: { ...row, currency },
    };
  },
});

/** The customers of the firm itself, who own entities. */
const CLIENT: ReferenceKind = {
  type: 'clients',
  id: 'ClientId',
  noun: 'client',
  identifiers: (fields) => [readText(fields, 'tax_id'), readText(fields, 'email')],
};

export const CLIENTS: OrganisationImporter<'clients'> = {
  level: 'organisation',
  store: async (ctx, rows, { update }) => {
    const known = await entityIds(ctx.db, ctx.organisation_id);
    return storeReferences(ctx, CLIENT, rows, update, (row) => {
      const unknown = row.entities?.find((id) => !known.has(id));
      if (unknown !== undefined)
        throw new Refusal('not_found', `${unknown} is no entity of this organisation`);
      return {
        label: row.name,
        sublabel: row.tax_id ?? row.email ?? null,
        status: row.status,
        amount: null,
        currency: null,
        date: null,
        counterparty_id: null,
        fields: { ...row },
      };
    });
  },
};
