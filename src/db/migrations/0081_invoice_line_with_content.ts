import { addColumn, JSON_VALUE } from './steps.ts';

export const invoiceLineContent = addColumn(
  '0081_invoice_line_with_content',
  'invoice_line',
  'content',
  JSON_VALUE,
);
