// The archive: what is kept and until when, a copy of it that can be checked elsewhere, and what people delete.
import { InvalidArgumentError } from 'commander';
import { type EntityId, ID_PREFIXES } from '../../../generated/ids.ts';
import type { Entity } from '../../base/entity.ts';
import { toolError } from '../../base/errors.ts';
import { replaceFile } from '../../base/files.ts';
import type { IsoDay } from '../../base/time/day.ts';
import { Refusal } from '../../base/refusal.ts';
import { deleteArchived, findArchived } from '../../domain/across/archive/delete.ts';
import { type ArchiveEntry, archiveEntries } from '../../domain/across/archive/entries.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import { getAdministrator } from '../../domain/ground/organisations/members.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { checkArchive } from '../../domain/views/archive/content.ts';
import { streamArchive } from '../../domain/views/archive/export.ts';
import { type ArchiveVerdict, verifyArchive } from '../../domain/views/archive/verify.ts';
import { readVerifier } from '../../domain/views/trail/note.ts';
import { type Answer, manyRecords, oneRecord } from '../answer.ts';
import type { Session, Surroundings } from '../command.ts';
import {
  arg,
  byDefault,
  type Call,
  command,
  DECIDER,
  may,
  must,
  on,
  onDatabase,
  type Rows,
  special,
  without,
} from '../define.ts';
import { isStandardOutput } from '../output.ts';
import { findOwner, readScope } from '../owner.ts';
import { day, parseId, text } from '../values.ts';
import { catchUp, headsOf } from './audit-verify.ts';

interface Range {
  readonly from?: IsoDay;
  readonly to?: IsoDay;
}

const RANGE = { from: may(day), to: may(day) };

const rangeOf = ({ from, to }: Range): Range => {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal('invalid_value', `--from ${from} is after --to ${to}.`);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};

const exportArchive = async (
  call: Call,
  options: Range & { readonly entity: EntityId; readonly out: string },
): Promise<Answer> => {
  const { database, now, run } = call;
  const range = rangeOf(options);
  const entity = await getEntity(database.reader, options.entity);
  const organisation = await getOrganisation(database.reader, entity.organisation_id);
  const signer = await call.signer();
  await catchUp(call, headsOf(run, call), signer, organisation);
  run.progress.step('Writing the files');
  const onFile = (done: number): void => run.progress.count(done, 0);
  const { zip, done } = streamArchive({ database, entity, organisation, now, signer, range, onFile });
  let bytes = 0;
  const write = async (put: (part: Buffer) => Promise<unknown>): Promise<void> => {
    for await (const part of zip) {
      await put(part);
      bytes += part.length;
    }
  };
  const toOutput = isStandardOutput(options.out);
  await (toOutput
    ? write(run.out)
    : replaceFile(options.out, (file) => write((part) => file.appendFile(part))));
  const { files, deleted, damaged } = done();
  const answer = oneRecord({ files, deleted, damaged, bytes, key: signer.text });
  return {
    ...answer,
    ...(toOutput ? { isFile: true } : {}),
    ...(damaged.length === 0 ? {} : { failure: damagedFiles(damaged, ' and were left out') }),
  };
};

const MOST_NAMED = 20;

const damagedFiles = (ids: readonly string[], what: string) => ({
  code: 'files_damaged',
  message: `Files that are not those that were kept${what}: ${ids.length} (${ids.slice(0, MOST_NAMED).join(', ')}). Restore them from a backup.`,
  count: ids.length,
});

const textOf = ({ faults, ...verdict }: ArchiveVerdict): string =>
  [
    `${verdict.entity} (${verdict.entity_id}), taken at ${verdict.taken_at}: ${verdict.ok ? 'no fault found' : `${faults.length} faults`}.`,
    `  ${verdict.files} files, ${verdict.trail_entries} entries of the trail; ${verdict.deleted} files were deleted, ${verdict.damaged.length} left out as damaged`,
    ...faults.slice(0, MOST_NAMED).map(({ path, fault }) => `  ${fault}: ${path}`),
    `Checked with the key ${verdict.key}.`,
  ].join('\n');

const OWN_KEY =
  'The key is the one that the archive names; compare it with what "audit key" prints, or give it as --key.';

const verifyCopy = (run: Surroundings, file: string, keyText: string | undefined): Promise<void> =>
  run.alone(async () => {
    const key = keyText === undefined ? undefined : readVerifier(keyText);
    if (keyText !== undefined && key === undefined)
      throw new Refusal('invalid_value', '--key is not a key as "audit key" prints it (folio+…+…).');
    const verdict = await verifyArchive(file, key);
    const { length: count } = verdict.faults;
    return {
      value: verdict,
      text: textOf(verdict),
      warnings: key === undefined ? [OWN_KEY] : [],
      ...(verdict.ok
        ? {}
        : { failure: { code: 'archive_faulty', message: `The verification found ${count} faults.`, count } }),
    };
  });

const verifyBooks = async (call: Call, id: EntityId): Promise<Answer> => {
  const { database, run } = call;
  const entity = await getEntity(database.reader, id);
  run.progress.step('Reading the files');
  const found = await checkArchive(readScope(call, entity), (done) => run.progress.count(done, 0));
  return {
    ...oneRecord(found),
    ...(found.damaged.length === 0 ? {} : { failure: damagedFiles(found.damaged, '') }),
  };
};

const TABLES = { ReceivedDocumentId: 'received_document', AttachmentId: 'attachment' } as const;

const ownerOf = ({ database }: Pick<Session, 'database'>, id: string): Promise<Entity> => {
  for (const [name, table] of Object.entries(TABLES))
    if (id.startsWith(`${ID_PREFIXES[name as keyof typeof TABLES]}_`))
      return findOwner(database.reader, table, id);
  throw toolError('file_not_deletable', { record_id: id.slice(0, 100) });
};

export const findFileNamed = async (session: Session, id: string) => {
  const entity = await ownerOf(session, id);
  return { ...(await findArchived(readScope(session, entity), id)), entity };
};

const LISTED = 100;

const most = (value: string): number => {
  const trimmed = value.trim();
  if (/^[1-9]\d{0,4}$/.test(trimmed)) return Number(trimmed);
  throw new InvalidArgumentError('It must be a number from 1 to 99999.');
};

export const archiveCommands: Rows = {
  list: command({
    options: {
      entity: must(parseId('EntityId')),
      ...RANGE,
      expired: on,
      limit: byDefault(may(most), LISTED),
    },
    answer: async (call, { entity: id, expired, limit, ...options }) => {
      const ctx = readScope(call, await getEntity(call.database.reader, id));
      const rows: ArchiveEntry[] = [];
      for await (const { entry } of archiveEntries(ctx, rangeOf(options))) {
        if (expired === true && (entry.state !== 'kept' || entry.retain_until >= ctx.today)) continue;
        rows.push(entry);
        if (rows.length === limit) break;
      }
      return manyRecords(rows, [
        'id',
        'source',
        'file_name',
        'number',
        'party',
        'date',
        'retain_until',
        'state',
      ]);
    },
  }),
  export: command({
    options: { entity: must(parseId('EntityId')), ...RANGE, out: must() },
    answer: exportArchive,
  }),
  verify: special({
    options: { entity: may(parseId('EntityId')), file: without(may(), 'entity'), key: may() },
    act: (run, path, { entity, file, key }) => {
      if (file !== undefined) return verifyCopy(run, file, key);
      if (entity === undefined)
        throw new Refusal(
          'usage',
          'Give --entity, whose files are read, or --file, what "archive export" wrote.',
        );
      return onDatabase(run, path, (call) => verifyBooks(call, entity));
    },
  }),
  delete: command({
    args: [arg()],
    options: { by: DECIDER, reason: must(text), private: on },
    answer: async (call, { by, reason, private: isPrivate = false }, id) => {
      const entity = await ownerOf(call, id);
      await getAdministrator(call.database.reader, entity.organisation_id, by);
      const { result } = await call.change(entity, { id, by, reason, private: isPrivate }, (ctx) =>
        deleteArchived(ctx, id, { reason, isPrivate }),
      );
      return oneRecord(result);
    },
  }),
};
