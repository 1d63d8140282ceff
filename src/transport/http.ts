// The public listener: node:http without a framework, one endpoint.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { SERVICE } from '../../generated/service.ts';
import type { Caller, Service } from '../dispatch/outcome.ts';
import type { Logger } from '../base/log.ts';
import { inSpan } from '../base/tracing.ts';
import { listNetworks } from '../base/network-address.ts';
import { createCoder } from '../base/net/codings.ts';
import { codedReply } from './coded-reply.ts';
import { createCors } from './cors.ts';
import { answerBrokenRequest, boundSending, endStalled, writeReply } from './write-reply.ts';
import {
  type HttpCall,
  logHttpCall,
  openHttpCall,
  type Parts,
  readTraceId,
  readTraceparent,
} from './http-call.ts';
import { believeProxy, createGate, isEndpoint, repeatsHeader } from './gate.ts';
import {
  CONNECTION_CHECK_MS,
  HEADERS_MS,
  KEEP_ALIVE_MS,
  REQUEST_MS,
  SENDING_MS,
  SHUTDOWN_MS,
  STALLED_MS,
  turnLimits,
} from './limits.ts';
import { createRunning, createShutdown, listen, type Shutdown } from './listen.ts';
import { createLoopShare, createStrangers, sourceOf } from './admission.ts';
import { createMethods, type ListedTools } from './methods.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type BytesReply, internal, refusalReply, type Reply, stopping } from './reply.ts';
import { serve } from './serve.ts';
import { createRateLimit, type RateLimitConfig } from '../base/load/rate-limit.ts';
import { createTurns } from '../base/load/turns.ts';

/** A year; of this host alone, since others of the domain are none of the service's business (RFC 6797). */
const HSTS = 'max-age=31536000';

export interface TransportConfig {
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  /** Where people and clients reach the service, besides the address it is bound to. */
  readonly publicUrl?: string | null;
  /** Proxies whose word on address, host and protocol is taken. */
  readonly trustedProxies?: readonly string[];
  /** Zero requests a second switches the limit of keys off; that of addresses with unknown keys stays. */
  readonly rateLimit: RateLimitConfig;
  /** Calls that run at a time; the pool of the database has a few connections more. */
  readonly places?: number;
  /** The spec's values unless a test needs smaller ones. */
  readonly limits?: {
    readonly maxBodyBytes?: number;
    readonly callTimeoutMs?: number;
    readonly headersMs?: number;
    readonly requestMs?: number;
    readonly sendingMs?: number;
    readonly stalledMs?: number;
    readonly connectionCheckMs?: number;
    readonly shutdownMs?: number;
  };
}

export interface TransportOptions<C extends Caller> {
  readonly service: Service<C>;
  readonly config: TransportConfig;
  readonly log: Logger;
  /** What tools/list answers, by the sets of the key. */
  readonly tools: ListedTools;
  readonly metrics?: Metrics;
  /** Takes files at addresses of their own; false when the path is none of them. */
  readonly uploads?: Uploads;
  /** Pages for people beside the endpoint, opened once the port is known. */
  readonly pages?: (port: number) => Pages | null;
}

export interface Uploads {
  handle(req: IncomingMessage, res: ServerResponse, about: UploadCall): Promise<boolean>;
}

export interface UploadCall {
  readonly request_id: string;
  /** The network that the request comes from. */
  readonly source: string;
  readonly expectsContinue: boolean;
}

export interface Pages {
  /** Answers a request for a page; false when the path is none of theirs. */
  handle(req: IncomingMessage, res: ServerResponse, request_id: string): Promise<boolean>;
  readonly href: string;
  /** Where a program that has no token finds out how to get one; undefined where there is no way. */
  readonly metadataOf?: (req: IncomingMessage) => string | undefined;
}

export interface Transport {
  /** Where clients connect, with the path. */
  readonly url: string;
  /** Where people open the pages; null without them. */
  readonly pages: string | null;
  /** True from the start of a shutdown; a stopping instance is not ready. */
  readonly isStopping: () => boolean;
  /** Stops accepting, lets running calls finish within a time limit, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** A page counts as a request of the method `page`. */
const servePages = async (
  { pages, log, metrics, running }: Pick<Parts, 'log' | 'metrics' | 'running'> & { readonly pages: Pages },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> => {
  const httpCall = openHttpCall(req, res);
  running.begin();
  try {
    if (!(await pages.handle(req, res, httpCall.request_id))) return false;
  } finally {
    running.end();
  }
  httpCall.method = 'page';
  metrics.opened();
  const seconds = (performance.now() - httpCall.startedAt) / 1000;
  metrics.closed(httpCall.method, res.statusCode, seconds);
  logHttpCall(log, httpCall, res.statusCode, seconds);
  return true;
};

/** A file counts as a request of the method `upload`. */
const serveUpload = async (
  parts: Pick<Parts, 'log' | 'metrics' | 'running' | 'sourceOf'> & { readonly uploads: Uploads },
  req: IncomingMessage,
  res: ServerResponse,
  expectsContinue: boolean,
): Promise<boolean> => {
  const { uploads, log, metrics, running } = parts;
  const httpCall = openHttpCall(req, res);
  const about = { request_id: httpCall.request_id, source: parts.sourceOf(req), expectsContinue };
  running.begin();
  try {
    if (!(await uploads.handle(req, res, about))) return false;
  } finally {
    running.end();
  }
  httpCall.method = 'upload';
  metrics.opened();
  const seconds = (performance.now() - httpCall.startedAt) / 1000;
  metrics.closed(httpCall.method, res.statusCode, seconds);
  logHttpCall(log, httpCall, res.statusCode, seconds);
  return true;
};

const finish = (
  parts: Pick<Parts, 'log' | 'metrics' | 'cors'>,
  httpCall: HttpCall,
  reply: BytesReply | undefined,
  isStopping: boolean,
): void => {
  httpCall.deadline?.stop();
  // 499 as in nginx: the client has gone.
  const status = reply === undefined || httpCall.res.destroyed ? 499 : reply.status;
  const seconds = (performance.now() - httpCall.startedAt) / 1000;
  parts.metrics.closed(httpCall.method, status, seconds);
  logHttpCall(parts.log, httpCall, status, seconds);
  if (reply === undefined || httpCall.res.destroyed) return;
  writeReply(httpCall, parts.cors.allow(httpCall.req, reply), isStopping);
};

const createHandler =
  <C extends Caller>(parts: Parts<C>, shutdown: Shutdown) =>
  async (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): Promise<void> => {
    const httpCall = openHttpCall(req, res);
    parts.metrics.opened();
    let reply: Reply | undefined;
    const traceparent = readTraceparent(req.headers['traceparent']);
    try {
      reply = shutdown.isStopping()
        ? refusalReply(stopping, httpCall.request_id)
        : await inSpan({ name: 'POST /mcp', kind: 'server', traceparent }, async (span) => {
            httpCall.trace_id = readTraceId(traceparent) ?? span.trace_id;
            const served = await serve(parts, httpCall, expectsContinue);
            const status = served?.status ?? 499;
            span.set({
              'http.request.method': req.method,
              'http.response.status_code': status,
              'folio.request_id': httpCall.request_id,
              'rpc.method': httpCall.method,
            });
            if (status >= 500) span.fail(String(status));
            return served;
          });
    } catch (error) {
      parts.log.error({ err: error, request_id: httpCall.request_id }, 'a request failed');
      reply = refusalReply(internal, httpCall.request_id);
    }
    const coded =
      reply === undefined ? undefined : codedReply(parts.coder, reply, req.headers['accept-encoding']);
    finish(parts, httpCall, coded instanceof Promise ? await coded : coded, shutdown.isStopping());
  };

const configure = (server: Server, limits: NonNullable<TransportConfig['limits']>): void => {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = limits.headersMs ?? HEADERS_MS;
  server.timeout = limits.stalledMs ?? STALLED_MS;
  server.on('timeout', endStalled);
  server.requestTimeout = limits.requestMs ?? REQUEST_MS;
  // Otherwise Node drops the connection of a client that has only ended its own side.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', answerBrokenRequest);
};

export const startTransport = async <C extends Caller>(options: TransportOptions<C>): Promise<Transport> => {
  const { service, config, log, tools, metrics = createMetrics() } = options;
  const { host, port, publicUrl = null, trustedProxies = [], rateLimit, limits = {} } = config;
  const allowedOrigins = [...config.allowedOrigins, ...(publicUrl === null ? [] : [publicUrl])];
  const proxies = listNetworks(trustedProxies);
  const isSecure = publicUrl?.startsWith('https:') === true;
  const maxBodyBytes = limits.maxBodyBytes ?? SERVICE.limits.max_body_bytes;
  const cors = createCors(config.allowedOrigins);
  let pages: Pages | null = null;
  const parts: Parts<C> = {
    service,
    log,
    metrics,
    gate: createGate({ host, allowedOrigins, maxBodyBytes, isPreflight: cors.isPreflight }),
    cors,
    rateLimit: createRateLimit(rateLimit),
    strangers: createStrangers(),
    sourceOf: (req) => sourceOf(proxies, req),
    loopShare: createLoopShare(),
    turns: createTurns(turnLimits(config.places)),
    methods: createMethods(tools),
    coder: createCoder(),
    maxBodyBytes,
    callTimeoutMs: limits.callTimeoutMs ?? SERVICE.limits.call_timeout_ms,
    running: createRunning(),
    metadataOf: (req) => pages?.metadataOf?.(req),
  };
  const server = createServer({
    connectionsCheckingInterval: limits.connectionCheckMs ?? CONNECTION_CHECK_MS,
  });
  const shutdown = createShutdown(server, parts.running, limits.shutdownMs ?? SHUTDOWN_MS);
  const call = createHandler(parts, shutdown);
  const handle = async (
    req: IncomingMessage,
    res: ServerResponse,
    expectsContinue: boolean,
  ): Promise<void> => {
    const isOther = !isEndpoint(req) && !repeatsHeader(req) && !shutdown.isStopping();
    const { uploads } = options;
    if (isOther && uploads !== undefined)
      if (await serveUpload({ ...parts, uploads }, req, res, expectsContinue)) return;
    const isPage = pages !== null && isOther;
    if (isPage && pages !== null && (await servePages({ ...parts, pages }, req, res))) return;
    await call(req, res, expectsContinue);
  };
  const start = (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void => {
    believeProxy(proxies, req);
    if (isSecure) res.setHeader('Strict-Transport-Security', HSTS);
    handle(req, res, expectsContinue).then(
      () => boundSending(req, res, limits.sendingMs ?? SENDING_MS),
      (error: unknown) => {
        log.error({ err: error }, 'an answer could not be written');
        res.destroy();
      },
    );
  };
  server.on('request', (req, res) => start(req, res, false));
  server.on('checkContinue', (req, res) => start(req, res, true));
  configure(server, limits);
  const origin = await listen(server, host, port);
  pages = options.pages?.(Number(new URL(origin).port || 80)) ?? null;
  const url = `${origin}/mcp`;
  return { url, pages: pages?.href ?? null, isStopping: shutdown.isStopping, close: shutdown.close };
};
