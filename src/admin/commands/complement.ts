// Payment complements: what became of them, and asking again for their filing.
import { readScope } from '../owner.ts';
import { COMPLEMENTS } from '../../domain/documents/complements/filable.ts';
import { describeComplement } from '../../domain/documents/complements/describe.ts';
import { listComplements } from '../../domain/documents/complements/store.ts';
import { allEntities } from '../../domain/ground/entities/store.ts';
import { submitComplement } from '../../domain/filing/complements/submit.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { change, command, its, may, type Rows, DECIDER } from '../define.ts';
import { show } from '../showing.ts';
import { parseId, text } from '../values.ts';

const COLUMNS = [
  'id',
  'status',
  'folio',
  'payment_id',
  'payment_date',
  'amount',
  'currency',
  'due_on',
  'filing_status',
  'approval_id',
] as const;

export const complementCommands: Rows = {
  list: command({
    options: { entity: may(parseId('EntityId')) },
    answer: async ({ database: { reader }, now }, { entity: only }) => {
      const entities = (await allEntities(reader, null)).filter(
        ({ id }) => only === undefined || id === only,
      );
      const rows = [];
      for (const entity of entities) {
        const ctx = readScope({ database: { reader }, now }, entity);
        for (const record of await listComplements(ctx)) {
          const view = describeComplement(entity, record, ctx);
          const { status, approval } = view.filing;
          rows.push({ ...view, filing_status: status, approval_id: approval?.id ?? null });
        }
      }
      return manyRecords(rows, COLUMNS);
    },
  }),
  show: show([{ ids: 'ComplementId', table: 'complement', read: (ctx, id) => COMPLEMENTS.show(ctx, id) }]),
  submit: change({
    of: its('ComplementId', 'complement'),
    options: { paymentForm: may(text), by: DECIDER },
    work: (ctx, id, { paymentForm }) => submitComplement(ctx, id, paymentForm ?? null),
    tell: oneRecord,
  }),
};
