// What suppliers of the demo send, before it is a file of any format.
import { type Decimal, decimal, roundHalfUp, sumOf, toFixed } from '../../../base/money/decimal.ts';
import type { Entity } from '../../../base/entity.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { DemoParty } from '../companies.ts';

export interface PaperLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  /** Mexico: c_ClaveProdServ. */
  readonly product_code?: string;
}

/** Days count back from the day on which the demo was made. */
export interface PlannedPaper {
  /** The file, and the step that makes it. */
  readonly file: string;
  /** External id of a supplier, or somebody who is not in the books. */
  readonly from: string | Stranger;
  readonly days_ago: number;
  readonly terms: number;
  readonly series?: string;
  readonly number: string;
  readonly iban?: string;
  readonly lines: readonly PaperLine[];
  /** A picture of it, without data. */
  readonly as?: 'pdf';
  /** Through the sandbox network, to whoever reads its queue. */
  readonly by?: 'network';
  readonly booked?: true;
  /** Mexico: so many days ago it was paid, of which the supplier sends its complement. */
  readonly paid?: { readonly days_ago: number; readonly file: string };
}

type Stranger = Pick<DemoParty, 'name' | 'postal_code' | 'country_details'>;

export interface Paper extends Omit<PlannedPaper, 'from'> {
  readonly seller: Stranger;
  readonly buyer: Entity;
  readonly day: IsoDay;
  readonly due: IsoDay;
  readonly tax_percent: number;
}

const HUNDRED = decimal('100');

export interface Sums {
  readonly lines: readonly string[];
  readonly net: string;
  readonly tax: string;
  readonly total: string;
}

/** With two decimals; tax on the sum. */
export const sumsOf = ({ lines, tax_percent }: Pick<Paper, 'lines' | 'tax_percent'>): Sums => {
  const nets = lines.map(({ quantity, unit_price }) =>
    roundHalfUp(decimal(quantity).times(decimal(unit_price)), 2),
  );
  const net = sumOf(nets);
  const tax = taxOn(net, tax_percent);
  return {
    lines: nets.map((each) => toFixed(each, 2)),
    net: toFixed(net, 2),
    tax: toFixed(tax, 2),
    total: toFixed(net.plus(tax), 2),
  };
};

const taxOn = (net: Decimal, percent: number): Decimal =>
  roundHalfUp(net.times(decimal(String(percent))).div(HUNDRED), 2);
