// The lines of an account with the filters of search_bank_transactions; what was confirmed says how sure and why.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import {
  type BankMatch,
  type BankTransaction,
  MatchStatusValues,
  TransactionTypeValues,
} from '../../../../generated/types.ts';
import { toNumber } from '../../../base/money/decimal.ts';
import { searchTransactions } from '../../../domain/bank/transactions/search.ts';
import type { Page } from '../../../domain/ground/lists/page.ts';
import { describeTransactions } from '../../../domain/bank/reconciliation/describe.ts';
import { listFilters } from '../../filters.ts';
import { readFigure, share } from '../../format.ts';
import { Field, Figure, Select } from '../../parts/form.tsx';
import { choicesOf, Day, Filters, Money, Pager, State, Table } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { tellIn } from '../../tell.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { bankWords } from '../../../../generated/texts/bank.ts';

/** What is no amount in the person's language is as if it were not asked. */
const amountOf = ({ url, language }: CompanyVisit, name: string): number | undefined => {
  const typed = url.searchParams.get(name) ?? '';
  const value = typed === '' ? undefined : readFigure(language, typed);
  return value === undefined || toNumber(value) < 0 || value.c.length - 1 - value.e > 2
    ? undefined
    : toNumber(value);
};

export const readLines = async (
  visit: CompanyVisit,
  bank_account_id: string,
): Promise<Page<BankTransaction>> => {
  const { searchParams } = visit.url;
  const { query, date_from, date_to, cursor, limit } = listFilters(visit);
  const page = await searchTransactions(visit.books, {
    bank_account_id,
    query,
    date_from,
    date_to,
    cursor,
    limit,
    match_status: MatchStatusValues.find((value) => value === searchParams.get('match_status')),
    transaction_type: TransactionTypeValues.find((value) => value === searchParams.get('transaction_type')),
    amount_min: amountOf(visit, 'amount_min'),
    amount_max: amountOf(visit, 'amount_max'),
  });
  return { ...page, data: await describeTransactions(visit.books, page.data, tellIn(visit.language)) };
};

/** Money out is below zero, as on the bank's own paper. */
export const signed = ({
  amount,
  transaction_type,
}: Pick<BankTransaction, 'amount' | 'transaction_type'>): number =>
  transaction_type === 'debit' ? -amount : amount;

export const LineFilters = (): VNode => {
  const visit = useCompany();
  const {
    language,
    url: { searchParams },
  } = visit;
  const words = commonWords(language);
  const own = bankWords(language);
  const directions = TransactionTypeValues.map((value) => ({ value, text: own[value] }));
  return (
    <Filters>
      <Field name="query" type="search" label={own.text} value={searchParams.get('query')} />
      <Select
        name="match_status"
        label={words.status}
        any={words.all}
        value={searchParams.get('match_status')}
        choices={choicesOf(language, MatchStatusValues)}
      />
      <Select
        name="transaction_type"
        label={own.direction}
        any={words.all}
        value={searchParams.get('transaction_type')}
        choices={directions}
      />
      <Field name="date_from" type="date" label={words.from} value={searchParams.get('date_from')} />
      <Field name="date_to" type="date" label={words.to} value={searchParams.get('date_to')} />
      <Figure name="amount_min" label={own.least} value={searchParams.get('amount_min')} />
      <Figure name="amount_max" label={own.most} value={searchParams.get('amount_max')} />
    </Filters>
  );
};

export const documentHref = (visit: CompanyVisit, id: string): string =>
  visit.href(`/${id.startsWith('bill_') ? 'bills' : 'invoices'}/${id}`);

/** Who confirmed it, how sure the matcher was, why, and what it told it from. */
export const MatchReasons = ({ match }: { match: BankMatch }): VNode => {
  const visit = useCompany();
  const { language } = visit;
  const own = bankWords(language);
  const { confidence, reasons, runner_up } = match;
  return (
    <>
      <span>{own.by[match.source]}</span>
      {confidence !== null && <span>, {own.sure(share(language, confidence))}</span>}
      {reasons !== null && reasons.length > 0 && (
        <details>
          <summary>{own.why}</summary>
          <ul class="reasons">
            {reasons.map((reason) => (
              <li>{reason}</li>
            ))}
            {runner_up !== null && (
              <li>
                {own.runnerUp}: {runner_up.difference} ({share(language, runner_up.probability)})
              </li>
            )}
          </ul>
        </details>
      )}
    </>
  );
};

const Explained = ({ line }: { line: BankTransaction }): VNode | null => {
  const visit = useCompany();
  const own = bankWords(visit.language);
  const [match] = line.matches;
  if (line.transfer !== null)
    return <span>{line.transfer.status === 'linked' ? own.transfer : own.transferMaybe}</span>;
  if (match !== undefined) return <MatchReasons match={match} />;
  const [first] = line.suggestions;
  if (first === undefined) return null;
  return (
    <>
      {line.suggestions.map(({ label }) => label).join(', ')},{' '}
      {own.sure(share(visit.language, first.confidence))}
    </>
  );
};

export const LineList = ({ page }: { page: Page<BankTransaction> }): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = bankWords(visit.language);
  return (
    <>
      <Table<BankTransaction>
        caption={own.lines}
        id="lines"
        rows={page.data}
        empty={own.noLines}
        attributes={(row) => ({ 'data-line': row.id })}
        columns={[
          { head: words.date, cell: (row) => <Day value={row.date} /> },
          {
            head: words.description,
            main: true,
            cell: (row) => (
              <>
                <a href={visit.href(`/bank/${row.bank_account_id}/lines/${row.id}`)}>{row.description}</a>
                {row.reference !== null && <small> {row.reference}</small>}
              </>
            ),
          },
          {
            head: words.status,
            cell: (row) => <State value={row.transfer?.status === 'linked' ? 'linked' : row.match_status} />,
          },
          { head: own.why, cell: (row) => <Explained line={row} /> },
          {
            head: words.amount,
            figure: true,
            cell: (row) => <Money value={signed(row)} currency={row.currency} />,
          },
        ]}
      />
      <Pager page={page} />
    </>
  );
};
