import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { loadAnswerCheck } from '../../src/start/app.ts';
import { checkAnswer } from '../../src/dispatch/answer.ts';

const ENTITY = {
  object: 'entity',
  id: 'enti_01jb3v2m4gfz8s0000000000mx',
  entity_id: 'enti_01jb3v2m4gfz8s0000000000mx',
  name: 'Robles',
  country_code: 'MX',
  filing_model: 'clearance',
  currency: 'MXN',
  tax_id: null,
  time_zone: 'America/Mexico_City',
  today: '2026-11-22',
  active: true,
  is_default: true,
};
const ANSWER = {
  object: 'list',
  data: [ENTITY],
  has_more: false,
  next_cursor: null,
  limit: 100,
  total_count: 1,
};

/** What is logged and counted of these answers of list_entities. */
const check = async (check_answers: boolean, answers: readonly object[]) => {
  const logged: unknown[] = [];
  const counted: string[] = [];
  const answerCheck = await loadAnswerCheck({ check_answers }, { mismatch: (tool) => counted.push(tool) });
  const quiet = (): undefined => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: (facts: unknown) => void logged.push(facts) };
  for (const answer of answers)
    assert.equal(checkAnswer({ answerCheck, log }, 'list_entities', answer), answer);
  return { logged, counted };
};

const WRONG = { ...ANSWER, limit: 0, data: [{ ...ENTITY, name: 'x'.repeat(301) }] };

describe('checking answers', () => {
  test('an answer that does not fit is logged with every fault and counted, and still given', async () => {
    const { logged, counted } = await check(true, [ANSWER, WRONG]);
    assert.deepEqual(counted, ['list_entities']);
    const [{ tool, errors }] = logged as [{ tool: string; errors: readonly { instancePath: string }[] }];
    assert.equal(tool, 'list_entities');
    assert.deepEqual(
      errors.map(({ instancePath }) => instancePath),
      ['/data/0/name', '/limit'],
    );
  });

  test('nothing is looked at without the switch', async () => {
    assert.deepEqual(await check(false, [{}]), { logged: [], counted: [] });
  });

  test('a start without the switch loads neither the schemas nor their compiler', () => {
    const app = join(import.meta.dirname, '../../src/start/app.js');
    const script = `
      const { loadAnswerCheck } = await import(${JSON.stringify(app)});
      const load = async (check_answers) => {
        await loadAnswerCheck({ check_answers }, { mismatch() {} });
        const { cache } = (await import('node:module')).createRequire(import.meta.url);
        return Object.keys(cache).some((path) => /ajv.dist.core/.test(path));
      };
      console.log(await load(false), await load(true));`;
    const told = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    assert.equal(told, 'false true\n');
  });
});
