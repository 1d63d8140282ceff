import { addColumn, INSTANT } from './steps.ts';

export const personEmailProven = addColumn(
  '0301_person_with_email_proven_at',
  'person',
  'email_proven_at',
  INSTANT,
);
