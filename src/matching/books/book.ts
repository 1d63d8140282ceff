// The documents of a run, indexed once: by number, by amount and by party.
import { dayNumber, readMonth } from '../text/days.ts';
import { fold, foldWord, splitRuns } from '../text/fold.ts';
import { JARGON } from '../text/words.ts';
import type { MatchDocument, MatchInput, MatchParty } from '../types.ts';
import { readFolio, type Folio } from './folio.ts';

export interface BookDocument {
  /** Position among the documents, which are ordered by id. */
  readonly at: number;
  readonly document: MatchDocument;
  readonly party: number;
  /** Of the document: one text for all that have it, which is compared at a glance. */
  readonly currency: string;
  /** What is open; of a document that decided lines closed, what they took. */
  readonly balance: number;
  /** What is open now, which is all that a line can still get. */
  readonly left: number;
  readonly total: number;
  readonly issued: number;
  readonly due: number;
  readonly dueMonth: number;
  readonly issueMonth: number;
  /** Can be matched, or could until decided lines took it: open and with a balance. */
  readonly live: boolean;
  readonly folio: Folio | null;
  readonly titleWords: readonly string[];
}

/** Live documents with one balance, by due date. */
export interface Equals {
  readonly all: readonly BookDocument[];
  readonly byParty: ReadonlyMap<number, readonly BookDocument[]>;
}

/** Characters of a fiscal id's end under which it is found. */
export const UUID_TAIL = 6;

const NOTHING: Equals = { all: [], byParty: new Map() };

export interface Book {
  readonly documents: readonly BookDocument[];
  readonly parties: readonly MatchParty[];
  readonly partyAt: ReadonlyMap<string, number>;
  /** Party by the document's id. */
  readonly partyOf: ReadonlyMap<string, number>;
  /** Live documents with equal balances, by type and currency, then by balance. */
  readonly byAmount: ReadonlyMap<string, ReadonlyMap<number, Equals>>;
  /** All documents by the core of their number, closed ones too. */
  readonly byCore: ReadonlyMap<string, readonly BookDocument[]>;
  /** And by all of the number's digits in one. */
  readonly byJoined: ReadonlyMap<string, readonly BookDocument[]>;
  readonly byUuid: ReadonlyMap<string, readonly BookDocument[]>;
  /** By the fiscal id's first eight digits, which is what people copy. */
  readonly byUuidHead: ReadonlyMap<string, readonly BookDocument[]>;
  /** By its last six, of which people copy as many as they like. */
  readonly byUuidTail: ReadonlyMap<string, readonly BookDocument[]>;
  /** Live documents by party and type, by due date. */
  readonly byParty: ReadonlyMap<string, readonly BookDocument[]>;
  /** All documents of a party with one total, closed ones too: what recurs. */
  readonly bySum: ReadonlyMap<string, readonly BookDocument[]>;
  /** Letters that begin the documents' numbers. */
  readonly series: ReadonlySet<string>;
}

const byKey = <T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> => {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null || key === '') continue;
    const bucket = map.get(key);
    if (bucket === undefined) map.set(key, [item]);
    else bucket.push(item);
  }
  return map;
};

export const amountKey = (type: string, currency: string, minor: number): string =>
  `${type}|${currency}|${minor}`;
const partyKey = (type: string, party: number): string => `${type}|${party}`;

const sumKey = ({ document, party, total }: BookDocument): string | null =>
  party < 0 ? null : `${document.type}|${party}|${document.currency}|${total}`;

/** The document itself, and those of its party with the same total, closed ones too. */
export const findRecurring = (book: Book, entry: BookDocument): readonly BookDocument[] =>
  book.bySum.get(sumKey(entry) ?? '') ?? [entry];

/** Live documents of a type with exactly this balance. */
export const findEquals = (book: Book, type: string, currency: string, minor: number): Equals =>
  book.byAmount.get(`${type}|${currency}`)?.get(minor) ?? NOTHING;

/** Live documents of a party, by due date. */
export const documentsOfParty = (book: Book, type: string, party: number): readonly BookDocument[] =>
  book.byParty.get(partyKey(type, party)) ?? [];

/** The first position in a list ordered by due date whose document is due on the day or later. */
export const findPosition = (ordered: readonly BookDocument[], day: number): number => {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.due ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The part of a list ordered by due date that lies around the day. */
export const around = (
  ordered: readonly BookDocument[],
  day: number,
  most: number,
): readonly BookDocument[] => {
  if (ordered.length <= most) return ordered;
  const start = Math.max(
    0,
    Math.min(ordered.length - most, findPosition(ordered, day) - Math.floor(most * 0.6)),
  );
  return ordered.slice(start, start + most);
};

const indexAmounts = (ordered: readonly BookDocument[]): Map<string, Map<number, Equals>> => {
  const index = new Map<string, Map<number, { all: BookDocument[]; byParty: Map<number, BookDocument[]> }>>();
  for (const entry of ordered) {
    const key = `${entry.document.type}|${entry.document.currency}`;
    const amounts =
      index.get(key) ?? new Map<number, { all: BookDocument[]; byParty: Map<number, BookDocument[]> }>();
    index.set(key, amounts);
    const equals = amounts.get(entry.balance) ?? { all: [], byParty: new Map<number, BookDocument[]>() };
    amounts.set(entry.balance, equals);
    equals.all.push(entry);
    const own = equals.byParty.get(entry.party);
    if (own === undefined) equals.byParty.set(entry.party, [entry]);
    else own.push(entry);
  }
  return index;
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const readTitleWords = (title: string | null): string[] => {
  if (title === null) return [];
  const words = splitRuns(fold(title.slice(0, 200)))
    .filter((run) => !run.digit && run.text.length >= 4)
    .map((run) => foldWord(run.text));
  return [...new Set(words)].filter((word) => !JARGON.has(word)).slice(0, 12);
};

interface Place {
  readonly at: number;
  readonly party: number;
  readonly currency: string;
}

const read = (document: MatchDocument, { at, party, currency }: Place, taken: number): BookDocument => ({
  at,
  document,
  party,
  currency,
  balance: document.balanceMinor > 0 ? document.balanceMinor : taken,
  left: document.open ? document.balanceMinor : 0,
  total: document.totalMinor,
  issued: dayNumber(document.issueDate),
  due: dayNumber(document.dueDate),
  dueMonth: readMonth(document.dueDate),
  issueMonth: readMonth(document.issueDate),
  live: (document.open && document.balanceMinor > 0) || (document.balanceMinor <= 0 && taken > 0),
  folio: readFolio(document),
  titleWords: readTitleWords(document.title),
});

/** What decided lines took of each document; in another currency nobody knows but that it was all. */
const takenBy = (input: MatchInput): ReadonlyMap<string, number> => {
  const taken = new Map<string, number>();
  if (input.decided === undefined || input.decided.length === 0) return taken;
  const documents = new Map(input.documents.map((document) => [document.id, document]));
  for (const { line, allocations } of input.decided) {
    for (const { documentId, amountMinor } of allocations) {
      const document = documents.get(documentId);
      const minor =
        document === undefined || document.currency === line.currency ? amountMinor : document.totalMinor;
      taken.set(documentId, (taken.get(documentId) ?? 0) + minor);
    }
  }
  return taken;
};

const oneText = (known: Map<string, string>, text: string): string => {
  const first = known.get(text);
  if (first === undefined) known.set(text, text);
  return first ?? text;
};

export const openBook = (input: MatchInput): Book => {
  const taken = takenBy(input);
  const parties = [...input.parties].sort((a, b) => compare(a.id, b.id));
  const partyAt = new Map(parties.map((party, at) => [party.id, at]));
  const currencies = new Map<string, string>();
  const documents = [...input.documents]
    .sort((a, b) => compare(a.id, b.id))
    .map((document, at) =>
      read(
        document,
        { at, party: partyAt.get(document.partyId) ?? -1, currency: oneText(currencies, document.currency) },
        taken.get(document.id) ?? 0,
      ),
    );
  const live = documents.filter((entry) => entry.live);
  const ordered = [...live].sort((a, b) => a.due - b.due || a.issued - b.issued || a.at - b.at);
  const leading = (entry: BookDocument): string => entry.folio?.parts.find((part) => !part.digit)?.text ?? '';
  return {
    documents,
    parties,
    partyAt,
    partyOf: new Map(documents.map(({ document, party }) => [document.id, party])),
    byAmount: indexAmounts(ordered),
    byCore: byKey(documents, (entry) => entry.folio?.core ?? null),
    byJoined: byKey(documents, (entry) => entry.folio?.joined ?? null),
    byUuid: byKey(documents, (entry) => entry.document.uuid?.toLowerCase().replaceAll('-', '') ?? null),
    byUuidHead: byKey(documents, (entry) => entry.document.uuid?.toLowerCase().slice(0, 8) ?? null),
    byUuidTail: byKey(documents, (entry) => entry.document.uuid?.toLowerCase().slice(-UUID_TAIL) ?? null),
    byParty: byKey(ordered, (entry) => (entry.party < 0 ? null : partyKey(entry.document.type, entry.party))),
    bySum: byKey(documents, sumKey),
    series: new Set(documents.map(leading).filter((text) => text !== '')),
  };
};
