import { addColumn, JSON_VALUE } from './steps.ts';

export const bankMatchEvidence = addColumn(
  '0112_bank_match_with_evidence',
  'bank_match',
  'evidence',
  JSON_VALUE,
);
