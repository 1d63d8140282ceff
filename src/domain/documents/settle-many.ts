// Writes what payments left of many documents at once: the same guarded change as in `settle.ts`, in one statement for
// a hundred of them. A matching run pays thousands.
import { sql, type RawBuilder } from 'kysely';
import { toInstant } from '../../db/instant.ts';
import type { DocumentKind } from '../../db/schema.ts';
import { scoped, type ScopedWrites } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { SettledDocument } from './document.ts';

/** The document as it was read and locked, and as its payments leave it. */
export interface Paid {
  readonly before: SettledDocument;
  readonly after: SettledDocument;
}

/** The server compares each row with each of them, so there are not too many in one statement. */
const CHUNK = 100;

export const writePaid = async (ctx: WriteScope, paid: readonly Paid[]): Promise<void> => {
  for (const kind of ['invoice', 'bill'] as const) {
    const documents = paid.filter(({ before }) => before.kind === kind);
    for (let start = 0; start < documents.length; start += CHUNK) {
      await writeChunk(ctx, kind, documents.slice(start, start + CHUNK));
    }
  }
  await ctx.tell(
    'documents_settled',
    paid.map(({ after }) => after),
  );
};

const writeChunk = async (ctx: WriteScope, kind: DocumentKind, paid: readonly Paid[]): Promise<void> => {
  const of = <T>(value: (each: Paid) => T): RawBuilder<T> =>
    sql<T>`case id ${sql.join(
      paid.map((each) => sql`when ${each.before.id} then ${value(each)}`),
      sql` `,
    )} end`;
  // Of the columns set here both tables have the same; the builder is told one of them.
  const table: ScopedWrites<'invoice'> = scoped(ctx, kind as 'invoice');
  const { numUpdatedRows } = await table
    .update()
    .set({
      paid_minor: of(({ after }) => after.paid_minor),
      balance_minor: of(({ after }) => after.balance_minor),
      open: of(({ after }) => after.open),
      // Last of what the guard compares: MySQL lets later columns see earlier ones already changed.
      version: of(({ after }) => after.version),
      updated_at: toInstant(ctx.now),
    })
    .where(
      'id',
      'in',
      paid.map(({ before }) => before.id),
    )
    .where(sql<boolean>`version = ${of(({ before }) => before.version)}`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== BigInt(paid.length))
    throw new Error('documents changed while they were being settled');
};
