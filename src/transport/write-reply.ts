// Puts one answer on the wire.
import type { IncomingMessage } from 'node:http';

import { isBroken } from './broken-request.ts';
import type { HttpCall } from './http-call.ts';
import { LINGER_BYTES, LINGER_MS, SKIP_BYTES } from './limits.ts';
import type { Reply } from './respond.ts';

const headersOf = ({ head, tail, headers }: Reply, request_id: string, close: boolean): string[] => {
  const length = Buffer.byteLength(head) + (tail === undefined ? 0 : tail.length);
  const all = ['X-Request-Id', request_id, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (length > 0) all.push('Content-Type', 'application/json');
  all.push('Content-Length', String(length));
  if (close) all.push('Connection', 'close');
  if (headers.length > 0) all.push(...headers);
  return all;
};

/**
 * The answer is whole on the wire, but the sender is still sending: closing at once would reset the connection
 * and take the answer with it. So a bounded rest is read and thrown away first.
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
 * True when a body is still to come that is not worth waiting for, or that may never come. A short one is: Node
 * reads past it, and the connection stays of use.
 */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined ||
    Number(headers['content-length'] ?? 0) > SKIP_BYTES);

export const writeReply = (httpCall: HttpCall, reply: Reply, stopping: boolean): void => {
  const { req, res, request_id } = httpCall;
  const unread = isUnread(req);
  const close = unread || stopping || isBroken(req.socket);
  res.writeHead(reply.status, headersOf(reply, request_id, close));
  if (unread) {
    res.write(reply.head);
    linger(httpCall);
  } else if (reply.tail === undefined) res.end(reply.head);
  else {
    res.write(reply.head);
    res.end(reply.tail);
  }
};
