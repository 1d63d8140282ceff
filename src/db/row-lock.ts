// The lock of a row that stands for more than itself (an organisation, an entity, a person). It is written, not only
// selected for update: a cluster that certifies transactions (Galera, Group Replication) compares the rows that they
// wrote, so that two transactions which merely locked the same row on two nodes would both commit.
import { type RawBuilder, sql } from 'kysely';

/** What an update sets to lock its row; a value that differs each time, since an unchanged row is not written. */
export const LOCKED: { readonly locks: RawBuilder<number> } = { locks: sql<number>`locks + 1` };
