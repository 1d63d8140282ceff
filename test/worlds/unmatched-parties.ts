// Lines of known parties that settle no document: returns, advances, refunds, what is paid already.
import { folioConcept, plainConcept, templateConcept } from './concepts.ts';
import { addDoc, conceptsOf } from './documents.ts';
import { nextLabel } from './numbering.ts';
import { directionOf, fromParty } from './plain-settlements.ts';
import type { Written } from './plans.ts';
import { bookAmount, type Maker, opposite, plan, someDay } from './unmatched-plan.ts';

export const returned: Maker = (at) => {
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
export const alreadyPaid: Maker = (at) => {
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
export const advance: Maker = (at) => {
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
export const refund: Maker = (at) => {
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

export const ownTransfer: Maker = (at) => {
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
