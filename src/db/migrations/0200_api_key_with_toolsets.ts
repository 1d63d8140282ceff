import { addColumn, JSON_VALUE } from './steps.ts';

/** Null for a key with the common tools alone. */
export const apiKeyToolsets = addColumn(
  '0200_api_key_with_toolsets',
  'api_key',
  'toolsets',
  `${JSON_VALUE} null`,
);
