// The bank accounts of a company, with what waits for a decision on each.
import { List } from '../../list-page.tsx';
import type { BankAccountRow } from '../../../../generated/types.ts';
import { listReconciledAccounts } from '../../../domain/bank/reconciliation/accounts.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { State } from '../../parts/show.tsx';
import { commonWords } from '../../../../generated/texts/common.ts';
import { bankWords } from '../../../../generated/texts/bank.ts';

export const accountList = companyPage({
  path: '/bank',
  role: 'viewer',
  query: ({ books, url }) => listReconciledAccounts(books, url.searchParams.get('cursor') ?? undefined),
  view: (page, visit) => {
    const words = commonWords(visit.language);
    const own = bankWords(visit.language);
    const waiting = ({ suggested_count, unmatched_count }: BankAccountRow): number =>
      suggested_count + unmatched_count;
    return {
      title: own.title,
      main: (
        <List
          page={page}
          of={{
            title: own.title,
            none: own.none,
            buttons: visit.may('accountant') && (
              <a class="button" href={visit.href('/bank/new')}>
                {own.make}
              </a>
            ),
            columns: [
              { head: own.account, link: (row) => [visit.href(`/bank/${row.id}`), row.name] },
              { head: words.type, cell: (row) => own.types[row.account_type] },
              {
                head: words.number,
                cell: (row) => (row.account_number_masked === null ? '–' : `…${row.account_number_masked}`),
              },
              { head: words.currency, cell: (row) => row.currency },
              {
                head: words.status,
                cell: (row) => <State value={row.active ? 'active' : 'inactive'} />,
              },
              { head: own.suggested, count: (row) => row.suggested_count },
              { head: own.unmatched, count: (row) => row.unmatched_count },
              {
                head: own.review,
                cell: (row) =>
                  row.active && waiting(row) > 0 ? (
                    <a href={visit.href(`/bank/${row.id}/review`)}>
                      {own.reviewNote(figure(visit.language, waiting(row)))}
                    </a>
                  ) : (
                    '–'
                  ),
              },
            ],
          }}
        />
      ),
    };
  },
});
