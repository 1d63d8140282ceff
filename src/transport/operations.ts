// The second listener, for operators: health, readiness, metrics. It knows nothing of the books.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { NotReady } from '../base/start-error.ts';
import { createHostCheck, readPath } from './gate.ts';
import { HEADERS_MS, REQUEST_MS } from './limits.ts';
import { listen } from './listen.ts';
import type { Metrics } from './metrics.ts';

export interface OperationsOptions {
  /** Loopback unless configured otherwise: nothing is authenticated here. */
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Rejects when the service cannot do its work now, with `NotReady` where there is a reason to tell. */
  readonly ready: () => Promise<unknown>;
}

export interface Operations {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, value: object): Page => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

const READY_WITHIN_MS = 2_000;
const LATE = new NotReady('database_unavailable', 'The database does not answer in time.');

const isReady = async (ready: () => Promise<unknown>): Promise<Page> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(LATE), READY_WITHIN_MS);
  });
  try {
    await Promise.race([ready(), late]);
    return json(200, { status: 'ready' });
  } catch (error) {
    const told = error instanceof NotReady ? { reason: error.reason, message: error.message } : {};
    return json(503, { status: 'not_ready', ...told });
  } finally {
    clearTimeout(timer);
  }
};

const pageFor = async (path: string, options: OperationsOptions): Promise<Page> => {
  switch (path) {
    case '/health':
      return json(200, { status: 'ok' });
    case '/ready':
      return isReady(options.ready);
    case '/metrics':
      return {
        status: 200,
        type: 'text/plain; version=0.0.4; charset=utf-8',
        body: await options.metrics.render(),
      };
    default:
      return json(404, { error: { code: 'not_found', message: 'There are /health, /ready and /metrics.' } });
  }
};

export const startOperations = async (options: OperationsOptions): Promise<Operations> => {
  const { host, port } = options;
  const isAllowedHost = createHostCheck(host, []);

  const choose = (req: IncomingMessage): Page | Promise<Page> => {
    if (req.headers.host !== undefined && !isAllowedHost(req.headers.host)) {
      return json(403, {
        error: { code: 'host_not_allowed', message: 'Address this listener as localhost.' },
      });
    }
    if (req.method === 'GET' || req.method === 'HEAD') return pageFor(readPath(req.url ?? ''), options);
    return json(405, { error: { code: 'method_not_allowed', message: 'This listener takes GET only.' } });
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { status, type, body } = await choose(req);
    const allow = status === 405 ? { Allow: 'GET, HEAD' } : {};
    res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...allow });
    res.end(body);
  };

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  const url = await listen(server, host, port);
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
