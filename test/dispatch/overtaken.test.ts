// A refusal in words that a tool does not declare can only come of a change in between, and is no fault of the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { createLog } from '../../src/base/log.ts';
import { Refusal } from '../../src/base/refusal.ts';
import type { CallFacts } from '../../src/dispatch/context.ts';
import { toFailure } from '../../src/dispatch/failure.ts';

const told = (tool: (typeof TOOL_NAMES)[number]): Readonly<Record<string, unknown>> => {
  const facts = { descriptor: TOOLS[tool], log: createLog('silent'), request_id: 'req_1' };
  const signal = new AbortController().signal;
  const thrown = new Refusal('wrong_state', 'The key is already revoked.');
  return toFailure(thrown, { ...facts, signal } as unknown as CallFacts, {}) as Readonly<
    Record<string, unknown>
  >;
};

for (const tool of TOOL_NAMES)
  test(`${tool} tells a refusal in words as an error that it declares`, () => {
    const { code, message, retryable } = told(tool);
    const { access, errors } = TOOLS[tool];
    assert.ok((errors as readonly string[]).includes(String(code)), String(code));
    if (access === 'read') return;
    if ((errors as readonly string[]).includes('correction_refused')) {
      assert.equal(code, 'correction_refused');
      return;
    }
    assert.deepEqual(
      { code, message, retryable },
      {
        code: 'changed_meanwhile',
        message: 'Another call changed it at the same moment: The key is already revoked. Nothing was done.',
        retryable: true,
      },
    );
  });
