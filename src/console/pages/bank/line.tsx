// One bank line: what it settles and why, and taking the decision back.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { BankMatch, BankTransaction } from '../../../../generated/types.ts';
import { findLine } from '../../../domain/bank/transactions/store/lines.ts';
import { describeTransaction } from '../../../domain/bank/reconciliation/describe.ts';
import { companyPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, State, Go } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { linkAct, noMatchAct, undoAct } from './decisions.ts';
import { documentHref, MatchReasons, signed } from './lines.tsx';
import { tellIn } from '../../tell.ts';

const pathOf = ({ bank_account_id, id }: BankTransaction): string => `/bank/${bank_account_id}/lines/${id}`;

export const linePage = companyPage({
  path: '/bank/:account/lines/:line',
  role: 'viewer',
  query: async ({ books, params, language }) => {
    const line = await findLine(books, params['line'] ?? '');
    return line?.bank_account_id === params['account']
      ? describeTransaction(books, line?.id ?? '', tellIn(language))
      : undefined;
  },
  acts: { undo: undoAct(), 'no-match': noMatchAct(), link: linkAct() },
  view: (line, visit) => {
    const { bank: own } = visit.words;
    return {
      title: own.line,
      main: (
        <>
          <Head
            title={line.description}
            note={<State value={line.transfer?.status === 'linked' ? 'linked' : line.match_status} />}
          >
            <Go to={visit.href(`/bank/${line.bank_account_id}`)} text={own.account} quiet />
          </Head>
          <LineFacts line={line} />
          {line.matches.length > 0 && <Matches line={line} />}
          {visit.may('accountant') && <Decide line={line} />}
        </>
      ),
    };
  },
});

export const LineFacts = ({ line }: { line: BankTransaction }): VNode => {
  const visit = useCompany();
  const { common: words, bank: own } = visit.words;
  const { batch, transfer, currency } = line;
  return (
    <Facts
      rows={[
        [words.amount, <Money value={signed(line)} currency={currency} />],
        [words.date, <Day value={line.date} />],
        [words.reference, line.reference],
        [own.hint, line.counterparty_hint],
        [own.statementLine, line.statement_line],
        [
          own.batch,
          batch === null ? null : (
            <>
              <Money value={batch.amount} currency={currency} /> {batch.kind === 'charge' && own.charge}
            </>
          ),
        ],
        [
          transfer?.status === 'linked' ? own.transfer : own.transferMaybe,
          transfer === null ? null : (
            <a
              href={visit.href(
                `/bank/${transfer.peer_bank_account_id}/lines/${transfer.peer_transaction_id}`,
              )}
            >
              {own.line}
            </a>
          ),
        ],
      ]}
    />
  );
};

const Matches = ({ line }: { line: BankTransaction }): VNode => {
  const visit = useCompany();
  const { common: words, bank: own } = visit.words;
  return (
    <>
      <h2>{own.documents}</h2>
      <Table<BankMatch>
        caption={own.documents}
        rows={line.matches}
        columns={[
          {
            head: words.number,
            link: (row) => [documentHref(visit, row.matched_record_id), row.matched_record_id],
          },
          {
            head: own.payment,
            cell: (row) =>
              row.payment_id === null ? (
                '–'
              ) : (
                <a href={visit.href(`/payments/${row.payment_id}`)}>{row.payment_id}</a>
              ),
          },
          { head: own.why, cell: (row) => <MatchReasons match={row} /> },
          { head: words.amount, money: (row) => [row.amount, line.currency] },
        ]}
      />
    </>
  );
};

const Decide = ({ line }: { line: BankTransaction }): VNode => {
  const visit = useCompany();
  const { bank: own } = visit.words;
  const decided = line.match_status === 'confirmed' || line.match_status === 'no_match';
  const fields = { line: line.id };
  const send = { visit, fields, action: visit.href(pathOf(line)) };
  if (decided) {
    return (
      <section class="card">
        <p class="quiet">{own.undoNote}</p>
        <Send {...send} act="undo" text={own.undo} danger />
      </section>
    );
  }
  return (
    <section class="card">
      <p class="quiet">{own.noMatchNote}</p>
      <div class="buttons">
        <Go to={visit.href(`/bank/${line.bank_account_id}/review?line=${line.id}`)} text={own.open} />
        {line.transfer?.status === 'suggested' && <Send {...send} act="link" text={own.link} quiet />}
        <Send {...send} act="no-match" text={own.noMatch} quiet />
      </div>
    </section>
  );
};
