// The lines that settle documents. Which category a plain payment belongs to follows from what its writer left out and
// from what else is open at the time.
import type { MatchKind } from '../../../src/matching/types.ts';
import { folioConcept, listConcept, plainConcept, referenceOf, templateConcept } from './concepts.ts';
import { bankDay } from './days.ts';
import { addDoc, conceptsOf, type Doc, isPayable } from './documents.ts';
import type { Special } from './habits.ts';
import { makeCompany, makePerson } from './names.ts';
import type { Party } from './parties.ts';
import type { Plan, Stage, Written } from './plans.ts';
import type { Random } from './random.ts';
import { mistypedLabel } from './spellings.ts';
import type { Category } from './types.ts';

type Part = Plan['parts'][number];

export const directionOf = (party: Party): Plan['direction'] =>
  party.role === 'customer' ? 'credit' : 'debit';

export const whole = (doc: Doc): Part => ({ doc, amountMinor: doc.balanceMinor });

/** A transfer from or to the party, told as it usually tells. */
export const fromParty = (
  stage: Stage,
  random: Random,
  party: Party,
  text: { concept: string; label?: Doc['label'] | null; day: number },
): Written => ({
  type: 'transfer',
  name: party.said,
  account: random.chance(0.93) ? random.pick(party.accounts) : null,
  taxId: random.chance(0.85) ? party.taxId : null,
  concept: text.concept,
  reference: referenceOf(random, stage.books, text.label ?? null, text.day),
});

const push = (stage: Stage, plan: Plan): void => {
  stage.plans.push({ ...plan, day: Math.min(bankDay(plan.day), stage.books.lastDay) });
};

const otherOpen = (stage: Stage, doc: Doc): { same: boolean; elsewhere: boolean } => {
  const twins = twinsOf(stage).get(`${doc.party.role} ${doc.balanceMinor}`) ?? [];
  const rivals = twins.filter((other) => other !== doc && Math.abs(other.dueDay - doc.dueDay) < 75);
  return {
    same: rivals.some((other) => other.party === doc.party),
    elsewhere: rivals.some((other) => other.party !== doc.party && Math.abs(other.dueDay - doc.dueDay) <= 10),
  };
};

const twinTables = new WeakMap<Stage, Map<string, Doc[]>>();

const twinsOf = (stage: Stage): Map<string, Doc[]> => {
  const known = twinTables.get(stage);
  if (known !== undefined) return known;
  const table = new Map<string, Doc[]>();
  for (const doc of stage.books.docs) {
    if (!doc.open) continue;
    const key = `${doc.party.role} ${doc.balanceMinor}`;
    table.set(key, [...(table.get(key) ?? []), doc]);
  }
  twinTables.set(stage, table);
  return table;
};

/** Cash, cheques, and transfers whose payer the bank does not name or nobody knows. */
const unnamed = (stage: Stage, random: Random, doc: Doc, day: number): Written => {
  const mx = stage.books.country === 'MX';
  const concept = plainConcept(
    random,
    stage.books,
    { ...doc, party: { ...doc.party, wordKind: random.pick(['plain', 'nothing']) } },
    day,
  );
  const incoming = mx
    ? ['DEPOSITO EN EFECTIVO', 'DEPOSITO EFECTIVO PRACTIC', 'DEPOSITO CHEQUE', 'DEP CHEQUE OTRO BANCO SBC']
    : ['BAREINZAHLUNG', 'SCHECKEINREICHUNG', 'EINZAHLUNG SB'];
  const outgoing = mx ? ['CHEQUE PAGADO', 'CHEQUE CAMARA', 'RETIRO POR CHEQUE'] : ['SCHECK', 'BARAUSZAHLUNG'];
  if (random.chance(0.45)) {
    const text = `${random.pick(directionOf(doc.party) === 'credit' ? incoming : outgoing)} ${random.digits(random.int(3, 8))}`;
    return { type: 'cash', name: null, account: null, taxId: null, concept: text, reference: null };
  }
  const stranger = random.chance(0.4)
    ? null
    : (random.chance(0.6) ? makePerson : makeCompany)(random, stage.books.country).registered;
  return {
    type: 'transfer',
    name: stranger,
    account: null,
    taxId: null,
    concept,
    reference: referenceOf(random, stage.books, null, day),
  };
};

const settlePlain = (stage: Stage, random: Random, doc: Doc, day: number): void => {
  const { party } = doc;
  const { habits } = stage.books;
  const rivals = otherOpen(stage, doc);
  const anonymous = random.chance(habits.anonymous);
  const told = !anonymous && random.chance(party.folio);
  const category: Category = anonymous
    ? 'amount_only'
    : told
      ? 'exact_folio'
      : rivals.same
        ? 'same_series'
        : rivals.elsewhere
          ? 'same_amount_other'
          : 'exact_name';
  push(stage, {
    category,
    kind: 'exact',
    day,
    amountMinor: doc.balanceMinor,
    direction: directionOf(party),
    parts: [whole(doc)],
    write: () => {
      if (anonymous) return unnamed(stage, random, doc, day);
      const concept = told
        ? folioConcept(random, stage.books, doc, day)
        : plainConcept(random, stage.books, doc, day);
      return fromParty(stage, random, party, { concept, label: told ? doc.label : null, day });
    },
  });
};

const settleSeveral = (stage: Stage, random: Random, docs: readonly Doc[], day: number): void => {
  const [first] = docs;
  if (first === undefined) return;
  const listed = random.chance(Math.min(0.85, 0.25 + first.party.folio * 0.6));
  push(stage, {
    category: listed ? 'several_listed' : 'several_name',
    kind: 'several',
    day,
    amountMinor: docs.reduce((sum, doc) => sum + doc.balanceMinor, 0),
    direction: directionOf(first.party),
    parts: docs.map(whole),
    write: () => {
      const concept = listed
        ? listConcept(random, stage.books, docs, day)
        : plainConcept(random, stage.books, first, day);
      return fromParty(stage, random, first.party, { concept, day });
    },
  });
};

const folioOrName = (
  stage: Stage,
  random: Random,
  doc: Doc,
  day: number,
  boost: number,
): { concept: string; label: Doc['label'] | null } => {
  const told = random.chance(Math.min(0.95, doc.party.folio + boost));
  const concept = told
    ? folioConcept(random, stage.books, doc, day)
    : plainConcept(random, stage.books, doc, day);
  return { concept, label: told ? doc.label : null };
};

/** The amount differs from the balance, or is in another currency; the rest is told as usual. */
const settleOne = (
  stage: Stage,
  random: Random,
  doc: Doc,
  at: { day: number; amountMinor: number; category: Category; kind: MatchKind },
  boost = 0.1,
): void => {
  push(stage, {
    ...at,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor: at.amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { ...folioOrName(stage, random, doc, at.day, boost), day: at.day }),
  });
};

const FEES = {
  MX: [
    580, 754, 870, 1_160, 1_740, 2_320, 2_900, 4_060, 5_800, 11_600, 20_000, 25_000, 29_000, 34_800, 46_400,
  ],
  DE: [150, 250, 500, 700, 750, 1_000, 1_250, 1_500, 2_000, 2_500, 3_000, 3_500],
} as const;

const partialConcept = (
  stage: Stage,
  random: Random,
  doc: Doc,
  day: number,
  templates: readonly string[],
): string => {
  const told = random.chance(doc.party.folio * 0.8 + 0.1);
  if (!told && random.chance(0.55)) return plainConcept(random, stage.books, doc, day);
  return templateConcept(
    random,
    templates,
    told ? (random.chance(0.5) ? doc.label.printed : doc.label.plain) : null,
  );
};

const payPart = (stage: Stage, random: Random, doc: Doc, day: number): number => {
  const share = random.pick([0.5, 0.5, 0.3, 0.25, 0.4, 0.6, 0.7, 0.2, random.between(0.15, 0.85)]);
  const exact = doc.balanceMinor * share;
  const step = exact > 500_000 ? 100_000 : exact > 50_000 ? 10_000 : 1_000;
  const amountMinor = random.chance(0.45)
    ? Math.max(step, Math.round(exact / step) * step)
    : Math.round(exact);
  if (amountMinor >= doc.balanceMinor) return 0;
  const { partial } = conceptsOf(stage.books.country);
  push(stage, {
    category: 'partial',
    kind: 'partial',
    day,
    amountMinor,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { concept: partialConcept(stage, random, doc, day, partial), day }),
  });
  return amountMinor;
};

const payRest = (stage: Stage, random: Random, doc: Doc, day: number, paid: number): void => {
  const amountMinor = doc.balanceMinor - paid;
  const { final } = conceptsOf(stage.books.country);
  push(stage, {
    category: 'final_part',
    kind: 'exact',
    day,
    amountMinor,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { concept: partialConcept(stage, random, doc, day, final), day }),
  });
};

type Settle = (stage: Stage, random: Random, doc: Doc, day: number) => boolean;

const withheld: Settle = (stage, random, doc, day) => {
  const { country } = stage.books;
  if (country === 'MX') {
    const rate = random.pick([1.16 - 0.1 - 0.106667, 1.16 - 0.1 - 0.106667, 1.12, 1.1475, 1.1475, 1.1]);
    const amountMinor = Math.round((doc.totalMinor / 1.16) * rate);
    settleOne(stage, random, doc, { day, amountMinor, category: 'withheld', kind: 'deducted' });
    return true;
  }
  const percent = random.pick([2, 2, 2, 3, 3, 3, 4, 5]);
  const early = Math.max(stage.books.firstDay, doc.issueDay + random.int(3, 15));
  if (early > stage.books.lastDay || early > doc.issueDay + 16) return false;
  settleOne(stage, random, doc, {
    day: early,
    amountMinor: doc.totalMinor - Math.round((doc.totalMinor * percent) / 100),
    category: 'withheld',
    kind: 'deducted',
  });
  return true;
};

const otherCurrency: Settle = (stage, random, doc, day) => {
  const foreign =
    stage.books.country === 'MX'
      ? random.pick(['USD', 'USD', 'USD', 'EUR'])
      : random.pick(['USD', 'USD', 'CHF', 'GBP']);
  const rate = stage.rate(foreign, doc.currency, day);
  const inForeign = Math.max(1_000, Math.round(doc.totalMinor / rate / 500) * 500);
  doc.currency = foreign;
  doc.totalMinor = inForeign;
  doc.balanceMinor = inForeign;
  const amountMinor = Math.round(
    inForeign * rate * (1 + (random.chance(0.8) ? 0.004 : 0.013) * random.normal()),
  );
  settleOne(stage, random, doc, { day, amountMinor, category: 'other_currency', kind: 'other_currency' });
  return true;
};

const wrongNumber: Settle = (stage, random, doc, day) => {
  const { books } = stage;
  const reissued = random.chance(0.3);
  let old: Doc | null = null;
  if (reissued) {
    old = addDoc(books, doc.party, doc.issueDay - random.int(1, 12), { amount: doc.totalMinor });
    Object.assign(old, { open: false, balanceMinor: 0, payDay: null, title: doc.title });
    stage.voided.set(doc, old);
  }
  push(stage, {
    category: 'wrong_number',
    kind: 'exact',
    day,
    amountMinor: doc.balanceMinor,
    direction: directionOf(doc.party),
    parts: [whole(doc)],
    write: () => {
      const label = old?.label ?? mistypedLabel(random, doc.label);
      const concept = folioConcept(random, books, { ...doc, uuid: null }, day, label);
      return fromParty(stage, random, doc.party, { concept, label, day });
    },
  });
  return true;
};

const thirdParty: Settle = (stage, random, doc, day) => {
  const { books } = stage;
  const customers = books.docs
    .map((other) => other.party)
    .filter((party) => party.role === doc.party.role && party !== doc.party);
  const known = random.chance(0.28) && customers.length > 0 ? random.pick(customers) : null;
  const stranger = (random.chance(0.55) ? makePerson : makeCompany)(random, books.country).registered;
  push(stage, {
    category: 'third_party',
    kind: 'exact',
    day,
    amountMinor: doc.balanceMinor,
    direction: directionOf(doc.party),
    parts: [whole(doc)],
    write: () => {
      const shape = random.weighted({ folio: 55, behalf: 25, both: 20 });
      const behalf = random.pick(conceptsOf(books.country).onBehalf).replace('~', doc.party.name.registered);
      const folio = folioConcept(random, books, doc, day);
      const concept = { folio, behalf, both: `${folio} ${behalf}` }[shape];
      return {
        ...fromParty(stage, random, doc.party, {
          concept,
          label: shape === 'behalf' ? null : doc.label,
          day,
        }),
        name: known?.said ?? stranger,
        account: known === null ? null : random.pick(known.accounts),
        taxId: known?.taxId ?? null,
      };
    },
  });
  return true;
};

/** The second payment, days later, settles nothing. */
const paidTwice: Settle = (stage, random, doc, day) => {
  const again = Math.min(stage.books.lastDay, day + random.pick([1, 1, 1, 2, 3, 5, 7, 10, 14]));
  let first: Written | null = null;
  const write = (): Written =>
    (first ??= fromParty(stage, random, doc.party, { ...folioOrName(stage, random, doc, day, 0.15), day }));
  const common = { amountMinor: doc.balanceMinor, direction: directionOf(doc.party), write };
  push(stage, { ...common, category: 'paid_twice', kind: 'exact', day, parts: [whole(doc)] });
  push(stage, { ...common, category: 'second_payment', kind: 'none', day: again, parts: [] });
  return true;
};

/** Sent, returned, and sent again: only the last one settles. */
const resent: Settle = (stage, random, doc, day) => {
  const { books } = stage;
  const back = day + random.int(1, 5);
  const again = back + random.int(1, 6);
  if (again > books.lastDay - 3) return false;
  const sent = directionOf(doc.party);
  const { returned, resend } = conceptsOf(books.country);
  let first: Written | null = null;
  const write = (): Written =>
    (first ??= fromParty(stage, random, doc.party, { ...folioOrName(stage, random, doc, day, 0.2), day }));
  const amountMinor = doc.balanceMinor;
  push(stage, { category: 'returned', kind: 'none', day, amountMinor, direction: sent, parts: [], write });
  const word = (): string => templateConcept(random, returned, null);
  push(stage, {
    category: 'returned',
    kind: 'none',
    day: back,
    amountMinor,
    direction: sent === 'credit' ? 'debit' : 'credit',
    parts: [],
    write: () => ({ ...write(), concept: random.chance(0.5) ? word() : `${word()} ${write().concept}` }),
  });
  push(stage, {
    category: 'resent',
    kind: 'exact',
    day: again,
    amountMinor,
    direction: sent,
    parts: [whole(doc)],
    write: () => ({
      ...write(),
      account: random.pick(doc.party.accounts),
      concept: `${random.chance(0.5) ? random.pick(resend) : ''} ${write().concept}`.trim(),
    }),
  });
  return true;
};

const SETTLE: Readonly<Record<Special, Settle>> = {
  partial: (stage, random, doc, day) => {
    if (doc.balanceMinor < 20_000) return false;
    const paid = payPart(stage, random, doc, day);
    const later = day + random.int(5, 30);
    if (paid > 0 && later < stage.books.lastDay - 3 && random.chance(0.35))
      payRest(stage, random, doc, later, paid);
    return paid > 0;
  },
  final_part: (stage, random, doc, day) => {
    const later = day + random.int(6, 35);
    if (doc.balanceMinor >= 20_000 && later < stage.books.lastDay - 3 && random.chance(0.6)) {
      // Both parts are on this statement, so the second is not the balance that the books show.
      const paid = payPart(stage, random, doc, day);
      if (paid === 0) return false;
      payRest(stage, random, doc, later, paid);
      return true;
    }
    // An earlier part is in the books already.
    doc.balanceMinor = Math.round(
      doc.totalMinor * random.pick([0.5, 0.5, 0.7, 0.4, 0.75, random.between(0.2, 0.9)]),
    );
    payRest(stage, random, doc, day, 0);
    return true;
  },
  fee_deducted: (stage, random, doc, day) => {
    const fee = random.chance(0.8)
      ? random.pick(FEES[stage.books.country])
      : Math.round(doc.balanceMinor * random.pick([0.0015, 0.005, 0.01, 0.015, 0.018]));
    if (fee < 100 || fee > doc.balanceMinor * 0.15) return false;
    settleOne(stage, random, doc, {
      day,
      amountMinor: doc.balanceMinor - fee,
      category: 'fee_deducted',
      kind: 'deducted',
    });
    return true;
  },
  withheld,
  other_currency: otherCurrency,
  wrong_number: wrongNumber,
  third_party: thirdParty,
  paid_twice: paidTwice,
  resent,
};

/** Runs of documents of one party that fall due near each other. */
const takeRuns = (random: Random, payable: readonly Doc[], want: number): { runs: Doc[][]; rest: Doc[] } => {
  const byParty = new Map<Party, Doc[]>();
  for (const doc of payable) byParty.set(doc.party, [...(byParty.get(doc.party) ?? []), doc]);
  const runs: Doc[][] = [];
  const taken = new Set<Doc>();
  const parties = random.shuffled([...byParty.entries()].filter(([, docs]) => docs.length > 1));
  for (let round = 0; round < 6 && runs.length < want; round += 1) {
    for (const [party, docs] of parties) {
      if (runs.length >= want) break;
      if (party.contract === 'series' && random.chance(0.6)) continue;
      const free = docs.filter((doc) => !taken.has(doc)).sort((a, b) => (a.payDay ?? 0) - (b.payDay ?? 0));
      const size = Math.min(
        free.length,
        party.contract === 'deliveries'
          ? random.int(3, 9)
          : Number(random.weighted({ '2': 48, '3': 25, '4': 12, '5': 7, '6': 4, '7': 2, '8': 2 })),
      );
      const start = random.int(0, Math.min(2, Math.max(0, free.length - size)));
      // Some leave a document out: it is disputed, or the goods came late.
      const skips = random.chance(0.5) ? 0.3 : 0;
      const run = free
        .slice(start)
        .filter(() => !random.chance(skips))
        .slice(0, size);
      const [first] = run;
      const last = run.at(-1);
      if (run.length < 2 || first === undefined || last === undefined) continue;
      if ((last.payDay ?? 0) - (first.payDay ?? 0) > 35) continue;
      runs.push(run);
      for (const doc of run) taken.add(doc);
    }
  }
  return { runs, rest: payable.filter((doc) => !taken.has(doc)) };
};

const dayOfRun = (docs: readonly Doc[]): number =>
  Math.max(...docs.map((doc) => doc.payDay ?? 0), ...docs.map((doc) => doc.issueDay));

/** Pays until `want` lines settle something; what is left over stays open. */
export const settle = (stage: Stage, want: number): void => {
  const { books } = stage;
  const random = books.random.fork('settle');
  const payable = books.docs.filter((doc) => isPayable(books, doc));
  const { runs, rest } = takeRuns(random, payable, Math.round(want * books.habits.several));
  for (const run of runs) settleSeveral(stage, random, run, dayOfRun(run));
  const singles = firstOfSeriesFirst(random, rest);
  const kinds = Object.keys(books.habits.special) as Special[];
  const left = new Map(kinds.map((kind) => [kind, Math.round(books.habits.special[kind] * want)]));
  let lines = runs.length;
  for (const doc of singles) {
    if (lines >= want || doc.payDay === null) {
      doc.payDay = null;
      continue;
    }
    const kind =
      doc.series && random.chance(0.6)
        ? undefined
        : kinds.find((name) => (left.get(name) ?? 0) > 0 && random.chance(0.3));
    const before = stage.plans.length;
    const done = kind !== undefined && SETTLE[kind](stage, random, doc, doc.payDay);
    if (done) left.set(kind, (left.get(kind) ?? 0) - 1);
    else settlePlain(stage, random, doc, doc.payDay);
    lines += stage.plans.slice(before).filter((plan) => plan.parts.length > 0).length;
  }
};

/** A random order, but a series is paid oldest first by most. */
const firstOfSeriesFirst = (random: Random, docs: readonly Doc[]): Doc[] => {
  const order = random.shuffled(docs);
  const places = new Map<Party, number[]>();
  for (const [index, doc] of order.entries())
    if (doc.series) places.set(doc.party, [...(places.get(doc.party) ?? []), index]);
  for (const indexes of places.values()) {
    if (random.chance(0.2)) continue;
    const sorted = indexes.map((index) => order[index] as Doc).sort((a, b) => a.issueDay - b.issueDay);
    for (const [at, index] of indexes.entries()) order[index] = sorted[at] as Doc;
  }
  return order;
};
