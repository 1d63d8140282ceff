import { addColumn, INSTANT } from './steps.ts';

export const apiKeyPreviousUntil = addColumn(
  '0196_api_key_with_previous_until',
  'api_key',
  'previous_until',
  INSTANT,
);
