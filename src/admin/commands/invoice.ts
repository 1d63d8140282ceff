import type { InvoiceId } from '../../../generated/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { describeInvoice } from '../../domain/invoices/describe.ts';
import { discardDraft } from '../../domain/invoices/discard.ts';
import { changeEntity } from '../../domain/trail/admin-change.ts';
import { oneRecord } from '../answer.ts';
import { actOf, type Register } from '../command.ts';
import { entityOwning } from '../owner.ts';
import { email, idOf } from '../values.ts';

export const invoiceCommands: Register = (program, run) => {
  const invoice = program.command('invoice').description('invoices');
  invoice
    .command('discard')
    .description('remove a draft; the trail keeps it')
    .argument('<invoice>', 'its id', idOf('InvoiceId', 'invoice'))
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: InvoiceId, options: { readonly by: string }) =>
      run.onDatabase(async ({ database, now }) => {
        const entity = await entityOwning(database.reader, 'invoice', id);
        const act = await actOf(
          database.reader,
          entity.organisation_id,
          'invoice discard',
          { ...options, id },
          now,
        );
        const { result } = await inTransaction(database, (db) =>
          changeEntity(db, entity, act, async (ctx) =>
            describeInvoice(entity, await discardDraft(ctx, id), ctx),
          ),
        );
        return oneRecord(result);
      }),
    );
};
