// The ledger: entries in order with running balances, for the company or one counterparty.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { type LedgerEntry, type LedgerOfCurrency, LedgerTypeValues } from '../../../../generated/types.ts';
import { generateLedger } from '../../../domain/money/ledger/generate.ts';
import { listFilters } from '../../filters.ts';
import { companyPage, type Page } from '../../page.ts';
import { Field, Select } from '../../parts/form.tsx';
import { Day, Filters, Head, Money, Pager, Go, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';

const ledgerPage = companyPage({
  path: '/ledger',
  role: 'viewer',
  query: (visit) => {
    const { counterparty_id, date_from, date_to, cursor } = listFilters(visit);
    const type = LedgerTypeValues.find((value) => value === visit.url.searchParams.get('type')) ?? 'both';
    return generateLedger(visit.books, { type, format: 'json', counterparty_id, date_from, date_to, cursor });
  },
  view: (ledger, visit) => {
    const { url } = visit;
    const { common: words, ledger: own } = visit.words;
    const only = url.searchParams.get('counterparty_id');
    return {
      title: own.title,
      main: (
        <>
          <Head title={own.title} {...(only === null ? {} : { note: own.only })}>
            <Go to={visit.href(`/exports/ledger.csv${url.search}`)} text={own.csv} quiet />
          </Head>
          <Filters>
            <Select
              name="type"
              label={own.side}
              value={ledger.type}
              choices={LedgerTypeValues.map((value) => ({ value, text: own[value] }))}
            />
            <Field
              name="date_from"
              type="date"
              label={words.from}
              value={url.searchParams.get('date_from')}
            />
            <Field name="date_to" type="date" label={words.to} value={url.searchParams.get('date_to')} />
            {only !== null && <input type="hidden" name="counterparty_id" value={only} />}
          </Filters>
          {(ledger.currencies ?? []).length === 0 && <div class="empty">{own.none}</div>}
          {(ledger.currencies ?? []).map((of) => (
            <OfCurrency of={of} />
          ))}
          <Pager page={{ next_cursor: ledger.next_cursor, total_count: ledger.row_count }} />
        </>
      ),
    };
  },
});

const PAGES_OF: Readonly<Record<string, string>> = {
  invc: 'invoices',
  bill: 'bills',
  icrn: 'credit-notes',
  bcrn: 'bill-credit-notes',
  ipay: 'payments',
  bpay: 'payments',
};

const Record = ({ entry }: { entry: LedgerEntry }): VNode => {
  const visit = useCompany();
  const noun = PAGES_OF[entry.record_id.split('_')[0] ?? ''];
  const text = entry.number ?? entryText(visit, entry.entry_type);
  return noun === undefined ? (
    <span>{text}</span>
  ) : (
    <a href={visit.href(`/${noun}/${entry.record_id}`)}>{text}</a>
  );
};

const entryText = ({ words: all }: CompanyVisit, type: LedgerEntry['entry_type']): string =>
  all.ledger.entries[type];

const OfCurrency = ({ of }: { of: LedgerOfCurrency }): VNode => {
  const visit = useCompany();
  const { common: words, ledger: own } = visit.words;
  const money = (value: number): VNode => <Money value={value} currency={of.currency} />;
  return (
    <Section title={of.currency}>
      <p>
        {own.opening}: {money(of.opening_balance)} · {own.closing}: {money(of.closing_balance)}
      </p>
      <Table
        caption={`${own.title} ${of.currency}`}
        rows={of.entries}
        empty={own.none}
        columns={[
          { head: words.date, cell: (entry) => <Day value={entry.date} /> },
          { head: words.number, main: true, cell: (entry) => <Record entry={entry} /> },
          { head: words.type, cell: (entry) => entryText(visit, entry.entry_type) },
          { head: words.name, cell: (entry) => entry.counterparty_name },
          { head: own.debit, figure: true, cell: (entry) => (entry.debit === 0 ? '' : money(entry.debit)) },
          {
            head: own.credit,
            figure: true,
            cell: (entry) => (entry.credit === 0 ? '' : money(entry.credit)),
          },
          { head: own.running, figure: true, cell: (entry) => money(entry.running_balance) },
        ]}
      />
    </Section>
  );
};

export const ledgerPages: readonly Page[] = [ledgerPage];
