// Which counterparties are probably one and the same: they have one name, and not two tax ids.
import { nameFit, nameKeys, parseName } from '../../../base/names/same-name.ts';
import { type Books, type CounterpartyRow, findCounterparties } from './store.ts';
import { findKeyed } from './store/merged.ts';

type Told = Pick<CounterpartyRow, 'id' | 'tax_id_unique'>;

/** Two persons before the law; a generic tax id tells nobody apart. */
export const haveTwoTaxIds = (a: Told, b: Told): boolean =>
  a.tax_id_unique !== null && b.tax_id_unique !== null && a.tax_id_unique !== b.tax_id_unique;

/** Of each of these that has any, its probable duplicates. */
export const findDuplicates = async (
  ctx: Books,
  rows: readonly CounterpartyRow[],
): Promise<ReadonlyMap<string, readonly CounterpartyRow[]>> => {
  const asked = rows.map((row) => ({ row, name: parseName(row.name) }));
  const named = asked.filter(({ name }) => name.core.length > 0);
  const keys = [...new Set(named.flatMap(({ name }) => nameKeys(name)))];
  const keyed = await findKeyed(ctx, keys);
  const others = await findCounterparties(ctx, [...new Set(keyed.map(({ record_id }) => record_id))]);
  const parsed = new Map(others.map((row) => [row.id, { row, name: parseName(row.name) }]));
  return new Map(
    named.flatMap(({ row, name }): [string, readonly CounterpartyRow[]][] => {
      const own = new Set(nameKeys(name));
      const ids = new Set(keyed.flatMap((each) => (own.has(each.identifier) ? [each.record_id] : [])));
      const found = [...ids].flatMap((id) => {
        const other = parsed.get(id);
        if (other === undefined || id === row.id || haveTwoTaxIds(row, other.row)) return [];
        return nameFit(name, other.name) === 'same' ? [other.row] : [];
      });
      return found.length === 0 ? [] : [[row.id, found]];
    }),
  );
};
