// Every error and warning that a finished tool declares is provoked by some test of it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';

import { parse } from 'yaml';

const TESTS = resolve('test/tools');
const SPEC = resolve('spec');

/** Tools by `group/name`, without those whose handler is still the scaffold's. */
const FINISHED = readdirSync(join(SPEC, 'tools'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => path.slice(0, -'.yaml'.length))
  .filter((path) => !readFileSync(resolve(`src/handlers/${path}.ts`), 'utf8').includes('not_available_yet'))
  .toSorted();

interface Tool {
  readonly tool: string;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}
type Codes = Readonly<Record<string, { readonly applies?: string | readonly string[] }>>;

const yaml = (path: string): unknown => parse(readFileSync(join(SPEC, path), 'utf8'));

const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(TESTS, path), 'utf8'))
  .join('\n');

/** `tool code` of each test that says it shows one. */
const shown = (word: 'declared' | 'warned'): ReadonlySet<string> =>
  new Set(
    [...sources.matchAll(new RegExp(`${word}\\(\\s*'(\\w+)',\\s*'(\\w+)'`, 'g'))].map(
      ([, tool, code]) => `${tool} ${code}`,
    ),
  );

for (const path of FINISHED) {
  const { tool, errors = [], warnings = [] } = yaml(`tools/${path}.yaml`) as Tool;
  test(`${tool}: a test shows each of its ${errors.length} errors and ${warnings.length} warnings`, () => {
    assert.deepEqual(
      [
        ...errors.filter((code) => !shown('declared').has(`${tool} ${code}`)),
        ...warnings.filter((code) => !shown('warned').has(`${tool} ${code}`)),
      ],
      [],
    );
  });
}

describe('what applies to many tools', () => {
  const { errors } = yaml('errors.yaml') as { errors: Codes };
  const { warnings } = yaml('warnings.yaml') as { warnings: Codes };
  // No call of one caller alone comes to these, or none while no name has changed; they are tested in test/dispatch.
  const TESTED_APART = ['only_one_of', 'changed_meanwhile', 'renamed'];
  const common = Object.entries({ ...errors, ...warnings })
    .filter(([code, { applies }]) => applies !== undefined && !TESTED_APART.includes(code))
    .map(([code]) => code);

  test(`some test shows each of the ${common.length} common codes`, () => {
    assert.deepEqual(
      common.filter((code) => !sources.includes(`'${code}'`)),
      [],
    );
  });
});
