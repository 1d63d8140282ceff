import { addColumn, ID } from './steps.ts';

export const apiKeyMaker = addColumn('0165_api_key_with_created_by', 'api_key', 'created_by', ID);
