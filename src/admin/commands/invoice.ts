import { type DiscardScope, discardDraft } from '../../domain/filing/edit.ts';
import { oneRecord } from '../answer.ts';
import { type Register, resolveAct } from '../command.ts';
import { type SalesDocumentId, findDocumentOwner, parseDocumentId } from '../sales-document.ts';
import { email } from '../values.ts';
import { creditCommand } from './invoice-credit.ts';
import { draftInvoiceCommands } from './invoice-draft.ts';
import { filedInvoiceCommands } from './invoice-filed.ts';

export const invoiceCommands: Register = (program, run) => {
  const invoice = program.command('invoice').description('invoices');
  invoice
    .command('discard')
    .description('remove a draft; the trail keeps it')
    .argument('<document>', 'the id of an invoice or credit note', parseDocumentId)
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: SalesDocumentId, options: { readonly by: string }) =>
      run.onDatabase(async ({ books, database, now }) => {
        const entity = await findDocumentOwner(database.reader, id);
        const act = await resolveAct(
          database.reader,
          entity.organisation_id,
          'invoice discard',
          { ...options, id },
          now,
        );
        const { result } = await books.change(entity, act, (ctx: DiscardScope) => discardDraft(ctx, id));
        return oneRecord(result);
      }),
    );
  creditCommand(invoice, run);
  draftInvoiceCommands(invoice, run);
  filedInvoiceCommands(invoice, run);
};
