import { discardDraft } from '../../domain/filing/edit.ts';
import { DECIDER, change, type Rows } from '../define.ts';
import { DOCUMENT } from '../sales-document.ts';
import { creditCommand } from './invoice-credit.ts';
import { draftInvoiceCommands } from './invoice-draft.ts';
import { filedInvoiceCommands } from './invoice-filed.ts';

export const invoiceCommands: Rows = {
  discard: change({
    of: DOCUMENT,
    options: { by: DECIDER },
    work: discardDraft,
  }),
  credit: creditCommand,
  ...draftInvoiceCommands,
  ...filedInvoiceCommands,
};
