import type { Logger } from '../log.ts';
import type { Exchange } from './exchange.ts';

/** One line a request: calls and refusals at info, our own faults at error, the chatter of the protocol at debug. */
export const logExchange = (log: Logger, exchange: Exchange, status: number, seconds: number): void => {
  const { request_id, method, tool, key_id, trace_id } = exchange;
  const level = status === 500 ? 'error' : status >= 400 || method === 'tools/call' ? 'info' : 'debug';
  log[level](
    { request_id, method, tool, key_id, trace_id, status, duration_ms: Math.round(seconds * 1e5) / 100 },
    'request',
  );
};
