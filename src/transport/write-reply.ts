// Writes one answer to the connection, also to a request that Node's parser rejects.
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { HttpCall } from './http-call.ts';
import { LINGER_BYTES, LINGER_MS, SKIP_BYTES } from './limits.ts';
import { type BytesReply, headTooLarge, invalidHttp, type HttpRefusal, requestTimeout } from './reply.ts';

const REFUSALS: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};

const broken = new WeakSet<Duplex>();

/** True when the rest of this connection is unreadable: the answer in progress is its last. */
const isBroken = (socket: Duplex): boolean => broken.has(socket);

type Current = 'none' | 'incomplete' | 'whole' | 'answered';

/** The state of the request that Node is answering on this connection. */
const currentRequest = (socket: Duplex): Current => {
  const res: unknown = Reflect.get(socket, '_httpMessage');
  if (!(res instanceof ServerResponse)) return 'none';
  if (res.headersSent) return 'answered';
  return res.req.complete ? 'whole' : 'incomplete';
};

/** Nothing moves on the connection: it is closed, unless an answer is still in work here, which has bounds of its own. */
export const endStalled = (socket: Duplex): void => {
  const current = currentRequest(socket);
  const isInWork = current === 'whole' || current === 'answered';
  if (!isInWork || socket.writableLength > 0) socket.destroy();
};

/** There is no message to answer, only a socket. */
export const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const current = currentRequest(socket);
  if (current === 'whole' && socket.writable) {
    // The fault is in what followed a valid request. That one may have written already, so it gets its own answer.
    broken.add(socket);
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || current === 'answered') {
    socket.destroy();
    return;
  }
  const { status, fields } = REFUSALS[error.code ?? ''] ?? invalidHttp;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: status, message: fields.message, data: fields },
    ...fields,
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

const buildHeaders = (
  { status, head, tail, headers }: BytesReply,
  request_id: string,
  close: boolean,
): string[] => {
  const length = head.length + (tail?.length ?? 0);
  const all = ['X-Request-Id', request_id, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (length > 0) all.push('Content-Type', 'application/json');
  // RFC 9110, 8.6: an answer of 204 has none.
  if (status !== 204) all.push('Content-Length', String(length));
  if (close) all.push('Connection', 'close');
  if (headers.length > 0) all.push(...headers);
  return all;
};

/**
 * The answer is written, but the sender is still sending: closing at once would reset the connection and lose the
 * answer. So a limited part of the rest is read and discarded first.
 */
const linger = ({ req, res }: HttpCall): void => {
  let size = 0;
  const finish = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(() => req.socket.destroy(), LINGER_MS);
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LINGER_BYTES) req.socket.destroy();
  });
  req.on('end', finish);
  req.on('close', finish);
  req.resume();
};

/**
 * True when the rest of the body is too long to skip, or may never come. Node skips a short one, and the connection can
 * be reused.
 */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined ||
    Number(headers['content-length'] ?? 0) > SKIP_BYTES);

export const writeReply = (httpCall: HttpCall, reply: BytesReply, stopping: boolean): void => {
  const { req, res, request_id } = httpCall;
  const unread = isUnread(req);
  const close = unread || stopping || isBroken(req.socket);
  res.writeHead(reply.status, buildHeaders(reply, request_id, close));
  if (unread) {
    res.write(reply.head);
    linger(httpCall);
  } else if (reply.tail === undefined) res.end(reply.head);
  else {
    res.write(reply.head);
    res.end(reply.tail);
  }
};

/** Who is on a poor line still takes a megabyte in so many times the time. */
const TIMES_A_MEGABYTE = 5;

/** An answer that its caller does not read stays in memory: after a time by its length the connection is closed. */
export const boundSending = ({ socket }: IncomingMessage, res: ServerResponse, ms: number): void => {
  // Without a connection there is nothing to bound, and no socket either.
  if (res.destroyed) return;
  // The system has taken most answers by now.
  const isTaken = res.writableEnded && res.writableLength + socket.writableLength === 0;
  if (isTaken || res.writableFinished || socket.destroyed) return;
  const megabytes = (res.writableLength + socket.writableLength) / 1e6;
  const timer = setTimeout(() => socket.destroy(), ms * (1 + TIMES_A_MEGABYTE * megabytes));
  const done = (): void => {
    clearTimeout(timer);
    res.off('close', done);
    socket.off('close', done);
  };
  res.on('close', done);
  socket.on('close', done);
};
