// The statements that were imported into an account.
import type { BankStatement } from '../../../../generated/types.ts';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { listStatements } from '../../../domain/bank/statements/list.ts';
import { PAGE_ROWS } from '../../filters.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Day, Head, Moment, Money, Pager, Table } from '../../parts/show.tsx';
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
        <>
          <Head title={title}>
            {visit.may('accountant') && account.active && (
              <a class="button" href={visit.href(`/bank/${account.id}/import`)}>
                {own.upload}
              </a>
            )}
            <a class="button quiet" href={visit.href(`/bank/${account.id}`)}>
              {own.account}
            </a>
          </Head>
          <Table<BankStatement>
            caption={own.statements}
            rows={page.data}
            empty={own.noStatements}
            columns={[
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
              {
                head: own.opening,
                figure: true,
                cell: (row) => <Money value={row.opening_balance} currency={row.currency} />,
              },
              {
                head: own.closing,
                figure: true,
                cell: (row) => <Money value={row.closing_balance} currency={row.currency} />,
              },
            ]}
          />
          <Pager page={page} />
        </>
      ),
    };
  },
});
