// The addresses that receive_document answers: a file comes by PUT, as a stream, and is kept whole or not at all.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SERVICE } from '../../generated/service.ts';
import { createTurns } from '../base/load/turns.ts';
import type { Logger } from '../base/log.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import { describeReceived } from '../domain/documents/received/describe.ts';
import type { UploadRow } from '../domain/documents/received/store/uploads.ts';
import { releaseUpload, takeUpload, useUpload } from '../domain/documents/received/uploads.ts';
import { type Books, newAct } from '../domain/ground/change/change.ts';
import { getEntity } from '../domain/ground/entities/store.ts';
import { type Draft, draftOf, FileTooLarge } from '../domain/ground/files/keep.ts';
import { readPath } from '../transport/gate.ts';
import type { UploadCall, Uploads } from '../transport/http.ts';
import { type HttpRefusal, refusal } from '../transport/reply.ts';

export const UPLOAD_PATH = '/uploads/';

interface UploadParts {
  readonly books: Books;
  readonly inbox: Inbox;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
}

const { file_bytes: limit, upload_minutes: minutes } = SERVICE.inbox;
const TOKEN = /^[\w-]{43}$/;
/** Files that come at a time, and those of one network: each holds a chunk or two. */
const TURNS = { places: 4, perKey: 2, waiting: 4 };
const LINGER_MS = 2_000;

const TOO_LARGE = refusal('upload_too_large', { limit });
const FAULTS = {
  upload_unknown: refusal('upload_unknown', {}),
  upload_used: refusal('upload_used', {}),
  upload_taken: refusal('upload_taken', {}),
  upload_expired: refusal('upload_expired', { minutes }),
} as const;

/** The sender went away before the file was whole. */
class Broken extends Error {}

type Answer = { readonly status: number; readonly body: object; readonly headers: readonly string[] };

const refused = ({ status, fields, headers }: HttpRefusal): Answer => ({ status, body: fields, headers });

async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // A refusal in the middle is answered over the connection that is still there.
    for await (const part of req.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } catch (error) {
    throw new Broken('the sender went away', { cause: error });
  }
  if (!req.complete) throw new Broken('the sender went away');
}

/** How a file is kept that came for an address, and how that is answered. */
const keeperOf = ({ books: { database }, inbox, now }: UploadParts) => {
  const keep = async (req: IncomingMessage, upload: UploadRow): Promise<Answer> => {
    const entity = await getEntity(database.reader, upload.entity_id);
    const draft = await draftOf({ database, entity, now }, bodyOf(req), limit);
    const wanted = req.headers['x-content-sha256'];
    const refusing =
      draft.bytes === 0
        ? refusal('upload_empty', {})
        : typeof wanted === 'string' && wanted.toLowerCase() !== draft.sha256
          ? refusal('upload_digest', { found: draft.sha256 })
          : undefined;
    if (refusing !== undefined) {
      await draft.drop();
      await releaseUpload(database, upload);
      return refused(refusing);
    }
    return record(upload, entity, draft);
  };

  const record = async (
    upload: UploadRow,
    entity: Awaited<ReturnType<typeof getEntity>>,
    draft: Draft,
  ): Promise<Answer> => {
    const { id, file_name, actor_type: type, actor_id } = upload;
    const act = newAct({ type, id: actor_id }, 'receive_document', { id, sha256: draft.sha256 }, now());
    const { document, known } = await inbox.receiveDraft(
      entity,
      act,
      draft,
      { file_name, channel: type === 'member' ? 'upload' : 'tool' },
      (ctx, kept) => useUpload(ctx, upload, kept.document.id),
    );
    const body = {
      object: 'receipt',
      received_document: describeReceived(document),
      already_received: known,
      upload: null,
    };
    return { status: 201, body, headers: [] };
  };

  return keep;
};

export const openUploads = (parts: UploadParts): Uploads => {
  const { books, now } = parts;
  const turns = createTurns(TURNS);
  const { database } = books;
  const keep = keeperOf(parts);

  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    expectsContinue: boolean,
  ): Promise<Answer> => {
    if (req.method !== 'PUT') return refused(refusal('upload_method', {}));
    const token = readPath(req.url ?? '').slice(UPLOAD_PATH.length);
    if (!TOKEN.test(token)) return refused(FAULTS.upload_unknown);
    if (Number(req.headers['content-length'] ?? 0) > limit) return refused(TOO_LARGE);
    const upload = await takeUpload(database, token, now());
    if (typeof upload === 'string') return refused(FAULTS[upload]);
    if (expectsContinue) res.writeContinue();
    try {
      return await keep(req, upload);
    } catch (error) {
      await releaseUpload(database, upload);
      if (error instanceof FileTooLarge) return refused(TOO_LARGE);
      throw error;
    }
  };

  const inTurn = async (req: IncomingMessage, res: ServerResponse, call: UploadCall): Promise<Answer> => {
    const left = new AbortController();
    const leave = (): void => left.abort();
    res.once('close', leave);
    try {
      const done = await turns.run(call.source, left.signal, () => answer(req, res, call.expectsContinue));
      if (done === 'gone') throw new Broken('the sender went away');
      return done === 'full' ? refused(refusal('upload_busy', {})) : done;
    } finally {
      res.off('close', leave);
    }
  };

  return {
    handle: async (req, res, call) => {
      if (!readPath(req.url ?? '').startsWith(UPLOAD_PATH)) return false;
      try {
        write(req, res, call.request_id, await inTurn(req, res, call));
      } catch (error) {
        if (error instanceof Broken) res.destroy();
        else {
          parts.log.error({ err: error, request_id: call.request_id }, 'an upload failed');
          write(req, res, call.request_id, refused(refusal('internal_error', {})));
        }
      }
      return true;
    },
  };
};

/** A body that nobody reads any more is drained for a moment, so that its sender sees the answer instead of a reset. */
const write = (req: IncomingMessage, res: ServerResponse, request_id: string, answer: Answer): void => {
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
