// Books with customers, for the tests of this folder.
import type { CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import { createCounterparty } from '../../../src/domain/parties/counterparties/create.ts';
import type { CounterpartyRow } from '../../../src/domain/parties/counterparties/store/counterparties.ts';
import { createInvoice } from '../../../src/domain/documents/invoices/issue.ts';
import type { InvoiceRecord } from '../../../src/domain/documents/invoices/record.ts';
import type { TestBooks } from '../../support/scope.ts';

export const addCustomer = async (
  books: TestBooks,
  name: string,
  country_details: Readonly<Record<string, string>>,
): Promise<CounterpartyRow> => {
  const postal_code = books.entity.country_code === 'MX' ? '42501' : '20095';
  const input = { name, postal_code, country_details, is_customer: true, is_supplier: false };
  return (await books.write((ctx) => createCounterparty(ctx, input))).result;
};

export type InvoiceFacts = Partial<Omit<CreateInvoiceParams, 'line_items' | 'counterparty_id'>> & {
  readonly unit_price?: number;
  readonly line_items?: CreateInvoiceParams['line_items'];
};

export const addInvoice = async (
  books: TestBooks,
  customer: Pick<CounterpartyRow, 'name'>,
  { unit_price = 100, line_items, ...facts }: InvoiceFacts = {},
): Promise<InvoiceRecord> => {
  const params: CreateInvoiceParams = {
    counterparty_name: customer.name,
    line_items: line_items ?? [{ description: 'Servicio', quantity: 1, unit_price }],
    ...facts,
  };
  return (await books.write((ctx) => createInvoice(ctx, params))).result;
};
