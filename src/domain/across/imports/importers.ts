// The types that `import` offers.
import type { ImportType } from '../../../../generated/imports.ts';
import type { Importer } from './importer.ts';
import {
  BILL_TICKETS,
  CLIENTS,
  INVOICING_ARRANGEMENTS,
  LEDGER_ACCOUNTS,
  PRODUCTS,
} from './records/reference-types.ts';
import { BILLS } from './records/bills.ts';
import { COUNTERPARTIES } from './records/counterparties.ts';
import { BILL_CREDIT_NOTES, INVOICE_CREDIT_NOTES } from './records/credit-notes.ts';
import { EXCHANGE_RATES } from './records/exchange-rates.ts';
import { INVOICES } from './records/invoices.ts';
import { BILL_PAYMENTS, INVOICE_PAYMENTS } from './records/payments.ts';

export const IMPORTERS = {
  counterparties: COUNTERPARTIES,
  invoices: INVOICES,
  bills: BILLS,
  invoice_payments: INVOICE_PAYMENTS,
  bill_payments: BILL_PAYMENTS,
  products: PRODUCTS,
  ledger_accounts: LEDGER_ACCOUNTS,
  clients: CLIENTS,
  invoice_credit_notes: INVOICE_CREDIT_NOTES,
  bill_credit_notes: BILL_CREDIT_NOTES,
  invoicing_arrangements: INVOICING_ARRANGEMENTS,
  bill_tickets: BILL_TICKETS,
  exchange_rates: EXCHANGE_RATES,
} as const satisfies { readonly [T in ImportType]?: Importer<T> };

export type OfferedImport = keyof typeof IMPORTERS;

export const OFFERED_IMPORTS = Object.keys(IMPORTERS) as readonly OfferedImport[];
