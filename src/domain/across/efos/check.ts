// Looks the suppliers of each company up on the list of article 69-B: after each import, and once a day for bills that came
// by other ways than the inbox. What stands as the list says is left alone, so that a second look changes nothing.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { toInstant } from '../../../db/instant.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { type Books, newAct, SYSTEM, type Unlimited } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { findListed, hasList, type Listed } from '../../parties/efos-list/list.ts';
import {
  dueChecks,
  endCheck,
  listedBillIds,
  standingRfcs,
  takeCheck,
} from '../../parties/efos-list/store.ts';
import { heedBill, heedDocument, heedStanding, isInLine, isStanding } from './heed.ts';
import { billsToTell, documentsOf, rfcsAfter } from './store.ts';

const DAY_MS = 86_400_000;
/** A company that a process began with and never ended is begun again after this. */
const TAKEN_MS = 600_000;
/** RFCs that are looked up at once. */
const RFCS = 500;
/** Records of one transaction. */
const BATCH = 25;

const DEDUCTING = Object.values(COUNTRIES)
  .map(({ country }) => country)
  .filter((country) => regimeOf(country).newBillDeductibility !== null);

export interface EfosCheck {
  readonly books: Books;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Looks up the suppliers of the next few companies; how many companies. Without a list there is nothing to look up. */
export const checkSuppliers = async (parts: EfosCheck, most: number): Promise<number> => {
  const { books, now, signal } = parts;
  const { database } = books;
  if (!(await hasList(database.reader))) return 0;
  let checked = 0;
  const isStopped = (): boolean => signal?.aborted === true;
  for (const due of await dueChecks(database, DEDUCTING, toInstant(now()), most)) {
    if (isStopped()) break;
    const until = toInstant(new Date(now().getTime() + TAKEN_MS));
    if (!(await takeCheck(database, due, until))) continue;
    await checkCompany(parts, await getEntity(database.reader, due.id));
    if (isStopped()) break;
    await endCheck(database, due.id, until, toInstant(new Date(now().getTime() + DAY_MS)));
    checked += 1;
  }
  return checked;
};

const checkCompany = async (parts: EfosCheck, entity: Entity): Promise<void> => {
  const ctx = { db: parts.books.database.reader, entity };
  const isStopped = (): boolean => parts.signal?.aborted === true;
  for await (const rfcs of pages((after) => rfcsAfter(ctx, after, RFCS), RFCS)) {
    const listed = await findListed(ctx.db, rfcs);
    for (const rfc of rfcs) {
      const entry = listed.get(normaliseRfc(rfc));
      if (isStopped()) return;
      if (entry !== undefined) await heed(parts, entity, rfc, entry);
    }
  }
  for await (const rfcs of pages((after) => standingRfcs(ctx, after, RFCS), RFCS)) {
    const listed = await findListed(ctx.db, rfcs);
    for (const rfc of rfcs) {
      if (isStopped()) return;
      if (!listed.has(normaliseRfc(rfc))) await heed(parts, entity, rfc, undefined);
    }
  }
};

/** Texts in their order, a page at a time. */
async function* pages(
  read: (after: string) => Promise<readonly string[]>,
  size: number,
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await read(after);
    if (page.length > 0) yield page;
    after = page.length < size ? undefined : page.at(-1);
  }
}

const heed = async (
  { books, now }: EfosCheck,
  entity: Entity,
  rfc: string,
  listed: Listed | undefined,
): Promise<void> => {
  const ctx = { db: books.database.reader, entity };
  const change = (work: (ctx: Unlimited) => Promise<void>) =>
    books.change(entity, newAct(SYSTEM, 'efos check', { rfc, ...listed }, now()), work);
  const billIds = (after: string): Promise<readonly string[]> =>
    listed === undefined
      ? listedBillIds(ctx, rfc, after, BATCH)
      : billsToTell(ctx, { rfc, situation: listed.situation }, after, BATCH);
  for await (const ids of pages(billIds, BATCH))
    await change(async (open) => {
      for (const id of ids) await heedBill(open, id, rfc, listed);
    });
  for await (const ids of outOfLine(ctx, rfc, listed))
    await change(async (open) => {
      for (const id of ids) await heedDocument(open, id, listed);
    });
  // Last, so that a check that broke off is gone through again.
  if (!(await isStanding(ctx, rfc, listed))) await change((open) => heedStanding(open, rfc, listed));
};

async function* outOfLine(
  ctx: Parameters<typeof documentsOf>[0],
  rfc: string,
  listed: Listed | undefined,
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Awaited<ReturnType<typeof documentsOf>> = await documentsOf(ctx, rfc, after, BATCH);
    const ids = page.filter(({ issues }) => !isInLine(issues, listed)).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    after = page.length < BATCH ? undefined : page.at(-1)?.id;
  }
}
