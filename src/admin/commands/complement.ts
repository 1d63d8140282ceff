// Payment complements: what became of them, and asking again for their filing.
import { readScope } from '../read-scope.ts';
import type { ComplementId, EntityId } from '../../../generated/ids.ts';
import { COMPLEMENTS } from '../../domain/documents/complements/filable.ts';
import { describeComplement } from '../../domain/documents/complements/describe.ts';
import { listComplements } from '../../domain/documents/complements/store.ts';
import { allEntities } from '../../domain/ground/entities/store.ts';
import { submitComplement } from '../../domain/filing/complements/submit.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { addShow } from '../showing.ts';
import { email, parseId, text } from '../values.ts';

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

const list = (run: Surroundings, { entity: only }: { readonly entity?: EntityId }): Promise<void> =>
  run.onDatabase(async ({ database: { reader }, now }) => {
    const entities = (await allEntities(reader, null)).filter(({ id }) => only === undefined || id === only);
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
  });

interface SubmitOptions {
  readonly by: string;
  readonly paymentForm?: string;
}

const submit = (run: Surroundings, id: ComplementId, options: SubmitOptions): Promise<void> =>
  run.onDatabase(async ({ books, database: { reader }, now }) => {
    const entity = await findOwner(reader, 'complement', id);
    const act = await resolveAct(
      reader,
      entity.organisation_id,
      'complement submit',
      { ...options, id },
      now,
    );
    const { result, warnings } = await books.change(
      entity,
      act,
      (ctx: Parameters<typeof submitComplement>[0]) => submitComplement(ctx, id, options.paymentForm ?? null),
    );
    return oneRecord(
      result,
      warnings.map(({ message }) => message),
    );
  });

export const complementCommands: Register = (program, run) => {
  const complement = program
    .command('complement')
    .description('payment complements (MX): what the authority wants of each payment of a PPD invoice');
  complement
    .command('list')
    .description('the complements, newest first')
    .option('--entity <id>', 'only those of this company', parseId('EntityId', 'entity'))
    .action((options: { readonly entity?: EntityId }) => list(run, options));
  addShow(complement, run, 'a payment complement with what it covers and how its filing went', [
    { ids: 'ComplementId', table: 'complement', read: (ctx, id) => COMPLEMENTS.show(ctx, id) },
  ]);
  complement
    .command('submit')
    .description('ask again for the approval of a complement; a repeat answers the same')
    .argument('<complement>', 'its id', parseId('ComplementId', 'payment complement'))
    .option(
      '--payment-form <code>',
      'how the customer paid (c_FormaPago), where the payment says "other"',
      text,
    )
    .requiredOption('--by <email>', 'the member who asks for it', email)
    .action((id: ComplementId, options: SubmitOptions) => submit(run, id, options));
};
