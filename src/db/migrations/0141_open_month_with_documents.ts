import { sql } from 'kysely';
import type { Migration } from './steps.ts';

/** Sums what earlier releases left open, in a part of its own that no change writes. One statement, so all or nothing. */
export const openMonthFilled: Migration = {
  name: '0141_open_month_with_documents',
  run: async (kysely) => {
    const { rows } = await sql`select 1 from open_month limit 1`.execute(kysely);
    if (rows.length > 0) return;
    await sql`insert into open_month (entity_id, kind, month, currency, slot, balance_minor, document_count)
      select entity_id, kind, date_sub(due_date, interval dayofmonth(due_date) - 1 day) as month, currency, -1,
        sum(balance_minor), count(*)
      from (
        select entity_id, 'invoice' as kind, due_date, currency, balance_minor from invoice where open = 1
        union all
        select entity_id, 'bill' as kind, due_date, currency, balance_minor from bill where open = 1
      ) document
      group by entity_id, kind, month, currency`.execute(kysely);
  },
};
