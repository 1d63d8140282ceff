import { acrossTenants } from '../../../db/scoped.ts';
import { formatFolio } from '../../documents/folio.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { SearchSource } from './source.ts';

/** Credit notes of both types; their ids tell them apart. */
export const CREDIT_NOTES: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'credit_note')
      .select(['id', 'series', 'number', 'status', 'total_minor', 'currency', 'issue_date'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map((row) => {
        const facts = {
          sublabel: formatFolio(row),
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
