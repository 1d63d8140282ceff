// JSON-RPC batches: revision 2025-03-26 requires a server to accept them; later ones removed them.
import { SERVICE } from '../../generated/service.ts';
import type { Caller } from '../dispatch/outcome.ts';
import { callTool, IDEMPOTENCY_HEADER } from './call-tool.ts';
import { BATCH_VERSIONS, findClaim, type McpHeaders } from './era.ts';
import { type HttpCall, logBatchedCall, type Parts } from './http-call.ts';
import { CODE, isRecord, type Message, readMessage } from './message.ts';
import { answerOffer, OFFERED } from './offers.ts';
import { accepted, errorReply, rateLimited, refusalReply, type Reply } from './reply.ts';

const { max_batch_messages } = SERVICE.limits;

/** Why the batch is refused as a whole; nothing in it has run. */
const batchFault = (elements: readonly unknown[], messages: readonly Message[]): string | undefined => {
  if (elements.length === 0) return 'The batch is empty.';
  if (elements.length > max_batch_messages) return `A batch has at most ${max_batch_messages} messages.`;
  if (elements.some((element) => isRecord(element) && findClaim(element['params']) !== undefined)) {
    return 'Requests of revision 2026-07-28 or later cannot come in a batch.';
  }
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'invalid') return `Message ${index} of the batch: ${message.reason}`;
    if (message.kind === 'request' && message.method === 'initialize')
      return 'initialize cannot come in a batch.';
  }
  return undefined;
};

const renderReply = (reply: Reply): string =>
  reply.tail === undefined ? reply.head : reply.head + reply.tail.toString();

const answerOne = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  message: Message,
  isFirst: boolean,
): Promise<Reply | undefined> => {
  if (message.kind !== 'request') return undefined;
  // The HTTP request has already taken a token, which covers the first message.
  const wait = isFirst ? 0 : parts.rateLimit.take(caller.key_id);
  if (wait > 0) return refusalReply(rateLimited(wait), httpCall.request_id, message.id);
  if (message.method === 'tools/call') {
    const startedAt = performance.now();
    const reply = await callTool(parts, httpCall, caller, message, 'legacy', undefined);
    logBatchedCall(parts.log, httpCall, startedAt);
    // What follows in the batch is no part of this call.
    httpCall.called = undefined;
    httpCall.tool = undefined;
    return reply;
  }
  if (OFFERED.has(message.method)) return answerOffer(parts, httpCall, caller, message, 'legacy');
  return parts.methods.answer(message, 'legacy', parts.service.reader(caller));
};

/** One after the other: an agent that batches writes expects this order. */
const answerAll = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  messages: readonly Message[],
): Promise<Reply> => {
  const texts: string[] = [];
  let secret: Pick<Reply, 'coded'> = {};
  for (const message of messages) {
    const reply = await answerOne(parts, httpCall, caller, message, texts.length === 0);
    if (reply === undefined) continue;
    texts.push(renderReply(reply));
    if (reply.coded === 'never') secret = { coded: 'never' };
  }
  return texts.length === 0
    ? accepted
    : { ...accepted, status: 200, head: `[${texts.join(',')}]`, ...secret };
};

const refuse = (message: string): Reply => errorReply(400, null, { code: CODE.invalidRequest, message });

export const answerBatch = <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  elements: readonly unknown[],
  headers: McpHeaders,
): Reply | Promise<Reply> => {
  httpCall.method = 'batch';
  if (!BATCH_VERSIONS.has(headers.version ?? SERVICE.protocol.legacy_without_header)) {
    return refuse(`Batches exist only in revision ${[...BATCH_VERSIONS].join(', ')}.`);
  }
  const messages = elements.slice(0, max_batch_messages).map(readMessage);
  const fault = batchFault(elements, messages);
  if (fault !== undefined) return refuse(fault);
  if (httpCall.req.headers[IDEMPOTENCY_HEADER] !== undefined) {
    return refuse(
      'In a batch each call has its own idempotency key, in its _meta; the header would mean them all.',
    );
  }
  return answerAll(parts, httpCall, caller, messages);
};
