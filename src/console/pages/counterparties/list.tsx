// Customers and suppliers, with what they owe and are owed.
import { TOOLS } from '../../../../generated/dispatch.ts';
import { listPage } from '../../list-page.tsx';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { describeCounterparty } from '../../../domain/parties/counterparties/describe.ts';
import { findDuplicates } from '../../../domain/parties/counterparties/known-names.ts';
import { listCounterparties } from '../../../domain/parties/counterparties/list.ts';
import { readBalances } from '../../../domain/views/standing/standing.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { Standings } from '../../parts/show.tsx';

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
  const { perhapsTwice } = visit.words.counterparty;
  const mark = <span class="state wait">{perhapsTwice}</span>;
  if (!visit.may('administrator')) return mark;
  const into = of?.length === 1 ? `?into=${first.id}` : '';
  return <a href={visit.href(`/counterparties/${id}/merge${into}`)}>{mark}</a>;
};

export const counterpartyList = listPage({
  path: '/counterparties',
  tool: TOOLS.list_counterparties,
  defaults: { role: 'all' },
  read: async ({ books }, asked) => {
    const page = await listCounterparties(books, asked);
    const ids = page.data.map(({ id }) => id);
    const balances = await readBalances(books, ids);
    const duplicates = await findDuplicates(books, page.data);
    return mapPage(page, (row) => ({
      ...describeCounterparty(row, balances.get(row.id)),
      twins: duplicates.get(row.id) ?? [],
    }));
  },
  view: ({ words: { common: words, counterparty: own }, href }) => {
    const roles: Readonly<Record<string, string>> = {
      all: own.all,
      customer: own.customer,
      supplier: own.supplier,
    };
    return {
      title: own.title,
      none: own.none,
      make: own.make,
      filters: {
        query: own.query,
        role: { label: own.role, value: 'all', text: (role) => roles[role] ?? role },
      },
      columns: [
        {
          head: words.name,
          main: true,
          cell: ({ id, name, twins }) => (
            <>
              <a href={href(`/counterparties/${id}`)}>{name}</a> <Duplicate id={id} of={twins} />
            </>
          ),
        },
        { head: own.taxId, cell: (row) => row.tax_id },
        { head: words.email, cell: (row) => row.email },
        { head: own.owes, figure: true, cell: (row) => <Standings of={row.receivable_balance} /> },
        { head: own.owed, figure: true, cell: (row) => <Standings of={row.payable_balance} /> },
      ],
    };
  },
});
