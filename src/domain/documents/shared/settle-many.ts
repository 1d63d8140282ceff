// Writes what payments left of many documents at once: the same guarded change as in `settle.ts`, in one statement for
// a hundred of them. A matching run pays thousands.
import { DocumentTypeValues } from '../../../../generated/types.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { countOpen } from './open-months.ts';
import { type Settled, writeManyPaid } from './store/settle.ts';

/** The document as it was read and locked, and as its payments leave it. */
export type Paid = Settled;

/** The server compares each row with each of them, so there are not too many in one statement. */
const CHUNK = 100;

export const writePaid = async (ctx: WriteScope, paid: readonly Paid[]): Promise<void> => {
  for (const kind of DocumentTypeValues) {
    const documents = paid.filter(({ before }) => before.kind === kind);
    for (let start = 0; start < documents.length; start += CHUNK) {
      const chunk = documents.slice(start, start + CHUNK);
      const written = await writeManyPaid(ctx, kind, chunk);
      if (written !== chunk.length) throw new Error('documents changed while they were being settled');
    }
  }
  await countOpen(
    ctx,
    paid.map(({ before, after }) => ({ kind: after.kind, before, after })),
  );
  await ctx.tell(
    'documents_settled',
    paid.map(({ after }) => after),
  );
};
