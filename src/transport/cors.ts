// Cross-origin calls of web pages whose origin the operator lists (https://fetch.spec.whatwg.org/#http-cors-protocol).
// The key travels in a header that a page sets itself, never in a cookie, so no credentials are allowed. Only the endpoint
// answers so: the pages for people stay with their own origin.
import type { IncomingMessage } from 'node:http';

import { IDEMPOTENCY_HEADER } from './call-tool.ts';
import { originKey } from './gate.ts';
import type { BytesReply, Reply } from './reply.ts';

/** What clients of both eras send beside the headers that are always allowed. */
const TAKEN = [
  'authorization',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
  IDEMPOTENCY_HEADER,
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');

/** What a client needs to read of an answer: why it was refused, when to come back, what to name to the operator. */
const EXPOSED = 'WWW-Authenticate, Retry-After, X-Request-Id, Allow';

/** Browsers keep the answer to a preflight for two hours at most. */
const MAX_AGE_S = '7200';

const NONE: readonly string[] = [];

export const preflightReply: Reply = {
  status: 204,
  head: '',
  tail: undefined,
  headers: [
    'Access-Control-Allow-Methods',
    'POST',
    'Access-Control-Allow-Headers',
    TAKEN,
    'Access-Control-Max-Age',
    MAX_AGE_S,
  ],
};

export interface Cors {
  /** Whether a browser asks for a page of a listed origin, before the call itself. */
  isPreflight(req: IncomingMessage): boolean;
  /** The reply with what lets a page of a listed origin read it. */
  allow(req: IncomingMessage, reply: BytesReply): BytesReply;
}

/** Adds to `Vary`, which may stand already. */
const varyByOrigin = (headers: readonly string[]): readonly string[] => {
  const at = headers.indexOf('Vary');
  return at < 0
    ? [...headers, 'Vary', 'Origin']
    : headers.map((each, index) => (index === at + 1 ? `${each}, Origin` : each));
};

export const createCors = (origins: readonly string[]): Cors => {
  const listed = new Set(origins.map(originKey));
  const isListed = (origin: string | undefined): origin is string =>
    origin !== undefined && listed.has(origin);
  return {
    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' &&
      headers['access-control-request-method'] !== undefined &&
      isListed(headers.origin),
    allow({ headers: { origin } }, reply) {
      if (listed.size === 0) return reply;
      const own = isListed(origin)
        ? ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED]
        : NONE;
      return { ...reply, headers: [...varyByOrigin(reply.headers), ...own] };
    },
  };
};
