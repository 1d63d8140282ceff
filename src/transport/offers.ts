// What stands beside the tools: from a request for prompts or resources to the dispatcher and back.
import type { Caller, Offered } from '../dispatch/outcome.ts';
import type { Era } from './era.ts';
import { type HttpCall, type Parts, takeDeadline } from './http-call.ts';
import { inTurn } from './in-turn.ts';
import { CODE, echo, type RequestMessage } from './message.ts';
import {
  errorReply,
  internal,
  rateLimited,
  refusalReply,
  type Reply,
  resultMembers,
  resultReply,
  unavailable,
} from './reply.ts';

/** The methods, and what an answer to the handshake says of them. */
export const OFFERED: ReadonlySet<string> = new Set([
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
export const OFFERED_CAPABILITIES = { prompts: {}, resources: {} } as const;

const members = (value: object): string => JSON.stringify(value).slice(1, -1);

/** Only the later era says how long an answer may be kept; what it has differs by key. */
const kept = (era: Era, ttlMs: number | null): string =>
  era === 'legacy' || ttlMs === null ? '' : `,${members({ ttlMs, cacheScope: 'private' })}`;

/** Resources that are not there have a code of their own, which the later revision gave up for that of bad params. */
const notFoundCode: Readonly<Record<Era, number>> = { modern: CODE.invalidParams, legacy: CODE.notFound };

const offeredReply = (era: Era, { id }: RequestMessage, offered: Offered, request_id: string): Reply => {
  if (offered.kind === 'answer')
    return resultReply(id, resultMembers(era, `${members(offered.result)}${kept(era, offered.ttl_ms)}`));
  if (offered.kind === 'unavailable') return refusalReply(unavailable, request_id, id);
  if (offered.kind === 'bad_params')
    return errorReply(200, id, { code: CODE.invalidParams, message: `Invalid params: ${offered.message}` });
  const uri = echo(offered.uri);
  return errorReply(200, id, {
    code: notFoundCode[era],
    message: `Resource not found: ${uri}`,
    data: { uri },
  });
};

export const answerOffer = async <C extends Caller>(
  parts: Parts<C>,
  httpCall: HttpCall,
  caller: C,
  message: RequestMessage,
  era: Era,
): Promise<Reply> => {
  const { request_id } = httpCall;
  const { id, method, params } = message;
  const deadline = takeDeadline(httpCall, parts.callTimeoutMs);
  const offered = await inTurn(parts, caller, deadline, { method, request_id }, () =>
    parts.service.offer(caller, { method, params }),
  );
  if (offered === 'full') return refusalReply(rateLimited(1), request_id, id);
  if (offered === 'failed') return refusalReply(internal, request_id, id);
  if (offered === 'expired')
    return errorReply(200, id, {
      code: CODE.internalError,
      message: `The request took longer than ${parts.callTimeoutMs} ms and was stopped. Repeat it.`,
    });
  return offeredReply(era, message, offered, request_id);
};
