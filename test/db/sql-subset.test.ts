// The service's SQL stays within what MySQL 8, MariaDB 10.11, Galera, TiDB and Vitess share, so that its data can grow
// on any of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';

/** Not the service's SQL: what sets up the private server is fed to MariaDB alone. */
const EXEMPT = ['src/db/embedded/'];

const EXCLUDED: readonly [string, RegExp][] = [
  ['RETURNING', /\breturning\s+(\*|\w)|\.returning(All)?\(/i],
  ['FULLTEXT', /\bfulltext\b|\bmatch\s*\([^)]*\)\s*against\b/i],
  ['SKIP LOCKED', /\bskip\s+locked\b|\.skipLocked\(/i],
  ['FOR SHARE', /\bfor\s+share\b|\.forShare\(|lock in share mode/i],
  ['FOR UPDATE OF', /\bfor\s+update\s+of\b|\.forUpdate\(['"[]/i],
  ['LATERAL', /\blateral\b|JoinLateral\(/i],
  ['XA', /\bxa\s+(start|begin|end|prepare|commit)\b/i],
  ['LOCK TABLES', /\b(un)?lock\s+tables\b/i],
  ['GET_LOCK', /\bget_lock\s*\(/i],
  ['stored code', /\bcreate\s+(definer|procedure|function|trigger|event)\b/i],
  ['foreign keys', /\bforeign\s+key\b|\breferences\s+`?\w+`?\s*\(|addForeignKeyConstraint/i],
  ['AUTO_INCREMENT', /\bauto_increment\b|autoIncrement\(/i],
  ['IF NOT EXISTS in ALTER or INDEX', /\b(add column|drop column|create( unique)? index|drop index)\s+if\b/i],
  ['ON DUPLICATE KEY', /\bon\s+duplicate\s+key\b|onDuplicateKeyUpdate/i],
  ['the collation of one server', /utf8mb4_0900/i],
  ['window functions', /\bover\s*\(\s*(partition|order)\b|\.over\(/i],
  ['JSON arrow operators', /->>?\s*'\$/],
  ['isolation per transaction', /setIsolationLevel\(|(?<!session )transaction isolation level/i],
  ['tuple comparison', /refTuple\(|eb\.tuple\(/],
];

const sources = (): string[] =>
  readdirSync(join(packageRoot(), 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.ts') && !EXEMPT.some((exempt) => path.startsWith(exempt)));

/** Comments may speak of what is excluded. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test('no source uses SQL that one of the servers lacks', () => {
  const files = sources();
  assert.ok(files.length > 50);
  const found = files.flatMap((path) => {
    const text = withoutComments(readFileSync(join(packageRoot(), path), 'utf8'));
    return EXCLUDED.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path}: ${what}`);
  });
  assert.deepEqual(found, []);
});
