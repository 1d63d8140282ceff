// Files beside records.
import { readFile as readPath } from 'node:fs/promises';
import { basename } from 'node:path';
import { SERVICE } from '../../../generated/service.ts';
import { TOOLS } from '../../../generated/dispatch.ts';
import { fileType, plainFileName } from '../../base/file-type.ts';
import { Refusal } from '../../base/refusal.ts';
import {
  addAttachment,
  describeAttachment,
  getAttachment,
  removeAttachment,
} from '../../domain/documents/attachments/attach.ts';
import { keepBytes } from '../../domain/ground/files/keep.ts';
import { readFile } from '../../domain/ground/files/read.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { oneRecord } from '../answer.ts';
import { arg, BY, byDefault, change, command, DECIDER, its, may, must, type Rows } from '../define.ts';
import { list } from '../listing.ts';
import { STANDARD_OUTPUT, writeOut } from '../output.ts';
import { readScope } from '../owner.ts';
import { parseId, text } from '../values.ts';

const ATTACHMENT = its('AttachmentId', 'attachment');

const bytesAt = async (path: string): Promise<Buffer> => {
  const bytes = await readPath(path).catch((error: unknown) => {
    throw new Refusal('unreadable_file', `${path} cannot be read (${(error as Error).message}).`);
  });
  if (bytes.length > 0 && bytes.length <= SERVICE.inbox.file_bytes) return bytes;
  const why =
    bytes.length === 0 ? 'is empty' : `has more than the ${SERVICE.inbox.file_bytes} bytes that are taken`;
  throw new Refusal('unreadable_file', `${path} ${why}.`);
};

export const attachmentCommands: Rows = {
  add: command({
    args: [arg(), arg()],
    options: { entity: must(parseId('EntityId')), description: may(text), by: BY },
    answer: async (call, { entity: id, description, by }, record_id, path) => {
      const entity = await getEntity(call.database.reader, id);
      const bytes = await bytesAt(path);
      const { result } = await call.change(entity, { record_id, path, description, by }, async (ctx) =>
        addAttachment(ctx, {
          record_id,
          file: await keepBytes(ctx, bytes),
          file_name: plainFileName(basename(path)),
          mime_type: fileType(bytes),
          role: 'supporting',
          description: description ?? null,
        }),
      );
      return oneRecord(describeAttachment(result));
    },
  }),
  list: list({
    tool: TOOLS.list_attachments,
    columns: ['id', 'role', 'file_name', 'mime_type', 'bytes', 'sha256'],
  }),
  get: command({
    args: [ATTACHMENT],
    options: { out: byDefault(may(), STANDARD_OUTPUT) },
    answer: async ({ run, database, now }, { out }, id) => {
      const ctx = readScope({ database, now }, await ATTACHMENT.owner(database.reader, id));
      const { file_id } = await getAttachment(ctx, id);
      return writeOut(run, out, await readFile(ctx, file_id));
    },
  }),
  remove: change({
    of: ATTACHMENT,
    options: { by: DECIDER, reason: must(text) },
    work: async (ctx, id, { reason }) => describeAttachment(await removeAttachment(ctx, id, reason)),
  }),
};
