// Sums of what is open, by counterparty.
import { sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';

/** What is left to pay on the open documents of these counterparties, one row per counterparty and currency. */
export const sumOpenBalances = (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  counterpartyIds: readonly string[],
) =>
  // Both tables have the columns named here, so the builder is typed with one of them.
  scoped(ctx, kind as 'invoice')
    .select()
    .select(['counterparty_id', 'currency', sql<number>`cast(sum(balance_minor) as signed)`.as('minor')])
    .where('open', '=', true)
    .where('counterparty_id', 'in', counterpartyIds)
    .groupBy(['counterparty_id', 'currency'])
    .orderBy('currency')
    .execute();
