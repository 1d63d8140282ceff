// Payment complements: what became of them, and asking again for their filing.
import { readScope } from '../read-scope.ts';
import { COMPLEMENTS } from '../../domain/documents/complements/filable.ts';
import { describeComplement } from '../../domain/documents/complements/describe.ts';
import { listComplements } from '../../domain/documents/complements/store.ts';
import { allEntities } from '../../domain/ground/entities/store.ts';
import { submitComplement } from '../../domain/filing/complements/submit.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { by, change, command, its, may, type Rows } from '../define.ts';
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
    about: 'the complements, newest first',
    options: { entity: may('<id>', 'only those of this company', parseId('EntityId')) },
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
  show: show('a payment complement with what it covers and how its filing went', [
    { ids: 'ComplementId', table: 'complement', read: (ctx, id) => COMPLEMENTS.show(ctx, id) },
  ]),
  submit: change({
    about: 'ask again for the approval of a complement; a repeat answers the same',
    of: its('<complement>', 'ComplementId', 'complement'),
    options: {
      paymentForm: may('<code>', 'how the customer paid (c_FormaPago), where the payment says "other"', text),
      by: by('the member who asks for it'),
    },
    work: (ctx, id, { paymentForm }) => submitComplement(ctx, id, paymentForm ?? null),
    tell: oneRecord,
  }),
};
