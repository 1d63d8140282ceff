// A closed-loop load over keep-alive sockets: as many requests in flight as connections, each sent when the one
// before it was answered. Written on node:net so that the load costs little beside what it measures.
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: number;
  /** The whole HTTP request, head and body; a function where each request must be another. */
  readonly message: Buffer | ((index: number) => Buffer);
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[];
}

/** A POST of a JSON body to /mcp. */
export const postMessage = (
  port: number,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Buffer => {
  const text = JSON.stringify(body);
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
};

const HEAD_END = Buffer.from('\r\n\r\n');

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** Where the first answer ends, undefined while it is not whole. Throws for anything but a plain 200. */
const endOfAnswer = (pending: Buffer): number | undefined => {
  const head = pending.indexOf(HEAD_END);
  if (head < 0) return undefined;
  const text = pending.toString('latin1', 0, head);
  if (!text.startsWith('HTTP/1.1 200'))
    throw new Error(`not a 200: ${text}\n${pending.toString('utf8', head, head + 400)}`);
  if (/^transfer-encoding: chunked/im.test(text)) {
    const last = pending.indexOf(LAST_CHUNK, head);
    return last < 0 ? undefined : last + LAST_CHUNK.length;
  }
  const end = head + HEAD_END.length + Number(/^content-length: (\d+)/im.exec(text)?.[1]);
  return pending.length < end ? undefined : end;
};

/** Counts the whole answers that arrive on a socket. */
const onAnswers = (socket: Socket, onAnswer: () => void, onError: (error: unknown) => void): void => {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    try {
      for (let end = endOfAnswer(pending); end !== undefined; end = endOfAnswer(pending)) {
        pending = pending.subarray(end);
        onAnswer();
      }
    } catch (error) {
      onError(error);
    }
  });
};

export const runLoad = ({ port, connections, requests, message }: Load): Promise<LoadResult> =>
  new Promise((done, fail) => {
    const latencies: number[] = [];
    const sockets: Socket[] = [];
    let sent = 0;
    const began = performance.now();
    const finish = (): void => {
      for (const socket of sockets) socket.destroy();
      const seconds = (performance.now() - began) / 1000;
      done({ seconds, latencies: latencies.toSorted((a, b) => a - b) });
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.setNoDelay(true);
      let sentAt = 0;
      const send = (): void => {
        if (sent >= requests) return;
        const next = typeof message === 'function' ? message(sent) : message;
        sent += 1;
        sentAt = performance.now();
        socket.write(next);
      };
      onAnswers(
        socket,
        () => {
          latencies.push(performance.now() - sentAt);
          if (latencies.length === requests) finish();
          else send();
        },
        fail,
      );
      socket.on('error', fail);
      socket.on('connect', send);
    }
  });

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
