import { sql } from 'kysely';
import type { Migration } from './steps.ts';

/** Sums the entries of earlier releases, in a part of its own that no booking writes. One statement, so all or nothing. */
export const ledgerMonthFilled: Migration = {
  name: '0121_ledger_month_with_entries',
  run: async (kysely) => {
    const { rows } = await sql`select 1 from ledger_month limit 1`.execute(kysely);
    if (rows.length > 0) return;
    await sql`insert into ledger_month
        (entity_id, ledger, month, currency, slot, debit_minor, credit_minor, entry_count)
      select entity_id, ledger, date_sub(date, interval dayofmonth(date) - 1 day), currency, -1,
        sum(debit_minor), sum(credit_minor), count(*)
      from ledger_entry
      group by entity_id, ledger, date_sub(date, interval dayofmonth(date) - 1 day), currency`.execute(
      kysely,
    );
  },
};
