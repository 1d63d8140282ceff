// Requests whose body is a file: they come as a stream, so many at a time, and are answered in JSON.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Turns } from '../base/load/turns.ts';
import type { Logger } from '../base/log.ts';
import type { UploadCall } from '../transport/http.ts';
import { type HttpRefusal, refusal } from '../transport/reply.ts';

const LINGER_MS = 2_000;

/** The sender went away before the file was whole. */
class Broken extends Error {}

export type Answer = { readonly status: number; readonly body: object; readonly headers: readonly string[] };

export const refused = ({ status, fields, headers }: HttpRefusal): Answer => ({
  status,
  body: fields,
  headers,
});

export async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // A refusal in the middle is answered over the connection that is still there.
    for await (const part of req.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } catch (error) {
    throw new Broken('the sender went away', { cause: error });
  }
  if (!req.complete) throw new Broken('the sender went away');
}

/** A body that nobody reads any more is drained for a moment, so that its sender sees the answer instead of a reset. */
export const writeAnswer = (
  req: IncomingMessage,
  res: ServerResponse,
  request_id: string,
  answer: Answer,
): void => {
  const text = JSON.stringify({ ...answer.body, request_id });
  const close = req.complete ? [] : ['Connection', 'close'];
  res.writeHead(answer.status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(text)),
    'X-Request-Id',
    request_id,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...close,
    ...answer.headers,
  ]);
  res.end(text);
  if (req.complete) return;
  req.resume();
  setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
};

export interface FileRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly call: UploadCall;
}

interface Patience {
  readonly turns: Turns;
  /** Who waits for a turn together. */
  readonly key: string;
  readonly log: Pick<Logger, 'error'>;
  /** For whom there is no turn. */
  readonly busy: Answer;
}

const inTurn = async (
  { res }: FileRequest,
  { turns, key, busy }: Patience,
  answer: () => Promise<Answer>,
): Promise<Answer> => {
  const left = new AbortController();
  const leave = (): void => left.abort();
  res.once('close', leave);
  try {
    const done = await turns.run(key, left.signal, answer);
    if (done === 'gone') throw new Broken('the sender went away');
    return done === 'full' ? busy : done;
  } finally {
    res.off('close', leave);
  }
};

/** Answers once its turn has come and gone. */
export const answerFile = async (
  request: FileRequest,
  patience: Patience,
  answer: () => Promise<Answer>,
): Promise<void> => {
  const { req, res, call } = request;
  try {
    writeAnswer(req, res, call.request_id, await inTurn(request, patience, answer));
  } catch (error) {
    if (error instanceof Broken) {
      res.destroy();
      return;
    }
    patience.log.error({ err: error, request_id: call.request_id }, 'a file that was sent was not taken');
    writeAnswer(req, res, call.request_id, refused(refusal('internal_error', {})));
  }
};
