// What the sandboxes have in common: a small HTTP server on the loopback interface, and faults that a test can order.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord, textOf } from '../providers/ask.ts';

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Cuts open connections too: nobody waits for a sandbox. */
  close(): Promise<void>;
}

export type LoopbackHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port of 127.0.0.1. A handler that throws is answered with 500 and told to `onError`. */
export const startLoopback = (
  handle: LoopbackHandler,
  onError: (error: unknown) => void = () => undefined,
): Promise<LoopbackServer> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        onError(error);
        if (!response.headersSent) sendJson(response, 500, { message: 'internal error' });
        else response.destroy();
      });
    });
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });

/** The whole body, or null when it is larger than the limit; the rest is then left unread. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** As if the network had failed: the client sees a connection that broke. */
export const dropConnection = (response: ServerResponse): void => {
  response.socket?.destroy();
};

/** A fault that is ordered, and for how many requests; each sandbox has kinds of its own. */
export interface Fault<K extends string> {
  readonly kind: K;
  /** Requests that it strikes; 1 when left out. */
  readonly times?: number;
  readonly code?: string;
  readonly message?: string;
  readonly delay_ms?: number;
}

export interface Faults<K extends string> {
  order(fault: Fault<K>): void;
  /** The fault of this kind if one is due; it is used up by asking. */
  take(kind: K): Fault<K> | undefined;
  clear(): void;
}

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** The fault of a request's body, or what it may be. */
export const readFaultOf =
  <K extends string>(kinds: readonly K[]) =>
  (body: unknown): Fault<K> | string => {
    const given = textOf(body, 'kind');
    const kind = kinds.find((each) => each === given);
    if (!isRecord(body) || kind === undefined) return `kind must be one of ${kinds.join(', ')}`;
    const [times, delay_ms] = [countOf(body['times']), countOf(body['delay_ms'])];
    const [code, message] = [textOf(body, 'code'), textOf(body, 'message')];
    return {
      kind,
      ...(times === undefined ? {} : { times }),
      ...(delay_ms === undefined ? {} : { delay_ms }),
      ...(code === null ? {} : { code }),
      ...(message === null ? {} : { message }),
    };
  };

export const createFaults = <K extends string>(): Faults<K> => {
  const due: { readonly fault: Fault<K>; left: number }[] = [];
  return {
    order: (fault) => {
      due.push({ fault, left: fault.times ?? 1 });
    },
    take: (kind) => {
      const found = due.find(({ fault, left }) => fault.kind === kind && left > 0);
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.fault;
    },
    clear: () => {
      due.length = 0;
    },
  };
};
