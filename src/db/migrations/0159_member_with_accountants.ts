import { sql } from 'kysely';
import type { Migration } from './steps.ts';

/** What earlier releases called `member` is an accountant now. */
export const memberAccountants: Migration = {
  name: '0159_member_with_accountants',
  run: async (kysely) => {
    await sql`update member set role = 'accountant' where role = 'member'`.execute(kysely);
  },
};
