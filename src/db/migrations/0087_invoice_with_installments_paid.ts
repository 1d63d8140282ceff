import { addColumn } from './steps.ts';

export const invoiceInstallmentsPaid = addColumn(
  '0087_invoice_with_installments_paid',
  'invoice',
  'installments_paid',
  'int',
);
