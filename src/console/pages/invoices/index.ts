import type { Page } from '../../page.ts';
import { attachmentFile, documentFiles, invoicePage } from './show.tsx';
import { codesPage } from './codes.tsx';
import { complementList, complementPage } from './complements.tsx';
import { creditNoteList, creditNotePage } from './credit-notes.tsx';
import { editInvoice, newInvoice } from './edit.tsx';
import { invoiceList } from './list.tsx';

export const invoicePages: readonly Page[] = [
  invoiceList,
  newInvoice,
  codesPage,
  editInvoice,
  invoicePage,
  attachmentFile,
  ...documentFiles('invoices'),
  creditNoteList,
  creditNotePage,
  ...documentFiles('credit-notes'),
  complementList,
  complementPage,
  ...documentFiles('complements'),
];
