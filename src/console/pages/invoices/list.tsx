// The invoices of a company, with the filters of search_invoices.
import { InvoiceStatusFilterValues, type InvoiceRow } from '../../../../generated/types.ts';
import { describeInvoiceRow } from '../../../domain/documents/invoices/describe.ts';
import { searchInvoices } from '../../../domain/documents/invoices/search.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { askedParty, PartyFilter } from '../../parts/counterparty-filter.tsx';
import { Field, Select } from '../../parts/form.tsx';
import { type Column, choicesOf, Day, Filters, Head, Money, Pager, State, Table } from '../../parts/show.tsx';
import { companyPage } from '../../page.ts';
import { listFilters } from '../../filters.ts';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { invoiceWords } from '../../../../generated/texts/invoice.ts';

export const invoiceList = companyPage({
  path: '/invoices',
  role: 'viewer',
  query: async (visit) => {
    const { books } = visit;
    const filters = {
      ...listFilters(visit),
      status: InvoiceStatusFilterValues.find((value) => value === visit.url.searchParams.get('status')),
    };
    const page = await searchInvoices(books, filters);
    return {
      ...mapPage(page, (row) => describeInvoiceRow(row, books)),
      customer: await askedParty(visit),
    };
  },
  view: (page, visit) => {
    const words = commonWords(visit.language);
    const own = invoiceWords(visit.language);
    const { searchParams } = visit.url;
    return {
      title: own.title,
      main: (
        <>
          <Head title={own.title}>
            {visit.may('accountant') && (
              <a class="button" href={visit.href('/invoices/new')}>
                {own.make}
              </a>
            )}
          </Head>
          <Filters>
            <PartyFilter label={words.customer} of={page.customer} />
            <Field name="query" type="search" label={own.query} value={searchParams.get('query')} />
            <Select
              name="status"
              label={words.status}
              any={words.all}
              value={searchParams.get('status')}
              choices={choicesOf(visit.language, InvoiceStatusFilterValues)}
            />
            <Field name="date_from" type="date" label={words.from} value={searchParams.get('date_from')} />
            <Field name="date_to" type="date" label={words.to} value={searchParams.get('date_to')} />
          </Filters>
          <Table<InvoiceRow>
            caption={own.title}
            rows={page.data}
            empty={own.none}
            columns={columnsOf(visit)}
          />
          <Pager page={page} />
        </>
      ),
    };
  },
});

const columnsOf = (visit: CompanyVisit): readonly Column<InvoiceRow>[] => {
  const words = commonWords(visit.language);
  return [
    {
      head: words.number,
      main: true,
      cell: (row) => (
        <a href={visit.href(`/invoices/${row.id}`)}>{row.folio ?? row.title ?? words.states.draft}</a>
      ),
    },
    { head: words.customer, cell: (row) => row.counterparty.name },
    { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
    { head: words.due, cell: (row) => <Day value={row.due_date} /> },
    { head: words.status, cell: (row) => <State value={row.display_status} /> },
    {
      head: words.total,
      figure: true,
      cell: (row) => <Money value={row.total} currency={row.currency} />,
    },
    {
      head: words.balance,
      figure: true,
      cell: (row) => <Money value={row.balance_due} currency={row.currency} />,
    },
  ];
};
