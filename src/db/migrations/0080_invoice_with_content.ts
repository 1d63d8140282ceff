import { addColumn, JSON_VALUE } from './steps.ts';

export const invoiceContent = addColumn('0080_invoice_with_content', 'invoice', 'content', JSON_VALUE);
