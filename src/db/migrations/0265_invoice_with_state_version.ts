import { addColumn } from './steps.ts';

export const invoiceStateVersion = addColumn(
  '0265_invoice_with_state_version',
  'invoice',
  'state_version',
  'int not null default 1',
);
