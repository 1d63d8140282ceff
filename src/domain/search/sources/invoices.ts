import type { Reader } from '../../../db/database.ts';
import { acrossTenants } from '../../../db/scoped.ts';
import { formatInvoiceFolio } from '../../documents/folio.ts';
import { displayStatus } from '../../documents/invoice-status.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { SearchSource } from './source.ts';

/** An invoice is overdue by the day of its own entity. */
const timeZones = async (db: Reader, entityIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (entityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('entity')
    .select(['id', 'time_zone'])
    .where('id', 'in', entityIds)
    .execute();
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]));
};

export const INVOICES: SearchSource = {
  async facts({ db, tenants, ids, now }) {
    const rows = await acrossTenants(db, tenants, 'invoice')
      .select([
        'invoice.entity_id',
        'invoice.id',
        'status',
        'open',
        'series',
        'number',
        'issue_date',
        'due_date',
        'paid_minor',
        'total_minor',
        'currency',
        'created_at',
      ])
      .where('invoice.id', 'in', ids)
      .execute();
    const zones = await timeZones(db, [...new Set(rows.map(({ entity_id }) => entity_id))]);
    return new Map(
      rows.map((row) => {
        const today = dayIn(zones.get(row.entity_id) ?? 'UTC', now);
        const facts = {
          sublabel: formatInvoiceFolio(row),
          status: displayStatus(row, { today, now }),
          amount: minorToWire(row.total_minor, row.currency),
          currency: row.currency,
          date: row.issue_date,
        };
        return [row.id, facts];
      }),
    );
  },
};
