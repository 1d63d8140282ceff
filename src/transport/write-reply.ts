// Writes one answer to the connection.
import type { IncomingMessage } from 'node:http';

import { isBroken } from './broken-request.ts';
import type { HttpCall } from './http-call.ts';
import { LINGER_BYTES, LINGER_MS, SKIP_BYTES } from './limits.ts';
import type { Reply } from './respond.ts';

const buildHeaders = ({ head, tail, headers }: Reply, request_id: string, close: boolean): string[] => {
  const length = Buffer.byteLength(head) + (tail === undefined ? 0 : tail.length);
  const all = ['X-Request-Id', request_id, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (length > 0) all.push('Content-Type', 'application/json');
  all.push('Content-Length', String(length));
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

export const writeReply = (httpCall: HttpCall, reply: Reply, stopping: boolean): void => {
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
