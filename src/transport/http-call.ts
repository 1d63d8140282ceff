// One HTTP request on its way through the transport, with what the log and the metrics say of it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Logger } from '../base/log.ts';
import { type Deadline, startDeadline } from './deadline.ts';

export interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request_id: string;
  readonly startedAt: number;
  /** The method as it is counted: a known name, `other`, or `none` before there is a message. */
  method: string;
  tool: string | undefined;
  key_id: string | undefined;
  trace_id: string | undefined;
  deadline: Deadline | undefined;
}

export const openHttpCall = (req: IncomingMessage, res: ServerResponse): HttpCall => ({
  req,
  res,
  request_id: `req_${randomUUID()}`,
  startedAt: performance.now(),
  method: 'none',
  tool: undefined,
  key_id: undefined,
  trace_id: undefined,
  deadline: undefined,
});

/** All calls of a batch share the request's deadline. */
export const takeDeadline = (httpCall: HttpCall, limitMs: number): Deadline => {
  httpCall.deadline ??= startDeadline(httpCall.req, httpCall.res, limitMs);
  return httpCall.deadline;
};

/** W3C Trace Context, level 1: version "-" trace id "-" parent id "-" flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The trace id for the log; a malformed header is ignored, as the specification asks. */
export const readTraceId = (traceparent: unknown): string | undefined =>
  typeof traceparent === 'string' && traceparent.length <= 256
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;

/** One line per request: calls and refusals at info, internal errors at error, other protocol traffic at debug. */
export const logHttpCall = (log: Logger, httpCall: HttpCall, status: number, seconds: number): void => {
  const { request_id, method, tool, key_id, trace_id } = httpCall;
  const level = status === 500 ? 'error' : status >= 400 || method === 'tools/call' ? 'info' : 'debug';
  log[level](
    { request_id, method, tool, key_id, trace_id, status, duration_ms: Math.round(seconds * 1e5) / 100 },
    'request',
  );
};
