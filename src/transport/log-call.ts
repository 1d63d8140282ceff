import type { Logger } from '../base/log.ts';
import type { HttpCall } from './http-call.ts';

/** One line a request: calls and refusals at info, our own faults at error, the chatter of the protocol at debug. */
export const logHttpCall = (log: Logger, httpCall: HttpCall, status: number, seconds: number): void => {
  const { request_id, method, tool, key_id, trace_id } = httpCall;
  const level = status === 500 ? 'error' : status >= 400 || method === 'tools/call' ? 'info' : 'debug';
  log[level](
    { request_id, method, tool, key_id, trace_id, status, duration_ms: Math.round(seconds * 1e5) / 100 },
    'request',
  );
};
