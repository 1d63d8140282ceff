// tools/call: from the message to the dispatcher and back.
import { SERVICE } from '../../generated/service.ts';
import { type ToolError, toolError } from '../base/errors.ts';
import { inSpan } from '../base/tracing.ts';
import { failureBody } from '../dispatch/failure.ts';
import type { CallOutcome, Caller, ToolCall } from '../dispatch/outcome.ts';
import { scopeRefusal } from './consent.ts';
import type { Era } from './era.ts';
import {
  type CalledTool,
  type Deadline,
  type HttpCall,
  type Parts,
  readTraceId,
  readTraceparent,
  takeDeadline,
} from './http-call.ts';
import { inTurn } from './in-turn.ts';
import { createdTask } from './tasks.ts';
import { declaresTasks } from './task-reply.ts';
import { CODE, isRecord, type Members, type RequestMessage } from './message.ts';
import { badParams, errorReply, rateLimited, refusalReply, type Reply, toolReply } from './reply.ts';

const NO_META: Members = Object.freeze({});

const { idempotency_meta } = SERVICE.protocol;

export const IDEMPOTENCY_HEADER = SERVICE.protocol.idempotency_header.toLowerCase();

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const isKey = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= SERVICE.limits.idempotency_key_max_length &&
  VISIBLE_ASCII.test(value);

/** The idempotency key, which makes it safe to repeat a write: from the header or from `_meta`; the same key in both is fine. */
export const readIdempotencyKey = (header: unknown, meta: Members): string | undefined | ToolError => {
  const inMeta = meta[idempotency_meta] ?? undefined;
  const key = header ?? inMeta;
  if (key === undefined) return undefined;
  if (!isKey(key) || (inMeta !== undefined && !isKey(inMeta))) {
    return toolError('idempotency_key_invalid', { path: `_meta.${idempotency_meta}` });
  }
  if (inMeta !== undefined && inMeta !== key) {
    return toolError('parameters_conflict', { path: `_meta.${idempotency_meta}` });
  }
  return key;
};

const failure = (error: ToolError, request_id: string): CallOutcome => ({
  kind: 'failure',
  error: failureBody(error, request_id),
});

/** The dispatcher's outcome, or a failure when it takes too long or throws, which it should never do. */
const settle = async <C extends Caller>(
  parts: Parts<C>,
  caller: C,
  call: ToolCall,
  deadline: Deadline,
): Promise<CallOutcome | 'full'> => {
  const { tool, request_id } = call;
  const settled = await inTurn(parts, caller, deadline, { tool, request_id }, () =>
    parts.service.call(caller, call),
  );
  if (settled === 'expired')
    return failure(toolError('call_timeout', { limit_ms: parts.callTimeoutMs }), request_id);
  return settled === 'failed' ? failure(toolError('internal_error', {}), request_id) : settled;
};

const readCode = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'failure';

/** How the outcome is counted and traced. */
const labelOf = (outcome: CallOutcome): string =>
  outcome.kind === 'answer' ? 'ok' : outcome.kind === 'failure' ? readCode(outcome.error) : outcome.kind;

/** Made once for a call: the text of an answer is as long as the answer itself. */
const outcomeReply = (
  era: Era,
  id: RequestMessage['id'],
  outcome: CallOutcome,
  request_id: string,
  metadataOf: () => string | undefined,
): Reply => {
  if (outcome.kind === 'unknown_tool')
    return errorReply(200, id, { code: CODE.invalidParams, message: outcome.message });
  if (outcome.kind === 'insufficient_scope')
    return refusalReply(scopeRefusal(outcome, metadataOf), request_id, id);
  return toolReply(era, id, outcome);
};

const INVALID_PARAMS: CalledTool = {
  outcome: 'refused',
  error_code: 'invalid_params',
  entity_id: undefined,
};

const toCalled = ({ kind, entity_id }: CallOutcome, label: string): CalledTool => ({
  outcome: kind === 'answer' ? 'ok' : kind === 'failure' ? 'failed' : 'refused',
  error_code: kind === 'answer' ? undefined : label,
  entity_id,
});

/** `keyHeader`: the Idempotency-Key header; undefined in a batch, where it cannot apply. */
export const callTool = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  message: RequestMessage,
  era: Era,
  keyHeader: unknown,
): Promise<Reply> => {
  const { id, params } = message;
  const { name } = params;
  const args = params['arguments'] ?? {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : NO_META;
  httpCall.called = INVALID_PARAMS;
  if (typeof name !== 'string') return badParams(id, 'name must be a string.');
  if (!isRecord(args)) return badParams(id, 'arguments must be an object.');
  const { request_id } = httpCall;
  httpCall.tool = parts.methods.toolNames.has(name) ? name : 'unknown';
  const traceparent = readTraceparent(meta['traceparent']);
  httpCall.trace_id = readTraceId(traceparent) ?? httpCall.trace_id;
  const idempotency_key = readIdempotencyKey(keyHeader, meta);
  const deadline = takeDeadline(httpCall, parts.callTimeoutMs);
  const call = {
    tool: name,
    arguments: args,
    meta,
    idempotency_key,
    request_id,
    deadline,
  };
  const { tool } = httpCall;
  const outcome = await inSpan(
    { name: `tools/call ${tool}`, kind: 'internal', traceparent },
    async (span) => {
      const settled = await settle(parts, caller, call, deadline);
      if (settled === 'full') {
        span.fail('rate_limited');
        return settled;
      }
      const label = labelOf(settled);
      span.set({
        'folio.tool': tool,
        'folio.outcome': label,
        'folio.key_id': caller.key_id,
        'folio.entity_id': settled.entity_id,
        'folio.request_id': request_id,
      });
      if (settled.kind !== 'answer') span.fail(label);
      return settled;
    },
  );
  if (outcome === 'full') return refusalReply(rateLimited(1), request_id, id);
  const label = labelOf(outcome);
  httpCall.called = toCalled(outcome, label);
  parts.metrics.call(httpCall.tool, label);
  const request = outcome.kind === 'answer' ? outcome.request : undefined;
  if (request !== undefined && era === 'modern' && declaresTasks(params)) {
    const task = await createdTask(parts, httpCall, caller, id, request);
    if (task !== undefined) return task;
  }
  return outcomeReply(era, id, outcome, request_id, () => parts.metadataOf(httpCall.req));
};
