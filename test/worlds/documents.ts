// The invoices and bills of a world: when they were issued, when they are due, when (if ever) they will be paid.
import { monthOf, yearOf } from './days.ts';
import type { Habits } from './habits.ts';
import { type Label, makeNumbering, nextLabel, type Numbering } from './numbering.ts';
import type { Party } from './parties.ts';
import { type Random, zipfPicker } from './random.ts';
import type { Country } from './types.ts';
import { DE_CONCEPTS, MX_CONCEPTS } from './vocabulary/concepts.ts';

export interface Doc {
  id: string;
  readonly party: Party;
  currency: string;
  totalMinor: number;
  balanceMinor: number;
  issueDay: number;
  dueDay: number;
  /** When it will be paid; it may be after the statement, or never. */
  payDay: number | null;
  open: boolean;
  series: boolean;
  readonly product: string;
  uuid: string | null;
  title: string | null;
  label: Label;
}

export interface Books {
  readonly country: Country;
  readonly habits: Habits;
  readonly random: Random;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly docs: Doc[];
  /** What the entity itself sells, with tax. */
  readonly prices: readonly number[];
}

const NO_LABEL: Label = {
  series: null,
  number: '',
  prefix: '',
  year: null,
  padded: '',
  plain: '',
  printed: '',
};

export const conceptsOf = (country: Country): typeof MX_CONCEPTS =>
  country === 'MX' ? MX_CONCEPTS : DE_CONCEPTS;

const TAXED = { MX: [1.16, 1.16, 1.16, 1.16, 1.08, 1], DE: [1.19, 1.19, 1.19, 1.07, 1] } as const;

/** Prices as sellers make them: round before tax, or round with it. */
export const makePrices = (random: Random, country: Country, count: number): number[] =>
  Array.from({ length: count }, () => {
    const raw = random.lognormal(country === 'MX' ? 3_500 : 260, 1.15);
    const step =
      raw > 5_000 ? random.pick([500, 1_000]) : raw > 500 ? random.pick([50, 100]) : random.pick([5, 10, 25]);
    const net = Math.max(step, Math.round(raw / step) * step) - random.pick([0, 0, 0, 0, 1, 0.1]);
    return Math.round(net * 100 * random.pick(TAXED[country]));
  });

const amountOf = (books: Books, party: Party): number => {
  const { random, country, prices } = books;
  if (party.contract === 'free') {
    const median = country === 'MX' ? 640_000 : 52_000;
    return Math.max(1_500, Math.round(random.lognormal(median, 1.3)));
  }
  if (party.contract === 'deliveries')
    return Math.max(900, Math.round(random.lognormal(country === 'MX' ? 150_000 : 14_000, 0.6)));
  // The entity's list prices are used unevenly: a few articles make most of the invoices.
  const own = prices[Math.floor(prices.length * random.next() ** 1.7)] ?? 100_000;
  const price = party.role === 'customer' ? own : random.pick(party.prices);
  const quantity = Number(
    random.weighted({ '1': 66, '2': 13, '3': 6, '4': 5, '5': 4, '6': 2, '10': 3, '12': 1 }),
  );
  const extra = random.chance(0.1) ? random.pick(prices) : 0;
  return price * (party.contract === 'series' ? 1 : quantity) + extra;
};

/** Mostly as the party is used to; some long after the due day, a few long before it. */
const payDayOf = ({ random, habits }: Books, party: Party, issueDay: number): number => {
  const dueDay = issueDay + party.termDays;
  if (party.atDelivery && party.termDays >= 30 && random.chance(0.8)) return issueDay + random.int(0, 4);
  const usual = dueDay + party.delay + party.spread * random.normal();
  if (random.chance(habits.stragglers)) return Math.round(usual + random.int(20, 80));
  return Math.round(random.chance(habits.prepaid) ? usual - random.int(5, 30) : usual);
};

const titleOf = (books: Books, product: string, issueDay: number, isSeries: boolean): string | null => {
  const { random, country } = books;
  const { months } = conceptsOf(country);
  const nice = product.charAt(0) + product.slice(1).toLowerCase();
  if (isSeries && random.chance(0.75))
    return `${nice} ${(months[monthOf(issueDay)] ?? '').toLowerCase()} ${yearOf(issueDay)}`;
  return random.chance(0.55) ? nice : null;
};

const makeUuid = (random: Random): string => {
  const hex = (count: number): string =>
    Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(hex).join('-').toUpperCase();
};

export const addDoc = (
  books: Books,
  party: Party,
  issueDay: number,
  given: { amount?: number; series?: boolean } = {},
): Doc => {
  const { random, country } = books;
  const { products } = conceptsOf(country);
  const product = products[party.product % products.length] ?? '';
  const amount = given.amount ?? amountOf(books, party);
  const dueDay = issueDay + party.termDays;
  const isSeries = given.series ?? false;
  const own = random.chance(0.6) ? product : random.pick(products);
  const doc: Doc = {
    id: '',
    party,
    currency: country === 'MX' ? 'MXN' : 'EUR',
    totalMinor: amount,
    balanceMinor: amount,
    issueDay,
    dueDay,
    payDay: Math.max(issueDay, payDayOf(books, party, issueDay)),
    open: true,
    series: isSeries,
    product,
    uuid: country === 'MX' && random.chance(0.85) ? makeUuid(random) : null,
    title: titleOf(books, isSeries ? product : own, issueDay, isSeries),
    label: NO_LABEL,
  };
  books.docs.push(doc);
  return doc;
};

const addSeries = (books: Books, party: Party): void => {
  const { random, firstDay, lastDay } = books;
  const amount = amountOf(books, party);
  const weekly = random.chance(0.08);
  const step = weekly ? 7 : 30.4;
  const twice = random.chance(0.06) ? 2 : 1;
  let day = firstDay - 100 + (party.seriesDay % 28);
  while (day <= lastDay) {
    for (let copy = 0; copy < twice; copy += 1)
      addDoc(books, party, Math.round(day), { amount, series: true });
    day += step;
  }
};

/** What was due before the statement begins is paid, but for some that never was. */
const settleEarlier = (books: Books, share: number): void => {
  const { random, firstDay } = books;
  const past = books.docs.filter((doc) => doc.payDay !== null && doc.payDay < firstDay).length;
  const kept = books.docs.filter((doc) => {
    if (doc.payDay === null || doc.payDay >= firstDay) return true;
    if (random.chance(0.09)) {
      doc.payDay = null;
      return true;
    }
    doc.open = false;
    doc.balanceMinor = 0;
    return random.chance(share / Math.max(1, past));
  });
  books.docs.splice(0, books.docs.length, ...kept);
};

/** Fills the books until there are enough to pay and more that stay open. */
export const fillBooks = (
  books: Books,
  parties: readonly Party[],
  want: { open: number; payable: number },
): void => {
  const { random, firstDay, lastDay } = books;
  const sides = (['customer', 'supplier'] as const).map((role) =>
    parties.filter((party) => party.role === role),
  );
  const pickers = sides.map((side) => zipfPicker(random, side.length, 0.95));
  for (const party of parties) if (party.contract === 'series') addSeries(books, party);
  let open = 0;
  let payable = 0;
  for (const doc of books.docs) {
    if (doc.payDay !== null && doc.payDay >= firstDay) open += 1;
    if (isPayable(books, doc)) payable += 1;
  }
  while (open < want.open || payable < want.payable) {
    const side = random.chance(books.habits.credits) ? 0 : 1;
    const party = sides[side]?.[pickers[side]?.() ?? 0];
    if (party === undefined || (party.contract === 'series' && random.chance(0.8))) continue;
    const doc = addDoc(books, party, random.int(firstDay - 80, lastDay));
    if (doc.payDay !== null && doc.payDay >= firstDay) open += 1;
    if (isPayable(books, doc)) payable += 1;
  }
  settleEarlier(books, want.open * 0.14);
  addSisterTwins(books);
};

/** A sister company owes the same amount at the same time, and does not pay it yet. */
const addSisterTwins = (books: Books): void => {
  const { random, docs } = books;
  for (const doc of docs.slice()) {
    const { sister } = doc.party;
    if (sister === null || !doc.open || doc.payDay === null || !random.chance(0.22)) continue;
    const twin = addDoc(books, sister, doc.issueDay + random.int(-6, 6), { amount: doc.totalMinor });
    twin.payDay = null;
  }
};

export const isPayable = (books: Books, doc: Doc): boolean =>
  doc.open && doc.payDay !== null && doc.payDay >= books.firstDay && doc.payDay <= books.lastDay;

/** Gives every document its number, in the order of issue; the entity has one or two series of its own. */
export const numberDocs = (books: Books): void => {
  const { random, country, docs } = books;
  const own: Numbering[] = [makeNumbering(random, country, true)];
  if (random.chance(0.4)) {
    const second = makeNumbering(random, country, true);
    const like = random.chance(0.6) ? own[0] : undefined;
    // Two series that run side by side: A-1203 and B-1203 are different invoices.
    const next = random.chance(0.4) ? (own[0]?.next ?? 0) + random.int(-30, 30) : second.next;
    own.push({ ...second, style: like?.style ?? second.style, width: like?.width ?? second.width, next });
  }
  // Nobody gives a number twice; two series of one company may still meet.
  const used = new Map<Party | null, Set<string>>();
  const sorted = random.shuffled(docs).sort((a, b) => a.issueDay - b.issueDay);
  for (const doc of sorted) {
    const numbering =
      doc.party.role === 'supplier' ? doc.party.numbering : random.chance(0.78) ? own[0] : random.pick(own);
    if (numbering === undefined) throw new Error('no numbering');
    const taken = used.get(doc.party.role === 'supplier' ? doc.party : null) ?? new Set<string>();
    used.set(doc.party.role === 'supplier' ? doc.party : null, taken);
    do doc.label = nextLabel(numbering, random, yearOf(doc.issueDay), monthOf(doc.issueDay));
    while (taken.has(doc.label.printed));
    taken.add(doc.label.printed);
  }
  docs.splice(0, docs.length, ...sorted);
};
