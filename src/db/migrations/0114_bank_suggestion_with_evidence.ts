import { addColumn, JSON_VALUE } from './steps.ts';

export const bankSuggestionEvidence = addColumn(
  '0114_bank_suggestion_with_evidence',
  'bank_suggestion',
  'evidence',
  JSON_VALUE,
);
