import type { RowOf } from '../../../../generated/imports.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import type { NewAccount } from '../../../domain/money/bank-accounts/create.ts';
import type { NewEntity } from '../../../domain/ground/entities/create.ts';

/** A draft for the customer with this external id, created this many days ago. */
export interface DemoInvoice {
  readonly customer: string;
  readonly days_ago: number;
  readonly params: Omit<CreateInvoiceParams, 'counterparty_id' | 'counterparty_name'>;
}

/** One company and the initial content of its books. */
export interface DemoEntity {
  readonly entity: NewEntity;
  /** Of the company, into which customers pay. */
  readonly accounts: readonly NewAccount[];
  readonly counterparties: readonly RowOf<'counterparties'>[];
  readonly invoices: readonly DemoInvoice[];
  readonly products: readonly RowOf<'products'>[];
  readonly ledger_accounts: readonly RowOf<'ledger_accounts'>[];
  readonly invoicing_arrangements: readonly RowOf<'invoicing_arrangements'>[];
  readonly bill_tickets: readonly RowOf<'bill_tickets'>[];
}
