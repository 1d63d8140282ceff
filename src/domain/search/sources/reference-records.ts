import { acrossTenants } from '../../../db/scoped.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { SearchSource } from './source.ts';

/** Records that only imports write; they keep their facts beside their label. */
export const REFERENCE_RECORDS: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'reference_record')
      .select(['id', 'sublabel', 'status', 'amount_minor', 'currency', 'date'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, sublabel, status, amount_minor, currency, date }) => {
        const value = amount_minor === null || currency === null ? null : minorToWire(amount_minor, currency);
        return [id, { sublabel, status, amount: value, currency, date }];
      }),
    );
  },
};
