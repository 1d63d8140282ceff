// Documents that are settled in an unusual way: in parts, short of a fee or of tax, twice, by somebody else.
import { folioConcept, templateConcept } from './concepts.ts';
import { addDoc, conceptsOf, type Doc } from './documents.ts';
import type { Special } from './habits.ts';
import { makeCompany, makePerson } from './names.ts';
import {
  directionOf,
  FEES,
  folioOrName,
  fromParty,
  payPart,
  payRest,
  push,
  settleOne,
  whole,
} from './plain-settlements.ts';
import { foreignCard, returnedLate, surplus } from './everyday/settlements.ts';
import type { Settle, Written } from './plans.ts';
import { mistypedLabel } from './spellings.ts';

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

/** Typed wrongly or rounded by the payer: less than a unit too much or too little. */
const difference: Settle = (stage, random, doc, day) => {
  const cents = random.chance(0.5) ? random.int(1, 9) : random.int(1, 99);
  const rounded = Math.round(doc.balanceMinor / 100) * 100;
  const amountMinor =
    random.chance(0.4) && rounded !== doc.balanceMinor
      ? rounded
      : doc.balanceMinor + (random.chance(0.6) ? -cents : cents);
  if (amountMinor < 1_000) return false;
  settleOne(stage, random, doc, {
    day,
    amountMinor,
    category: 'difference',
    kind: 'difference',
    settledMinor: doc.balanceMinor,
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

export const SETTLE_SPECIAL: Readonly<Record<Special, Settle>> = {
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
  difference,
  withheld,
  other_currency: otherCurrency,
  wrong_number: wrongNumber,
  third_party: thirdParty,
  paid_twice: paidTwice,
  resent,
  surplus,
  foreign_card: foreignCard,
  returned_late: returnedLate,
};
