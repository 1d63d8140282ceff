// Statements on how many lines of an account, and of each statement, are in each state, and on their amounts. The sums change
// in the transaction that changes the lines, in parts, so that writers rarely wait for each other. An instance of a version
// that keeps no sums may still write beside this one, so they count only once all lines were counted after its time.
import { type RawBuilder, sql } from 'kysely';
import { type MatchStatus, MatchStatusValues } from '../../../../../generated/types.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { acrossTenants, scoped, type Tenant } from '../../../../db/scoped.ts';
import type { BankLine } from './lines.ts';

/** As many parts as writers of one account are expected at once. */
const SLOTS = 8;
/** The part that a recount writes; who changes lines adds to the others. */
const COUNTED = -1;
/** The name of the rows of the account itself. */
const ACCOUNT = '';

type Figure = `${MatchStatus}_${'count' | 'minor'}`;
type Figures = Readonly<Partial<Record<Figure, number>>>;

const FIGURES: readonly Figure[] = MatchStatusValues.flatMap((status): Figure[] => [
  `${status}_count`,
  `${status}_minor`,
]);

/** A line that comes into a state, and from which; null for a new one. */
export type Moved = Pick<BankLine, 'bank_account_id' | 'bank_statement_id' | 'amount_minor'> & {
  readonly from: MatchStatus | null;
  readonly to: MatchStatus;
};

interface Part {
  readonly bank_account_id: string;
  readonly statement: string;
  readonly figures: Figures;
}

const sumMoves = (moves: readonly Moved[]): readonly Part[] => {
  const parts = new Map<
    string,
    { bank_account_id: string; statement: string; figures: Map<Figure, number> }
  >();
  for (const { bank_account_id, bank_statement_id, amount_minor, from, to } of moves) {
    if (from === to) continue;
    const key = `${bank_account_id} ${bank_statement_id}`;
    const part = parts.get(key) ?? { bank_account_id, statement: bank_statement_id, figures: new Map() };
    parts.set(key, part);
    const add = (figure: Figure, by: number): void => {
      part.figures.set(figure, (part.figures.get(figure) ?? 0) + by);
    };
    add(`${to}_count`, 1);
    add(`${to}_minor`, amount_minor);
    if (from === null) continue;
    add(`${from}_count`, -1);
    add(`${from}_minor`, -amount_minor);
  }
  // Always in the same order, so that two writers do not wait for each other.
  return [...parts.entries()]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, part]) => ({
      ...part,
      figures: Object.fromEntries(FIGURES.map((figure) => [figure, part.figures.get(figure) ?? 0])),
    }));
};

/** By transaction, so that one holds as few parts as it can. */
const slots = new WeakMap<Writer, number>();

const slotOf = (db: Writer): number => {
  const slot = slots.get(db) ?? Math.floor(Math.random() * SLOTS);
  slots.set(db, slot);
  return slot;
};

/** Adds to the sums what became of lines, in the same transaction. */
export const moveLines = async (ctx: Tenant<Writer>, moves: readonly Moved[]): Promise<void> => {
  const slot = slotOf(ctx.db);
  for (const part of sumMoves(moves)) {
    const added = await addTo(ctx, part, slot);
    if (added === 0n) {
      await insertParts(ctx, part.bank_account_id, [slot], [ACCOUNT, part.statement]);
      if ((await addTo(ctx, part, slot)) !== 2n)
        throw new Error(`the sums of ${part.bank_account_id} have no part`);
    }
    // Who has written the account's part is alone to make that of the statement.
    if (added === 1n) {
      const { bank_account_id, statement, figures } = part;
      await scoped(ctx, 'bank_line_sum')
        .insert({ bank_account_id, statement, slot, ...figures })
        .execute();
    }
  }
};

/** How many of the two rows are there: that of the account comes first. */
const addTo = async (ctx: Tenant<Writer>, part: Part, slot: number): Promise<bigint> => {
  const { bank_account_id, statement, figures } = part;
  const { numUpdatedRows } = await scoped(ctx, 'bank_line_sum')
    .update()
    .set((row) => ({
      version: row('version', '+', 1),
      ...Object.fromEntries(
        FIGURES.flatMap((figure) => {
          const by = figures[figure] ?? 0;
          return by === 0 ? [] : [[figure, row(figure, '+', by)]];
        }),
      ),
    }))
    .where('bank_account_id', '=', bank_account_id)
    .where('statement', 'in', [ACCOUNT, statement])
    .where('slot', '=', slot)
    .executeTakeFirstOrThrow();
  return numUpdatedRows;
};

/** Parts that are there stay. That of the account comes first, and keeps others from those of its statements. */
const insertParts = async (
  ctx: Tenant<Writer>,
  bank_account_id: string,
  parts: readonly number[],
  statements: readonly string[] = [ACCOUNT],
): Promise<void> => {
  const rows = parts.flatMap((slot) => statements.map((statement) => ({ bank_account_id, statement, slot })));
  await scoped(ctx, 'bank_line_sum').insert(rows).ignore().execute();
};

const figureOf = (figure: Figure): RawBuilder<number> =>
  sql<number>`cast(sum(${sql.ref(`bank_line_sum.${figure}`)}) as signed)`;

const SELECTED = FIGURES.map((figure) => figureOf(figure).as(figure));

export type LineSums = Readonly<Record<Figure, number>>;

export interface AccountSums extends LineSums {
  readonly entity_id: string;
  readonly bank_account_id: string;
  /** Empty for all lines of the account. */
  readonly statement: string;
}

/** The sums of all accounts of these companies, and of the statements that are named, where all lines were counted. */
export const readSums = async (
  db: Reader,
  entityIds: readonly string[],
  statementIds: readonly string[] = [],
): Promise<readonly AccountSums[]> => {
  const rows = await acrossTenants(db, entityIds, 'bank_line_sum')
    .select(['bank_line_sum.entity_id', 'bank_line_sum.bank_account_id', 'bank_line_sum.statement'])
    .select(SELECTED)
    .select(sql<number>`min(bank_line_sum.slot)`.as('first'))
    .where('bank_line_sum.statement', 'in', [ACCOUNT, ...statementIds])
    .groupBy(['bank_line_sum.entity_id', 'bank_line_sum.statement', 'bank_line_sum.bank_account_id'])
    .execute();
  const whole = new Set(
    rows.flatMap((row) => (row.statement === ACCOUNT && row.first === COUNTED ? [row.bank_account_id] : [])),
  );
  return rows.filter(({ bank_account_id }) => whole.has(bank_account_id));
};

/** The sums of accounts alone, by account. */
export const sumsOfAccounts = async (ctx: Tenant<Reader>): Promise<ReadonlyMap<string, LineSums>> =>
  new Map((await readSums(ctx.db, [ctx.entity.id])).map((row) => [row.bank_account_id, row]));

/** Accounts of these companies whose lines were never counted as a whole. */
export const uncountedAccounts = (
  db: Reader,
  entityIds: readonly string[],
  most: number,
): Promise<readonly { readonly entity_id: string; readonly id: string }[]> =>
  acrossTenants(db, entityIds, 'bank_account')
    .select(['bank_account.entity_id', 'bank_account.id'])
    .where(
      sql<boolean>`not exists (select 1 from bank_line_sum counted where counted.entity_id = bank_account.entity_id
        and counted.bank_account_id = bank_account.id and counted.statement = ${ACCOUNT} and counted.slot = ${COUNTED})`,
    )
    .limit(most)
    .execute();

const linesOf = (ctx: Tenant<Reader>, accountId: string | null) => sql`
  select bank_account_id, bank_statement_id, match_status, count(*) as n, sum(amount_minor) as minor
  from bank_transaction where entity_id = ${ctx.entity.id}
  ${accountId === null ? sql`` : sql`and bank_account_id = ${accountId}`}
  group by bank_account_id, bank_statement_id, match_status`;

/** The lines' figures as columns. */
const COLUMNS = sql.join(
  MatchStatusValues.flatMap((status) => [
    sql`sum(if(match_status = ${sql.lit(status)}, n, 0)) as ${sql.ref(`${status}_count`)}`,
    sql`sum(if(match_status = ${sql.lit(status)}, minor, 0)) as ${sql.ref(`${status}_minor`)}`,
  ]),
);

/**
 * Counts all lines of the account anew. It takes every part away first, also those that are not there yet, so that a change
 * under way is either counted, or waits and is added to what was counted.
 */
export const recountLines = async (ctx: Tenant<Writer>, accountId: string): Promise<void> => {
  const all = Array.from({ length: SLOTS + 1 }, (_, index) => index + COUNTED);
  await insertParts(ctx, accountId, all);
  const sums = scoped(ctx, 'bank_line_sum').delete().where('bank_account_id', '=', accountId);
  await sums.where('statement', '=', ACCOUNT).where('slot', '>', COUNTED).execute();
  await sums.where('statement', '<>', ACCOUNT).execute();
  // Sums may exceed safe integers, so the driver returns them as text.
  const { rows } = await sql<Readonly<Record<Figure | 'statement', string>>>`
    select bank_statement_id as statement, ${COLUMNS}
    from (${linesOf(ctx, accountId)}) line group by bank_statement_id`.execute(ctx.db);
  const counted = rows.map((row) => ({
    bank_account_id: accountId,
    statement: row.statement,
    slot: COUNTED,
    ...Object.fromEntries(FIGURES.map((figure) => [figure, Number(row[figure])])),
  }));
  for (const chunk of chunks(counted)) await scoped(ctx, 'bank_line_sum').insert(chunk).execute();
  const total = (figure: Figure): number => rows.reduce((sum, row) => sum + Number(row[figure]), 0);
  await scoped(ctx, 'bank_line_sum')
    .update()
    .set((row) => ({
      version: row('version', '+', 1),
      ...Object.fromEntries(FIGURES.map((figure) => [figure, total(figure)])),
    }))
    .where('bank_account_id', '=', accountId)
    .where('statement', '=', ACCOUNT)
    .where('slot', '=', COUNTED)
    .execute();
};

/** An account whose sums, or those of one of its statements, are not those of its lines. */
export const unequalAccount = async (ctx: Tenant<Reader>): Promise<string | null> => {
  const kept = sql.join(FIGURES.map((figure) => sql.ref(figure)));
  const counted = (statement: RawBuilder<unknown>): RawBuilder<unknown> => sql`select bank_account_id,
    ${statement} as statement, 0 as slot, ${COLUMNS} from (${linesOf(ctx, null)}) line group by bank_account_id, statement`;
  const minus = sql.join(FIGURES.map((figure) => sql`-${sql.ref(figure)}`));
  const differs = sql.join(
    FIGURES.map((figure) => sql`sum(${sql.ref(figure)}) <> 0`),
    sql` or `,
  );
  const unequal = sql<{ bank_account_id: string }>`(select bank_account_id from (
      select bank_account_id, statement, slot, ${kept} from bank_line_sum where entity_id = ${ctx.entity.id}
      union all select bank_account_id, statement, slot, ${minus} from (${counted(sql`''`)}) of_accounts
      union all select bank_account_id, statement, slot, ${minus} from (${counted(sql`bank_statement_id`)}) of_statements
    ) part where exists (select 1 from bank_line_sum whole where whole.entity_id = ${ctx.entity.id}
      and whole.bank_account_id = part.bank_account_id and whole.statement = ${ACCOUNT} and whole.slot = ${COUNTED})
    group by bank_account_id, statement having ${differs} limit 1)`.as<'unequal'>('unequal');
  const row = await ctx.db.selectFrom(unequal).select('unequal.bank_account_id').executeTakeFirst();
  return row?.bank_account_id ?? null;
};
