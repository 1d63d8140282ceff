// Invoices and bills of some months, with the number that each issuer gives and the day on which it will be paid.
import type { Country, Profile } from '../types.ts';
import type { MatchDocument } from '../../../src/matching/types.ts';
import { dayText, monthOf } from '../days.ts';
import type { Dice } from './dice.ts';
import type { Party } from './parties.ts';
import { wordsOf } from './words.ts';

export interface Doc {
  id: string;
  readonly type: 'invoice' | 'bill';
  readonly party: Party;
  series: string | null;
  number: string;
  /** As it stands on the paper. */
  printed: string;
  readonly uuid: string | null;
  readonly title: string | null;
  readonly currency: string;
  readonly total: number;
  balance: number;
  readonly issue: number;
  readonly due: number;
  open: boolean;
  /** Null: not for now. */
  pay: number | null;
}

type Numbering = (issue: number) => Pick<Doc, 'series' | 'number' | 'printed'>;

const STYLES = { plain: 4, series: 5, padded: 4, year: 4, slash: 2, month: 1, short: 1.5, long: 1.5 };

/** One issuer's way of numbering; its counter goes on with each document. */
const makeNumbering = (dice: Dice): Numbering => {
  const style = dice.draw(STYLES);
  const series = dice.pick(['A', 'B', 'F', 'FA', 'RE', 'R', 'FV', 'MX', 'S', 'INV', 'AR', 'V', 'NC26', 'K']);
  const mark = dice.pick(['-', '', ' ']);
  let counter =
    style === 'short'
      ? 0
      : dice.pick([dice.whole(1, 300), dice.whole(300, 9_000), dice.whole(9_000, 60_000)]);
  return (issue) => {
    counter += style === 'short' ? 1 : dice.chance(0.7) ? 1 : dice.whole(1, 9);
    const year = dayText(issue).slice(0, 4);
    const text = String(counter);
    if (style === 'plain') return { series: null, number: text, printed: text };
    if (style === 'long')
      return { series: null, number: `9${text.padStart(8, '0')}`, printed: `9${text.padStart(8, '0')}` };
    if (style === 'short') return { series: 'ZB', number: text, printed: `ZB-${text}` };
    if (style === 'series') return { series, number: text, printed: `${series}${mark}${text}` };
    if (style === 'padded')
      return { series, number: text.padStart(6, '0'), printed: `${series}${mark}${text.padStart(6, '0')}` };
    const whole =
      style === 'year'
        ? `${year}-${text.padStart(4, '0')}`
        : style === 'slash'
          ? `${text}/${year.slice(2)}`
          : `${year}${dayText(issue).slice(5, 7)}${text.padStart(3, '0')}`;
    return { series: null, number: whole, printed: whole };
  };
};

const TAX: Readonly<Record<Country, readonly number[]>> = { MX: [16, 16, 16, 0], DE: [19, 19, 19, 7, 0] };

const priceOf = (dice: Dice, country: Country): number => {
  const base = Math.exp(7 + 1.3 * dice.bell()) * (country === 'MX' ? 3 : 0.5);
  const step = dice.pick([1, 1, 10, 50, 100, 500]);
  const net = Math.max(20, dice.chance(0.5) ? Math.round(base / step) * step : Math.round(base * 100) / 100);
  return Math.round(net * (100 + dice.pick(TAX[country])));
};

export interface Ledger {
  readonly dice: Dice;
  readonly country: Country;
  readonly profile: Profile;
  readonly first: number;
  readonly last: number;
  readonly docs: Doc[];
}

const BEFORE_DAYS = 130;

const titleOf = ({ dice, country }: Ledger, party: Party, issue: number): string | null => {
  const { goods, monthly, months } = wordsOf(country);
  if (party.billing !== 'monthly') return dice.chance(0.7) ? dice.pick(goods) : null;
  const thing = monthly[Number(party.id.slice(-3)) % monthly.length] ?? '';
  return dice.chance(0.75) ? `${thing} ${months[monthOf(issue)] ?? ''} ${dayText(issue).slice(0, 4)}` : thing;
};

const issueDays = (ledger: Ledger, party: Party, count: number): number[] => {
  const { dice, first, last } = ledger;
  const from = first - BEFORE_DAYS;
  if (party.billing !== 'monthly') return Array.from({ length: count }, () => dice.whole(from, last));
  const months = Math.ceil((last - from) / 30.4);
  const streams = Math.max(1, Math.round(count / months));
  const start = from + dice.whole(0, 29);
  return Array.from(
    { length: streams * months },
    (_, at) => start + Math.round(Math.floor(at / streams) * 30.4),
  ).filter((day) => day <= last);
};

const schedule = ({ dice, first, last }: Ledger, doc: Doc): void => {
  const { party } = doc;
  const pay = Math.max(doc.issue, doc.due + party.late + Math.round(3 * dice.bell()));
  if (dice.chance(0.05) || pay > last) return;
  if (pay >= first) doc.pay = pay;
  else if (dice.chance(0.93)) {
    doc.open = false;
    doc.balance = 0;
  }
};

const addDocs = (
  ledger: Ledger,
  party: Party,
  type: Doc['type'],
  count: number,
  prices: readonly number[],
): void => {
  const { dice, country } = ledger;
  const own = country === 'MX' ? 'MXN' : 'EUR';
  const currency = dice.chance(0.025)
    ? country === 'MX'
      ? dice.pick(['USD', 'USD', 'EUR'])
      : dice.pick(['USD', 'GBP', 'CHF'])
    : own;
  const rent = Array.from({ length: dice.whole(1, 3) }, () => priceOf(dice, country));
  for (const issue of issueDays(ledger, party, count)) {
    const total =
      party.billing === 'monthly'
        ? dice.pick(rent)
        : party.billing === 'prices'
          ? dice.pick(prices)
          : priceOf(dice, country);
    const doc: Doc = {
      id: '',
      type,
      party,
      series: null,
      number: '',
      printed: '',
      uuid: country === 'MX' ? [8, 4, 4, 4, 12].map((length) => hex(dice, length)).join('-') : null,
      title: titleOf(ledger, party, issue),
      currency,
      total,
      balance: total,
      issue,
      due: issue + party.terms,
      open: true,
      pay: null,
    };
    schedule(ledger, doc);
    ledger.docs.push(doc);
  }
};

const hex = (dice: Dice, length: number): string =>
  Array.from({ length }, () => dice.whole(0, 15).toString(16).toUpperCase()).join('');

/** About so many documents, by how much business each party does. */
export const fillLedger = (ledger: Ledger, parties: readonly Party[], count: number): void => {
  const { dice, country } = ledger;
  const all = parties.reduce((sum, { weight }) => sum + weight, 0);
  const prices = Array.from({ length: dice.whole(12, 40) }, () => priceOf(dice, country));
  for (const party of parties) {
    const share = Math.max(1, Math.round((count * party.weight) / all));
    if (party.role !== 'supplier') addDocs(ledger, party, 'invoice', share, prices);
    if (party.role !== 'customer')
      addDocs(ledger, party, 'bill', Math.max(1, Math.round(share * 0.9)), prices);
  }
  ledger.docs.sort((a, b) => a.issue - b.issue);
  const own = makeNumbering(dice);
  const theirs = new Map<Party, Numbering>();
  for (const [at, doc] of ledger.docs.entries()) {
    const known = doc.type === 'invoice' ? own : (theirs.get(doc.party) ?? makeNumbering(dice));
    if (doc.type === 'bill') theirs.set(doc.party, known);
    doc.id = `${doc.type}-${String(at + 1).padStart(6, '0')}`;
    Object.assign(doc, known(doc.issue));
  }
};

export const toMatchDocument = (doc: Doc): MatchDocument => ({
  id: doc.id,
  type: doc.type,
  partyId: doc.party.id,
  series: doc.series,
  number: doc.number,
  uuid: doc.uuid,
  title: doc.title,
  currency: doc.currency,
  totalMinor: doc.total,
  balanceMinor: doc.balance,
  issueDate: dayText(doc.issue),
  dueDate: dayText(doc.due),
  open: doc.open,
});
