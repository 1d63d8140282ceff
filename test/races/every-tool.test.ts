// A small dose of what `npm run races` does to every tool.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_NAMES } from '../../generated/dispatch.ts';
import { dose, longDoseOf, seedOf } from '../support/dose.ts';
import { raceEveryTool } from './every-tool.ts';

const SEED = seedOf(import.meta.filename);

test('no tool that three call at once tells a fault, and what is done once is done once', async () => {
  const tools = longDoseOf(TOOL_NAMES, 0.4, SEED);
  const { races, losses } = await raceEveryTool(2 * dose(1), tools);
  assert.deepEqual([...new Set(losses)], []);
  assert.ok(races >= 2 * tools.length);
});
