// The SAT's list of article 69-B (CFF): imported as a file, asked about a supplier.
import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { asDay, dayIn, daysBetween } from '../../../base/time/day.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadingIssue } from '../../../receiving/reading.ts';
import { readEfosList, type EfosFault } from './read.ts';
import {
  deleteEarlierRows,
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

/** Replaces the list as a whole. An earlier one than the present is refused: its absence of a name would seem an acquittal. */
export const importEfosList = async (
  database: Database,
  bytes: Uint8Array,
  now: Date,
): Promise<EfosImport | EfosRefused> => {
  const list = readEfosList(bytes);
  if (typeof list === 'string') return list;
  return inTransaction(database, async (db) => {
    const before = await latestImport(db);
    if (before !== undefined && before.cut_on > list.cutOn) return 'earlier';
    const made: EfosImport = {
      id: (before?.id ?? 0) + 1,
      cut_on: list.cutOn,
      imported_at: toInstant(now),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      rows_count: list.rows.length,
    };
    // The key decides when two import at once.
    await insertImport(db, made);
    await insertRows(db, made.id, list.rows);
    await deleteEarlierRows(db, made.id);
    return made;
  });
};

/** What the list says of a supplier. Without a list, or with an old one, it says that instead of nothing. */
export const efosIssues = async (db: Reader, rfc: string, now: Date): Promise<readonly ReadingIssue[]> => {
  const list = await latestImport(db);
  if (list === undefined) return [issue('list_missing')];
  const row = await findEfos(db, list.id, normaliseRfc(rfc));
  const found: ReadingIssue[] = [];
  if (row !== undefined) {
    const facts = { name: row.name, rfc: row.rfc, cut_on: list.cut_on };
    if (row.situation === 'Definitivo') found.push(issue('efos_definitive', facts));
    if (row.situation === 'Presunto') found.push(issue('efos_presumed', facts));
  }
  return daysBetween(asDay(list.cut_on), dayIn(ZONE, now)) > MOST_DAYS
    ? [...found, issue('list_outdated', { cut_on: list.cut_on })]
    : found;
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
