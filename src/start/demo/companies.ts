// The companies of the demo. What is in their books stands in spec/demo.
import type { RowOf } from '../../../generated/imports.ts';
import { GERMANY } from '../../../generated/demo/germany.ts';
import { MEXICO } from '../../../generated/demo/mexico.ts';
import type { CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import type { NewAccount } from '../../domain/money/bank-accounts/create.ts';
import type { NewEntity } from '../../domain/ground/entities/create.ts';
import type { YearPlan } from './year/types.ts';

/** A draft for the customer with this external id, created this many days ago. */
interface DemoInvoice {
  readonly customer: string;
  readonly days_ago: number;
  readonly params: Omit<CreateInvoiceParams, 'counterparty_id' | 'counterparty_name'>;
}

export type DemoParty = Omit<RowOf<'counterparties'>, 'is_customer' | 'is_supplier'> & {
  readonly external_id: string;
  readonly role: 'customer' | 'supplier' | 'both';
};

/** One company and the initial content of its books. */
export interface DemoEntity {
  readonly entity: NewEntity;
  /** Of the company, into which customers pay. */
  readonly accounts: readonly NewAccount[];
  readonly counterparties: readonly DemoParty[];
  readonly invoices: readonly DemoInvoice[];
  readonly products: readonly RowOf<'products'>[];
  readonly ledger_accounts: readonly RowOf<'ledger_accounts'>[];
  readonly invoicing_arrangements: readonly RowOf<'invoicing_arrangements'>[];
  readonly bill_tickets: readonly RowOf<'bill_tickets'>[];
}

export interface DemoCompany {
  readonly company: DemoEntity;
  readonly year: YearPlan;
}

export const COMPANIES: readonly DemoCompany[] = [MEXICO, GERMANY];

export const partyRow = ({ role, ...row }: DemoParty): RowOf<'counterparties'> => ({
  is_customer: role !== 'supplier',
  is_supplier: role !== 'customer',
  ...row,
});
