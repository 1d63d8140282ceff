// Reads a file; its digest is checked each time, and of a damaged one the end never comes.
import { createHash } from 'node:crypto';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { Refusal } from '../../../base/refusal.ts';
import { findFile, readChunk } from './store.ts';

/** Its bytes are not those that were kept. */
export class FileDamaged extends Refusal {
  constructor(id: string, sha256: string) {
    super(
      'unreadable_file',
      `The file ${id} is damaged: its bytes no longer have the SHA-256 ${sha256} with which it was kept. Restore it from a backup.`,
    );
  }
}

/** The chunks in their order, the last one once the digest of all has been found right. */
export async function* streamFile(ctx: Tenant<Reader>, id: string): AsyncGenerator<Buffer> {
  const file = await findFile(ctx, id);
  if (file === undefined || file.sha256 === null) throw new Error(`there is no file ${id}`);
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for (let position = 0; ; position += 1) {
    const chunk = await readChunk(ctx, id, position);
    if (chunk === undefined) break;
    if (held !== undefined) yield held;
    hash.update(chunk);
    held = chunk;
  }
  if (hash.digest('hex') !== file.sha256) throw new FileDamaged(id, file.sha256);
  if (held !== undefined) yield held;
}

export const readFile = async (ctx: Tenant<Reader>, id: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of streamFile(ctx, id)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
