import { addIndex } from './steps.ts';

export const apiKeyByPreviousSecret = addIndex(
  '0197_api_key_by_previous_secret',
  'api_key',
  'ix_api_key_previous_secret',
  'previous_secret_hash',
);
