// The lines of a trail from the database, in one snapshot.
import type { OrganisationId } from '../../../../../generated/ids.ts';
import { EMPTY_TREE, rootOf } from '../merkle.ts';
import type { Verifier } from '../note.ts';
import type { Reader } from '../../../../db/database.ts';
import { WATCHED } from '../../../../db/trail/kinds.ts';
import { allCovered, kindsOf } from '../../../../db/trail/covered-units.ts';
import { readUnits } from '../../../../db/trail/units.ts';
import { listOwners, readOrphaned, readRecordIds } from '../store/earlier.ts';
import { keyOf, readEntries } from '../store/rows.ts';
import type { EntryKey } from '../store/log.ts';
import { readCheckpoints, readLeaves, readLog, readStrays, readWaiting } from '../store/whole.ts';
import { paidFrom } from '../../../documents/payments/store/payments.ts';
import { isWhole } from '../../../documents/shared/store/open-months.ts';
import { unequalMonth } from '../../../money/ledger/store/months.ts';
import { unequalAccount } from '../../../bank/transactions/store/sums.ts';
import { alteredFiles, differingEvents, isClosedOtherwise } from '../store/covered.ts';
import { type Differing, type Head, type Line, type Present, type SignedLine, TRAIL_FILE } from './line.ts';

export interface TrailOf {
  readonly id: OrganisationId;
  readonly name: string;
}

export const readHeadLine = async (db: Reader, of: TrailOf, key: Verifier, now: Date): Promise<Head> => {
  const log = await readLog(db, of.id);
  return {
    folio_trail: TRAIL_FILE,
    organisation_id: of.id,
    organisation: of.name,
    taken_at: now.toISOString(),
    key: key.text,
    size: log?.size ?? 0,
    root: log?.root ?? rootOf(EMPTY_TREE).toString('hex'),
    frontier: log?.frontier ?? [],
    signed_size: log?.signed_size ?? 0,
  };
};

/** All that follows the head. */
export const readLines = async function* (db: Reader, { id }: TrailOf): AsyncGenerator<Line> {
  yield* readEntriesOfLog(db, id);
  const owners = await listOwners(db, id);
  for (const owner of owners) {
    for await (const keys of readWaiting(db, owner))
      for (const line of await withRows(db, keys)) yield { waits: true, ...line };
    for (const line of await withRows(db, await readStrays(db, id, owner, MOST_STRAYS)))
      yield { stray: true, ...line };
  }
  for (const owner of owners) {
    for (const covered of kindsOf(owner, id))
      for await (const page of allCovered(db, owner, covered))
        for (const [record, content] of page)
          yield { record, entity_id: owner, kind: covered.kind, version: 1, content };
    if (owner !== id) yield* readPresent(db, owner);
    yield* readDiffering(db, owner, owner !== id);
  }
};

/** What is kept beside the records and follows from them, where it differs. */
const readDiffering = async function* (
  db: Reader,
  owner: string,
  isCompany: boolean,
): AsyncGenerator<Differing> {
  const differing = (differs: string, record: string, message: string): Differing => ({
    differs,
    entity_id: owner,
    record,
    message,
  });
  for (const { id } of await differingEvents(db, owner))
    yield differing('event', id, `What the event ${id} says is not what its entry of the trail says.`);
  if (!isCompany) return;
  for (const { document_id, kind } of await alteredFiles(db, owner))
    yield differing(
      'filed_document',
      `${document_id} ${kind}`,
      `The ${kind} file of ${document_id} is not the one whose SHA-256 was kept with it.`,
    );
  const ctx = { db, entity: { id: owner } };
  const month = (await unequalMonth(ctx, null, (await isWhole(ctx)) ? paidFrom : null)) ?? undefined;
  if (month !== undefined)
    yield differing('ledger_month', month, `The sums of ${month.slice(0, 7)} are not those of the ledger.`);
  const account = await unequalAccount(ctx);
  if (account !== null)
    yield differing('bank_line_sum', account, `The sums of ${account} are not those of its lines.`);
  if (await isClosedOtherwise(db, owner))
    yield differing(
      'entity',
      owner,
      `The books of ${owner} are closed through another day than writes obey.`,
    );
};

/** More are not told one by one. */
const MOST_STRAYS = 1_000;

const withRows = async <K extends EntryKey>(db: Reader, keys: readonly K[]) => {
  const found = await readEntries(db, keys);
  return keys.map((key) => {
    const entry = found.get(keyOf(key));
    return { ...key, ...(entry === undefined ? {} : { [entry.kind]: entry.row }) };
  });
};

const readEntriesOfLog = async function* (db: Reader, id: OrganisationId): AsyncGenerator<Line> {
  let signed = 0;
  for await (const leaves of readLeaves(db, id)) {
    const last = (leaves.at(-1)?.position ?? 0) + 1;
    const notes = await collect(readSigned(db, id, signed, last));
    let next = 0;
    for (const { position, ...leaf } of await withRows(db, leaves)) {
      yield { at: position, ...leaf };
      for (; (notes[next]?.signed ?? Infinity) <= position + 1; next += 1) {
        const note = notes[next];
        if (note !== undefined) yield note;
      }
    }
    signed = last;
  }
  yield* readSigned(db, id, signed, Number.MAX_SAFE_INTEGER);
};

const readSigned = async function* (
  db: Reader,
  id: OrganisationId,
  from: number,
  to: number,
): AsyncGenerator<SignedLine> {
  for await (const { size, note } of readCheckpoints(db, id, from, to)) yield { signed: size, note };
};

const collect = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of all) found.push(each);
  return found;
};

const readPresent = async function* (db: Reader, entity_id: string): AsyncGenerator<Present> {
  for (const watched of WATCHED) {
    const { kind } = watched;
    for await (const ids of readRecordIds(db, entity_id, kind))
      for (const [record, { version, content }] of await readUnits(db, entity_id, kind, ids))
        yield { record, entity_id, kind, version, content };
    for (const record of await readOrphaned(db, entity_id, watched))
      yield { record, entity_id, kind, version: 0, content: {} };
  }
};
