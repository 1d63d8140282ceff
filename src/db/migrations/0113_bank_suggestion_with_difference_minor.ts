import { addColumn, MINOR } from './steps.ts';

export const bankSuggestionDifference = addColumn(
  '0113_bank_suggestion_with_difference_minor',
  'bank_suggestion',
  'difference_minor',
  `${MINOR} not null default 0`,
);
