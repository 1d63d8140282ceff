// The invoices of a company, with the filters of search_invoices.
import { TOOLS } from '../../../../generated/dispatch.ts';
import { describeInvoiceRow } from '../../../domain/documents/invoices/describe.ts';
import { searchInvoices } from '../../../domain/documents/invoices/search.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { listFilters } from '../../filters.ts';
import { listPage } from '../../list-page.tsx';
import { Day, State } from '../../parts/show.tsx';

export const invoiceList = listPage({
  path: '/invoices',
  tool: TOOLS.search_invoices,
  read: async (visit, asked) => {
    const { counterparty_id } = listFilters(visit);
    const page = await searchInvoices(visit.books, { ...asked, counterparty_id });
    return mapPage(page, (row) => describeInvoiceRow(row, visit.books));
  },
  view: ({ words: { common: words, invoice: own }, href }) => ({
    title: own.title,
    none: own.none,
    make: own.make,
    party: words.customer,
    filters: { query: own.query, status: words.status, date_from: words.from, date_to: words.to },
    columns: [
      {
        head: words.number,
        link: (row) => [href(`/invoices/${row.id}`), row.folio ?? row.title ?? words.states.draft],
      },
      { head: words.customer, cell: (row) => row.counterparty.name },
      { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
      { head: words.due, cell: (row) => <Day value={row.due_date} /> },
      { head: words.status, cell: (row) => <State value={row.display_status} /> },
      { head: words.total, money: (row) => [row.total, row.currency] },
      { head: words.balance, money: (row) => [row.balance_due, row.currency] },
    ],
  }),
});
