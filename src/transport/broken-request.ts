// Requests so broken that Node's parser gives up: there is no message to answer, only a socket.
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const MESSAGE: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP/1.1.',
  408: 'The request took too long to arrive.',
  431: 'The head of the request is too large.',
};

const broken = new WeakSet<Duplex>();

/** True when what follows on this connection cannot be understood: the answer being made is its last. */
export const isBroken = (socket: Duplex): boolean => broken.has(socket);

type Current = 'none' | 'incomplete' | 'whole' | 'answered';

/** How far the request has come whose answer Node holds for this connection. */
const currentRequest = (socket: Duplex): Current => {
  const res: unknown = Reflect.get(socket, '_httpMessage');
  if (!(res instanceof ServerResponse)) return 'none';
  if (res.headersSent) return 'answered';
  return res.req.complete ? 'whole' : 'incomplete';
};

export const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const current = currentRequest(socket);
  if (current === 'whole' && socket.writable) {
    // The fault is in what came behind a good request, which may have written already: it gets its own answer.
    broken.add(socket);
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || current === 'answered') {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? 400;
  const message = MESSAGE[status] ?? '';
  const fields = { error_type: 'invalid_http', message, retryable: status === 408 };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: status, message, data: fields },
    ...fields,
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
