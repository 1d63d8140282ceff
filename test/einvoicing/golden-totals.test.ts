// Golden invoices: totals worked out by hand. A change of arithmetic shows here as a change of invoices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minorToWire } from '../../src/base/money/amount.ts';
import { DE_SELLER, MX_SELLER, plan, type Planning } from '../domain/invoices/facts.ts';

interface Golden {
  readonly name: string;
  readonly planning: Planning;
  readonly lines: readonly (readonly [subtotal: string, tax: string])[];
  readonly breakdown: readonly string[];
  readonly totals: readonly [subtotal: number, tax: number, total: number];
}

const line = (quantity: number, unit_price: number, country_details: object = {}) => ({
  quantity,
  unit_price,
  country_details,
});

const MX: readonly Golden[] = [
  {
    name: 'one line',
    planning: { lines: [line(1, 4500)] },
    lines: [['4500', '720']],
    breakdown: ['002 16: 720 on 4500'],
    totals: [4500, 720, 5220],
  },
  {
    name: 'prices that include tax elsewhere: six decimals on the line, two in the header',
    planning: { lines: [line(1, 862.068966), line(1, 8.62069)] },
    lines: [
      ['862.068966', '137.931035'],
      ['8.62069', '1.37931'],
    ],
    breakdown: ['002 16: 139.31 on 870.69'],
    totals: [870.69, 139.31, 1010],
  },
  {
    name: 'fractions of hours',
    planning: { lines: [line(12.5, 950), line(0.333333, 1199.99)] },
    lines: [
      ['11875', '1900'],
      ['399.996267', '63.999403'],
    ],
    breakdown: ['002 16: 1964 on 12275'],
    totals: [12275, 1964, 14239],
  },
  {
    name: 'header tax is the sum of the lines, not 16 % of the subtotal',
    planning: { lines: Array.from({ length: 3 }, () => line(1, 0.333333)) },
    lines: Array.from({ length: 3 }, () => ['0.333333', '0.053333'] as const),
    breakdown: ['002 16: 0.16 on 1'],
    totals: [1, 0.16, 1.16],
  },
  {
    name: 'a line that bears no tax stays out of the base',
    planning: { lines: [line(1, 100), line(1, 50, { tax_object: '01' }), line(2, 10, { tax_object: '04' })] },
    lines: [
      ['100', '16'],
      ['50', '0'],
      ['20', '0'],
    ],
    breakdown: ['002 16: 16 on 100'],
    totals: [170, 16, 186],
  },
  {
    name: 'nothing taxed: no breakdown',
    planning: { lines: [line(3, 9.99, { tax_object: '01' })] },
    lines: [['29.97', '0']],
    breakdown: [],
    totals: [29.97, 0, 29.97],
  },
  {
    name: 'dollars',
    planning: { currency: 'USD', lines: [line(3, 33.335)] },
    lines: [['100.005', '16.0008']],
    breakdown: ['002 16: 16 on 100.01'],
    totals: [100.01, 16, 116.01],
  },
  {
    name: 'yen have no decimals in the header',
    planning: { currency: 'JPY', lines: [line(1, 1234.5), line(3, 99.5)] },
    lines: [
      ['1234.5', '197.52'],
      ['298.5', '47.76'],
    ],
    breakdown: ['002 16: 245 on 1533'],
    totals: [1533, 245, 1778],
  },
  {
    name: 'two hundred small lines',
    planning: { lines: Array.from({ length: 200 }, () => line(1, 0.005)) },
    lines: Array.from({ length: 200 }, () => ['0.005', '0.0008'] as const),
    breakdown: ['002 16: 0.16 on 1'],
    totals: [1, 0.16, 1.16],
  },
  {
    name: 'the smallest quantity of something dear',
    planning: { lines: [line(0.000001, 1_000_000)] },
    lines: [['1', '0.16']],
    breakdown: ['002 16: 0.16 on 1'],
    totals: [1, 0.16, 1.16],
  },
];

const DE: readonly Golden[] = [
  {
    name: 'one line',
    planning: { seller: DE_SELLER, lines: [line(2, 480)] },
    lines: [['960', '182.4']],
    breakdown: ['S 19: 182.4 on 960'],
    totals: [960, 182.4, 1142.4],
  },
  {
    name: 'each line is rounded to cents, the tax once for its rate',
    planning: { seller: DE_SELLER, lines: [line(3, 0.333), line(3, 0.333), line(3, 0.335)] },
    lines: [
      ['1', '0.19'],
      ['1', '0.19'],
      ['1.01', '0.19'],
    ],
    breakdown: ['S 19: 0.57 on 3.01'],
    totals: [3.01, 0.57, 3.58],
  },
  {
    name: 'mixed rates',
    planning: {
      seller: DE_SELLER,
      lines: [
        line(1, 99.99),
        line(7, 4.49, { tax_rate: 7 }),
        line(1, 250, { tax_rate: 0 }),
        line(2, 0.05, { tax_rate: 7 }),
      ],
    },
    lines: [
      ['99.99', '19'],
      ['31.43', '2.2'],
      ['250', '0'],
      ['0.1', '0.01'],
    ],
    breakdown: ['S 19: 19 on 99.99', 'S 7: 2.21 on 31.53', 'Z 0: 0 on 250'],
    totals: [381.52, 21.21, 402.73],
  },
  {
    name: 'reverse charge',
    planning: { seller: DE_SELLER, lines: [line(1.5, 1000, { exemption_code: 'AE' })] },
    lines: [['1500', '0']],
    breakdown: ['AE 0: 0 on 1500'],
    totals: [1500, 0, 1500],
  },
  {
    name: 'exempt beside zero-rated: one rate, two categories',
    planning: {
      seller: DE_SELLER,
      lines: [line(1, 10, { tax_rate: 0 }), line(1, 20, { exemption_code: 'VATEX-EU-132' })],
    },
    lines: [
      ['10', '0'],
      ['20', '0'],
    ],
    breakdown: ['Z 0: 0 on 10', 'E 0: 0 on 20'],
    totals: [30, 0, 30],
  },
  {
    name: 'many lines drift where 19 % of each would not meet 19 % of the sum',
    planning: { seller: DE_SELLER, lines: Array.from({ length: 100 }, () => line(1, 0.03)) },
    lines: Array.from({ length: 100 }, () => ['0.03', '0.01'] as const),
    breakdown: ['S 19: 0.57 on 3'],
    totals: [3, 0.57, 3.57],
  },
  {
    name: 'yen',
    planning: { seller: DE_SELLER, currency: 'JPY', lines: [line(1, 1234.5), line(3, 99.5)] },
    lines: [
      ['1235', '235'],
      ['299', '57'],
    ],
    breakdown: ['S 19: 291 on 1534'],
    totals: [1534, 291, 1825],
  },
  {
    name: 'half a cent goes up',
    planning: { seller: DE_SELLER, lines: [line(1, 0.125), line(1, 2.675)] },
    lines: [
      ['0.13', '0.02'],
      ['2.68', '0.51'],
    ],
    breakdown: ['S 19: 0.53 on 2.81'],
    totals: [2.81, 0.53, 3.34],
  },
  {
    name: 'free of charge',
    planning: { seller: DE_SELLER, lines: [line(1, 0)] },
    lines: [['0', '0']],
    breakdown: ['S 19: 0 on 0'],
    totals: [0, 0, 0],
  },
];

const check = ({ planning, lines, breakdown, totals }: Golden): void => {
  const planned = plan(planning);
  const { currency, subtotal_minor, tax_minor, total_minor, tax_breakdown } = planned.header;
  assert.deepEqual(
    {
      lines: planned.lines.map(({ subtotal, tax_amount }) => [subtotal, tax_amount]),
      breakdown: tax_breakdown.map((row) => `${row.category} ${row.rate}: ${row.amount} on ${row.base}`),
      totals: [subtotal_minor, tax_minor, total_minor].map((minor) => minorToWire(minor, currency)),
    },
    { lines, breakdown, totals },
  );
};

for (const golden of MX)
  test(`Mexico, ${golden.name}`, () =>
    check({ ...golden, planning: { seller: MX_SELLER, ...golden.planning } }));
for (const golden of DE) test(`Germany, ${golden.name}`, () => check(golden));
