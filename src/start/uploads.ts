// The addresses that receive_document answers: a file comes by PUT, as a stream, and is kept whole or not at all.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SERVICE } from '../../generated/service.ts';
import { createTurns } from '../base/load/turns.ts';
import type { Logger } from '../base/log.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import { describeReceived } from '../domain/documents/received/describe.ts';
import type { UploadRow } from '../domain/documents/received/store/uploads.ts';
import { releaseUpload, takeUpload, UploadEnded, useUpload } from '../domain/documents/received/uploads.ts';
import { type Books, newAct } from '../domain/ground/change/change.ts';
import { getEntity } from '../domain/ground/entities/store.ts';
import { type Draft, draftOf, FileTooLarge } from '../domain/ground/files/keep.ts';
import { readPath } from '../transport/gate.ts';
import type { Uploads } from '../transport/http.ts';
import { refusal } from '../transport/reply.ts';
import { type Answer, answerFile, bodyOf, refused } from './file-requests.ts';

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

const TOO_LARGE = refusal('upload_too_large', { limit });
const BUSY = refused(refusal('upload_busy', {}));
const FAULTS = {
  upload_unknown: refusal('upload_unknown', {}),
  upload_used: refusal('upload_used', {}),
  upload_taken: refusal('upload_taken', {}),
  upload_expired: refusal('upload_expired', { minutes }),
  upload_ended: refusal('upload_ended', {}),
} as const;

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
    try {
      return await record(upload, entity, draft);
    } catch (error) {
      if (error instanceof UploadEnded) await draft.drop();
      throw error;
    }
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
      if (error instanceof UploadEnded) return refused(FAULTS.upload_ended);
      throw error;
    }
  };

  return {
    handle: async (req, res, call) => {
      if (!readPath(req.url ?? '').startsWith(UPLOAD_PATH)) return false;
      await answerFile({ req, res, call }, { turns, key: call.source, log: parts.log, busy: BUSY }, () =>
        answer(req, res, call.expectsContinue),
      );
      return true;
    },
  };
};
