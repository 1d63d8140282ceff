// The SAT's list of article 69-B (CFF): imported as a file, asked about a supplier.
import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { asDay, dayIn, daysBetween, type IsoDay } from '../../../base/time/day.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import type { ReceivedRule } from '../../../../generated/received.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadingIssue } from '../../../receiving/reading.ts';
import { readEfosList, type EfosFault } from './read.ts';
import {
  checkAgain,
  deleteEarlierRows,
  findAllEfos,
  findEfos,
  insertImport,
  insertRows,
  latestImport,
  type EfosImport,
} from './store.ts';

/** The day of the SAT. */
const ZONE = 'America/Mexico_City';
/** Older than this, a list says nothing about who is not on it. */
export const MOST_DAYS = 60;

export type EfosRefused = EfosFault | 'earlier';

/** Replaces the list as a whole; the same file again changes nothing. An earlier one than the present is refused: its absence of a name would seem an acquittal. */
export const importEfosList = async (
  database: Database,
  bytes: Uint8Array,
  now: Date,
): Promise<EfosImport | EfosRefused> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const present = await latestImport(database.reader);
  if (present?.sha256 === sha256) return present;
  const list = readEfosList(bytes);
  if (typeof list === 'string') return list;
  return inTransaction(database, async (db) => {
    const before = await latestImport(db);
    if (before !== undefined && before.cut_on > list.cutOn) return 'earlier';
    const made: EfosImport = {
      id: (before?.id ?? 0) + 1,
      cut_on: list.cutOn,
      imported_at: toInstant(now),
      sha256,
      rows_count: list.rows.length,
    };
    // The key decides when two import at once.
    await insertImport(db, made);
    await insertRows(db, made.id, list.rows);
    await deleteEarlierRows(db, made.id);
    await checkAgain(db, made.imported_at);
    return made;
  });
};

/** A supplier whose invoices have no effect for taxes, or may have none. */
export interface Listed {
  readonly rfc: string;
  readonly name: string;
  readonly situation: 'Definitivo' | 'Presunto';
  readonly cut_on: IsoDay;
  /** From which the term of CFF 69-B runs; the latest day that it may be where the list does not say. */
  readonly published_on: IsoDay;
}

/** By RFC. Whoever was cleared, or whom a court acquitted, is not among them. */
export const findListed = async (
  db: Reader,
  rfcs: readonly string[],
): Promise<ReadonlyMap<string, Listed>> => {
  const list = await latestImport(db);
  const rows = list === undefined ? [] : await findAllEfos(db, list.id, rfcs.map(normaliseRfc));
  return new Map(
    rows.flatMap(({ rfc, name, situation, published_on }) =>
      list !== undefined && (situation === 'Definitivo' || situation === 'Presunto')
        ? [
            [
              rfc,
              {
                rfc,
                name,
                situation,
                cut_on: asDay(list.cut_on),
                published_on: asDay(published_on ?? list.cut_on),
              },
            ],
          ]
        : [],
    ),
  );
};

/** The rules by which a document or a bill says where its supplier stands. */
export const EFOS_RULES: ReadonlySet<string> = new Set([
  'efos_definitive',
  'efos_presumed',
] satisfies ReceivedRule[]);

export const listedIssues = (listed: Listed | undefined): readonly ReadingIssue[] => {
  if (listed === undefined) return [];
  const { name, rfc, cut_on, situation } = listed;
  return [issue(situation === 'Definitivo' ? 'efos_definitive' : 'efos_presumed', { name, rfc, cut_on })];
};

export const hasList = async (db: Reader): Promise<boolean> => (await latestImport(db)) !== undefined;

/** What the list itself lacks: without one, or with an old one, nobody is shown to be clean. */
export const lackOfList = async (db: Reader, now: Date): Promise<ReadingIssue | undefined> => {
  const list = await latestImport(db);
  if (list === undefined) return issue('list_missing');
  const { cut_on } = list;
  return daysBetween(asDay(cut_on), dayIn(ZONE, now)) > MOST_DAYS
    ? issue('list_outdated', { cut_on })
    : undefined;
};

/** For a person: `situation` is null where the list does not have the RFC. Undefined without a list. */
export const lookUpEfos = async (
  db: Reader,
  text: string,
): Promise<
  | {
      readonly rfc: string;
      readonly name: string | null;
      readonly situation: string | null;
      readonly cut_on: string;
    }
  | undefined
> => {
  const list = await latestImport(db);
  if (list === undefined) return undefined;
  const rfc = normaliseRfc(text);
  const row = await findEfos(db, list.id, rfc);
  return { rfc, name: row?.name ?? null, situation: row?.situation ?? null, cut_on: list.cut_on };
};
