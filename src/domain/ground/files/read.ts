// Reads a file; its digest is checked each time, and of a damaged one the end never comes.
import { createHash } from 'node:crypto';
import { toolError } from '../../../base/errors.ts';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { type FileRow, findDeleted, findFile, readChunk } from './store.ts';

let found = 0;

/** How often a read of this process found a file damaged. */
export const damagedReads = (): number => found;

type WholeFile = FileRow & { readonly sha256: string };

/** Refuses one that was deleted: `file_deleted`. */
const requireFile = async (ctx: Tenant<Reader>, id: string): Promise<WholeFile> => {
  const file = await findFile(ctx, id);
  if (file !== undefined && file.sha256 !== null) return { ...file, sha256: file.sha256 };
  const deleted = (await findDeleted(ctx, [id])).get(id);
  if (deleted === undefined) throw new Error(`there is no file ${id}`);
  const { sha256, reason, deleted_at } = deleted;
  throw toolError('file_deleted', { file_id: id, sha256, reason, day: deleted_at.slice(0, 10) });
};

/** The chunks in their order, the last one once the digest of all has been found right: else `file_damaged`. */
export async function* streamFile(ctx: Tenant<Reader>, id: string): AsyncGenerator<Buffer> {
  const { sha256 } = await requireFile(ctx, id);
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for (let position = 0; ; position += 1) {
    const chunk = await readChunk(ctx, id, position);
    if (chunk === undefined) break;
    if (held !== undefined) yield held;
    hash.update(chunk);
    held = chunk;
  }
  if (hash.digest('hex') !== sha256) {
    found += 1;
    throw toolError('file_damaged', { file_id: id, sha256 });
  }
  if (held !== undefined) yield held;
}

export const readFile = async (ctx: Tenant<Reader>, id: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of streamFile(ctx, id)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Reads it to its end, for whoever says something before the first byte goes out. */
export const checkFile = async (ctx: Tenant<Reader>, id: string): Promise<void> => {
  for await (const _chunk of streamFile(ctx, id));
};
