// Statements on the list of article 69-B, which is one for the whole service, and on what follows from it in a company.
import type { Database, Reader, Writer } from '../../../db/database.ts';
import type { Row } from '../../../db/schema.ts';
import { scoped, scopedAlone, type Tenant } from '../../../db/scoped.ts';
import type { EfosRow } from './read.ts';

export type EfosImport = Row<'efos_import'>;

export const latestImport = (db: Reader): Promise<EfosImport | undefined> =>
  db.selectFrom('efos_import').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

export const findEfos = (db: Reader, import_id: number, rfc: string): Promise<Row<'efos_row'> | undefined> =>
  db
    .selectFrom('efos_row')
    .selectAll()
    .where('rfc', '=', rfc)
    .where('import_id', '=', import_id)
    .executeTakeFirst();

export const findAllEfos = async (
  db: Reader,
  import_id: number,
  rfcs: readonly string[],
): Promise<readonly Row<'efos_row'>[]> =>
  rfcs.length === 0
    ? []
    : db
        .selectFrom('efos_row')
        .selectAll()
        .where('rfc', 'in', rfcs)
        .where('import_id', '=', import_id)
        .execute();

export const insertImport = async (db: Writer, row: EfosImport): Promise<void> => {
  await db.insertInto('efos_import').values(row).execute();
};

const ROWS_A_STATEMENT = 1000;

export const insertRows = async (db: Writer, import_id: number, rows: readonly EfosRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
    await db
      .insertInto('efos_row')
      .values(rows.slice(at, at + ROWS_A_STATEMENT).map((row) => ({ ...row, import_id })))
      .execute();
};

export const deleteEarlierRows = async (db: Writer, import_id: number): Promise<void> => {
  await db.deleteFrom('efos_row').where('import_id', '<', import_id).execute();
};

type Standing = Omit<Row<'efos_standing'>, 'entity_id'>;
type ListedBill = Omit<Row<'efos_bill'>, 'entity_id'>;

export const findStanding = (ctx: Tenant<Reader>, rfc: string): Promise<Standing | undefined> =>
  scoped(ctx, 'efos_standing').select().selectAll().where('rfc', '=', rfc).executeTakeFirst();

export const standingRfcs = async (
  ctx: Tenant<Reader>,
  after: string,
  most: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'efos_standing')
    .select()
    .select('rfc')
    .where('rfc', '>', after)
    .orderBy('rfc')
    .limit(most)
    .execute();
  return rows.map(({ rfc }) => rfc);
};

export const keepStanding = async (ctx: Tenant<Writer>, row: Standing): Promise<void> => {
  await scoped(ctx, 'efos_standing').insert(row).ignore().execute();
  await scoped(ctx, 'efos_standing').update().set(row).where('rfc', '=', row.rfc).execute();
};

export const dropStanding = async (ctx: Tenant<Writer>, rfc: string): Promise<void> => {
  await scoped(ctx, 'efos_standing').delete().where('rfc', '=', rfc).execute();
};

export const findListedBill = (ctx: Tenant<Reader>, bill_id: string): Promise<ListedBill | undefined> =>
  scoped(ctx, 'efos_bill').select().selectAll().where('bill_id', '=', bill_id).executeTakeFirst();

export const listedBillIds = async (
  ctx: Tenant<Reader>,
  rfc: string,
  after: string,
  most: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'efos_bill')
    .select()
    .select('bill_id')
    .where('rfc', '=', rfc)
    .where('bill_id', '>', after)
    .orderBy('bill_id')
    .limit(most)
    .execute();
  return rows.map(({ bill_id }) => bill_id);
};

export const keepListedBill = async (ctx: Tenant<Writer>, row: ListedBill): Promise<void> => {
  await scoped(ctx, 'efos_bill').insert(row).ignore().execute();
  await scoped(ctx, 'efos_bill').update().set(row).where('bill_id', '=', row.bill_id).execute();
};

export const dropListedBill = async (ctx: Tenant<Writer>, bill_id: string): Promise<void> => {
  await scoped(ctx, 'efos_bill').delete().where('bill_id', '=', bill_id).execute();
};

/** Companies of these countries whose suppliers are to be looked up by now, or never were. */
export const dueChecks = (
  { reader }: Pick<Database, 'reader'>,
  countries: readonly string[],
  now: string,
  most: number,
): Promise<readonly { readonly id: string; readonly next_at: string | null }[]> =>
  // oxlint-disable-next-line folio/tenant-tables -- an instance looks up the suppliers of any company
  reader
    .selectFrom('entity')
    .leftJoin('efos_check', 'efos_check.entity_id', 'entity.id')
    .select(['entity.id', 'efos_check.next_at'])
    .where('entity.active', '=', true)
    .where('entity.country_code', 'in', countries)
    .where((eb) => eb.or([eb('efos_check.next_at', 'is', null), eb('efos_check.next_at', '<=', now)]))
    .orderBy('entity.id')
    .limit(most)
    .execute();

/** True for the one who looks them up, until that moment. */
export const takeCheck = async (
  database: Pick<Database, 'kysely'>,
  { id, next_at }: { readonly id: string; readonly next_at: string | null },
  until: string,
): Promise<boolean> => {
  const checks = scopedAlone(database, id, 'efos_check');
  const before = next_at ?? NEVER_CHECKED;
  if (next_at === null) await checks.insert({ next_at: before, told: null }).ignore().execute();
  const { numUpdatedRows } = await checks
    .update()
    .set({ next_at: until })
    .where('next_at', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

const NEVER_CHECKED = '1970-01-02 00:00:00.000';

/** Left as it is where an import came meanwhile, after which all are looked up again. */
export const endCheck = async (
  database: Pick<Database, 'kysely'>,
  id: string,
  taken: string,
  next_at: string,
): Promise<void> => {
  await scopedAlone(database, id, 'efos_check')
    .update()
    .set({ next_at })
    .where('next_at', '=', taken)
    .execute();
};

/** After an import, of all companies. */
export const checkAgain = async (db: Writer, now: string): Promise<void> => {
  // oxlint-disable-next-line folio/tenant-tables -- the list is one for all companies
  await db.updateTable('efos_check').set({ next_at: now }).execute();
};

/** True for the one who says it: a company is told once. */
export const takeTelling = async (ctx: Tenant<Writer>, told: string): Promise<boolean> => {
  await scoped(ctx, 'efos_check').insert({ next_at: NEVER_CHECKED, told: null }).ignore().execute();
  const { numUpdatedRows } = await scoped(ctx, 'efos_check')
    .update()
    .set({ told })
    .where((eb) => eb.or([eb('told', 'is', null), eb('told', '<>', told)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const toldOf = async (ctx: Tenant<Reader>): Promise<string | null> =>
  (await scoped(ctx, 'efos_check').select().select('told').executeTakeFirst())?.told ?? null;
