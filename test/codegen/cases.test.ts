// One folder a case: the files of a spec that differ from the base, and what the generator says (stderr.txt) or makes
// (expected/). UPDATE_GOLDEN=1 rewrites what is expected.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generate } from '../../codegen/generator/generate.ts';
import { report } from '../../codegen/generator/problem.ts';
import { CASES, UPDATES, caseNames, filesBelow, specOf } from './support.ts';

/** The rule ids that the generator's sources mention where they report. */
const ruleIds = (): ReadonlySet<string> => {
  const folder = join(process.cwd(), 'codegen');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('surface'),
  );
  const ids = sources.flatMap((path) => [
    ...readFileSync(join(folder, path), 'utf8').matchAll(/(?:fault|flaw|refuse|known)\(\s*'([a-z-]+)'/g),
  ]);
  return new Set(ids.map(([, id = '']) => id));
};

/** Output that every case with expected/ shows; the rest is like it. */
const checkExpected = (folder: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of filesBelow(folder)) {
    const made = files.get(path.slice(folder.length + 1)) ?? '';
    if (UPDATES) writeFileSync(path, made);
    else assert.equal(made, text, path);
  }
};

describe('cases', () => {
  for (const name of caseNames()) {
    it(name, async () => {
      const { problems, files } = await generate(specOf(name));
      const golden = join(CASES, name, 'stderr.txt');
      if (existsSync(golden)) {
        const told = report(problems);
        if (UPDATES) writeFileSync(golden, told);
        assert.equal(told, readFileSync(golden, 'utf8'));
        assert.notEqual(problems.length, 0);
      } else {
        assert.deepEqual(problems, []);
        checkExpected(join(CASES, name, 'expected'), files);
      }
    });
  }

  it('show one fault of every rule', () => {
    const told = [...filesBelow(CASES)]
      .filter(([path]) => path.endsWith('stderr.txt'))
      .map(([, text]) => text)
      .join('\n');
    const shown = new Set([...told.matchAll(/\[([a-z-]+)\]$/gm)].map(([, id = '']) => id));
    // The dialect cannot say what `portable` refuses; published.test.ts holds it to schemas made by hand. Readers are
    // missing in sources, which cases do not have: see readers.test.ts.
    const missing = [...ruleIds()].filter(
      (id) => !shown.has(id) && !['portable', 'stale-break', 'unread-parameter'].includes(id),
    );
    assert.deepEqual(missing, []);
  });
});
