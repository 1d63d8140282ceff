// Payments as they come every day: too much, by card from abroad, a list less what was agreed, back after weeks.
import type { Doc } from './documents.ts';
import { fillIn, homeCurrency, neighbours, pay, type Scene, textOf } from './scene.ts';
import { spellList } from './spelling.ts';

/** False: this document does not lend itself to it. */
export type Settling = (scene: Scene, doc: Doc) => boolean;

/** Rounded up, or a figure typed wrongly: 1 to 50 more than is owed. */
export const surplus: Settling = (scene, doc) => {
  const { dice } = scene;
  const ten = 1_000 - (doc.balance % 1_000);
  const extra =
    dice.chance(0.4) && ten >= 100
      ? ten
      : dice.pick([100, 200, 500, 1_000, 1_500, 2_500, 5_000, dice.whole(100, 5_000)]);
  if (doc.type !== 'invoice' || extra > doc.balance * 0.05) return false;
  pay(scene, [doc], {
    category: 'surplus',
    kind: 'difference',
    minor: doc.balance + extra,
    shares: [doc.balance],
    text: textOf(scene, doc),
  });
  return true;
};

/** A card or a payment service takes 1.3 to 3 % beside the rate of the day. */
export const markedUp: Settling = (scene, doc) => {
  const { dice, country } = scene;
  const day = doc.pay ?? doc.due;
  const share = 0.013 + 0.017 * dice.next();
  const rate =
    scene.rate(doc.currency, homeCurrency(scene), day) * (doc.type === 'bill' ? 1 + share : 1 - share);
  const minor = Math.round(doc.balance * rate);
  const common = {
    category: 'foreign_card',
    kind: 'other_currency',
    minor,
    text: textOf(scene, doc),
  } as const;
  pay(scene, [doc], common);
  const draft = scene.drafts.at(-1);
  if (doc.type === 'invoice' || draft === undefined || dice.chance(0.4)) return true;
  scene.drafts.pop();
  const name = doc.party.spoken.slice(0, dice.pick([16, 22, 30]));
  const sum = `${(doc.balance / 100).toFixed(2)} ${doc.currency}`;
  const raw =
    country === 'MX' ? `CARGO TARJETA ${name} ${sum}` : `KARTENUMSATZ ${name} ${sum} KURS ${rate.toFixed(4)}`;
  scene.drafts.push({ ...draft, raw: dice.chance(0.3) ? `${raw} ${doc.printed}` : raw });
  return true;
};

const LESS = {
  MX: {
    part: ['menos 3% pronto pago', 'DESC. 2%', '-2%'],
    note: ['MENOS N.C. #', 'APLICANDO NC #', 'DESCONTANDO NOTA #'],
  },
  DE: {
    part: ['abz. 2% Skonto', './. 3% Skonto', 'Skonto 2%'],
    note: ['./. Gutschrift #', 'abzgl. GU #', 'verrechnet mit GS #'],
  },
} as const;

/** Several in one sum, each listed, less a discount on all or a credit note on one. */
export const lessAll: Settling = (scene, doc) => {
  const { dice, country, words } = scene;
  const docs = neighbours(scene, doc, dice.whole(2, 5));
  const [first] = docs;
  if (docs.length < 2 || first === undefined || !docs.includes(doc)) return false;
  const inPart = dice.chance(0.5);
  const percent = dice.pick([2, 3]);
  const note = Math.round(first.balance * (0.05 + 0.3 * dice.next()));
  const cent = dice.chance(0.15);
  const shares = docs.map(({ balance }, at) => {
    if (cent) return at === 0 ? balance - 1 : balance;
    return inPart ? balance - Math.round((balance * percent) / 100) : at === 0 ? balance - note : balance;
  });
  const less = LESS[country];
  const tail = cent ? '' : inPart ? dice.pick(less.part) : fillIn(dice, less.note, dice.digits(4));
  pay(scene, docs, {
    category: 'list_short',
    text: `${fillIn(dice, words.several, spellList(dice, country, docs))} ${tail}`.trim(),
    day: doc.pay ?? doc.due,
    shares,
  });
  return true;
};

const BACK = {
  MX: ['DEVOLUCION DE CARGO RECURRENTE', 'COBRO DOMICILIADO DEVUELTO', 'DEVOLUCION POR OBJECION DEL CLIENTE'],
  DE: [
    'Rücklastschrift',
    'RUECKLASTSCHRIFT Konto nicht gedeckt',
    'SEPA-Lastschrift Rückgabe',
    'Lastschriftwiderspruch',
  ],
} as const;
export const lateWords = (scene: Scene): string => scene.dice.pick(BACK[scene.country]);
export const lateFee = ({ dice, country }: Scene): number =>
  country === 'DE' ? dice.pick([0, 0, 300, 350, 400, 675]) : 0;

/** Collected, and returned by the payer after weeks; rarely after months. */
export const lateBack: Settling = (scene, doc) => {
  const { dice, last } = scene;
  const day = doc.pay ?? doc.due;
  const back = day + (dice.chance(0.92) ? dice.whole(10, 56) : dice.whole(57, 390));
  if (doc.type !== 'invoice' || back > last) return false;
  const text = textOf(scene, doc);
  pay(scene, [doc], { category: 'returned_late', text, day, either: true });
  const paid = scene.drafts.at(-1);
  if (paid === undefined) return false;
  scene.drafts.push({
    category: 'late_return',
    kind: 'none',
    day: back,
    minor: paid.minor + lateFee(scene),
    credit: false,
    parts: [],
    said: { ...paid.said, text: `${lateWords(scene)}${dice.chance(0.6) ? ` ${text}` : ''}` },
  });
  return true;
};
