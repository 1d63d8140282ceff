// Received documents: files are taken in, looked at, booked and rejected.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SERVICE } from '../../../generated/service.ts';
import { TOOLS } from '../../../generated/dispatch.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import { bookDocument } from '../../domain/across/inbox/book.ts';
import { rejectReceived } from '../../domain/across/inbox/decide.ts';
import { createInbox, type Inbox } from '../../domain/across/inbox/inbox.ts';
import { describeReceived } from '../../domain/documents/received/describe.ts';
import { getReceived } from '../../domain/documents/received/find.ts';
import { draftOf, FileTooLarge } from '../../domain/ground/files/keep.ts';
import { readFile } from '../../domain/ground/files/read.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import type { Act } from '../../domain/ground/change/change.ts';
import { listMessages, manyRecords, oneRecord } from '../answer.ts';
import { resolveAct } from '../command.ts';
import {
  arg,
  BY,
  byDefault,
  type Call,
  change,
  command,
  DECIDER,
  its,
  may,
  must,
  on,
  type Rows,
} from '../define.ts';
import { list } from '../listing.ts';
import { STANDARD_OUTPUT, writeOut } from '../output.ts';
import { readScope } from '../owner.ts';
import { parseId, text } from '../values.ts';

const DOCUMENT = its('ReceivedDocumentId', 'received_document');

/** What a command waits for a reading. */
const READ_MS = 60_000;

const sizeOf = async (path: string): Promise<number> => {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new Refusal('unreadable_file', `${path} cannot be read (${(error as Error).message}).`);
  }
  throw new Refusal('unreadable_file', `${path} is not a file.`);
};

const tooLarge = (path: string): Refusal =>
  new Refusal('too_costly', `${path} has more than the ${SERVICE.inbox.file_bytes} bytes that are taken.`);

const inboxOf = ({ books, now, run }: Call): Inbox =>
  createInbox({ books, read: run.parts.readDocument, log: { error: () => undefined }, now: () => now });

const takeIn = async (call: Call, entity: Entity, act: Act, path: string) => {
  const { books, now } = call;
  const size = await sizeOf(path);
  if (size === 0) throw new Refusal('unreadable_file', `${path} is empty.`);
  if (size > SERVICE.inbox.file_bytes) throw tooLarge(path);
  const source = { database: books.database, entity, now: () => now };
  try {
    const draft = await draftOf(source, createReadStream(path));
    return await inboxOf(call).receiveDraft(entity, act, draft, {
      file_name: basename(path),
      channel: 'upload',
    });
  } catch (error) {
    throw error instanceof FileTooLarge ? tooLarge(path) : error;
  }
};

export const inboxCommands: Rows = {
  import: command({
    args: [arg<readonly string[]>((path, before) => [...(before ?? []), path])],
    options: { entity: must(parseId('EntityId')), by: BY },
    answer: async (call, options, paths) => {
      const { database, path: action, now, run } = call;
      const entity = await getEntity(database.reader, options.entity);
      const act = await resolveAct(
        database.reader,
        entity.organisation_id,
        action,
        { ...options, paths },
        now,
      );
      for (const path of paths) await sizeOf(path);
      const received = [];
      for (const path of paths) {
        run.progress.step(`Receiving ${basename(path)}`);
        const { document, known } = await takeIn(call, entity, act, path);
        received.push({ ...describeReceived(document), already_received: known });
      }
      return {
        ...manyRecords(received, [
          'id',
          'status',
          'kind',
          'file_name',
          'number',
          'total',
          'already_received',
        ]),
        value: { received },
      };
    },
  }),
  list: list({
    tool: TOOLS.list_received_documents,
    columns: [
      'id',
      'status',
      'kind',
      'file_name',
      'number',
      'issue_date',
      'currency',
      'total',
      'issues_count',
    ],
  }),
  book: command({
    args: [DOCUMENT],
    options: { by: DECIDER, despiteIssues: on },
    answer: async (call, options, id) => {
      const { books, database, now, path } = call;
      const entity = await DOCUMENT.owner(database.reader, id);
      const given = { ...options, id };
      const act = await resolveAct(database.reader, entity.organisation_id, path, given, now);
      const deadline = { signal: AbortSignal.timeout(READ_MS) };
      // The books may take by now what they refused.
      await inboxOf(call).again({ ...readScope(call, entity), ...act, books, deadline }, id);
      const { result, warnings } = await call.change(entity, given, (ctx) =>
        bookDocument(ctx, id, { despite: options.despiteIssues === true }),
      );
      return oneRecord(describeReceived(result), listMessages(warnings));
    },
  }),
  reject: change({
    of: DOCUMENT,
    options: { by: DECIDER, reason: must(text) },
    work: async (ctx, id, { reason }) => describeReceived(await rejectReceived(ctx, id, reason)),
  }),
  document: command({
    args: [DOCUMENT],
    options: { out: byDefault(may(), STANDARD_OUTPUT) },
    answer: async ({ run, database, now }, { out }, id) => {
      const ctx = readScope({ database, now }, await DOCUMENT.owner(database.reader, id));
      const { file_id } = await getReceived(ctx, id);
      return writeOut(run, out, await readFile(ctx, file_id));
    },
  }),
};
