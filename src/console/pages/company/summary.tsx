// The company at a glance: what is owed, how old it is, what was paid last.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { GetPaymentSummaryResult } from '../../../../generated/tools/get_payment_summary.ts';
import type { SummaryOfCurrency } from '../../../../generated/types.ts';
import { type CashOfCurrency, cashByMonth, summarise } from '../../../domain/views/summary/summary.ts';
import { type Page, companyPage } from '../../page.ts';
import { Bars } from '../../parts/bars.tsx';
import { CashChart } from '../../parts/cash-chart.tsx';
import { Day, Head, Money, Section, Standings } from '../../parts/show.tsx';
import { documentHref } from '../bank/lines.tsx';
import { Table } from '../../parts/table.tsx';

export const summary = companyPage({
  path: '',
  role: 'viewer',
  query: async ({ books }) => ({ ...(await summarise(books)), cash: await cashByMonth(books) }),
  view: (data, visit) => {
    const {
      company: words,
      common: { summary: title },
    } = visit.words;
    return {
      title: `${title} · ${visit.entity.name}`,
      main: (
        <>
          <Head title={visit.entity.name} note={title} />
          <div class="columns">
            <Side title={words.receivable} sums={data.receivable} />
            <Side title={words.payable} sums={data.payable} />
          </div>
          {data.withheld.length > 0 && <Withheld of={data.withheld} />}
          <Cash cash={data.cash} />
          <div class="columns">
            <Overdue items={data.overdue_items} />
            <Recent payments={data.recent_payments} />
          </div>
        </>
      ),
    };
  },
});

const AGES = ['current', 'd1_30', 'd31_60', 'd61_90', 'd90_plus'] as const;
const TONES = { current: 'good', d1_30: 'wait', d31_60: 'wait', d61_90: 'bad', d90_plus: 'bad' } as const;

const Side = ({ title, sums }: { title: string; sums: readonly SummaryOfCurrency[] }): VNode => {
  const { company: words } = useCompany().words;
  return (
    <Section title={title} card>
      {sums.length === 0 && <p class="quiet">{words.nothingOpen}</p>}
      {sums.map(({ currency, open, credit, net, overdue, count, aging }) => (
        <div>
          <div class="large">
            <Standings of={[{ currency, open, credit, net }]} />
          </div>
          <p class="quiet">
            {words.documents(count)} · <Money value={overdue} currency={currency} /> {words.overdue}
          </p>
          <Bars
            title={`${title}: ${words.byAge}`}
            currency={currency}
            bars={AGES.map((age) => ({ label: words[age], value: aging[age], tone: TONES[age] }))}
          />
        </div>
      ))}
    </Section>
  );
};

const Withheld = ({ of }: { of: GetPaymentSummaryResult['withheld'] }): VNode => {
  const { company: words } = useCompany().words;
  return (
    <Table
      title={words.withheld}
      rows={of.toReversed()}
      empty=""
      columns={[
        { head: words.month, cell: ({ month }) => month },
        { head: words.withheldAmount, money: ({ amount, currency }) => [amount, currency] },
      ]}
    />
  );
};

const Cash = ({ cash }: { cash: readonly CashOfCurrency[] }): VNode => {
  const { company: words } = useCompany().words;
  return (
    <Section title={words.cash.title} card>
      {cash.length === 0 && <p class="quiet">{words.noCash}</p>}
      {cash.map((of) => (
        <CashChart names={words.cash} of={of} />
      ))}
    </Section>
  );
};

const Overdue = ({ items }: { items: GetPaymentSummaryResult['overdue_items'] }): VNode => {
  const visit = useCompany();
  const { company: words, common } = visit.words;
  return (
    <Table
      title={words.overdueItems}
      rows={items}
      empty={words.noneOverdue}
      columns={[
        {
          head: common.number,
          link: ({ record_type, record_id, number }) => [
            visit.href(`/${record_type === 'invoice' ? 'invoices' : 'bills'}/${record_id}`),
            number ?? common.states.draft,
          ],
        },
        { head: common.name, cell: ({ counterparty_name }) => counterparty_name },
        { head: words.daysLate, count: ({ days_overdue }) => days_overdue },
        { head: common.balance, money: ({ balance_due, currency }) => [balance_due, currency] },
      ]}
    />
  );
};

type RecentPayment = GetPaymentSummaryResult['recent_payments'][number];

/** The first documents that it settled, and how many more there are. */
const Settled = ({ of: { documents, document_count } }: { of: RecentPayment }): VNode => {
  const visit = useCompany();
  const more = document_count - documents.length;
  return (
    <>
      {documents.map(({ record_id, number }, at) => (
        <>
          {at > 0 && ', '}
          <a href={documentHref(visit, record_id)}>{number ?? record_id}</a>
        </>
      ))}
      {more > 0 && <span class="quiet"> + {more}</span>}
      {document_count === 0 && <span class="quiet">–</span>}
    </>
  );
};

const Recent = ({ payments }: { payments: readonly RecentPayment[] }): VNode => {
  const { company: words, common } = useCompany().words;
  return (
    <Table
      title={words.recent}
      rows={payments}
      empty={words.noneRecent}
      columns={[
        { head: common.date, main: true, cell: ({ date }) => <Day value={date} /> },
        { head: common.name, cell: ({ counterparty_name }) => counterparty_name ?? '–' },
        { head: words.settled, cell: (payment) => <Settled of={payment} /> },
        {
          head: common.amount,
          money: ({ object, amount, currency }) => [object === 'bill_payment' ? -amount : amount, currency],
        },
      ]}
    />
  );
};

export const companyPages: readonly Page[] = [summary];
