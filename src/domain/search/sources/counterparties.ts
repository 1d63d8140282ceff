import { acrossTenants } from '../../../db/scoped.ts';
import { NO_FACTS, type SearchSource } from './source.ts';

const rolesOf = (row: { is_customer: boolean; is_supplier: boolean }): string =>
  [...(row.is_customer ? ['customer'] : []), ...(row.is_supplier ? ['supplier'] : [])].join(', ');

export const COUNTERPARTIES: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'counterparty')
      .select(['counterparty.id', 'tax_id', 'is_customer', 'is_supplier'])
      .where('counterparty.id', 'in', ids)
      .execute();
    return new Map(
      rows.map((row) => {
        const roles = rolesOf(row);
        return [row.id, { ...NO_FACTS, sublabel: row.tax_id === null ? roles : `${row.tax_id} · ${roles}` }];
      }),
    );
  },
};
