import type { InvoiceId } from '../../../generated/ids.ts';
import { findDocumentOwner, parseDocumentId, type SalesDocumentId } from '../sales-document.ts';
import { creditInvoice, type CreditScope } from '../../domain/credit-notes/credit-invoice.ts';
import { describeInvoice } from '../../domain/invoices/describe.ts';
import { type DiscardScope, discardDraft } from '../../domain/filing/discard.ts';
import { getInvoice } from '../../domain/invoices/get.ts';
import { invoicePaymentItems } from '../../domain/payments/items.ts';
import { oneRecord } from '../answer.ts';
import { resolveAct, type Register, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId, positive } from '../values.ts';
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
  invoice
    .command('credit')
    .description('credit a filed invoice; without an amount all that is not credited yet, which reverses it')
    .argument('<invoice>', 'its id', parseId('InvoiceId', 'invoice'))
    .option('--amount <amount>', 'with tax, in the currency of the invoice', positive)
    .requiredOption('--by <email>', 'the member who decides it', email)
    .action((id: InvoiceId, options: CreditOptions) => credit(run, id, options));
  draftInvoiceCommands(invoice, run);
  filedInvoiceCommands(invoice, run);
};

interface CreditOptions {
  readonly amount?: number;
  readonly by: string;
}

const credit = (run: Surroundings, id: InvoiceId, options: CreditOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const { reader } = database;
    const entity = await findOwner(reader, 'invoice', id);
    const act = await resolveAct(reader, entity.organisation_id, 'invoice credit', { ...options, id }, now);
    const { result } = await books.change(entity, act, async (ctx: CreditScope) => {
      const note = await creditInvoice(ctx, id, options.amount);
      const after = await getInvoice(ctx, id, 'invoice_id');
      const payments = await invoicePaymentItems(ctx, after.header);
      return { ...describeInvoice(entity, after, ctx, payments), credit_note_id: note.id };
    });
    return oneRecord(result);
  });
