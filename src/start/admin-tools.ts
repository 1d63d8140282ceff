// Lets commands ask the reading tools what agents ask them, so that both read the same.
import { randomUUID } from 'node:crypto';
import type { Failure } from '../admin/failure.ts';
import type { Ask } from '../admin/parts.ts';
import { SERVICE } from '../../generated/service.ts';
import { TOOLSET_NAMES } from '../../generated/toolsets.ts';
import { AT_SHELL } from '../base/text/fit.ts';
import type { Logger } from '../base/log.ts';
import { newId } from '../db/ids.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import type { Jobs } from '../handlers/handler.ts';
import { printInvoice } from '../pdf/print.ts';

/** What only writes use. */
const UNUSED = new Proxy({} as Jobs & WebhookParts, {
  get: (_, name) => {
    throw new Error(`a command that reads has no ${String(name)}`);
  },
});

/** Some 300 modules, which other commands do not load. */
const load = async () => {
  const [{ createDispatcher }, { HANDLERS }] = await Promise.all([
    import('../dispatch/dispatcher.ts'),
    import('../handlers/index.ts'),
  ]);
  return { createDispatcher, handlers: HANDLERS };
};

export const askTool: Ask = async (books, { organisation_id, tool, params, now }) => {
  const { createDispatcher, handlers } = await load();
  let fault: unknown;
  const ignore = (): void => undefined;
  const error = (about: unknown): void => {
    if (typeof about === 'object' && about !== null && 'err' in about) fault = about.err;
  };
  const log = { debug: ignore, info: ignore, warn: ignore, error } as Logger;
  const service = createDispatcher({
    books,
    handlers,
    log,
    now: () => now,
    answerCheck: { compile: undefined, onMismatch: ignore },
    jobs: UNUSED,
    pageUrl: () => null,
    uploadUrl: () => '',
    print: printInvoice,
    webhooks: UNUSED,
    reader: AT_SHELL,
  });
  const outcome = await service.call(
    {
      key_id: newId('ApiKeyId'),
      type: SERVICE.keys.mcp_type,
      organisation_id,
      entity_id: null,
      scopes: new Set([SERVICE.keys.wildcard_scope]),
      toolsets: new Set(TOOLSET_NAMES),
    },
    {
      tool,
      arguments: params,
      meta: {},
      idempotency_key: undefined,
      request_id: randomUUID(),
      deadline: new AbortController(),
    },
  );
  // What is not a tool's own error is told as that of any command.
  if (fault !== undefined) throw fault;
  if (outcome.kind === 'answer') return { answer: JSON.parse(outcome.json) as object };
  if (outcome.kind === 'failure') return { failure: outcome.error as Failure };
  throw new Error(`${tool} could not be asked: ${outcome.kind}`);
};
