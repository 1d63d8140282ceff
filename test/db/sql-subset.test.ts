// The service's SQL stays within what MySQL 8, MariaDB 10.11, Galera, TiDB and Vitess share, so that its data can grow
// on any of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';

/** Not the service's SQL: what sets up the private server is fed to MariaDB alone. */
const EXEMPT = ['src/db/embedded/'];

const OWN = 'test/db/sql-subset.test.ts';

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

/**
 * Functions that one of the servers lacks: MySQL 9 has neither md5() nor sha1(), and sha2() is everywhere. Without those
 * whose names are plain words, such as encode().
 */
const FUNCTIONS = [
  'md5|sha1|old_password|des_encrypt|des_decrypt',
  // Of MariaDB alone.
  'nvl|nvl2|decode_oracle|to_char|sformat|natural_sort_key|crc32c|nextval|lastval|setval|uuid_v4|uuid_v7|sys_guid',
  'json_compact|json_detailed|json_loose|json_exists|json_query|json_equals|json_normalize',
  // Of MySQL alone.
  'any_value|regexp_like|json_pretty|json_storage_size|json_storage_free|uuid_to_bin|bin_to_uuid|is_uuid',
  'format_bytes|format_pico_time|statement_digest',
].join('|');
/** In SQL, or as Kysely writes one: fn('md5', …), fn<string>('md5', …). */
const LACKING = new RegExp(
  `\\b(?:${FUNCTIONS})\\s*\\(|\\bfn(?:<[^>]*>)?\\(\\s*['"](?:${FUNCTIONS})['"]`,
  'i',
);

/** The list of a select from what the server says of itself, in which no other select begins. */
const SYSTEM_READ =
  /\bselect\s+((?:(?!\bselect\b)[\s\S])*?)\s+from\s+(?:information_schema|performance_schema)\./gi;

/** Only MariaDB tells it there. */
const CHECKED_TABLE =
  /\bselect\b(?:(?!\bselect\b|\bfrom\b)[\s\S])*\btable_name\b(?:(?!\bselect\b)[\s\S])*?\sfrom\s+information_schema\.check_constraints\b/i;

/** The parts of a list, without splitting the arguments of a function. */
const partsOf = (list: string): readonly string[] => {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
};

/** A constant has no name that matters; the name of anything else is the server's, unless it is said. */
const NAMED = /^\s*(?:\d+|[\s\S]*\sas\s+(?:\\?`)?[a-z][a-z0-9_]*(?:\\?`)?)\s*$/;

/** What a source does that only some servers take, or answer alike. */
const faultsOf = (text: string): readonly string[] => {
  const lists = [...text.matchAll(SYSTEM_READ)].map(([, list = '']) => list);
  return [
    ...(CHECKED_TABLE.test(text) ? ['the table of a check constraint, which table_constraints tells'] : []),
    ...(LACKING.test(text) ? ['a function that one of the servers lacks'] : []),
    ...(lists.flatMap(partsOf).every((part) => NAMED.test(part))
      ? []
      : ['a column of the server without a name in lower case (`as name`)']),
  ];
};

const sourcesOf = (room: string): string[] =>
  readdirSync(join(packageRoot(), room), { recursive: true, encoding: 'utf8' })
    .map((path) => `${room}/${path}`)
    .filter((path) => /\.(?:tsx?|sql)$/.test(path) && !EXEMPT.some((exempt) => path.startsWith(exempt)));

/** Comments may speak of what is excluded. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|--).*$/gm, '');

const read = (path: string): string => withoutComments(readFileSync(join(packageRoot(), path), 'utf8'));

test('no source uses SQL that one of the servers lacks', () => {
  const files = sourcesOf('src');
  assert.ok(files.length > 50);
  const found = files.flatMap((path) => {
    const text = read(path);
    return EXCLUDED.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path}: ${what}`);
  });
  assert.deepEqual(found, []);
});

test('neither source nor test calls a function that one of the servers lacks, or takes its names of columns', () => {
  const files = ['src', 'codegen', 'test'].flatMap(sourcesOf).filter((path) => path !== OWN);
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.flatMap((path) => faultsOf(read(path)).map((fault) => `${path}: ${fault}`)),
    [],
  );
});

test('what is refused is what servers do not share', () => {
  const lacking = ['a function that one of the servers lacks'];
  const unnamed = ['a column of the server without a name in lower case (`as name`)'];
  const cases: readonly (readonly [source: string, faults: readonly string[]])[] = [
    ['`select md5(n.n) from bench_n n`', lacking],
    ['`select sha2(n.n, 256) from bench_n n`', []],
    ["'md5(n.n), 1'", lacking],
    ["createHash('md5')", []],
    ["eb.fn<string>('md5', ['id'])", lacking],
    ['`select table_name from information_schema.tables`', unnamed],
    ['`select TABLE_NAME as NAME from information_schema.tables`', unnamed],
    ['`select * from information_schema.tables`', unnamed],
    ['`select t.table_name as \\`table\\`, count(*) as n from information_schema.tables t`', []],
    ['`select 1 from information_schema.tables`', []],
    ["'select group_concat(a, b) as names, c from information_schema.statistics'", unnamed],
    [
      '`select table_name as name, check_clause as clause from information_schema.check_constraints`',
      ['the table of a check constraint, which table_constraints tells'],
    ],
    ['`select member_state from performance_schema.replication_group_members`', unnamed],
  ];
  for (const [source, faults] of cases) assert.deepEqual(faultsOf(source), faults, source);
});
