// An enum of the spec is typed once, by codegen.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as types from '../../../generated/types.ts';
import { packageRoot } from '../../../src/base/package-root.ts';

const WORD = String.raw`'[\w-]+'`;
/** `'a' | 'b'` and `['a', 'b']`. */
const LISTS = new RegExp(
  String.raw`${WORD}(?:\s*\|\s*${WORD})+|\[\s*${WORD}(?:\s*,\s*${WORD})+\s*,?\s*\]`,
  'gu',
);

const wordsIn = (list: string): string[] => [...list.matchAll(/'([\w-]+)'/gu)].map(([, word = '']) => word);
const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

const ENUMS = new Map(
  Object.entries(types).flatMap(([name, values]) =>
    values.length > 1 ? [[keyOf(values), name.replace(/Values$/u, '')] as const] : [],
  ),
);

/** `path:line: Name` of each list of exactly the words of a generated enum. */
const findRepeated = (path: string, text: string): string[] =>
  [...text.matchAll(LISTS)].flatMap(({ 0: list, index }) => {
    const name = ENUMS.get(keyOf(wordsIn(list)));
    return name === undefined ? [] : [`${path}:${text.slice(0, index).split('\n').length}: ${name}`];
  });

describe('enums of the spec', () => {
  test('a repeated one is found, in any order and over several lines', () => {
    const text = "const a = 1;\ntype Side =\n  | 'ap'\n  | 'ar';\nconst both = ['ar', 'ap'] as const;\n";
    assert.deepEqual(findRepeated('a.ts', text), ['a.ts:3: LedgerSide', 'a.ts:5: LedgerSide']);
    assert.deepEqual(findRepeated('a.ts', "type Other = 'ar' | 'ap' | 'gl';"), []);
  });

  test('none is typed again in src', () => {
    const src = join(packageRoot(), 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    assert.ok(files.length > 300);
    assert.deepEqual(
      files.flatMap((path) => findRepeated(`src/${path}`, readFileSync(join(src, path), 'utf8'))),
      [],
      'import the type, or its values, from generated/types.ts',
    );
  });
});
