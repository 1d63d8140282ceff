// tools/call: from the message to the dispatcher and back.
import { SERVICE } from '../../generated/service.ts';
import { type ToolError, toolError } from '../base/errors.ts';
import { inSpan } from '../base/tracing.ts';
import { failureBody } from '../dispatch/failure.ts';
import type { CallOutcome, Caller, ToolCall } from '../dispatch/outcome.ts';
import { challenged, curedByConsent } from './consent.ts';
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
import { createdTask, declaresTasks, type Followed, withRequest } from './task-reply.ts';
import { MS_PER_UNIT } from './limits.ts';
import { CODE, isRecord, type Members, type RequestMessage } from './message.ts';
import {
  appLacksScope,
  errorReply,
  type HttpRefusal,
  insufficientScope,
  rateLimited,
  refusalReply,
  type Reply,
  toolReply,
} from './reply.ts';

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

export const badParams = (id: RequestMessage['id'], problem: string): Reply =>
  errorReply(200, id, { code: CODE.invalidParams, message: `Invalid params: ${problem}` });

const failure = (error: ToolError, request_id: string): Failure => ({
  kind: 'failure',
  error: failureBody(error, request_id),
});

/** Each call pays for its share of the event loop, also for what runs after it waited for the database. */
const timed = async <C extends Caller, T>(parts: Parts<C>, caller: C, work: () => Promise<T>): Promise<T> => {
  let paid = 1;
  return parts.loopShare.run(work, (ms) => {
    const units = ms / MS_PER_UNIT;
    // The token of the call pays for the first unit.
    parts.rateLimit.charge(caller.key_id, Math.max(0, units - paid));
    paid = Math.max(0, paid - units);
  });
};

type Failure = Extract<CallOutcome, { readonly kind: 'failure' }>;

/** The dispatcher's outcome, or a failure when it takes too long or throws, which it should never do. */
export const settle = async <C extends Caller, T>(
  parts: Parts<C>,
  caller: C,
  { tool, request_id }: Pick<ToolCall, 'tool' | 'request_id'>,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<T | Failure | 'full'> => {
  const timeout = (): Failure =>
    failure(toolError('call_timeout', { limit_ms: parts.callTimeoutMs }), request_id);
  // Later calls of a batch whose time is up are not started.
  if (deadline.isOver()) return timeout();
  const { running, turns } = parts;
  running.begin();
  return new Promise((resolve) => {
    const forget = deadline.onOver((why) => {
      if (why === 'expired') resolve(timeout());
    });
    const settled = (outcome: T | Failure | 'full' | 'gone'): void => {
      running.end();
      forget();
      resolve(outcome === 'gone' ? timeout() : outcome);
    };
    turns
      .run(
        caller.key_id,
        (leave) => deadline.onOver(leave),
        () => timed(parts, caller, work),
      )
      .then(settled, (error: unknown) => {
        parts.log.error({ err: error, tool, request_id }, 'the dispatcher threw');
        settled(failure(toolError('internal_error', {}), request_id));
      });
  });
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

export const scopeRefusal = (
  { scope, app }: Extract<CallOutcome, { readonly kind: 'insufficient_scope' }>,
  metadataOf: () => string | undefined,
): HttpRefusal =>
  app === undefined
    ? insufficientScope(scope)
    : (app.curable ? curedByConsent : challenged)(
        appLacksScope(scope, app.curable),
        metadataOf(),
        app.needed.join(' '),
      );

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
  const follows = era === 'modern' && declaresTasks(params);
  const outcome = await inSpan(
    { name: `tools/call ${tool}`, kind: 'internal', traceparent },
    async (span) => {
      const settled: (CallOutcome & Followed) | 'full' = await settle(
        parts,
        caller,
        call,
        deadline,
        async () => {
          const called = await parts.service.call(caller, call);
          return follows ? withRequest(parts, caller, called, request_id) : called;
        },
      );
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
  if (outcome.followed !== undefined) return createdTask(id, outcome.followed);
  return outcomeReply(era, id, outcome, request_id, () => parts.metadataOf(httpCall.req));
};
