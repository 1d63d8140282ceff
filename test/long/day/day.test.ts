// The tasks of an agent's day, done with `tools/list` alone in the books of the demo: each ends at its goal within so many
// calls, and every error on the way says how to go on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DemoService, startDemoService } from '../../demo/support.ts';
import { type Done, doTask, type Task } from './agent.ts';
import { BANK, MONTH_END } from './bank.ts';
import { CARE } from './care.ts';
import { MONEY } from './money.ts';
import { SALES } from './sales.ts';
import { WORDS } from './words.ts';

const BEGAN = Date.now();
const now = (): Date => new Date(Date.parse('2026-11-23T18:00:00Z') + Date.now() - BEGAN);

const TASKS: readonly Task[] = [...BANK, ...SALES, ...MONEY, ...MONTH_END, ...CARE, ...WORDS];

describe('the day of an agent', () => {
  let service: DemoService;
  const done = new Map<Task, Done>();
  before(async () => {
    service = await startDemoService(now);
    await service.fill();
  });
  after(async () => {
    await service.close();
    const rows = [...done].map(([{ name, within }, { calls, mistakes }]) => ({
      task: name,
      calls: calls.length,
      within,
      mistakes,
      tools: [...new Set(calls)].join(' '),
    }));
    console.table(rows);
  });

  for (const task of TASKS)
    test(task.name, async () => {
      const { calls, mistakes } = await doTask(service, task, now);
      done.set(task, { calls, mistakes });
      assert.ok(calls.length <= task.within, `${calls.length} calls: ${calls.join(', ')}`);
    });
});
