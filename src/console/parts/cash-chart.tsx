// Money in and out by month: two bars a month, and the same figures as a table for who does not see them.
import { useVisit } from '../context.ts';
import type { VNode } from 'preact';
import type { CashOfCurrency, CashOfMonth } from '../../domain/views/summary/summary.ts';
import { money, monthName } from '../format.ts';
import { Table } from './table.tsx';

const WIDTH = 420;
const HEIGHT = 150;
const FOOT = 22;
const HEAD = 18;

export interface CashNames {
  readonly title: string;
  readonly month: string;
  readonly inflow: string;
  readonly outflow: string;
  readonly asTable: string;
}

interface Shown {
  readonly names: CashNames;
  readonly of: CashOfCurrency;
}

export const CashChart = ({ names, of: { currency, months } }: Shown): VNode => {
  const visit = useVisit();
  const most = Math.max(1, ...months.flatMap(({ inflow, outflow }) => [inflow, outflow]));
  const step = WIDTH / months.length;
  const scale = (HEIGHT - FOOT - HEAD) / most;
  const height = (value: number): number => (value === 0 ? 0 : Math.max(2, Math.round(value * scale)));
  const bar = (tone: 'good' | 'wait', value: number, x: number, name: string, month: string): VNode => (
    <rect class={tone} x={x} y={HEIGHT - FOOT - height(value)} width={step / 3} height={height(value)} rx={2}>
      <title>{`${month}, ${name}: ${money(visit.language, value, currency)}`}</title>
    </rect>
  );
  return (
    <figure class="cash">
      <svg
        class="bars"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${names.title} ${currency}`}
      >
        <text x={0} y={12}>
          {money(visit.language, most, currency)}
        </text>
        <line x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {months.map(({ month, inflow, outflow }, at) => {
          const x = at * step + step / 6;
          const name = monthName(visit.language, month);
          return (
            <g>
              {bar('good', inflow, x, names.inflow, name)}
              {bar('wait', outflow, x + step / 3, names.outflow, name)}
              <text x={at * step + step / 2} y={HEIGHT - 6} text-anchor="middle">
                {monthName(visit.language, month, 'short')}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span class="key good" aria-hidden="true" /> {names.inflow}{' '}
        <span class="key wait" aria-hidden="true" /> {names.outflow}
      </figcaption>
      <Figures names={names} of={{ currency, months }} />
    </figure>
  );
};

/** The same as a table. */
const Figures = ({ names, of: { currency, months } }: Shown): VNode => {
  const visit = useVisit();
  return (
    <details>
      <summary>{`${names.asTable} ${currency}`}</summary>
      <Table<CashOfMonth>
        caption={`${names.title} ${currency}`}
        rows={months}
        columns={[
          { head: names.month, main: true, cell: ({ month }) => monthName(visit.language, month) },
          { head: names.inflow, money: ({ inflow }) => [inflow, currency] },
          { head: names.outflow, money: ({ outflow }) => [outflow, currency] },
        ]}
      />
    </details>
  );
};
