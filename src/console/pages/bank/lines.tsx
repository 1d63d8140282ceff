// The lines of an account with the filters of search_bank_transactions; what was confirmed says how sure and why.
import { TOOLS } from '../../../../generated/dispatch.ts';
import { askedOf, ListFilters } from '../../list-page.tsx';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { BankMatch, BankTransaction } from '../../../../generated/types.ts';
import { searchTransactions } from '../../../domain/bank/statements/search-lines.ts';
import type { Page } from '../../../domain/ground/lists/page.ts';
import { describeTransactions } from '../../../domain/bank/reconciliation/describe.ts';
import { share } from '../../format.ts';
import { Day, Pager, State } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { tellIn } from '../../tell.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { bankWords } from '../../../../generated/texts/bank.ts';

export const readLines = async (
  visit: CompanyVisit,
  bank_account_id: string,
): Promise<Page<BankTransaction>> => {
  const asked = askedOf(visit, TOOLS.search_bank_transactions, { bank_account_id });
  const page = await searchTransactions(visit.books, asked);
  return { ...page, data: await describeTransactions(visit.books, page.data, tellIn(visit.language)) };
};

/** Money out is below zero, as on the bank's own paper. */
export const signed = ({
  amount,
  transaction_type,
}: Pick<BankTransaction, 'amount' | 'transaction_type'>): number =>
  transaction_type === 'debit' ? -amount : amount;

export const LineFilters = (): VNode => {
  const { language } = useCompany();
  const words = commonWords(language);
  const own = bankWords(language);
  const directions: Readonly<Record<string, string>> = { credit: own.credit, debit: own.debit };
  return (
    <ListFilters
      tool={TOOLS.search_bank_transactions}
      looks={{
        query: own.text,
        match_status: words.status,
        transaction_type: { label: own.direction, text: (value) => directions[value] ?? value },
        date_from: words.from,
        date_to: words.to,
        amount_min: own.least,
        amount_max: own.most,
      }}
    />
  );
};

export const documentHref = (visit: CompanyVisit, id: string): string =>
  visit.href(`/${id.startsWith('bill_') ? 'bills' : 'invoices'}/${id}`);

/** Who confirmed it, how sure the matcher was, why, and what it told it from. */
export const MatchReasons = ({ match }: { match: BankMatch }): VNode => {
  const visit = useCompany();
  const { language } = visit;
  const { bank: own } = visit.words;
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
  const { bank: own } = visit.words;
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
  const { common: words, bank: own } = visit.words;
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
          { head: words.amount, money: (row) => [signed(row), row.currency] },
        ]}
      />
      <Pager page={page} />
    </>
  );
};
