// From one HTTP request to its answer. The order is a contract: path, method, Origin and Host, media type,
// announced size, key, key type, rate limit, and only then the body: nobody without a key has one read.
import type { IncomingMessage } from 'node:http';

import { SERVICE } from '../../generated/service.ts';
import type { Caller } from '../dispatch/outcome.ts';
import { answerBatch } from './batch.ts';
import { CODE, parseBody, type Parsed, readBody, readMessage, type RequestMessage } from './message.ts';
import { preflightReply } from './cors.ts';
import { callTool, IDEMPOTENCY_HEADER } from './call-tool.ts';
import { bearerSecret, beyondOne } from './admission.ts';
import { challenged, curedByConsent } from './consent.ts';
import { classify, type McpHeaders } from './era.ts';
import type { HttpCall, Parts } from './http-call.ts';
import { countedMethod } from './methods.ts';
import { answerOffer, OFFERED } from './offers.ts';
import { BYTES_PER_UNIT, MS_PER_UNIT } from './limits.ts';
import { answerTask } from './tasks.ts';
import { isTaskMethod } from './task-reply.ts';
import {
  accepted,
  bodyTooLarge,
  errorReply,
  invalidKey,
  invalidToken,
  keyTypeNotAllowed,
  missingKey,
  rateLimited,
  type HttpRefusal,
  refusalReply,
  type Reply,
  unavailable,
} from './reply.ts';

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

const mcpHeaders = ({ headers }: IncomingMessage): McpHeaders => ({
  version: single(headers['mcp-protocol-version']),
  method: single(headers['mcp-method']),
  name: single(headers['mcp-name']),
});

const isCaller = <C extends Caller>(value: C | HttpRefusal): value is C => 'key_id' in value;

/** Who calls, or why they may not. */
const admit = async <C extends Caller>(parts: Parts<C>, httpCall: HttpCall): Promise<C | HttpRefusal> => {
  const secret = bearerSecret(httpCall.req);
  if (typeof secret !== 'string')
    return secret === missingKey ? challenged(missingKey, parts.metadataOf(httpCall.req)) : secret;
  let caller: C | undefined;
  try {
    const { service, strangers } = parts;
    const known = service.recall(secret);
    const found =
      known === undefined
        ? await strangers.lookUp(parts.sourceOf(httpCall.req), () => service.authenticate(secret))
        : await known;
    if (typeof found === 'number') return rateLimited(found);
    caller = found;
  } catch (error) {
    parts.log.error({ err: error, request_id: httpCall.request_id }, 'a key could not be checked');
    return unavailable;
  }
  if (caller === undefined)
    return secret.startsWith(SERVICE.oauth.access_prefix)
      ? curedByConsent(invalidToken, parts.metadataOf(httpCall.req))
      : invalidKey;
  httpCall.key_id = caller.key_id;
  if (caller.type !== SERVICE.keys.mcp_type) return keyTypeNotAllowed(caller.type);
  const wait = parts.rateLimit.take(caller.key_id);
  return wait > 0 ? rateLimited(wait) : caller;
};

const answerRequest = <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  message: RequestMessage,
  headers: McpHeaders,
): Reply | Promise<Reply> => {
  httpCall.method = countedMethod(message.method);
  const verdict = classify(message, headers);
  if (verdict.era === 'rejected') return errorReply(400, message.id, verdict.rejection);
  if (verdict.era === 'modern' && isTaskMethod(message.method))
    return answerTask(parts, httpCall, caller, message);
  if (OFFERED.has(message.method)) return answerOffer(parts, httpCall, caller, message, verdict.era);
  if (message.method !== 'tools/call')
    return parts.methods.answer(message, verdict.era, parts.service.reader(caller));
  return callTool(parts, httpCall, caller, message, verdict.era, httpCall.req.headers[IDEMPOTENCY_HEADER]);
};

const answerBody = <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  parsed: Parsed,
): Reply | Promise<Reply> => {
  if (!parsed.ok) return errorReply(400, null, { code: parsed.code, message: parsed.message });
  const headers = mcpHeaders(httpCall.req);
  if (Array.isArray(parsed.value)) return answerBatch(parts, httpCall, caller, parsed.value, headers);
  const message = readMessage(parsed.value);
  if (message.kind === 'request') return answerRequest(parts, httpCall, caller, message, headers);
  if (message.kind === 'invalid') {
    return errorReply(400, message.id, { code: CODE.invalidRequest, message: message.reason });
  }
  httpCall.method = message.kind;
  return accepted;
};

/** The answer, or undefined when the sender went away before the request was whole. */
export const serve = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  expectsContinue: boolean,
): Promise<Reply | undefined> => {
  const { req, res, request_id } = httpCall;
  const refusal = parts.gate(req);
  if (refusal === 'preflight') return preflightReply;
  if (refusal !== undefined) return refusalReply(refusal, request_id);
  const caller = await admit(parts, httpCall);
  if (!isCaller(caller)) return refusalReply(caller, request_id);
  if (expectsContinue) res.writeContinue();
  const body = await readBody(req, parts.maxBodyBytes);
  if (body === undefined) return undefined;
  if (body === 'too_large') return refusalReply(bodyTooLarge(parts.maxBodyBytes), request_id);
  const startedAt = performance.now();
  const parsed = parseBody(body);
  const readMs = performance.now() - startedAt;
  parts.rateLimit.charge(caller.key_id, beyondOne(body.length / BYTES_PER_UNIT + readMs / MS_PER_UNIT));
  const reply = await answerBody(parts, httpCall, caller, parsed);
  const answered = reply.head.length + (reply.tail?.length ?? 0);
  parts.rateLimit.charge(caller.key_id, beyondOne(answered / BYTES_PER_UNIT));
  return reply;
};
