// The real HTTP server over a small service in memory, and the ways to talk to it.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

import { pino } from 'pino';

import type { Caller, CallOutcome, Service, ToolCall } from '../../src/dispatch/outcome.ts';
import { startTransport, type Transport, type TransportConfig } from '../../src/transport/http.ts';
import { createMetrics, type Metrics } from '../../src/transport/metrics.ts';

export const KEY = 'folio_good';
export const INTEGRATION_KEY = 'folio_integration';
export const MORE_KEY = 'folio_more';
export const BROKEN_KEY = 'folio_broken';

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const tool = (name: string): object => ({
  name,
  title: name,
  description: 'A tool of the test.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations,
});

export const TOOLS = ['echo', 'export', 'fail', 'forbidden', 'hang', 'slow', 'throw'].map(tool);
/** Of keys that carry the set. */
export const MORE_TOOLS = ['extra'].map(tool);
const NONE: ReadonlySet<string> = new Set();

export interface Recorded {
  readonly calls: ToolCall[];
  /** Lets a call of `slow` go on. */
  readonly release: () => void;
}

export interface Running extends Recorded {
  readonly transport: Transport;
  readonly metrics: Metrics;
  readonly port: number;
  /** The log, a parsed line an entry. */
  readonly lines: Record<string, unknown>[];
  send(options: Sent): Promise<Received>;
  rpc(message: unknown, headers?: Record<string, string>): Promise<Received>;
  open(): Promise<RawConnection>;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const answer = (call: ToolCall): CallOutcome => ({
  kind: 'answer',
  json: JSON.stringify({ text: field(call.arguments, 'text') ?? '' }),
});

const createService = (calls: ToolCall[], released: Promise<void>): Service => {
  const owners = new Map<string, Caller>([
    [KEY, { key_id: 'akey_good', type: 'copilot', toolsets: NONE }],
    [INTEGRATION_KEY, { key_id: 'akey_integration', type: 'integration', toolsets: NONE }],
    [MORE_KEY, { key_id: 'akey_more', type: 'copilot', toolsets: new Set(['more', 'gone']) }],
  ]);
  return {
    authenticate: async (secret) => {
      if (secret === BROKEN_KEY) throw new Error('no database');
      return owners.get(secret);
    },
    reader: ({ toolsets }) => ({
      lists: (tool) => toolsets.has('more') || tool !== 'extra',
      can: () => false,
      connected: false,
      bound: false,
      shell: false,
    }),
    followRequest: () => Promise.resolve({ kind: 'unknown_request' }),
    withdrawRequest: () => Promise.resolve({ kind: 'unknown_request' }),
    recall: (secret) => (secret === KEY ? Promise.resolve(owners.get(KEY)) : undefined),
    offer: async (_caller, { method }) =>
      method === 'prompts/get'
        ? { kind: 'bad_params', message: 'name must be a string.' }
        : { kind: 'answer', result: { prompts: [] }, ttl_ms: 1000 },
    async call(_caller, call) {
      calls.push(call);
      switch (call.tool) {
        case 'echo':
          return answer(call);
        case 'export':
          return {
            kind: 'answer',
            json: '{"text":"a,b\\r\\n1,\\"2\\"\\r\\n"}',
            text: '"a,b\\r\\n1,\\"2\\"\\r\\n"',
          };
        case 'fail':
          return {
            kind: 'failure',
            error: { type: 'not_found', code: 'invoice_not_found', message: 'There is none.' },
          };
        case 'forbidden':
          return { kind: 'insufficient_scope', scope: 'invoices:write' };
        case 'throw':
          throw new Error('a bug with a secret in it');
        case 'slow':
          await released;
          return answer(call);
        case 'hang':
          await new Promise((resolve) => call.deadline.signal.addEventListener('abort', resolve));
          return answer(call);
        default:
          return { kind: 'unknown_tool', message: `Unknown tool: ${call.tool}. Did you mean echo?` };
      }
    },
  };
};

/** The error in the text of a failed call. */
export interface ToolFailure {
  readonly code: string;
  readonly type: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly limit_ms: number;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

/** Members that answers have; a test looks only at those that its answer must have. */
export interface Wire {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result: {
    readonly content: readonly [{ readonly type: string; readonly text: string }];
    readonly structuredContent: unknown;
    readonly isError: boolean;
    readonly tools: readonly unknown[];
    readonly protocolVersion: string;
    readonly capabilities: object;
    readonly serverInfo: object;
    readonly instructions: string;
    readonly resultType: string;
  };
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly required_scope: string };
  };
  readonly error_type: string;
  readonly request_id: string;
  readonly required_key_type: string;
  readonly max_body_bytes: number;
  readonly retry_after_seconds: number;
  readonly retryable: boolean;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is empty. */
  readonly body: Wire;
  /** The same for the answer to a batch. */
  readonly all: readonly Wire[];
}

const toReceived = (res: IncomingMessage, text: string): Received => {
  const body = text === '' ? undefined : JSON.parse(text);
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    text,
    body,
    all: Array.isArray(body) ? body : [body],
  };
};

const sendTo = (
  port: number,
  { method = 'POST', path = '/mcp', headers = {}, body }: Sent,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent: false, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        resolve(toReceived(res, Buffer.concat(chunks).toString()));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

export const jsonHeaders = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

/** A connection on which a test writes bytes of its own. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** Everything received once the text holds `part` `times` times, or the server has closed. */
  until(part: string, times?: number): Promise<string>;
  closed(): Promise<string>;
}

const openTo = async (port: number): Promise<RawConnection> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.on('end', resolve);
    socket.on('close', resolve);
  });
  await once(socket, 'connect');
  return {
    socket,
    write: (text) => void socket.write(text),
    async until(part, times = 1) {
      while (received.split(part).length <= times && !socket.readableEnded && !socket.destroyed) {
        await Promise.race([once(socket, 'data'), ended]);
      }
      return received;
    },
    async closed() {
      await ended;
      socket.destroy();
      return received;
    },
  };
};

export const rawPost = (body: string, extra: readonly string[] = []): string =>
  ['POST /mcp HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json']
    .concat(extra, `Content-Length: ${Buffer.byteLength(body)}`, '', body)
    .join('\r\n');

const createGate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  const resolvers: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => resolvers.push(resolve));
  return { opened, open: () => resolvers.forEach((resolve) => resolve()) };
};

export interface Overrides extends Partial<Omit<TransportConfig, 'port'>> {
  readonly wrap?: (service: Service) => Service;
}

/** Starts a server for one test and stops it afterwards. */
export const startServer = async (
  t: { after(fn: () => Promise<void>): void },
  { wrap = (service) => service, ...overrides }: Overrides = {},
): Promise<Running> => {
  const calls: ToolCall[] = [];
  const lines: Record<string, unknown>[] = [];
  const gate = createGate();
  const sockets: Socket[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const metrics = createMetrics();
  const transport = await startTransport({
    service: wrap(createService(calls, gate.opened)),
    config: {
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      rateLimit: { requestsPerSecond: 0, burst: 0 },
      ...overrides,
    },
    log,
    tools: { common: TOOLS, sets: { more: MORE_TOOLS }, fitting: {}, askedFor: [], scopes: {} },
    metrics,
  });
  t.after(async () => {
    gate.open();
    for (const socket of sockets) socket.destroy();
    await transport.close();
  });
  const port = Number(new URL(transport.url).port);
  return {
    transport,
    metrics,
    port,
    calls,
    lines,
    release: gate.open,
    send: (options) => sendTo(port, options),
    rpc: (message, headers = {}) =>
      sendTo(port, {
        headers: { ...jsonHeaders, ...headers },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    async open() {
      const raw = await openTo(port);
      sockets.push(raw.socket);
      return raw;
    },
  };
};

export const legacy = (method: string, params?: object, id: string | number = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

/** A modern request and the headers that belong to it. */
export const modern = (
  method: string,
  params: object = {},
  version = '2026-07-28',
): { readonly message: object; readonly headers: Record<string, string> } => {
  const name: unknown = field(params, 'name');
  return {
    message: legacy(method, {
      ...params,
      _meta: { [VERSION_KEY]: version, [CAPABILITIES_KEY]: {}, ...metaOf(params) },
    }),
    headers: {
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(typeof name === 'string' && method === 'tools/call' ? { 'Mcp-Name': name } : {}),
    },
  };
};

const metaOf = (params: object): object => {
  const meta = field(params, '_meta');
  return typeof meta === 'object' && meta !== null ? meta : {};
};

export const sendModern = (server: Running, method: string, params?: object): Promise<Received> => {
  const { message, headers } = modern(method, params);
  return server.rpc(message, headers);
};

export const callText = ({ body }: Received): string => body.result.content[0].text;
