// One HTTP request on its way through the transport, and what is remembered of it for the log and the metrics.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { type Deadline, startDeadline } from './deadline.ts';

export interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request_id: string;
  readonly startedAt: number;
  /** The method as it is counted: a known name, `other`, or `none` while there is no message yet. */
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

/** The calls of one request, be it a batch, share one deadline. */
export const takeDeadline = (httpCall: HttpCall, limitMs: number): Deadline => {
  httpCall.deadline ??= startDeadline(httpCall.req, httpCall.res, limitMs);
  return httpCall.deadline;
};
