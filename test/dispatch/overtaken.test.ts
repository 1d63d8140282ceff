// A refusal that a tool does not declare can only come of a change in between, and is no fault of the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { createLog } from '../../src/base/log.ts';
import { toolError } from '../../src/base/errors.ts';
import type { CallFacts } from '../../src/dispatch/context.ts';
import { toFailure } from '../../src/dispatch/failure.ts';

const told = (tool: (typeof TOOL_NAMES)[number]): Readonly<Record<string, unknown>> => {
  const facts = { descriptor: TOOLS[tool], log: createLog('silent'), request_id: 'req_1' };
  const deadline = new AbortController();
  const thrown = toolError('key_revoked', { key_id: 'akey_1' });
  return toFailure(thrown, { ...facts, deadline } as unknown as CallFacts, {});
};

for (const tool of TOOL_NAMES)
  test(`${tool} tells a refusal that it does not declare as an error that it does`, () => {
    const { code, message, retryable } = told(tool);
    const { access, errors } = TOOLS[tool];
    assert.ok((errors as readonly string[]).includes(String(code)), String(code));
    if (access === 'read') return;
    assert.deepEqual(
      { code, message, retryable },
      {
        code: 'changed_meanwhile',
        message:
          'Another call changed it at the same moment: The key akey_1 is already revoked. Nothing was done.',
        retryable: true,
      },
    );
  });
