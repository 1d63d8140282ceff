// Migrations leave the version before running: they add, and take away or rename nothing that it uses. While instances
// are replaced one by one, and when a release is taken back, old code runs on new tables.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';

const FOLDER = join(packageRoot(), 'src/db/migrations');

/** Older than the rule, and than the first release. */
const BEFORE: ReadonlySet<string> = new Set([
  '0063_task_with_wide_priority_rank.ts',
  '0070_approval_with_document_id.ts',
  '0071_approval_with_pending_document_id.ts',
  '0072_outbox_with_document_id.ts',
  '0073_filed_document_with_document_id.ts',
]);

/** Why a migration would break the version before; undefined when it would not. */
const breaks = (source: string): string | undefined => {
  const code = source.replaceAll(/\/\/.*$/gm, '').replaceAll(/\/\*.*?\*\//gs, '');
  const word = /\b(renameColumn|changeType|drop|rename|truncate|modify|change)\b/i.exec(code)?.[1];
  if (word !== undefined) return `uses ${word}`;
  const column = /addColumn\(([\s\S]*?)\);/.exec(code)?.[1];
  if (column !== undefined && /not null/i.test(column) && !/\bdefault\b/i.test(column))
    return 'adds a column that is not null and has no default';
  if (/unique/i.test(code) && !code.includes('createTable(')) return 'adds a unique key to a table with rows';
  return undefined;
};

const files = readdirSync(FOLDER).filter((name) => /^\d{4}_/.test(name));

test('no migration takes away what the version before uses', () => {
  const breaking = files
    .filter((name) => !BEFORE.has(name))
    .map((name) => [name, breaks(readFileSync(join(FOLDER, name), 'utf8'))])
    .filter(([, why]) => why !== undefined);
  assert.deepEqual(breaking, []);
});

test('what is refused is what breaks', () => {
  for (const name of BEFORE)
    assert.notEqual(breaks(readFileSync(join(FOLDER, name), 'utf8')), undefined, name);
  const column = (definition: string) => `addColumn('0300_x', 'bill', 'note', \`${definition}\`);`;
  assert.equal(breaks(column('varchar(10) not null')), 'adds a column that is not null and has no default');
  assert.equal(breaks(column("varchar(10) not null default ''")), undefined);
  assert.equal(breaks(column('varchar(10)')), undefined);
  assert.equal(breaks('sql`alter table bill drop column note`'), 'uses drop');
  assert.equal(breaks('sql`create unique index u on bill (note)`'), 'adds a unique key to a table with rows');
});
