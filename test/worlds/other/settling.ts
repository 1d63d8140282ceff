// Payments that settle documents, each of another kind.
import { dayText } from '../days.ts';
import type { Dice } from './dice.ts';
import type { Doc } from './documents.ts';
import { makeCompanyName, makePersonName, makeAccount, type Party } from './parties.ts';
import {
  fillIn,
  homeCurrency,
  neighbours,
  numberText,
  pay,
  type Scene,
  siblingsOf,
  textOf,
  vagueText,
} from './scene.ts';
import { lateBack, lessAll, markedUp, surplus, type Settling } from './everyday.ts';
import { coreOf, misspell, spellList, spellNumber } from './spelling.ts';

const hasTwin = (scene: Scene, doc: Doc): boolean =>
  siblingsOf(scene, doc).some(
    (other) => other !== doc && other.open && other.type === doc.type && other.balance === doc.balance,
  );

const plainly: Settling = (scene, doc) => {
  const only = doc.party.writesOwn === 'only';
  const named = !only && scene.dice.chance(doc.party.numbers);
  const inReference = !named && scene.dice.chance(0.12);
  const category =
    named || inReference
      ? 'exact_folio'
      : hasTwin(scene, doc)
        ? 'same_series'
        : only
          ? 'customer_number'
          : 'exact_name';
  pay(scene, [doc], {
    category,
    text: named ? numberText(scene, doc) : vagueText(scene, doc),
    reference: inReference || (named && scene.dice.chance(0.4)) ? coreOf(doc) : null,
  });
  return true;
};

const together =
  (listed: boolean, skipping: boolean): Settling =>
  (scene, doc) => {
    const near = neighbours(scene, doc, scene.dice.whole(2, 8));
    const docs = skipping ? near.filter((_, at) => at % 2 === 1) : near;
    const [first] = docs;
    if (docs.length < 2 || first === undefined) return false;
    const number = spellList(scene.dice, scene.country, docs);
    pay(scene, docs, {
      category: listed ? 'several_listed' : skipping ? 'several_skipping' : 'several_name',
      text: listed ? fillIn(scene.dice, scene.words.several, number) : vagueText(scene, first),
      day: doc.pay ?? doc.due,
    });
    return true;
  };

const inParts: Settling = (scene, doc) => {
  const { dice, words, last } = scene;
  if (doc.balance < 10_000) return false;
  const share = dice.pick([0.5, 0.5, 0.3, 0.25, 0.4, dice.next() * 0.8 + 0.1]);
  const raw = Math.round(doc.balance * share);
  const part = dice.chance(0.5) && raw > 20_000 ? Math.round(raw / 10_000) * 10_000 : raw;
  const rest = doc.balance - part;
  const day = doc.pay ?? doc.due;
  const text = (templates: readonly string[]): string =>
    dice.chance(0.75) ? fillIn(dice, templates, spellNumber(dice, doc)) : vagueText(scene, doc);
  if (part <= 0 || rest <= 0) return false;
  pay(scene, [doc], { category: 'partial', kind: 'partial', minor: part, text: text(words.part), day });
  const later = day + dice.whole(7, 35);
  if (later <= last && dice.chance(0.7))
    pay(scene, [doc], {
      category: 'final_part',
      kind: 'partial',
      minor: rest,
      text: text(words.rest),
      day: later,
    });
  return true;
};

/** An earlier part is in the books already. */
const remainder: Settling = (scene, doc) => {
  const { dice, words } = scene;
  if (doc.balance < 10_000) return false;
  doc.balance -= Math.round(doc.total * dice.pick([0.3, 0.5, 0.5, 0.7]));
  const text = dice.chance(0.7) ? fillIn(dice, words.rest, spellNumber(dice, doc)) : vagueText(scene, doc);
  pay(scene, [doc], { category: 'final_part', text });
  return true;
};

const FEES = { MX: [580, 870, 1160, 5800, 29_000], DE: [500, 750, 1000, 1250, 1500, 2500] } as const;

const lessFee: Settling = (scene, doc) => {
  const minor = doc.balance - scene.dice.pick(FEES[scene.country]);
  if (minor < doc.balance * 0.85) return false;
  pay(scene, [doc], { category: 'fee_deducted', kind: 'deducted', minor, text: textOf(scene, doc) });
  return true;
};

const taxShare = (dice: Dice, person: boolean): number =>
  person ? dice.pick([1.16 - 0.1 - 0.106667, 1.16 - 0.0125 - 0.106667]) : dice.pick([1.12, 1.16 - 0.06]);

const lessTax: Settling = (scene, doc) => {
  const { dice, country } = scene;
  if (country === 'DE') {
    const minor = Math.round(doc.balance * (1 - dice.pick([0.02, 0.02, 0.03])));
    const day = doc.issue + dice.whole(3, dice.chance(0.9) ? 14 : 24);
    if (day < scene.first || day > scene.last) return false;
    pay(scene, [doc], { category: 'withheld', kind: 'deducted', minor, text: textOf(scene, doc), day });
    return true;
  }
  if (doc.balance !== doc.total) return false;
  const minor = Math.round((doc.total / 1.16) * taxShare(dice, doc.party.person));
  pay(scene, [doc], { category: 'withheld', kind: 'deducted', minor, text: textOf(scene, doc) });
  return true;
};

const byCents: Settling = (scene, doc) => {
  const { dice } = scene;
  const whole = Math.round(doc.balance / 100) * 100;
  const gap = dice.pick([-1, 1, -2, 2, -10, dice.whole(-99, 99)]);
  const minor = whole !== doc.balance && dice.chance(0.5) ? whole : doc.balance + gap;
  if (minor === doc.balance || minor <= 100) return false;
  pay(scene, [doc], { category: 'difference', kind: 'difference', minor, text: textOf(scene, doc) });
  return true;
};

const abroad: Settling = (scene, doc) => {
  if (scene.dice.chance(0.4)) return markedUp(scene, doc);
  const day = doc.pay ?? doc.due;
  const rate = scene.rate(doc.currency, homeCurrency(scene), day) * (1 + (scene.dice.next() - 0.5) * 0.012);
  const minor = Math.round(doc.balance * rate);
  pay(scene, [doc], { category: 'other_currency', kind: 'other_currency', minor, text: textOf(scene, doc) });
  return true;
};

const wrongNumber: Settling = (scene, doc) => {
  const { dice, words } = scene;
  const core = coreOf(doc);
  if (core.length < 3) return false;
  const wrong = doc.printed.replace(core, misspell(dice, core));
  if (siblingsOf(scene, doc).some((other) => other.printed === wrong && other.open)) return false;
  pay(scene, [doc], { category: 'wrong_number', text: fillIn(dice, words.folio, wrong) });
  return true;
};

/** Somebody else pays: an owner, a parent company, a factoring bank. */
const byAnother: Settling = (scene, doc) => {
  const { dice, country, parties } = scene;
  const name = dice.chance(0.4) ? makePersonName(dice, country) : makeCompanyName(dice, country).name;
  const stranger: Party = {
    ...doc.party,
    name,
    spoken: name,
    trade: null,
    taxId: null,
    accounts: [makeAccount(dice, country)],
  };
  const payer = dice.chance(0.2) ? dice.pick(parties) : stranger;
  if (payer === doc.party) return false;
  const behalf =
    country === 'MX' ? dice.pick(['P/CTA', 'POR', 'A NOMBRE DE']) : dice.pick(['für', 'i.A.', 'i.V.']);
  const text = dice.chance(0.85) ? numberText(scene, doc) : `${behalf} ${doc.party.spoken}`;
  pay(scene, [doc], { category: 'third_party', payer, text });
  return true;
};

const twice: Settling = (scene, doc) => {
  const { dice } = scene;
  const day = doc.pay ?? doc.due;
  const text = textOf(scene, doc);
  pay(scene, [doc], { category: 'paid_twice', text, day });
  pay(scene, [doc], {
    category: 'second_payment',
    nothing: true,
    text: dice.chance(0.6) ? text : textOf(scene, doc),
    day: day + dice.pick([0, 1, 3, 7, 14]),
  });
  return true;
};

const bounce: Settling = (scene, doc) => {
  const { dice, words, last } = scene;
  const day = doc.pay ?? doc.due;
  if (day + 9 > last) return false;
  const text = textOf(scene, doc);
  const said = {
    name: doc.party.name,
    account: doc.party.accounts[0] ?? null,
    taxId: doc.party.taxId,
    reference: null,
  };
  pay(scene, [doc], { category: 'returned', nothing: true, text, day });
  scene.drafts.push({
    category: 'returned',
    kind: 'none',
    day: day + dice.whole(1, 4),
    minor: doc.balance,
    credit: doc.type !== 'invoice',
    parts: [],
    said: { ...said, text: `${dice.pick(words.bounced)}${dice.chance(0.5) ? ` ${text}` : ''}` },
  });
  if (dice.chance(0.7)) pay(scene, [doc], { category: 'resent', text, day: day + dice.whole(5, 9) });
  return true;
};

const byHand: Settling = (scene, doc) => {
  const { dice } = scene;
  const day = doc.pay ?? doc.due;
  const text = textOf(scene, doc);
  const amountMinor = doc.balance;
  pay(scene, [doc], { category: 'already_paid', nothing: true, text, day });
  scene.hand.push({
    id: `recorded-${String(scene.hand.length + 1).padStart(5, '0')}`,
    type: doc.type === 'invoice' ? 'invoice_payment' : 'bill_payment',
    partyId: doc.party.id,
    amountMinor,
    currency: doc.currency,
    date: dayText(Math.min(scene.last, day + dice.whole(-3, 2))),
    reference: dice.chance(0.5) ? text.slice(0, 40) : null,
    documentIds: [doc.id],
  });
  doc.balance = 0;
  doc.open = false;
  return true;
};

/** Cash at the counter: nobody is named. */
const cash: Settling = (scene, doc) => {
  if (doc.type !== 'invoice') return false;
  const { dice, country } = scene;
  pay(scene, [doc], { category: 'amount_only' });
  const draft = scene.drafts.pop();
  const raw =
    country === 'MX' ? `DEPOSITO EN EFECTIVO SUC ${dice.digits(4)}` : `BAREINZAHLUNG ${dice.digits(6)}`;
  if (draft !== undefined) scene.drafts.push({ ...draft, raw });
  return true;
};

const CASES = {
  plainly,
  listed: together(true, false),
  collected: together(false, false),
  skipping: together(false, true),
  inParts,
  remainder,
  lessFee,
  lessTax,
  byCents,
  wrongNumber,
  byAnother,
  twice,
  bounce,
  byHand,
  cash,
  surplus,
  lessAll,
  lateBack,
} as const;

const STANDARD: Readonly<Record<keyof typeof CASES, number>> = {
  plainly: 58,
  listed: 9,
  collected: 4,
  skipping: 0.7,
  inParts: 4,
  remainder: 2,
  lessFee: 2.5,
  lessTax: 5,
  byCents: 1,
  wrongNumber: 2,
  byAnother: 3,
  twice: 1.1,
  bounce: 0.9,
  byHand: 2,
  cash: 1,
  surplus: 0.8,
  lessAll: 0.9,
  lateBack: 0.5,
};
const HARD: typeof STANDARD = {
  ...STANDARD,
  plainly: 44,
  skipping: 2,
  inParts: 7,
  remainder: 4,
  lessFee: 4,
  wrongNumber: 4,
  byAnother: 5,
  twice: 2.2,
  bounce: 1.8,
  byHand: 4,
  cash: 1.5,
};

/** Pays what is due until so many lines are there. */
export const settleDue = (scene: Scene, lines: number): void => {
  const { dice, profile, docs } = scene;
  for (const doc of dice.shuffled(docs)) {
    if (scene.drafts.length >= lines) doc.pay = null;
    if (doc.pay === null) continue;
    if (doc.currency !== homeCurrency(scene)) {
      abroad(scene, doc);
      continue;
    }
    const wanted = dice.draw(profile === 'hard' ? HARD : STANDARD);
    const collects = dice.chance(doc.party.collects) ? (dice.chance(0.6) ? 'listed' : 'collected') : wanted;
    if (!CASES[collects](scene, doc)) plainly(scene, doc);
  }
};
