import { addColumn, code } from './steps.ts';

export const apiKeyPreviousSecret = addColumn(
  '0195_api_key_with_previous_secret_hash',
  'api_key',
  'previous_secret_hash',
  code(64),
);
