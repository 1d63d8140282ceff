// Imports into the company of the test, which each test finds empty.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { admin, db, entity, usingCompany } from './company.ts';

export { admin, db, entity, org } from './company.ts';

export const DONE = { imported: 0, updated: 0, skipped: 0, rejected: [], warnings: [], warning_count: 0 };

const CHANGED_BY_IMPORT = [
  'counterparty',
  'reference_record',
  'exchange_rate',
  'search_token',
  'search_identifier',
  'event',
] as const;
/** The hooks of a test file that works on these. */
export const usingImportBooks = (): void => {
  usingCompany();
  beforeEach(async () => {
    for (const table of CHANGED_BY_IMPORT) await db.database.kysely.deleteFrom(table).execute();
    await db.database.kysely.deleteFrom('search_record').execute();
  });
};

export const importing = (type: string, path: string, ...rest: string[]) => [
  'import',
  type,
  path,
  '--entity',
  entity,
  ...rest,
];

/** The outcome of an import that was refused as a whole. */
export const refusedRows = async (...args: string[]) => {
  const { code, out, err } = await admin.run(...args, '--json');
  assert.equal(code, 1);
  assert.equal(JSON.parse(err).error.code, 'rows_rejected');
  return JSON.parse(out);
};
