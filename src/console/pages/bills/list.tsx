// The bills of a company, with the filters of search_bills.
import { TOOLS } from '../../../../generated/dispatch.ts';
import { describeBillRow } from '../../../domain/documents/bills/describe.ts';
import { searchBills } from '../../../domain/documents/bills/search.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { requireCounterparty } from '../../../domain/parties/counterparties/resolve.ts';
import { listFilters } from '../../filters.ts';
import { listPage } from '../../list-page.tsx';
import { Day, State } from '../../parts/show.tsx';

export const billList = listPage({
  path: '/bills',
  tool: TOOLS.search_bills,
  read: async (visit, asked) => {
    const { counterparty_id } = listFilters(visit);
    const filters = await requireCounterparty(visit.books, { ...asked, counterparty_id });
    return mapPage(await searchBills(visit.books, filters), (row) => describeBillRow(row, visit.books));
  },
  view: ({ words: { common: words, bill: own }, entity, href }) => ({
    title: own.title,
    none: own.none,
    make: own.make,
    party: words.supplier,
    filters: {
      query: own.query,
      status: words.status,
      payment_status: own.payment,
      ...(entity.country_code === 'MX' ? { deductibility: own.deductibility } : {}),
      date_from: words.from,
      date_to: words.to,
      overdue_only: own.overdueOnly,
    },
    columns: [
      {
        head: words.number,
        link: (row) => [href(`/bills/${row.id}`), row.bill_number ?? row.title ?? row.id],
      },
      { head: words.supplier, cell: (row) => row.counterparty.name },
      { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
      { head: words.due, cell: (row) => <Day value={row.due_date} /> },
      { head: words.status, cell: (row) => <State value={row.status} /> },
      { head: own.payment, cell: ({ payment_status }) => payment_status && <State value={payment_status} /> },
      { head: words.total, money: (row) => [row.total, row.currency] },
      { head: words.balance, money: (row) => [row.balance_due, row.currency] },
    ],
  }),
});
