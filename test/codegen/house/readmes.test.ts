// Each room of src/ and each wing of src/domain says what lives there. What its README names has to exist.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const foldersOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .sort();

const HOMES = [...foldersOf('src'), ...foldersOf('src/domain')];
const HEADINGS = ['## Lives here', '## Never here', '## Read first', '## Journey'];
/** Paths are in code, and no other code looks like one. */
const PATH = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|yaml|yml|md|sql)|(?:[\w.-]+\/)+)`/g;

const sectionOf = (text: string, heading: string): string =>
  text.slice(text.indexOf(heading)).split(/\n## /)[0] ?? '';

describe('the README', () => {
  for (const home of HOMES) {
    it(`of ${home} says what lives there, and names files that exist`, () => {
      const text = readFileSync(join(home, 'README.md'), 'utf8');
      assert.deepEqual(
        HEADINGS.filter((heading) => !text.includes(`${heading}\n`)),
        [],
      );
      const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
      assert.deepEqual(
        named.filter((path) => !existsSync(join(home, path)) && !existsSync(path)),
        [],
      );
      const first = sectionOf(text, '## Read first').match(/^\d\. `/gm) ?? [];
      assert.equal(first.length, 3);
      // The matcher's lists its constants as well.
      const lines = (text.split('\n## Constants')[0] ?? '').trim().split('\n').length;
      assert.ok(lines >= 15 && lines <= 35, `${home} has ${lines} lines`);
    });
  }
});

/** Files that a page invents as an example. */
const INVENTED = /NAME|XX|create_credit_note/;

it('README, CONTRIBUTING and guides name files that exist', () => {
  const guides = readdirSync('spec/guides').map((name) => join('spec/guides', name));
  const missing = ['README.md', 'CONTRIBUTING.md', ...guides].flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(
        /`((?:src|codegen|spec|test|generated|domain|base|db)\/[\w./-]+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !INVENTED.test(path) && !existsSync(path) && !existsSync(join('src', path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

/** `NAME = 0.9` of each file of the matcher, by `file NAME`. */
const constantsOf = (folder: string): ReadonlyMap<string, string> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return new Map(
    files.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /^(?:export )?const ([A-Z][A-Z_]*) = (-?[\d(][^;\n]*);/gm,
        ),
      ].map(([, name = '', value = '']) => [`${file} ${name}`, value] as const),
    ),
  );
};

it('the matcher’s lists every constant with its value, unit and meaning', () => {
  const text = readFileSync('src/matching/README.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([\w/.-]+)` ([A-Z_]+) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)];
  const listed = rows.map(([, file = '', name = '', value = '']) => `${file} ${name} = ${value}`);
  const stated = [...constantsOf('src/matching')].map(([name, value]) => `${name} = ${value}`);
  assert.deepEqual(
    {
      missing: stated.filter((each) => !listed.includes(each)),
      stale: listed.filter((each) => !stated.includes(each)),
    },
    { missing: [], stale: [] },
  );
});
