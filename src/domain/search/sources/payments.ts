import { acrossTenants } from '../../../db/scoped.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { SearchSource } from './source.ts';

/** Payments of both types; their ids tell them apart. */
export const PAYMENTS: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'payment')
      .select(['id', 'payment_method', 'amount_minor', 'currency', 'paid_on', 'unallocated_minor'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, payment_method, amount_minor, currency, paid_on, unallocated_minor }) => {
        const facts = {
          sublabel: payment_method,
          status: unallocated_minor === 0 ? 'allocated' : 'unallocated',
          amount: minorToWire(amount_minor, currency),
          currency,
          date: paid_on,
        };
        return [id, facts];
      }),
    );
  },
};
