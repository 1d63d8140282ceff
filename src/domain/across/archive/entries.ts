// The index of the archive: every file that was received, filed or attached, with what it belongs to and how long it is kept.
import { minorText } from '../../../base/money/amount.ts';
import { asDay, dayIn, type IsoDay } from '../../../base/time/day.ts';
import { instantToIso, parseInstant } from '../../../db/instant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { retainUntil } from '../../ground/entities/retention.ts';
import { formatOf } from '../../filing/store/documents.ts';
import { type DeletedRow, findDeleted } from '../../ground/files/store.ts';
import {
  type AttachedFile,
  attachedAfter,
  type FiledFile,
  filedAfter,
  type ReceivedFile,
  receivedAfter,
  type Subject,
  subjectsOf,
} from './store.ts';

export interface ArchiveEntry {
  readonly source: 'received' | 'filed' | 'attached';
  /** Of the received document, the attachment or the filed document. */
  readonly id: string;
  /** What it belongs to. */
  readonly record_id: string;
  /** Of a received document what it is, of a filed one its format, of an attachment its role. */
  readonly kind: string;
  readonly number: string | null;
  readonly party: string | null;
  readonly party_tax_id: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  /** With the digits of its currency. */
  readonly total: string | null;
  /** When it was received, filed or attached. */
  readonly kept_at: string;
  readonly channel: string | null;
  readonly file_name: string;
  readonly mime_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly retain_until: IsoDay;
  /** `damaged`: its bytes are not those that were kept; found by whoever reads it. */
  readonly state: 'kept' | 'deleted' | 'damaged';
  readonly deleted_at: string | null;
  readonly deleted_by: string | null;
  readonly deletion_reason: string | null;
}

/** An entry with the place of its bytes. */
export interface Archived {
  readonly entry: ArchiveEntry;
  readonly file: { readonly file_id: string } | Pick<FiledFile, 'document_id' | 'kind'>;
}

/** Days of the documents, or of the arrival of those that have none; both ends are included. */
export interface ArchiveRange {
  readonly from?: IsoDay | undefined;
  readonly to?: IsoDay | undefined;
}

const PAGE = 500;

/** A document that came late is kept from the year in which it came. */
export const endOfTerm = (ctx: ReadScope, date: string | null, kept_at: string): IsoDay => {
  const came = dayIn(ctx.entity.time_zone, parseInstant(kept_at));
  return retainUntil(ctx.entity, date !== null && date > came ? asDay(date) : came);
};

type Gone = ReadonlyMap<string, DeletedRow>;

const stateOf = (gone: Gone, file_id: string) => {
  const row = gone.get(file_id);
  return row === undefined
    ? ({ state: 'kept', deleted_at: null, deleted_by: null, deletion_reason: null } as const)
    : ({
        state: 'deleted',
        deleted_at: instantToIso(row.deleted_at),
        deleted_by: row.deleted_by,
        deletion_reason: row.reason,
      } as const);
};

const totalOf = (minor: number | null, currency: string | null): string | null =>
  minor === null || currency === null ? null : minorText(minor, currency);

const ofReceived =
  (ctx: ReadScope, gone: Gone) =>
  (row: ReceivedFile): Archived => ({
    file: { file_id: row.file_id },
    entry: {
      source: 'received',
      id: row.id,
      record_id: row.bill_id ?? row.bill_credit_note_id ?? row.bill_ticket_id ?? row.invoice_id ?? row.id,
      kind: row.kind,
      number: row.number ?? row.uuid,
      party: row.party ?? row.supplier_name,
      party_tax_id: row.party_tax_id ?? row.supplier_tax_id,
      date: row.issue_date,
      currency: row.currency,
      total: totalOf(row.total_minor, row.currency),
      kept_at: instantToIso(row.received_at),
      channel: row.channel,
      file_name: row.file_name,
      mime_type: row.mime_type,
      bytes: row.bytes,
      sha256: row.sha256,
      retain_until: endOfTerm(ctx, row.issue_date, row.received_at),
      ...stateOf(gone, row.file_id),
    },
  });

const about = (subject: Subject | undefined) => ({
  number: subject?.number ?? null,
  party: subject?.party ?? null,
  party_tax_id: subject?.party_tax_id ?? null,
  date: subject?.date ?? null,
  currency: subject?.currency ?? null,
  total: totalOf(subject?.total_minor ?? null, subject?.currency ?? null),
});

const ofAttached =
  (ctx: ReadScope, gone: Gone, subjects: ReadonlyMap<string, Subject>) =>
  (row: AttachedFile): Archived => {
    const subject = about(subjects.get(row.record_id));
    return {
      file: { file_id: row.file_id },
      entry: {
        source: 'attached',
        id: row.id,
        record_id: row.record_id,
        kind: row.role,
        ...subject,
        kept_at: instantToIso(row.created_at),
        channel: null,
        file_name: row.file_name,
        mime_type: row.mime_type,
        bytes: row.bytes,
        sha256: row.sha256,
        retain_until: endOfTerm(ctx, subject.date, row.created_at),
        ...stateOf(gone, row.file_id),
      },
    };
  };

const ENDINGS: Readonly<Record<string, string>> = {
  'application/xml': 'xml',
  'application/pdf': 'pdf',
};

const ofFiled =
  (ctx: ReadScope, subjects: ReadonlyMap<string, Subject>) =>
  (row: FiledFile): Archived => {
    const subject = about(subjects.get(row.document_id));
    const media = row.media_type.split(';')[0] ?? '';
    const name = subject.number ?? row.document_id;
    const format = formatOf(row.kind);
    const mark = format === 'acuse' ? `.${row.kind}` : '';
    return {
      file: { document_id: row.document_id, kind: row.kind },
      entry: {
        source: 'filed',
        id: row.document_id,
        record_id: row.document_id,
        kind: format,
        ...subject,
        kept_at: instantToIso(row.created_at),
        channel: null,
        file_name: `${name}${mark}.${ENDINGS[media] ?? 'bin'}`,
        mime_type: row.media_type,
        bytes: row.bytes,
        sha256: row.sha256,
        retain_until: endOfTerm(ctx, subject.date, row.created_at),
        ...stateOf(new Map(), ''),
      },
    };
  };

const pages = async function* <Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
};

const fileIds = (rows: readonly { readonly file_id: string }[]): readonly string[] =>
  rows.map(({ file_id }) => file_id);

const all = async function* (ctx: ReadScope): AsyncGenerator<Archived> {
  for await (const rows of pages<ReceivedFile>((last) => receivedAfter(ctx, last?.id ?? '', PAGE)))
    yield* rows.map(ofReceived(ctx, await findDeleted(ctx, fileIds(rows))));
  for await (const rows of pages<FiledFile>((last) =>
    filedAfter(ctx, last ?? { document_id: '', kind: '' }, PAGE),
  )) {
    const wanted = rows.map(({ document_id }) => document_id);
    yield* rows.map(ofFiled(ctx, await subjectsOf(ctx, wanted)));
  }
  for await (const rows of pages<AttachedFile>((last) => attachedAfter(ctx, last?.id ?? '', PAGE))) {
    const gone = await findDeleted(ctx, fileIds(rows));
    const wanted = rows.map(({ record_id }) => record_id);
    yield* rows.map(ofAttached(ctx, gone, await subjectsOf(ctx, wanted)));
  }
};

/** Received, then filed, then attached files, each in the order in which they came; some hundred at a time are in memory. */
export const archiveEntries = async function* (
  ctx: ReadScope,
  { from, to }: ArchiveRange,
): AsyncGenerator<Archived> {
  for await (const archived of all(ctx)) {
    const { date, kept_at } = archived.entry;
    const day = date ?? dayIn(ctx.entity.time_zone, new Date(kept_at));
    if ((from === undefined || day >= from) && (to === undefined || day <= to)) yield archived;
  }
};
