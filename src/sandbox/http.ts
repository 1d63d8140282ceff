// What the sandboxes share: a small HTTP server on the loopback interface, and faults that a test can request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord, readText } from '../providers/ask.ts';

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  /** Closes open connections too. */
  close(): Promise<void>;
}

export type LoopbackHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port of 127.0.0.1. A handler that throws answers 500 and is reported to `onError`. */
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

/** The whole body, or null when it exceeds the limit; the rest is then left unread. */
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

/** Simulates a network failure: the client sees a broken connection. */
export const dropConnection = (response: ServerResponse): void => {
  response.socket?.destroy();
};

/** A requested fault and for how many requests it lasts; each sandbox has its own kinds. */
export interface Fault<K extends string> {
  readonly kind: K;
  /** How many requests it affects; 1 by default. */
  readonly times?: number;
  readonly code?: string;
  readonly message?: string;
  readonly delay_ms?: number;
}

export interface Faults<K extends string> {
  order(fault: Fault<K>): void;
  /** The fault of this kind if one is due; taking it uses it up. */
  take(kind: K): Fault<K> | undefined;
  clear(): void;
}

const readCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Reads the fault that a request's body asks for, or says what it may be. */
export const createFaultReader =
  <K extends string>(kinds: readonly K[]) =>
  (body: unknown): Fault<K> | string => {
    const given = readText(body, 'kind');
    const kind = kinds.find((each) => each === given);
    if (!isRecord(body) || kind === undefined) return `kind must be one of ${kinds.join(', ')}`;
    const [times, delay_ms] = [readCount(body['times']), readCount(body['delay_ms'])];
    const [code, message] = [readText(body, 'code'), readText(body, 'message')];
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
