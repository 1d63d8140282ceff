import { acrossTenants } from '../../../db/scoped.ts';
import { formatBillFolio } from '../../documents/folio.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { SearchSource } from './source.ts';

export const BILLS: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'bill')
      .select(['id', 'status', 'series', 'bill_number', 'issue_date', 'total_minor', 'currency'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map((row) => {
        const facts = {
          sublabel: formatBillFolio(row),
          status: row.status,
          amount: minorToWire(row.total_minor, row.currency),
          currency: row.currency,
          date: row.issue_date,
        };
        return [row.id, facts];
      }),
    );
  },
};
