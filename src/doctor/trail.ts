// Checks that the trail gets into its log, and that checkpoints can be kept where the operator wants them.
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { readTrailBacklog } from '../domain/views/trail/store/upkeep.ts';
import { type Check, fail, formatError, ok, warn } from './check.ts';

const NAME = 'trail';

/** The service takes entries every second, and brings checkpoints as often. */
const LATE_S = 300;

export const checkTrail = async ({ reader }: Database, config: Config, now: Date): Promise<Check> => {
  const { audit_checkpoint_file: file, audit_checkpoint_url: url } = config;
  const fault = file === null ? undefined : await whyNotWritten(file);
  if (fault !== undefined)
    return fail(
      NAME,
      `AUDIT_CHECKPOINT_FILE ${file} cannot be written: ${fault}`,
      'Name a file that the service may write.',
    );
  const { waiting, unkept } = await readTrailBacklog(reader, now, file !== null || url !== null);
  if (waiting.oldest_s > LATE_S)
    return warn(
      NAME,
      `${waiting.entries} entries wait for their log, the oldest for ${waiting.oldest_s} s.`,
      'Start the service, which takes them; its log says why if they stay.',
    );
  if (unkept.oldest_s > LATE_S)
    return warn(
      NAME,
      `${unkept.entries} checkpoints did not get to ${url === null ? 'AUDIT_CHECKPOINT_FILE' : 'AUDIT_CHECKPOINT_URL'} for ${unkept.oldest_s} s.`,
      'Start the service, and see that it reaches that address.',
    );
  return ok(NAME, `${waiting.entries} entries wait for their log`);
};

/** It is made by the service when there is something to keep. */
const whyNotWritten = async (file: string): Promise<string | undefined> => {
  try {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && !found.isFile()) return 'it is not a file';
    await access(found === undefined ? dirname(file) : file, constants.W_OK);
    return undefined;
  } catch (error) {
    return formatError(error);
  }
};
