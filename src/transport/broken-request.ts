// Requests that Node's parser rejects: there is no message to answer, only a socket.
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { headTooLarge, invalidHttp, type Refusal, requestTimeout } from './refusals.ts';

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};

const broken = new WeakSet<Duplex>();

/** True when the rest of this connection is unreadable: the answer in progress is its last. */
export const isBroken = (socket: Duplex): boolean => broken.has(socket);

type Current = 'none' | 'incomplete' | 'whole' | 'answered';

/** The state of the request that Node is answering on this connection. */
const currentRequest = (socket: Duplex): Current => {
  const res: unknown = Reflect.get(socket, '_httpMessage');
  if (!(res instanceof ServerResponse)) return 'none';
  if (res.headersSent) return 'answered';
  return res.req.complete ? 'whole' : 'incomplete';
};

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
