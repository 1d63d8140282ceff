// Exchange rates: the latest of each pair with its source, or one pair day by day. Rates come from the service or an
// import; nobody types them here.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { latestRates, type ListedRate, ratesOfPair } from '../../../domain/money/exchange-rates/list.ts';
import { asDay, dayIn } from '../../../base/time/day.ts';
import { listFilters, PAGE_ROWS } from '../../filters.ts';
import { listed } from '../../list-page.tsx';
import { organisationPage } from '../../page.ts';
import { Field, Select } from '../../parts/form.tsx';
import { Day, Filters } from '../../parts/show.tsx';
import type { Column } from '../../parts/table.tsx';
import type { OrganisationVisit } from '../../visit.ts';

const pairOf = ({ base, quote }: Pick<ListedRate, 'base' | 'quote'>): string => `${base}/${quote}`;

const read = async (visit: OrganisationVisit) => {
  const { date_from, date_to, cursor } = listFilters(visit);
  const until = date_to === undefined ? dayIn('UTC', visit.now) : asDay(date_to);
  const latest = await latestRates(visit.reads, until);
  const asked = latest.find((rate) => pairOf(rate) === visit.url.searchParams.get('pair'));
  const choices = [...new Set(latest.map(pairOf))];
  if (asked === undefined) {
    const data = latest.filter(({ date }) => date_from === undefined || date >= date_from);
    return { choices, latest: true, page: { data, next_cursor: null, total_count: data.length } };
  }
  const { base, quote } = asked;
  const filters = { base, quote, from: date_from, to: date_to, limit: PAGE_ROWS, cursor };
  return { choices, latest: false, page: await ratesOfPair(visit.reads, filters) };
};

export const ratesPage = organisationPage({
  path: '/settings/rates',
  role: 'viewer',
  query: read,
  view: ({ choices, latest, page }, visit) => {
    const { rates: words, common } = visit.words;
    const { searchParams } = visit.url;
    return listed<ListedRate>(page, {
      title: words.title,
      note: words.note,
      none: words.none,
      columns: columnsOf(visit, latest),
      filters: (
        <Filters>
          <Select
            name="pair"
            label={words.pair}
            any={words.latestOfAll}
            value={searchParams.get('pair')}
            choices={choices.map((value) => ({ value, text: value }))}
          />
          <Field name="date_from" type="date" label={common.from} value={searchParams.get('date_from')} />
          <Field name="date_to" type="date" label={common.to} value={searchParams.get('date_to')} />
        </Filters>
      ),
    });
  },
});

const columnsOf = (visit: OrganisationVisit, latest: boolean): readonly Column<ListedRate>[] => {
  const { rates: words, common } = visit.words;
  const days: Readonly<Record<string, string>> = words.sources;
  return [
    {
      head: words.pair,
      main: true,
      cell: (rate) =>
        latest ? (
          <a href={`/settings/rates?pair=${encodeURIComponent(pairOf(rate))}`}>{pairOf(rate)}</a>
        ) : (
          pairOf(rate)
        ),
    },
    { head: common.date, cell: (rate) => <RateDay rate={rate} /> },
    { head: words.rate, count: ({ rate }) => Number(rate), least: 4, most: 8 },
    { head: words.source, cell: ({ source }) => days[source] ?? source },
    { head: words.owner, cell: ({ own }) => (own ? visit.organisation.name : words.service) },
  ];
};

const RateDay = ({ rate }: { rate: ListedRate }): VNode => {
  const visit = useOrganisation();
  return (
    <>
      <Day value={rate.date} />
      {rate.stale && <div class="state wait">{visit.words.rates.stale}</div>}
    </>
  );
};
