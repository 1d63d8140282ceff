import { addColumn, MINOR } from './steps.ts';

export const bankMatchDifference = addColumn(
  '0111_bank_match_with_difference_minor',
  'bank_match',
  'difference_minor',
  `${MINOR} not null default 0`,
);
