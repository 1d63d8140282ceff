// The statements that were imported into an account.
import { List } from '../../list-page.tsx';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { listStatements } from '../../../domain/bank/statements/list.ts';
import { PAGE_ROWS } from '../../filters.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Day, Moment } from '../../parts/show.tsx';
import { bankWords } from '../../../../generated/texts/bank.ts';

export const statementList = companyPage({
  path: '/bank/:account/statements',
  role: 'viewer',
  query: async ({ books, params, url }) => {
    const account = await findAccount(books, params['account'] ?? '');
    if (account === undefined) return undefined;
    const cursor = url.searchParams.get('cursor') ?? undefined;
    return {
      account,
      page: await listStatements(books, { bank_account_id: account.id, limit: PAGE_ROWS, cursor }),
    };
  },
  view: ({ account, page }, visit) => {
    const own = bankWords(visit.language);
    const title = `${own.statements} · ${account.name}`;
    const n = (value: number): string => figure(visit.language, value);
    return {
      title,
      main: (
        <List
          page={page}
          of={{
            title: title,
            caption: own.statements,
            none: own.noStatements,
            buttons: (
              <>
                {visit.may('accountant') && account.active && (
                  <a class="button" href={visit.href(`/bank/${account.id}/import`)}>
                    {own.upload}
                  </a>
                )}
                <a class="button quiet" href={visit.href(`/bank/${account.id}`)}>
                  {own.account}
                </a>
              </>
            ),
            columns: [
              { head: own.file, main: true, cell: (row) => row.file_name },
              {
                head: own.period,
                cell: (row) => (
                  <>
                    <Day value={row.period_start} /> – <Day value={row.period_end} />
                  </>
                ),
              },
              { head: own.imported, cell: (row) => <Moment value={row.imported_at} /> },
              { head: own.lines, figure: true, cell: (row) => n(row.transaction_count) },
              { head: own.duplicatesOf, figure: true, cell: (row) => n(row.duplicate_count) },
              { head: own.suggested, figure: true, cell: (row) => n(row.counts_by_match_status.suggested) },
              { head: own.unmatched, figure: true, cell: (row) => n(row.counts_by_match_status.unmatched) },
              { head: own.opening, money: (row) => [row.opening_balance, row.currency] },
              { head: own.closing, money: (row) => [row.closing_balance, row.currency] },
            ],
          }}
        />
      ),
    };
  },
});
