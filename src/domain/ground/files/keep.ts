// Keeps bytes as they came, once for each company, in chunks that no statement and no backup has more than a few of at once.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../../generated/service.ts';
import type { Database, Writer } from '../../../db/database.ts';
import { fileType } from '../../../base/file-type.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { inTransaction } from '../../../db/transaction.ts';
import {
  brokenFiles,
  deleteFile,
  DIGEST_INDEX,
  type FileRow,
  findByDigest,
  findFile,
  insertChunk,
  insertFile,
  lockFile,
  sealFile,
} from './store.ts';

/** A file whose bytes are whole. */
export interface KeptFile {
  readonly id: string;
  readonly sha256: string;
  readonly bytes: number;
}

const { chunk_bytes: CHUNK, file_bytes: MOST } = SERVICE.inbox;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The file with these bytes, if the company has it; nobody deletes it before the caller's transaction ends. */
const findKept = async (ctx: Tenant<Writer>, sha256: string): Promise<FileRow | undefined> => {
  const known = await findByDigest(ctx, sha256);
  return known !== undefined && (await lockFile(ctx, known.id)) ? known : undefined;
};

/** In the transaction of the caller. What another one keeps at the same time is waited for, and is the file of both. */
export const keepBytes = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  bytes: Uint8Array,
): Promise<KeptFile> => {
  const sha256 = digestOf(bytes);
  const known = await findKept(ctx, sha256);
  if (known !== undefined) return { id: known.id, sha256, bytes: known.bytes };
  const file = { id: newId('StoredFileId'), sha256, bytes: bytes.length };
  try {
    await insertFile(ctx, file, ctx.now);
  } catch (error) {
    const other = isDuplicate(error, DIGEST_INDEX) ? await findKept(ctx, sha256) : undefined;
    if (other === undefined) throw error;
    return { id: other.id, sha256, bytes: other.bytes };
  }
  for (let at = 0, position = 0; at < bytes.length; at += CHUNK, position += 1)
    await insertChunk(ctx, file.id, position, Buffer.from(bytes.subarray(at, at + CHUNK)));
  return file;
};

/** The stream has more bytes than a file may have. */
export class FileTooLarge extends Error {}

/** What has come of a file; until it is sealed nobody sees it. */
export interface Draft extends KeptFile {
  readonly mime_type: string;
  /** In the transaction that makes the record of it; the file that is kept, which may be an earlier one. */
  seal(ctx: Tenant<Writer> & { readonly now: Date }): Promise<KeptFile>;
  /** Takes back what was written; a file that is kept stays. */
  drop(): Promise<void>;
}

/** Writes a stream as it comes, a chunk to a transaction, so that memory holds one chunk whatever the file has. */
export const draftOf = async (
  {
    database,
    entity,
    now,
  }: { readonly database: Database; readonly entity: { readonly id: string }; readonly now: () => Date },
  source: AsyncIterable<Uint8Array>,
  most = MOST,
): Promise<Draft> => {
  const id = newId('StoredFileId');
  const hash = createHash('sha256');
  const write = (work: (ctx: Tenant<Writer>) => Promise<unknown>): Promise<unknown> =>
    inTransaction(database, (db) => work({ db, entity }));
  const drop = async (): Promise<void> => {
    await write(async (ctx) => {
      if ((await findFile(ctx, id))?.sha256 === null) await deleteFile(ctx, id);
    });
  };
  await write((ctx) => insertFile(ctx, { id, sha256: null, bytes: 0 }, now()));
  let bytes = 0;
  let mime_type = fileType(Buffer.alloc(0));
  try {
    let position = 0;
    for await (const chunk of chunked(source)) {
      bytes += chunk.length;
      if (bytes > most) throw new FileTooLarge();
      hash.update(chunk);
      const at = position;
      if (at === 0) mime_type = fileType(chunk);
      await write((ctx) => insertChunk(ctx, id, at, chunk));
      position += 1;
    }
  } catch (error) {
    await drop();
    throw error;
  }
  const file = { id, sha256: hash.digest('hex'), bytes };
  return {
    ...file,
    mime_type,
    drop,
    seal: async (ctx) => {
      const known = await findKept(ctx, file.sha256);
      if (known !== undefined) {
        await deleteFile(ctx, id);
        return { ...file, id: known.id };
      }
      try {
        if (!(await sealFile(ctx, file))) throw new Error(`the file ${id} was swept before it was whole`);
      } catch (error) {
        const other = isDuplicate(error, DIGEST_INDEX) ? await findKept(ctx, file.sha256) : undefined;
        if (other === undefined) throw error;
        await deleteFile(ctx, id);
        return { ...file, id: other.id };
      }
      return file;
    },
  };
};

async function* chunked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const part of source) {
    for (let at = 0; at < part.length;) {
      const some = part.subarray(at, at + CHUNK - held);
      parts.push(some);
      held += some.length;
      at += some.length;
      if (held < CHUNK) continue;
      yield Buffer.concat(parts);
      parts = [];
      held = 0;
    }
  }
  if (held > 0) yield Buffer.concat(parts);
}

const SWEPT = 50;

/** Takes away what was broken off before that moment, such as by a process that was killed; says how many. */
export const sweepBroken = async (database: Database, before: Date): Promise<number> => {
  const broken = await brokenFiles(database, before, SWEPT);
  for (const { entity_id, id } of broken)
    await inTransaction(database, (db) => deleteFile({ db, entity: { id: entity_id } }, id));
  return broken.length;
};
