// Imports invoices and bills of an earlier system: compares a batch with stored documents and stores what is new.
import type { EventType } from '../../../../../generated/events.ts';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { KnownDocument } from '../../../documents/shared/imported.ts';
import { settledBefore } from '../../../documents/shared/settle.ts';
import { type Movement, post, removeEntries } from '../../../money/ledger/post.ts';
import { findEntriesOf } from '../../../money/ledger/store/entries.ts';
import { requireOpenDays } from '../../../ground/periods/period.ts';
import type { NamedCounterparty } from '../../../parties/counterparties/store/bulk.ts';
import { Refusal } from '../../../../base/refusal.ts';
import {
  type IndexedRecord,
  indexRecords,
  reindexRecord,
} from '../../../ground/search-index/index-record.ts';
import type { ImportScope, StoreOptions } from '../importer.ts';
import type { ImportRow, RejectedOutcome, RowOutcome } from '../outcome.ts';
import { type FileLines, onEarlierLine } from '../repeated-rows.ts';
import { findNamed } from './named.ts';
import { type Rates, readRates } from './opening-figures.ts';
import {
  changedWithoutUpdate,
  externalIds,
  hashFields,
  orReason,
  orRejected,
  rejected,
  warningOn,
} from './rows.ts';

/** The fields common to both types. */
export interface OpeningRow {
  readonly external_id?: string | undefined;
  readonly counterparty: string;
  readonly currency?: string | undefined;
  readonly issue_date: string;
}

/** A validated row, ready to be stored under its id. */
export interface Opening<P> {
  readonly id: string;
  readonly hash: string;
  readonly plan: P;
}

/** A number or a UUID; `text` is how people are told of it: "the bill F-12". */
export interface DocumentKey {
  readonly key: string;
  readonly text: string;
}

/** The differences between invoices and bills. */
export interface OpeningKind<R extends OpeningRow, P> {
  readonly noun: DocumentType;
  newId(): string;
  /** Throws the faults of the row as text. */
  plan(ctx: ImportScope, row: R, party: NamedCounterparty, rates: Rates): P;
  /** Warnings about a valid row. */
  warnings(row: R, party: NamedCounterparty): readonly string[];
  /** What two documents must not share. */
  keys(plan: P): readonly DocumentKey[];
  withExternalIds(ctx: ImportScope, ids: readonly string[]): Promise<readonly KnownDocument[]>;
  /** The stored documents with the keys of these plans, by key. */
  withKeys(ctx: ImportScope, plans: readonly P[]): Promise<ReadonlyMap<string, KnownDocument>>;
  /** Inserts header and lines of new documents. */
  insert(ctx: ImportScope, openings: readonly Opening<P>[]): Promise<void>;
  /** Updates header and lines of a stored document; returns its earlier index entry and audit state. */
  replace(ctx: ImportScope, before: KnownDocument, opening: Opening<P>): Promise<Before>;
  indexed(opening: Opening<P>): IndexedRecord;
  /** The document's own ledger movement, if it has one, and its reversal. */
  movements(opening: Opening<P>): readonly Movement[];
  presettledMinor(plan: P): number;
  state(opening: Opening<P>): object;
  /** Reports new documents to whoever reacts to them. */
  tell?(ctx: ImportScope, openings: readonly Opening<P>[], options: StoreOptions): Promise<void>;
  readonly events: { created(plan: P): EventType; readonly updated: EventType };
}

export interface Before {
  readonly indexed: IndexedRecord;
  readonly state: object;
}

export const storeOpenings = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  rows: readonly ImportRow<R>[],
  options: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const planned = await planRows(ctx, kind, rows, options);
  const batch = await openBatch(
    ctx,
    kind,
    planned.filter((row) => 'value' in row).map(({ value }) => value),
    options,
  );
  const outcomes: RowOutcome[] = [];
  for (const row of planned) {
    outcomes.push('reason' in row ? rejected(row) : await storeOne(ctx, batch, row.value));
  }
  await storeFresh(ctx, kind, batch.fresh, options);
  return outcomes;
};

interface Planned<P> {
  readonly line: number;
  readonly external_id: string | undefined;
  readonly hash: string;
  readonly plan: P;
}

const planRows = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  rows: readonly ImportRow<R>[],
  options: StoreOptions,
) => {
  const values = rows.map(({ value }) => value);
  const named = await findNamed(ctx, values);
  const rates = await readRates(ctx, values);
  return rows.map(({ line, value }) =>
    orReason((): Planned<P> => {
      const warning = warningOn(ctx, line, options);
      const party = named.counterparty(value.counterparty);
      const plan = kind.plan(warning, value, party, rates);
      for (const message of kind.warnings(value, party)) options.warn(line, message);
      const currency = value.currency ?? ctx.entity.currency;
      const hash = hashFields({ ...value, counterparty: party.id, currency });
      return { line, external_id: value.external_id, hash, plan };
    }),
  );
};

/** The stored documents, and what this batch adds. */
interface Batch<R extends OpeningRow, P> {
  readonly kind: OpeningKind<R, P>;
  readonly update: boolean;
  readonly file: FileLines;
  readonly byExternalId: ReadonlyMap<string, KnownDocument>;
  readonly byKey: Map<string, KnownDocument>;
  readonly fresh: Opening<P>[];
}

const openBatch = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  planned: readonly Planned<P>[],
  { update, file }: StoreOptions,
): Promise<Batch<R, P>> => {
  const ids = externalIds(planned);
  const known = ids.length === 0 ? [] : await kind.withExternalIds(ctx, ids);
  const keyed = await kind.withKeys(
    ctx,
    planned.map(({ plan }) => plan),
  );
  return {
    kind,
    update,
    file,
    byExternalId: new Map(
      known.flatMap((document) => (document.external_id === null ? [] : [[document.external_id, document]])),
    ),
    byKey: new Map(keyed),
    fresh: [],
  };
};

const storeOne = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  batch: Batch<R, P>,
  planned: Planned<P>,
): Promise<RowOutcome> => {
  const { kind, byKey, byExternalId, file } = batch;
  const { line, external_id, hash, plan } = planned;
  const before = external_id === undefined ? undefined : byExternalId.get(external_id);
  const keys = kind.keys(plan);
  const holders = keys.flatMap(({ key, text }) => {
    const document = byKey.get(key);
    return document === undefined ? [] : [{ document, text }];
  });
  const same = before ?? holders.find(({ document }) => document.import_hash === hash)?.document;
  if (same?.import_hash === hash) return { kind: 'skipped', id: same.id };
  if (before !== undefined) {
    const reason = whyNotChanged(batch, before);
    if (reason !== undefined) return reason;
  }
  const other = holders.find(({ document }) => document.id !== before?.id);
  if (other !== undefined) return keyTaken(other.text, other.document, file);
  const id = before?.id ?? kind.newId();
  const opening = { id, hash, plan };
  const closed = await whyClosed(ctx, kind, opening, before);
  if (closed !== undefined) return closed;
  const version = before === undefined ? 1 : before.version + 1;
  file.bring(id, line);
  const known = { id, external_id: external_id ?? null, version, import_hash: hash, import_version: version };
  for (const { key } of keys) byKey.set(key, known);
  if (before === undefined) {
    batch.fresh.push(opening);
    return { kind: 'imported', id };
  }
  await storeAgain(ctx, kind, before, opening);
  return { kind: 'updated', id };
};

const keyTaken = (what: string, { id }: KnownDocument, file: FileLines): RejectedOutcome => {
  const line = file.lineOf(id);
  return line === undefined
    ? rejected({ code: 'already_exists', reason: `${what} is in the books already as ${id}` })
    : onEarlierLine(what, line);
};

/** Why the document can be booked neither anew nor again: on a closed day. */
const whyClosed = <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  opening: Opening<P>,
  before: KnownDocument | undefined,
): Promise<RowOutcome | undefined> =>
  orRejected(async () => {
    const booked = before === undefined ? [] : await findEntriesOf(ctx, before.id);
    const days = [...listMovements(kind, opening), ...booked].map(({ date }) => date);
    await requireOpenDays(ctx, days);
    return undefined;
  });

/** Why a row that differs from the stored document does not change it. */
const whyNotChanged = <R extends OpeningRow, P>(
  { kind, update }: Batch<R, P>,
  before: KnownDocument,
): RowOutcome | undefined => {
  const { id, external_id } = before;
  if (!update) return changedWithoutUpdate(external_id ?? '', id);
  if (before.version === before.import_version) return undefined;
  return rejected({
    code: 'wrong_state',
    reason: `the ${kind.noun} ${id} has changed in these books since its import (a payment, a credit note or a decision), so no import changes it any more`,
  });
};

/** Another transaction is changing the document. */
export const changedMeanwhile = (id: string): Refusal =>
  new Refusal('wrong_state', `${id} was changed while it was imported; import this file again.`);

const listMovements = <R extends OpeningRow, P>(
  kind: OpeningKind<R, P>,
  opening: Opening<P>,
): readonly Movement[] => {
  const own = kind.movements(opening);
  const [document] = own;
  if (document === undefined) return [];
  return [...own, settledBefore(document, kind.presettledMinor(opening.plan))];
};

const storeFresh = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  fresh: readonly Opening<P>[],
  options: StoreOptions,
): Promise<void> => {
  if (fresh.length === 0) return;
  await kind.insert(ctx, fresh);
  await post(
    ctx,
    fresh.flatMap((opening) => listMovements(kind, opening)),
  );
  await indexRecords(
    ctx,
    fresh.map((opening) => kind.indexed(opening)),
  );
  for (const opening of fresh) {
    ctx.record({
      event: kind.events.created(opening.plan),
      record_type: kind.noun,
      record_id: opening.id,
      before: null,
      after: kind.state(opening),
    });
  }
  await kind.tell?.(ctx, fresh, options);
};

/** Only the import has changed its balance, so all its ledger entries are the import's and are posted anew. */
const storeAgain = async <R extends OpeningRow, P>(
  ctx: ImportScope,
  kind: OpeningKind<R, P>,
  known: KnownDocument,
  opening: Opening<P>,
): Promise<void> => {
  const { indexed, state } = await kind.replace(ctx, known, opening);
  await removeEntries(ctx, known.id);
  await post(ctx, listMovements(kind, opening));
  await reindexRecord(ctx, indexed, kind.indexed(opening));
  ctx.record({
    event: kind.events.updated,
    record_type: kind.noun,
    record_id: known.id,
    before: state,
    after: kind.state(opening),
  });
};
