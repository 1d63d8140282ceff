// `makeWorld`: a company's books and its bank statement, with the truth about every line. The same options give the same
// world. Seeds 1000-1999 are for fitting weights, 2000-2999 for tuning, 7000 and above for what is reported.
import type { MatchDocument, MatchLine, MatchMemory, MatchPayment } from '../../src/matching/types.ts';
import { normaliseName } from '../../src/base/names/normalise.ts';
import { printAt } from './banks.ts';
import { dayOf, dayText } from './days.ts';
import { type Books, type Doc, fillBooks, makePrices, numberDocs } from './documents.ts';
import { type Habits, makeHabits } from './habits.ts';
import { makeClabe, makeIban } from './identifiers.ts';
import { makeCompany, makePerson } from './names.ts';
import { makeParties, type Party } from './parties.ts';
import type { Plan, Stage } from './plans.ts';
import { makeRandom, type Random } from './random.ts';
import { settle } from './settlements.ts';
import type { LineTruth, World, WorldOptions } from './types.ts';
import { addUnmatched, pastDocs } from './unmatched.ts';

const RATES: Readonly<Record<string, number>> = {
  'USD MXN': 18.4,
  'EUR MXN': 20.6,
  'USD EUR': 0.89,
  'CHF EUR': 1.05,
  'GBP EUR': 1.17,
};

/** A slow wave for each pair: a rate is a function of the day alone. */
const makeRates = (random: Random): Stage['rate'] => {
  const phases = new Map(Object.keys(RATES).map((pair) => [pair, random.between(0, 6)]));
  return (base, quote, day) => {
    const pair = `${base} ${quote}`;
    const phase = phases.get(pair) ?? 0;
    return (
      (RATES[pair] ?? 1) * (1 + 0.03 * Math.sin(day / 37 + phase) + 0.008 * Math.sin(day / 5 + phase * 3))
    );
  };
};

const partyCount = (lines: number): number => Math.max(12, Math.round(1.9 * lines ** 0.71));

const makeBooks = (
  random: Random,
  options: WorldOptions,
  habits: Habits,
): { books: Books; parties: Party[] } => {
  const { country, lines } = options;
  const makers = {
    random: random.fork('parties'),
    country,
    habits,
    commonPrices: makePrices(random.fork('common'), country, 40),
  };
  const count = Math.max(10, Math.round(partyCount(lines) * habits.crowd));
  const parties = [
    ...makeParties(makers, 'customer', Math.round(count * random.between(0.8, 1.3))),
    ...makeParties(makers, 'supplier', Math.round(count * random.between(0.5, 0.9))),
  ];
  for (const [index, party] of parties.entries()) party.id = `ctpy_${String(index + 1).padStart(6, '0')}`;
  const books: Books = {
    country,
    habits,
    random: random.fork('books'),
    firstDay: habits.firstDay,
    lastDay: habits.firstDay + habits.periodDays,
    docs: [],
    prices: makePrices(random.fork('prices'), country, habits.priceCount),
  };
  const wanted = Math.round(lines * habits.matched);
  fillBooks(books, parties, {
    open: Math.round(lines * (options.openPerLine ?? habits.openPerLine)),
    payable: Math.round(wanted * 1.25),
  });
  return { books, parties };
};

const documentOf = (doc: Doc): MatchDocument => ({
  id: doc.id,
  type: doc.party.role === 'customer' ? 'invoice' : 'bill',
  partyId: doc.party.id,
  series: doc.label.series,
  number: doc.label.number,
  uuid: doc.uuid,
  title: doc.title,
  currency: doc.currency,
  totalMinor: doc.totalMinor,
  balanceMinor: doc.balanceMinor,
  issueDate: dayText(doc.issueDay),
  dueDate: dayText(doc.dueDay),
  open: doc.open,
});

const numberRecords = (docs: readonly Doc[]): void => {
  for (const [index, doc] of docs.entries()) {
    doc.id = `${doc.party.role === 'customer' ? 'invo' : 'bill'}_${String(index + 1).padStart(6, '0')}`;
  }
};

const lineOf = (random: Random, habits: Habits, plan: Plan, id: string, currency: string): MatchLine => ({
  id,
  date: dayText(plan.day),
  amountMinor: plan.amountMinor,
  direction: plan.direction,
  currency,
  ...printAt(random, habits, plan, currency === 'MXN' ? 'MX' : 'DE'),
});

const truthOf = (plan: Plan, lineId: string): LineTruth => ({
  lineId,
  category: plan.category,
  kind: plan.kind,
  allocations: plan.parts.map(({ doc, amountMinor }) => ({ documentId: doc.id, amountMinor })),
  ...(plan.spread === true ? { spread: true } : {}),
  ...(plan.either === true ? { either: true } : {}),
});

const paymentsOf = (stage: Stage): MatchPayment[] =>
  stage.hand.map(({ party, docs, amountMinor, day, reference }, index) => ({
    id: `${party.role === 'customer' ? 'ipay' : 'bpay'}_${String(index + 1).padStart(6, '0')}`,
    type: party.role === 'customer' ? 'invoice_payment' : 'bill_payment',
    partyId: party.id,
    amountMinor,
    currency: stage.books.country === 'MX' ? 'MXN' : 'EUR',
    date: dayText(Math.min(day, stage.books.lastDay)),
    reference,
    documentIds: docs.map((doc) => doc.id),
  }));

/** What earlier confirmations taught: most accounts and names right, a few shared ones wrong. */
const memoryOf = (random: Random, parties: readonly Party[]): MatchMemory[] =>
  parties.flatMap((party) => {
    if (!random.chance(0.45)) return [];
    const taught = random.chance(0.04) ? random.pick(parties) : party;
    const count = random.int(1, 9);
    const entries: MatchMemory[] = [
      { kind: 'alias', value: normaliseName(party.said), partyId: taught.id, count },
    ];
    for (const value of party.accounts)
      if (random.chance(0.8)) entries.push({ kind: 'account', value, partyId: taught.id, count });
    return entries;
  });

/** Wrong suggestions that somebody has turned down. */
const rejectedOf = (
  random: Random,
  plans: readonly Plan[],
  docs: readonly Doc[],
  ids: readonly string[],
): [string, string][] =>
  plans.flatMap((plan, index): [string, string][] => {
    if (!random.chance(0.05)) return [];
    const wrong = docs.find(
      (doc) => doc.balanceMinor === plan.amountMinor && plan.parts.every((part) => part.doc !== doc),
    );
    return wrong === undefined ? [] : [[ids[index] ?? '', wrong.id]];
  });

/** Earlier lines of the account that are explained already. */
const earlierLines = (random: Random, stage: Stage, currency: string): MatchLine[] =>
  pastDocs(stage.books.docs).flatMap((doc, index) => {
    if (doc.payDay === null || doc.payDay < stage.books.firstDay - 40 || !random.chance(0.5)) return [];
    const plan: Plan = {
      category: 'exact_name',
      kind: 'exact',
      day: doc.payDay,
      amountMinor: doc.totalMinor,
      direction: doc.party.role === 'customer' ? 'credit' : 'debit',
      parts: [],
      write: () => ({
        type: 'transfer',
        name: doc.party.said,
        account: doc.party.accounts[0] ?? null,
        taxId: doc.party.taxId,
        concept: doc.label.printed,
        reference: null,
      }),
    };
    return [lineOf(random, stage.books.habits, plan, `past_${String(index + 1).padStart(6, '0')}`, currency)];
  });

export const makeWorld = (options: WorldOptions): World => {
  const { country, lines, seed, profile, warm = false } = options;
  const random = makeRandom(seed, `${country} ${profile} ${lines}`);
  const habits = makeHabits(random.fork('habits'), country, profile, { lines, warm });
  const { books, parties } = makeBooks(random, options, habits);
  const stage: Stage = {
    books,
    plans: [],
    hand: [],
    voided: new Map(),
    rate: makeRates(random.fork('rates')),
  };
  settle(stage, Math.round(lines * habits.matched));
  const account = country === 'MX' ? makeClabe : makeIban;
  const ownAccounts = Array.from({ length: random.int(2, 4) }, () => account(random));
  const ownName = makeCompany(random, country).registered;
  addUnmatched(
    {
      stage,
      random: random.fork('none'),
      parties,
      ownName,
      ownAccounts,
      employees: Array.from(
        { length: Math.max(5, Math.round(lines ** 0.6)) },
        () => makePerson(random, country).registered,
      ),
    },
    lines - stage.plans.length,
  );
  return written(options, stage, { random, parties, ownName, ownAccounts });
};

interface Cast {
  readonly random: Random;
  readonly parties: readonly Party[];
  readonly ownName: string;
  readonly ownAccounts: readonly string[];
}

const written = (options: WorldOptions, stage: Stage, cast: Cast): World => {
  const { books } = stage;
  const { random, parties, ownName, ownAccounts } = cast;
  const currency = books.country === 'MX' ? 'MXN' : 'EUR';
  numberDocs(books);
  numberRecords(books.docs);
  const plans = random.shuffled(stage.plans).sort((a, b) => a.day - b.day);
  const words = random.fork('words');
  const ids = plans.map((_, index) => `btxn_${String(index + 1).padStart(6, '0')}`);
  return {
    options,
    facts: {
      ownName,
      ownAccount: ownAccounts[0] ?? '',
      bank: books.habits.bank,
      accountBalanceMinor: random.int(1_000_000, 90_000_000),
      voided: new Set([...stage.voided.values()].map((doc) => doc.id)),
    },
    input: {
      country: books.country,
      currency,
      ownNames: [ownName],
      ownAccounts,
      lines: plans.map((plan, index) => lineOf(words, books.habits, plan, ids[index] ?? '', currency)),
      otherLines: earlierLines(random.fork('past'), stage, currency),
      documents: books.docs.map(documentOf),
      parties: parties.map(({ id, name, taxId }) => ({ id, name: name.registered, taxId })),
      payments: paymentsOf(stage),
      memory: options.warm === true ? memoryOf(random.fork('memory'), parties) : [],
      differenceLimitMinor: 99,
      rejected: options.warm === true ? rejectedOf(random.fork('rejected'), plans, books.docs, ids) : [],
      rate: (base, quote, day) =>
        base === quote
          ? 1
          : RATES[`${base} ${quote}`] === undefined
            ? undefined
            : stage.rate(base, quote, dayOf(day)),
    },
    truth: plans.map((plan, index) => truthOf(plan, ids[index] ?? '')),
  };
};
