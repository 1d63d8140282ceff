// Writes what is left of documents, each over the very row that was read.
import { type RawBuilder, sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { markSure } from '../../../../db/held.ts';
import { toInstant } from '../../../../db/instant.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import type { SettledDocument } from '../document.ts';

/** A document as it was read and locked, and as it is now. */
export interface Settled {
  readonly before: SettledDocument;
  readonly after: SettledDocument;
}

/**
 * Over the very row that was read. The lock excludes others, so that it is as it was; if not, the transaction runs again.
 * `closed_on` is the day on which nothing more was owed of it. */
export const writeSettled = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  { before, after }: Settled,
  closed_on: string | null | undefined,
): Promise<void> => {
  const columns = {
    paid_minor: after.paid_minor,
    credited_minor: after.credited_minor,
    presettled_minor: after.presettled_minor,
    balance_minor: after.balance_minor,
    open: after.open,
    version: after.version,
    updated_at: toInstant(ctx.now),
    ...(closed_on === undefined ? {} : { closed_on }),
  };
  const asRead = {
    id: before.id,
    version: before.version,
    paid_minor: before.paid_minor,
    credited_minor: before.credited_minor,
  };
  // The inner state of an invoice follows the outer one when that changes; payments leave the progress of filing alone.
  const update =
    after.kind === 'invoice'
      ? scoped(ctx, 'invoice')
          .update()
          .set({
            ...columns,
            ...(before.status === after.status
              ? {}
              : { status: after.status, internal_status: after.status }),
          })
          .where(({ and }) => and(asRead))
      : scoped(ctx, 'bill')
          .update()
          .set({ ...columns, status: after.status })
          .where(({ and }) => and(asRead));
  await ctx.db.executeQuery(markSure(update.compile()));
};

/** The same for what payments left of many documents of one kind, in one statement. How many rows were still as read. */
export const writeManyPaid = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  kind: DocumentType,
  paid: readonly Settled[],
): Promise<number> => {
  const choose = <T>(value: (each: Settled) => T): RawBuilder<T> =>
    sql<T>`case id ${sql.join(
      paid.map((each) => sql`when ${each.before.id} then ${value(each)}`),
      sql` `,
    )} end`;
  // Both tables have the columns set here, so the builder is typed with one of them.
  const { numUpdatedRows } = await scoped(ctx, kind as 'invoice')
    .update()
    .set({
      paid_minor: choose(({ after }) => after.paid_minor),
      balance_minor: choose(({ after }) => after.balance_minor),
      open: choose(({ after }) => after.open),
      // Last of what the guard compares: MySQL lets later columns see earlier ones already changed.
      version: choose(({ after }) => after.version),
      updated_at: toInstant(ctx.now),
    })
    .where(
      'id',
      'in',
      paid.map(({ before }) => before.id),
    )
    .where(sql<boolean>`version = ${choose(({ before }) => before.version)}`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

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
