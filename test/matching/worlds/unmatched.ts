// The lines that settle no document, many of which look as if they did.
import { folioConcept, plainConcept, templateConcept } from './concepts.ts';
import { bankDay, dayAs, monthOf } from './days.ts';
import { addDoc, conceptsOf, type Doc } from './documents.ts';
import type { NoneKind } from './habits.ts';
import { makeCompany, makePerson } from './names.ts';
import { nextLabel } from './numbering.ts';
import type { Party } from './parties.ts';
import type { Plan, Stage, Written } from './plans.ts';
import type { Random } from './random.ts';
import { directionOf, fromParty } from './settlements.ts';
import type { Category } from './types.ts';

export interface Surroundings {
  readonly stage: Stage;
  readonly random: Random;
  readonly parties: readonly Party[];
  readonly ownName: string;
  readonly ownAccounts: readonly string[];
  readonly employees: readonly string[];
}

type Maker = (at: Surroundings) => Plan[];

const someDay = ({ stage, random }: Surroundings): number =>
  random.int(stage.books.firstDay, stage.books.lastDay);

const plan = (
  at: Surroundings,
  category: Category,
  given: Omit<Plan, 'category' | 'kind' | 'parts'>,
): Plan => ({
  ...given,
  day: Math.min(bankDay(given.day), at.stage.books.lastDay),
  category,
  kind: 'none',
  parts: [],
});

const opposite = (direction: Plan['direction']): Plan['direction'] =>
  direction === 'credit' ? 'debit' : 'credit';

/** Amounts as they occur in these books, so that some equal an open document by chance. */
const bookAmount = ({ stage, random }: Surroundings): number => {
  const { books } = stage;
  const kind = random.weighted({ price: 32, doc: 18, round: 26, odd: 24 });
  const unit = books.country === 'MX' ? 100_000 : 10_000;
  if (kind === 'price') return random.pick(books.prices);
  if (kind === 'doc') return random.pick(books.docs).totalMinor;
  if (kind === 'round') return unit * random.int(1, 40);
  return Math.round(random.lognormal(books.country === 'MX' ? 420_000 : 35_000, 1.2)) + 100;
};

const bankText = (concept: string, name: string | null = null): Written => ({
  type: 'bank',
  name,
  account: null,
  taxId: null,
  concept,
  reference: null,
});

const returned: Maker = (at) => {
  const { stage, random, parties } = at;
  const party = random.pick(parties);
  const docs = stage.books.docs.filter((doc) => doc.party === party && doc.open);
  const doc = docs.length > 0 && random.chance(0.7) ? random.pick(docs) : null;
  const amountMinor = doc?.balanceMinor ?? bookAmount(at);
  const day = Math.max(stage.books.firstDay, someDay(at) - 8);
  const sent = directionOf(party);
  const { returned: words, plain } = conceptsOf(stage.books.country);
  let first: Written | null = null;
  const write = (): Written =>
    (first ??= fromParty(stage, random, party, {
      concept:
        doc === null
          ? random.pick(plain)
          : random.chance(0.6)
            ? folioConcept(random, stage.books, doc, day)
            : plainConcept(random, stage.books, doc, day),
      label: doc?.label ?? null,
      day,
    }));
  const back = (): Written => ({
    ...write(),
    concept: `${templateConcept(random, words, null)} ${random.chance(0.5) ? write().concept : ''}`.trim(),
  });
  return [
    plan(at, 'returned', { day, amountMinor, direction: sent, write }),
    plan(at, 'returned', {
      day: day + random.int(1, 6),
      amountMinor,
      direction: opposite(sent),
      write: back,
    }),
  ];
};

/** Somebody recorded the payment by hand; the line came later, and next month's document looks the same. */
const alreadyPaid: Maker = (at) => {
  const { stage, random } = at;
  const { books } = stage;
  const open = books.docs.filter(
    (doc) => doc.open && doc.payDay !== null && doc.currency === books.docs[0]?.currency,
  );
  const twin = random.pick(open.length > 0 ? open : books.docs);
  const day = someDay(at);
  const doc = addDoc(books, twin.party, day - random.int(5, 45), {
    amount: random.chance(0.7) ? twin.balanceMinor : bookAmount(at),
    series: twin.series,
  });
  const partly = random.chance(0.12) && doc.totalMinor > 20_000;
  const amountMinor = partly ? Math.round(doc.totalMinor / 2) : doc.totalMinor;
  doc.balanceMinor -= amountMinor;
  doc.open = doc.balanceMinor > 0;
  doc.payDay = null;
  const told = random.chance(Math.min(0.9, doc.party.folio + 0.1));
  stage.hand.push({
    party: doc.party,
    docs: [doc],
    amountMinor,
    day: day + random.pick([-6, -4, -3, -2, -1, -1, 0, 0, 0, 0, 1, 1, 2, 4]),
    reference: random.chance(0.4)
      ? `${random.pick(['TRANSFER', 'SPEI', 'UEB', 'REF'])} ${random.digits(5)}`
      : null,
  });
  return [
    plan(at, 'already_paid', {
      day,
      amountMinor,
      direction: directionOf(doc.party),
      write: () =>
        fromParty(stage, random, doc.party, {
          concept: told ? folioConcept(random, books, doc, day) : plainConcept(random, books, doc, day),
          label: told ? doc.label : null,
          day,
        }),
    }),
  ];
};

/** A known party pays what is not invoiced yet, or not here. */
const advance: Maker = (at) => {
  const { stage, random, parties } = at;
  const party = random.pick(parties);
  const day = someDay(at);
  // Now and then a customer pays its usual price ahead.
  const usual = stage.books.docs.filter((doc) => doc.party === party && doc.open);
  const ahead = usual.length > 0 && random.chance(0.05);
  const amountMinor = ahead ? random.pick(usual).totalMinor : bookAmount(at);
  const { advance: words, plain } = conceptsOf(stage.books.country);
  return [
    plan(at, 'advance', {
      day,
      amountMinor,
      direction: directionOf(party),
      write: () => {
        const unknown = nextLabel(
          { ...party.numbering, next: party.numbering.next + random.int(1, 40) },
          random,
          2026,
          5,
        );
        // Without a word for it, nobody could tell such a payment from that of the open document.
        const shape =
          ahead && random.chance(0.7) ? 'word' : random.weighted({ word: 45, unknown: 30, plain: 25 });
        const concept = {
          word: `${random.pick(words)}${random.chance(0.4) ? ` ${random.digits(random.int(3, 5))}` : ''}`,
          unknown: `${random.pick(plain)} ${random.chance(0.6) ? unknown.printed : unknown.plain}`,
          plain: random.pick(plain),
        }[shape];
        return fromParty(stage, random, party, { concept, day });
      },
    }),
  ];
};

/** Money goes back: the number of an invoice in a debit, of a bill in a credit. */
const refund: Maker = (at) => {
  const { stage, random } = at;
  const doc = random.pick(stage.books.docs);
  const day = Math.max(someDay(at), Math.min(stage.books.lastDay, doc.issueDay + 3));
  const { refund: words } = conceptsOf(stage.books.country);
  const amountMinor = random.chance(0.6)
    ? doc.totalMinor
    : Math.max(100, Math.round(doc.totalMinor * random.between(0.1, 0.9)));
  return [
    plan(at, 'refund', {
      day,
      amountMinor,
      direction: opposite(directionOf(doc.party)),
      write: () => {
        const number = random.chance(0.55) ? doc.label.printed : null;
        const concept = random.chance(0.75)
          ? templateConcept(random, words, number)
          : folioConcept(random, stage.books, doc, day);
        return fromParty(stage, random, doc.party, { concept, label: doc.label, day });
      },
    }),
  ];
};

const ownTransfer: Maker = (at) => {
  const { stage, random, ownAccounts, ownName } = at;
  const unit = stage.books.country === 'MX' ? 1_000_000 : 100_000;
  const amountMinor = random.chance(0.8) ? unit * random.int(1, 50) : bookAmount(at);
  const { ownTransfer: words } = conceptsOf(stage.books.country);
  return [
    plan(at, 'own_transfer', {
      day: someDay(at),
      amountMinor,
      direction: random.chance(0.5) ? 'credit' : 'debit',
      write: () => ({
        type: 'transfer',
        name: random.chance(0.85) ? ownName : null,
        account: random.chance(0.8) ? random.pick(ownAccounts.slice(1)) : null,
        taxId: null,
        concept: random.chance(0.85)
          ? random.pick(words)
          : random.pick(conceptsOf(stage.books.country).plain),
        reference: null,
      }),
    }),
  ];
};

const small = (at: Surroundings, median: number): number =>
  Math.max(50, Math.round(at.random.lognormal(median, 0.9)));

const bankWords =
  (category: Category, key: 'fees' | 'taxes' | 'cards', amount: (at: Surroundings) => number): Maker =>
  (at) => {
    const { stage, random } = at;
    const day = someDay(at);
    const text = `${random.pick(conceptsOf(stage.books.country)[key])}${random.chance(0.4) ? ` ${random.chance(0.5) ? dayAs(day, '.', 4) : random.digits(random.int(4, 9))}` : ''}`;
    const name = category === 'fees' ? null : text;
    return [
      plan(at, category, {
        day,
        amountMinor: amount(at),
        direction: 'debit',
        write: () => bankText(text, name),
      }),
    ];
  };

const payroll: Maker = (at) => {
  const { stage, random, employees } = at;
  const { payroll: words, months } = conceptsOf(stage.books.country);
  const day = someDay(at);
  const unit = stage.books.country === 'MX' ? 900_000 : 240_000;
  return [
    plan(at, 'payroll', {
      day,
      amountMinor: random.chance(0.15) ? bookAmount(at) : small(at, unit),
      direction: 'debit',
      write: () => ({
        type: 'transfer',
        name: random.pick(employees),
        account: null,
        taxId: null,
        concept: `${random.pick(words)} ${random.chance(0.6) ? (months[monthOf(day)] ?? '') : ''}`.trim(),
        reference: null,
      }),
    }),
  ];
};

const processor: Maker = (at) => {
  const { stage, random } = at;
  const text = random.pick(conceptsOf(stage.books.country).processors);
  const tail = random.chance(0.7)
    ? ` ${random.chance(0.5) ? random.letters(3) : ''}${random.digits(random.int(4, 10))}`
    : '';
  return [
    plan(at, 'processor', {
      day: someDay(at),
      amountMinor: random.chance(0.1)
        ? bookAmount(at)
        : small(at, stage.books.country === 'MX' ? 900_000 : 90_000),
      direction: 'credit',
      write: () => ({
        type: 'transfer',
        name: text,
        account: null,
        taxId: null,
        concept: `${text}${tail}`,
        reference: null,
      }),
    }),
  ];
};

/** Strangers: some share a surname or a word with a customer, some an amount with a document. */
const unrelated: Maker = (at) => {
  const { stage, random, parties } = at;
  const { country } = stage.books;
  const lists = conceptsOf(country);
  const direction = random.chance(0.5) ? 'credit' : 'debit';
  const words = direction === 'credit' ? lists.unrelatedIn : lists.unrelatedOut;
  const kind = random.weighted({ words: 45, person: 25, company: 30 });
  const namesake = random.pick(parties).name;
  const stranger =
    kind === 'person'
      ? makePerson(random, country, random.chance(0.5) ? namesake.person?.surnames[0] : undefined).registered
      : makeCompany(random, country).registered;
  const tail = random.chance(0.4) ? ` ${random.digits(random.int(3, 7))}` : '';
  return [
    plan(at, 'unrelated', {
      day: someDay(at),
      amountMinor: bookAmount(at),
      direction,
      write: () =>
        kind === 'words'
          ? bankText(`${random.pick(words)}${tail}`)
          : {
              type: 'transfer',
              name: stranger,
              account: null,
              taxId: null,
              concept: `${random.pick([...lists.plain, ...words])}${tail}`,
              reference: null,
            },
    }),
  ];
};

const MAKERS: Readonly<Record<NoneKind, Maker>> = {
  returned,
  already_paid: alreadyPaid,
  advance,
  refund,
  own_transfer: ownTransfer,
  fees: bankWords('fees', 'fees', (at) => small(at, at.stage.books.country === 'MX' ? 2_500 : 900)),
  taxes: bankWords('taxes', 'taxes', (at) =>
    at.random.chance(0.15)
      ? bookAmount(at)
      : small(at, at.stage.books.country === 'MX' ? 1_500_000 : 180_000),
  ),
  payroll,
  cards: bankWords('cards', 'cards', (at) => small(at, at.stage.books.country === 'MX' ? 60_000 : 5_500)),
  processor,
  unrelated,
};

/** Adds lines that settle nothing until the statement has its length. */
export const addUnmatched = (at: Surroundings, want: number): void => {
  const weights = at.stage.books.habits.none;
  let added = 0;
  while (added < want) {
    const made = MAKERS[at.random.weighted(weights)](at);
    if (made.length > want - added) continue;
    at.stage.plans.push(...made);
    added += made.length;
  }
};

export const pastDocs = (docs: readonly Doc[]): Doc[] =>
  docs.filter((doc) => !doc.open && doc.payDay !== null);
