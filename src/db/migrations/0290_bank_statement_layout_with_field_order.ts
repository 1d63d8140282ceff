import { addColumn, JSON_VALUE } from './steps.ts';

/** Which of two columns with the same heading a field means depends on the order in which the fields were said. */
export const bankStatementLayoutFieldOrder = addColumn(
  '0290_bank_statement_layout_with_field_order',
  'bank_statement_layout',
  'field_order',
  `${JSON_VALUE} null`,
);
