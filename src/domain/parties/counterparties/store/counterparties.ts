// Every statement on counterparties, always of one entity.
import type { CounterpartyRole } from '../../../../../generated/types.ts';
import { compiledFirst } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { type Tenant, scoped, updateVersion } from '../../../../db/scoped.ts';

/** A counterparty as the books hold it. */
export type CounterpartyRow = Readonly<Row<'counterparty'>>;

/** A role that a counterparty may hold. */
export type HeldRole = Exclude<CounterpartyRole, 'all'>;

/** Whose books are read. */
export type Books = Tenant<Reader>;

const ofEntity = (ctx: Books) => scoped(ctx, 'counterparty').select().selectAll('counterparty');

export const findCounterparty: (ctx: Books, id: string) => Promise<CounterpartyRow | undefined> =
  compiledFirst((ctx, id: string) => ofEntity(ctx).where('counterparty.id', '=', id));

/** The one counterparty with this tax id, where tax ids are unique: not for generic ones. */
export const findByUniqueTaxId = (ctx: Books, taxIdUnique: string): Promise<CounterpartyRow | undefined> =>
  ofEntity(ctx).where('counterparty.tax_id_unique', '=', taxIdUnique).executeTakeFirst();

export const findAllByTaxId = (ctx: Books, taxId: string, limit: number): Promise<CounterpartyRow[]> =>
  ofEntity(ctx).where('counterparty.tax_id', '=', taxId).orderBy('counterparty.id').limit(limit).execute();

/** In the order of the ids; unknown ones are left out. */
export const findCounterparties = async (ctx: Books, ids: readonly string[]): Promise<CounterpartyRow[]> => {
  if (ids.length === 0) return [];
  const rows = await ofEntity(ctx).where('counterparty.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** A counterparty that a stored record names, so it is there. */
export const readCounterpartyName = async (
  ctx: Books,
  id: string,
): Promise<Pick<CounterpartyRow, 'id' | 'name'>> => {
  const row = await findName(ctx, id);
  if (row === undefined) throw new Error(`${id} is named by a record and is not there`);
  return row;
};

const findName = compiledFirst((ctx, id: string) =>
  scoped(ctx, 'counterparty').select().select(['id', 'name']).where('id', '=', id),
);

/** The unique index that decides when two calls bring the same tax id at once. */
export const TAX_ID_INDEX = 'uq_counterparty_tax_id';

export const insertCounterparty = async (
  ctx: Tenant<Writer>,
  { entity_id: _entity, details, ...row }: CounterpartyRow,
): Promise<void> => {
  await scoped(ctx, 'counterparty')
    .insert({ ...row, details: JSON.stringify(details) })
    .execute();
};

/** False when the record is no longer at this version. */
export const replaceCounterparty = async (
  ctx: Tenant<Writer>,
  { entity_id: _entity, id, created_at: _created, details, ...columns }: CounterpartyRow,
  versionBefore: number,
): Promise<boolean> => {
  return updateVersion(
    ctx,
    'counterparty',
    { id: id, version: versionBefore },
    { ...columns, details: JSON.stringify(details) },
  );
};

/** Of more counterparties with one name, none can be chosen anyway. */
const MAX_NAMESAKES = 60;

/** Counterparties that search knows by one of these keys. */
export const findIdsByKey = async (ctx: Books, keys: readonly string[]): Promise<string[]> => {
  const rows = await scoped(ctx, 'search_identifier')
    .select()
    .select('record_id')
    .where('identifier', 'in', keys)
    .where('type', '=', 'counterparties')
    .limit(MAX_NAMESAKES)
    .execute();
  return rows.map(({ record_id }) => record_id);
};

/** Counterparties whose name begins with the text, or is one of its beginnings. */
export const findIdsByBeginning = async (
  ctx: Books,
  text: string,
  beginnings: readonly string[],
): Promise<string[]> => {
  const rows = await scoped(ctx, 'search_record')
    .select()
    .select('record_id')
    .where('type', '=', 'counterparties')
    .where(({ or, eb }) => or([eb('label_norm', 'like', `${text}%`), eb('label_norm', 'in', beginnings)]))
    .limit(MAX_NAMESAKES)
    .execute();
  return rows.map(({ record_id }) => record_id);
};
