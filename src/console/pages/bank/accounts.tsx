// The bank accounts of a company, with what waits for a decision on each.
import { listed } from '../../list-page.tsx';
import type { BankAccountRow } from '../../../../generated/types.ts';
import { listReconciledAccounts } from '../../../domain/bank/reconciliation/accounts.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Day, Go, Moment, State } from '../../parts/show.tsx';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { listStatements } from '../../../domain/bank/statements/list.ts';
import { PAGE_ROWS } from '../../filters.ts';

export const accountList = companyPage({
  path: '/bank',
  role: 'viewer',
  query: ({ books, url }) => listReconciledAccounts(books, url.searchParams.get('cursor') ?? undefined),
  view: (page, visit) => {
    const { common: words, bank: own } = visit.words;
    const waiting = ({ suggested_count, unmatched_count }: BankAccountRow): number =>
      suggested_count + unmatched_count;
    return listed(page, {
      title: own.title,
      none: own.none,
      buttons: visit.may('accountant') && <Go to={visit.href('/bank/new')} text={own.make} />,
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
    });
  },
});

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
    const { bank: own } = visit.words;
    const title = `${own.statements} · ${account.name}`;
    const n = (value: number): string => figure(visit.language, value);
    return listed(page, {
      title: title,
      caption: own.statements,
      none: own.noStatements,
      buttons: (
        <>
          {visit.may('accountant') && account.active && (
            <Go to={visit.href(`/bank/${account.id}/import`)} text={own.upload} />
          )}
          <Go to={visit.href(`/bank/${account.id}`)} text={own.account} quiet />
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
    });
  },
});
