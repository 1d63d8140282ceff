// The bills of a company, with the filters of search_bills.
import {
  BillPaymentStatusValues,
  type BillRow,
  BillStatusValues,
  DeductibilityValues,
} from '../../../../generated/types.ts';
import { describeBillRow } from '../../../domain/documents/bills/describe.ts';
import { searchBills } from '../../../domain/documents/bills/search.ts';
import { requireCounterparty } from '../../../domain/parties/counterparties/resolve.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { listFilters } from '../../filters.ts';
import { companyPage } from '../../page.ts';
import { askedParty, PartyFilter } from '../../parts/counterparty-filter.tsx';
import { Field, Select, Tick } from '../../parts/form.tsx';
import { type Column, choicesOf, Day, Filters, Head, Money, Pager, State, Table } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { billWords } from '../../../../generated/texts/bill.ts';

export const billList = companyPage({
  path: '/bills',
  role: 'viewer',
  query: async (visit) => {
    const { books, url } = visit;
    const one = <T extends string>(values: readonly T[], name: string): T | undefined =>
      values.find((value) => value === url.searchParams.get(name));
    const filters = await requireCounterparty(books, listFilters(visit));
    const page = await searchBills(books, {
      ...filters,
      status: one(BillStatusValues, 'status'),
      payment_status: one(BillPaymentStatusValues, 'payment_status'),
      deductibility: one(DeductibilityValues, 'deductibility'),
      overdue_only: url.searchParams.has('overdue_only') ? true : undefined,
    });
    return {
      ...mapPage(page, (row) => describeBillRow(row, books)),
      supplier: await askedParty(visit),
    };
  },
  view: (page, visit) => {
    const { language, url } = visit;
    const words = commonWords(language);
    const own = billWords(language);
    const value = (name: string): string | null => url.searchParams.get(name);
    return {
      title: own.title,
      main: (
        <>
          <Head title={own.title}>
            {visit.may('accountant') && (
              <a class="button" href={visit.href('/bills/new')}>
                {own.make}
              </a>
            )}
          </Head>
          <Filters>
            <PartyFilter label={words.supplier} of={page.supplier} />
            <Field name="query" type="search" label={own.query} value={value('query')} />
            <Select
              name="status"
              label={words.status}
              any={words.all}
              value={value('status')}
              choices={choicesOf(language, BillStatusValues)}
            />
            <Select
              name="payment_status"
              label={own.payment}
              any={words.all}
              value={value('payment_status')}
              choices={choicesOf(language, BillPaymentStatusValues)}
            />
            {visit.entity.country_code === 'MX' && (
              <Select
                name="deductibility"
                label={own.deductibility}
                any={words.all}
                value={value('deductibility')}
                choices={choicesOf(language, DeductibilityValues)}
              />
            )}
            <Field name="date_from" type="date" label={words.from} value={value('date_from')} />
            <Field name="date_to" type="date" label={words.to} value={value('date_to')} />
            <Tick
              name="overdue_only"
              label={own.overdueOnly}
              checked={url.searchParams.has('overdue_only')}
            />
          </Filters>
          <Table<BillRow> caption={own.title} rows={page.data} empty={own.none} columns={columnsOf(visit)} />
          <Pager page={page} />
        </>
      ),
    };
  },
});

const columnsOf = (visit: CompanyVisit): readonly Column<BillRow>[] => {
  const words = commonWords(visit.language);
  const own = billWords(visit.language);
  return [
    {
      head: words.number,
      main: true,
      cell: (row) => <a href={visit.href(`/bills/${row.id}`)}>{row.bill_number ?? row.title ?? row.id}</a>,
    },
    { head: words.supplier, cell: (row) => row.counterparty.name },
    { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
    { head: words.due, cell: (row) => <Day value={row.due_date} /> },
    { head: words.status, cell: (row) => <State value={row.status} /> },
    { head: own.payment, cell: (row) => <State value={row.payment_status} /> },
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
