// Customers and suppliers, with what they owe and are owed.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import {
  type Counterparty,
  CounterpartyRoleValues,
  type CurrencyAmount,
} from '../../../../generated/types.ts';
import { describeCounterparty } from '../../../domain/parties/counterparties/describe.ts';
import { findDuplicates } from '../../../domain/parties/counterparties/known-names.ts';
import { listCounterparties } from '../../../domain/parties/counterparties/list.ts';
import { readBalances } from '../../../domain/documents/shared/balances.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { listFilters } from '../../filters.ts';
import { companyPage } from '../../page.ts';
import { Field, Select } from '../../parts/form.tsx';
import { Filters, Head, Money, Pager, Table } from '../../parts/show.tsx';
import { commonWords } from '../../../../generated/texts/common.ts';
import { counterpartyWords } from '../../../../generated/texts/counterparty.ts';

export const Amounts = ({ of }: { of: readonly CurrencyAmount[] }): VNode => (
  <>
    {of.map(({ amount, currency }) => (
      <div>
        <Money value={amount} currency={currency} />
      </div>
    ))}
  </>
);

/** Probably somebody else of this list too; an administrator is led to the merge. */
const Duplicate = ({
  id,
  of,
}: {
  id: string;
  of: readonly { readonly id: string; readonly name: string }[] | undefined;
}): VNode | null => {
  const visit = useCompany();
  const [first] = of ?? [];
  if (first === undefined) return null;
  const { perhapsTwice } = counterpartyWords(visit.language);
  const mark = <span class="state wait">{perhapsTwice}</span>;
  if (!visit.may('administrator')) return mark;
  const into = of?.length === 1 ? `?into=${first.id}` : '';
  return <a href={visit.href(`/counterparties/${id}/merge${into}`)}>{mark}</a>;
};

export const counterpartyList = companyPage({
  path: '/counterparties',
  role: 'viewer',
  query: async (visit) => {
    const { books, url } = visit;
    const { query, cursor, limit } = listFilters(visit);
    const role = CounterpartyRoleValues.find((value) => value === url.searchParams.get('role')) ?? 'all';
    const page = await listCounterparties(books, { query, cursor, limit, role });
    const balances = await readBalances(
      books,
      page.data.map(({ id }) => id),
    );
    const duplicates = await findDuplicates(books, page.data);
    return {
      ...mapPage(page, (row) => describeCounterparty(row, balances.get(row.id))),
      duplicates,
    };
  },
  view: (page, visit) => {
    const { language, url } = visit;
    const words = commonWords(language);
    const own = counterpartyWords(language);
    return {
      title: own.title,
      main: (
        <>
          <Head title={own.title}>
            {visit.may('accountant') && (
              <a class="button" href={visit.href('/counterparties/new')}>
                {own.make}
              </a>
            )}
          </Head>
          <Filters>
            <Field name="query" type="search" label={own.query} value={url.searchParams.get('query')} />
            <Select
              name="role"
              label={own.role}
              value={url.searchParams.get('role') ?? 'all'}
              choices={CounterpartyRoleValues.map((value) => ({ value, text: own[value] }))}
            />
          </Filters>
          <Table<Counterparty>
            caption={own.title}
            rows={page.data}
            empty={own.none}
            columns={[
              {
                head: words.name,
                main: true,
                cell: (row) => (
                  <>
                    <a href={visit.href(`/counterparties/${row.id}`)}>{row.name}</a>{' '}
                    <Duplicate id={row.id} of={page.duplicates.get(row.id)} />
                  </>
                ),
              },
              { head: own.taxId, cell: (row) => row.tax_id },
              { head: words.email, cell: (row) => row.email },
              {
                head: own.owes,
                figure: true,
                cell: (row) => <Amounts of={row.receivable_balance} />,
              },
              {
                head: own.owed,
                figure: true,
                cell: (row) => <Amounts of={row.payable_balance} />,
              },
            ]}
          />
          <Pager page={page} />
        </>
      ),
    };
  },
});
