import { addColumn, MINOR } from './steps.ts';

export const invoiceWithheld = addColumn(
  '0082_invoice_with_withheld_minor',
  'invoice',
  'withheld_minor',
  `${MINOR} not null default 0`,
);
