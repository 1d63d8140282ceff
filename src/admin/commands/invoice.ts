import { discardDraft } from '../../domain/filing/edit.ts';
import { BY_MEMBER, change, type Rows } from '../define.ts';
import { DOCUMENT } from '../sales-document.ts';
import { creditCommand } from './invoice-credit.ts';
import { draftInvoiceCommands } from './invoice-draft.ts';
import { filedInvoiceCommands } from './invoice-filed.ts';

export const invoiceCommands: Rows = {
  discard: change({
    about: 'remove a draft; the trail keeps it',
    of: DOCUMENT,
    options: { by: BY_MEMBER },
    work: discardDraft,
  }),
  credit: creditCommand,
  ...draftInvoiceCommands,
  ...filedInvoiceCommands,
};
