// Checks that files that were kept are the ones that were kept; "archive verify" reads all of them.
import { ToolError } from '../base/errors.ts';
import type { Database } from '../db/database.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { checkFile } from '../domain/ground/files/read.ts';
import { newestFiles } from '../domain/ground/files/store.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'archive';

const MAX_COMPANIES = 100;
/** Of each company. */
const NEWEST = 100;
/** In all, so that the check takes a few seconds at most. */
const MOST_BYTES = 256 * 1024 * 1024;

export const checkKeptFiles = async ({ reader }: Database): Promise<Check> => {
  let [files, bytes] = [0, 0];
  for (const entity of (await allEntities(reader, null)).slice(0, MAX_COMPANIES)) {
    const ctx = { db: reader, entity };
    for (const file of await newestFiles(ctx, NEWEST)) {
      if (bytes + file.bytes > MOST_BYTES) break;
      bytes += file.bytes;
      files += 1;
      try {
        await checkFile(ctx, file.id);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        // Somebody may have deleted it meanwhile.
        if (error.code === 'file_deleted') continue;
        return fail(
          NAME,
          `The file ${file.id} of ${entity.name} is not the one that was kept: somebody changed it past the service, or the disk did.`,
          `Read them all with "archive verify --entity ${entity.id}", and restore the file from a backup.`,
        );
      }
    }
  }
  return ok(NAME, `the newest files are as kept: ${files}`);
};
