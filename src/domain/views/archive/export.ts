// The archive of a company as a ZIP that can be checked without this service: files, index, digests, and the trail's proofs of
// when and by whom each file came. Read from one consistent snapshot; a file whose digest is wrong is left out and told.
import { archiveReadmeWords } from '../../../../generated/texts/archive-readme.ts';
import type { Entity } from '../../../base/entity.ts';
import { writeCsv } from '../../../base/csv.ts';
import { findLocale } from '../../../base/locale.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Database } from '../../../db/database.ts';
import { inSnapshot } from '../../../db/snapshot.ts';
import { archiveEntries, type ArchiveRange } from '../../across/archive/entries.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { writeExcerpt } from '../trail/excerpt.ts';
import type { Signer } from '../trail/note.ts';
import type { TrailOf } from '../trail/verify/read-database.ts';
import { only, soundContent } from './content.ts';
import { COLUMNS, type IndexRow, pathOf, toRow } from './index-files.ts';
import { ARCHIVE_FILE, SEAL_PATH, signArchive, SUMS_PATH, TRAIL_PATH } from './seal.ts';
import { written, zipOf, type ZipWriter } from './zip.ts';

export interface ArchiveExport {
  readonly database: Database;
  readonly entity: Entity;
  readonly organisation: TrailOf;
  readonly now: Date;
  readonly signer: Signer;
  readonly range: ArchiveRange;
  readonly onFile?: ((done: number) => void) | undefined;
}

/** Whole once the ZIP has ended. */
export interface ArchiveFigures {
  /** In the ZIP. */
  readonly files: number;
  /** In the index alone. */
  readonly deleted: number;
  /** The ids of those that were left out, since their bytes are not those that were kept. */
  readonly damaged: readonly string[];
}

const PACKED: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/zip',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
]);

interface FilesWritten extends ArchiveFigures {
  /** The ids of all that the index tells of. */
  readonly records: ReadonlySet<string>;
  /** Those of `damaged` by their places. */
  readonly missing: ReadonlySet<string>;
}

const writeFiles = async (
  zip: ZipWriter,
  ctx: ReadScope,
  { range, onFile }: ArchiveExport,
): Promise<FilesWritten> => {
  const records = new Set<string>();
  const missing = new Set<string>();
  const damaged: string[] = [];
  let [files, deleted] = [0, 0];
  for await (const archived of archiveEntries(ctx, range)) {
    const { entry } = archived;
    records.add(entry.id).add(entry.record_id);
    if (entry.state === 'deleted') {
      deleted += 1;
      continue;
    }
    const path = pathOf(entry);
    const content = await soundContent(ctx, archived);
    if (content === undefined) {
      missing.add(path);
      damaged.push(entry.id);
      continue;
    }
    const place = { path, at: new Date(entry.kept_at), isPacked: PACKED.has(entry.mime_type) };
    const { sha256 } = await zip.add(place, content);
    if (sha256 !== entry.sha256) throw new Error(`the index has another digest of ${entry.id} than its file`);
    files += 1;
    onFile?.(files);
  }
  return { files, deleted, damaged, records, missing };
};

const jsonOf = async function* (
  { entity, now, range }: ArchiveExport,
  rows: AsyncIterable<IndexRow>,
): AsyncGenerator<string> {
  const { id, name, country_code, tax_id } = entity;
  const head = {
    folio_archive: ARCHIVE_FILE,
    entity: { id, name, country_code, tax_id },
    taken_at: now.toISOString(),
    from: range.from ?? null,
    to: range.to ?? null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let before = '\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield '\n]}\n';
};

const ADMIN = 'npm run --silent admin --';
const CHECK = `${ADMIN} archive verify --file …zip --key …`;
const KEY = `${ADMIN} audit key`;

const readmeOf = ({ entity, now, range, signer }: ArchiveExport): string => {
  const words = archiveReadmeWords(findLocale(entity.country_code).language);
  return [
    words.title(entity.name, now.toISOString()),
    words.range(range.from ?? words.begin, range.to ?? words.end),
    words.contents,
    words.states,
    words.check,
    words.proofs(CHECK, KEY, signer.text),
    '',
  ].join('\n\n');
};

const sumsOf = async function* (
  rows: AsyncIterable<IndexRow>,
  others: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for (const [path, sha256] of others) yield `${sha256}  ${path}\n`;
  for await (const { path, sha256 } of rows) if (path !== null) yield `${sha256}  ${path}\n`;
};

/** All but the proofs; answers the digest of the list of digests too. */
const writeBody = async (zip: ZipWriter, ctx: ReadScope, asked: ArchiveExport) => {
  const { range, now: at } = asked;
  const done = await writeFiles(zip, ctx, asked);
  const rows = async function* (): AsyncGenerator<IndexRow> {
    for await (const archived of archiveEntries(ctx, range)) yield toRow(archived, done.missing);
  };
  const sums = new Map<string, string>();
  const put = async (path: string, source: AsyncIterable<Buffer | string>): Promise<void> => {
    sums.set(path, (await zip.add({ path, at }, source)).sha256);
  };
  await put(
    'index.csv',
    written(async (write) => void (await writeCsv(write, COLUMNS, rows()))),
  );
  await put('index.json', jsonOf(asked, rows()));
  await put('README.txt', only(readmeOf(asked)));
  const { sha256 } = await zip.add({ path: SUMS_PATH, at }, sumsOf(rows(), sums));
  return { ...done, sha256 };
};

const writeArchive = async (zip: ZipWriter, asked: ArchiveExport): Promise<ArchiveFigures> => {
  const { database, entity, organisation, now, signer, range } = asked;
  const { records, sha256, files, deleted, damaged } = await inSnapshot(database, (db) =>
    writeBody(zip, { db, entity, now, today: dayIn(entity.time_zone, now) }, asked),
  );
  const trail = written(async (write) => {
    await writeExcerpt({ database, key: signer, now }, organisation, { owners: [entity.id] }, write, records);
  });
  await zip.add({ path: TRAIL_PATH, at: now }, trail);
  const sealed = {
    organisation_id: organisation.id,
    entity_id: entity.id,
    taken_at: now.toISOString(),
    sha256,
  };
  const seal = {
    folio_archive: ARCHIVE_FILE,
    ...sealed,
    entity: entity.name,
    from: range.from ?? null,
    to: range.to ?? null,
    files,
    deleted,
    damaged,
    key: signer.text,
    signature: signArchive(signer, sealed),
  };
  await zip.add({ path: SEAL_PATH, at: now }, only(`${JSON.stringify(seal, null, 2)}\n`));
  return { files, deleted, damaged };
};

/** The ZIP as it is read; `done` has its figures once it was read to its end. `onEnd` also where its reader left before. */
export const streamArchive = (
  asked: ArchiveExport,
  onEnd: () => void = () => undefined,
): { readonly zip: AsyncIterable<Buffer>; readonly done: () => ArchiveFigures } => {
  let figures: ArchiveFigures | undefined;
  const zip = zipOf(async (writer) => {
    try {
      figures = await writeArchive(writer, asked);
    } finally {
      onEnd();
    }
  });
  return {
    zip,
    done: () => {
      if (figures === undefined) throw new Error('the archive was not read to its end');
      return figures;
    },
  };
};
