// Imports a file in batches: all of it or, with `partial`, its valid rows.
import { type ImportDescriptor, IMPORTS, type RowOf } from '../../../generated/imports.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import { isDuplicate } from '../../db/errno.ts';
import type { Entity } from '../../base/entity.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Act, Books, OpenBooks } from '../change/change.ts';
import type { Importer, ImportScope, StoreOptions } from './importer.ts';
import { IMPORTERS, type OfferedImport } from './importers.ts';
import { type MapFile, openMapFile } from './map-file.ts';
import { type ImportReport, type ImportRow, type RowOutcome, Tally } from './outcome.ts';
import type { ColumnMap } from './read/columns.ts';
import { type FileRow, type ImportSource, openSource, readRows } from './read/rows.ts';
import { rowReason } from './reasons.ts';

export interface ImportRequest {
  readonly type: OfferedImport;
  readonly path: string;
  /** What odd headings of a CSV file stand for. */
  readonly columns: ColumnMap;
  readonly organisation_id: OrganisationId;
  /** Null only for records of the organisation. */
  readonly entity: Entity | null;
  readonly partial: boolean;
  readonly update: boolean;
  readonly map: string | null;
  readonly act: Act;
}

/** Rows per batch: held in memory and, with `partial`, stored in one transaction. */
const BATCH_ROWS = 500;

/** Thrown to roll back a transaction and keep its report. */
class NothingKept extends Error {}

export const importFile = async (books: Books, request: ImportRequest): Promise<ImportReport> => {
  const map = await openMapFile(request.map);
  try {
    const source = await openSource(request.path, request.columns);
    const report = request.partial
      ? await importWhatIsRight(books, request, source, map)
      : await importAllOrNothing(books, request, source, map);
    if (report.rejected.length > 0 && !request.partial) await map.drop();
    else await map.keep();
    return report;
  } catch (error) {
    await map.drop();
    throw explainTwin(error);
  }
};

const TWIN_INDEXES = [
  'uq_counterparty_external_id',
  'uq_reference_record_external_id',
  'uq_invoice_external_id',
  'uq_invoice_number',
  'uq_bill_external_id',
  'uq_bill_number',
  'uq_payment_external_id',
  'uq_credit_note_external_id',
] as const;

/** Of two concurrent imports of one file, the later one sees the records of the first only after a restart. */
const explainTwin = (error: unknown): unknown =>
  TWIN_INDEXES.some((index) => isDuplicate(error, index))
    ? new Refusal(
        'already_exists',
        'Somebody else brought the same external_id or number meanwhile; import this file again.',
      )
    : error;

const importAllOrNothing = async (
  books: Books,
  request: ImportRequest,
  source: ImportSource,
  map: MapFile,
): Promise<ImportReport> => {
  let tally = newTally(source);
  try {
    await books.transaction(async (open) => {
      // A transaction that lost a conflict restarts, and so does the file.
      tally = newTally(source);
      await map.restart();
      for await (const batch of readBatches(request.type, source)) {
        await countBatch(await storeBatch(open, request, batch), tally, map);
      }
      if (tally.rejectedCount > 0) throw new NothingKept();
    });
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error;
    return tally.report(false);
  }
  return tally.report(true);
};

const importWhatIsRight = async (
  books: Books,
  request: ImportRequest,
  source: ImportSource,
  map: MapFile,
): Promise<ImportReport> => {
  // A file with a fault anywhere must store nothing, so it is read once in advance.
  for await (const _row of readRows(source, IMPORTS[request.type].schema));
  const tally = newTally(source);
  for await (const batch of readBatches(request.type, source)) {
    await countBatch(await books.transaction((open) => storeBatch(open, request, batch)), tally, map);
  }
  return tally.report(true);
};

/** An encoding is only ever guessed, and accents show whether rightly. */
const newTally = ({ encoding }: ImportSource): Tally => {
  const tally = new Tally();
  if (encoding === 'windows-1252')
    tally.warn(
      1,
      'the file is not UTF-8 and was read as windows-1252; look at the accents in what it brought',
    );
  return tally;
};

async function* readBatches(type: OfferedImport, source: ImportSource): AsyncGenerator<readonly FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of readRows(source, IMPORTS[type].schema)) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface StoredRow {
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly externalId: string | undefined;
}

interface StoredBatch {
  readonly rows: readonly StoredRow[];
  readonly warnings: readonly { readonly line: number; readonly message: string }[];
}

const countBatch = async ({ rows, warnings }: StoredBatch, tally: Tally, map: MapFile): Promise<void> => {
  for (const { line, outcome, externalId } of rows) {
    tally.add(line, outcome);
    if (outcome.kind !== 'rejected') map.add(externalId, outcome.id);
  }
  for (const { line, message } of warnings) tally.warn(line, message);
  await map.flush();
};

const storeBatch = async (
  books: OpenBooks,
  request: ImportRequest,
  batch: readonly FileRow[],
): Promise<StoredBatch> => {
  const warnings: { line: number; message: string }[] = [];
  const options: StoreOptions = {
    update: request.update,
    warn: (line, message) => {
      warnings.push({ line, message });
    },
  };
  const { right, rejected } = checkRows(request.type, batch);
  const outcomes = right.length === 0 ? [] : await storeRows(books, request, right, options);
  const stored = right.map(({ line, value }, index): StoredRow => {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new Error(`the import of ${request.type} lost the row on line ${line}`);
    return { line, outcome, externalId: readExternalId(value) };
  });
  return { rows: [...rejected, ...stored].toSorted((a, b) => a.line - b.line), warnings };
};

const readExternalId = (value: object): string | undefined =>
  'external_id' in value && typeof value.external_id === 'string' ? value.external_id : undefined;

type AnyRow = ImportRow<RowOf<OfferedImport>>;

/** Yields well-formed rows with defaults filled in, and the reasons for refusing the others. */
const checkRows = (
  type: OfferedImport,
  batch: readonly FileRow[],
): { right: AnyRow[]; rejected: StoredRow[] } => {
  const { validate, schema }: ImportDescriptor = IMPORTS[type];
  const right: AnyRow[] = [];
  const rejected: StoredRow[] = [];
  const reject = (line: number, reason: string): void => {
    rejected.push({ line, outcome: { kind: 'rejected', reason }, externalId: undefined });
  };
  for (const row of batch) {
    if ('fault' in row) reject(row.line, row.fault);
    else if (validate(row.value)) right.push({ line: row.line, value: row.value });
    else reject(row.line, rowReason(validate.errors ?? [], schema));
  }
  return { right, rejected };
};

/** Rows and importer come from the same entry, which the compiler cannot follow. */
const storeRows = async (
  books: OpenBooks,
  { type, organisation_id, entity, act }: ImportRequest,
  rows: readonly AnyRow[],
  options: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const importer: Importer<OfferedImport> = IMPORTERS[type];
  if (importer.level === 'organisation') {
    return books.changeOrganisation(organisation_id, act, (ctx) => importer.store(ctx, rows, options));
  }
  if (entity === null) throw new Error(`the import of ${type} needs an entity`);
  const { result } = await books.change(entity, act, (ctx: ImportScope) =>
    importer.store(ctx, rows, options),
  );
  return result;
};
