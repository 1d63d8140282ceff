// The bytes of a file of the archive, once its digest was found right; and a look at all of them.
import { ToolError } from '../../../base/errors.ts';
import { type Archived, archiveEntries } from '../../across/archive/entries.ts';
import { filedDocument } from '../../filing/store/documents.ts';
import { checkFile, streamFile } from '../../ground/files/read.ts';
import type { ReadScope } from '../../ground/change/scope.ts';

export const only = async function* <T>(value: T): AsyncGenerator<T> {
  yield value;
};

/** What was filed is whole in one row; the others come in chunks, and are read once before they are sent. */
const contentOf = async (ctx: ReadScope, { file, entry }: Archived): Promise<AsyncIterable<Buffer>> => {
  if ('file_id' in file) {
    await checkFile(ctx, file.file_id);
    return streamFile(ctx, file.file_id);
  }
  const found = await filedDocument(ctx, file.document_id, file.kind);
  if (found === undefined) throw new Error(`the ${entry.kind} of ${entry.id} is gone`);
  return only(found.bytes);
};

const isDamaged = (error: unknown): boolean =>
  error instanceof ToolError && (error.code === 'file_damaged' || error.code === 'document_altered');

/** Undefined where the bytes are not those that were kept. */
export const soundContent = async (
  ctx: ReadScope,
  archived: Archived,
): Promise<AsyncIterable<Buffer> | undefined> => {
  try {
    return await contentOf(ctx, archived);
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
};

export interface ArchiveCheck {
  readonly files: number;
  readonly bytes: number;
  readonly deleted: number;
  readonly damaged: readonly string[];
}

/** Reads every file that the company keeps. */
export const checkArchive = async (
  ctx: ReadScope,
  onFile: (done: number) => void = () => undefined,
): Promise<ArchiveCheck> => {
  const damaged: string[] = [];
  let [files, bytes, deleted] = [0, 0, 0];
  for await (const archived of archiveEntries(ctx, {})) {
    const { entry } = archived;
    if (entry.state === 'deleted') {
      deleted += 1;
      continue;
    }
    if ((await soundContent(ctx, archived)) === undefined) damaged.push(entry.id);
    files += 1;
    bytes += entry.bytes;
    onFile(files);
  }
  return { files, bytes, deleted, damaged };
};
