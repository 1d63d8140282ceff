// Payments as people make them every day: a little too much, by card in another currency, back after weeks.
import { dayAs } from '../days.ts';
import type { Doc } from '../documents.ts';
import { directionOf, folioOrName, fromParty, push, settleOne, whole } from '../plain-settlements.ts';
import type { Settle, Stage, Written } from '../plans.ts';
import type { Random } from '../random.ts';

/** 1 to 50 too much: typed wrongly, or rounded up to the next ten or hundred. */
export const surplus: Settle = (stage, random, doc, day) => {
  if (doc.party.role !== 'customer') return false;
  const step = random.pick([1_000, 5_000, 10_000]);
  const up = Math.ceil((doc.balanceMinor + 100) / step) * step - doc.balanceMinor;
  const extra = random.chance(0.45) && up <= 5_000 ? up : 100 * random.int(1, 50);
  if (extra * 20 > doc.balanceMinor) return false;
  settleOne(stage, random, doc, {
    day,
    amountMinor: doc.balanceMinor + extra,
    category: 'surplus',
    kind: 'difference',
    settledMinor: doc.balanceMinor,
  });
  return true;
};

const money = (minor: number): string => (minor / 100).toFixed(2);

/** As the card's bank prints it: the merchant, the foreign amount, the rate. */
const cardText = (random: Random, stage: Stage, doc: Doc, day: number, rate: number): string => {
  const name = doc.party.said.slice(0, random.pick([18, 22, 40]));
  const sum = `${doc.currency} ${money(doc.balanceMinor)}`;
  const shapes =
    stage.books.country === 'MX'
      ? [
          `COMPRA ${name} ${sum}`,
          `${name} ${sum} TC ${rate.toFixed(4)}`,
          `COMPRA TDC ${name} ${dayAs(day, '/', 2)} ${sum}`,
        ]
      : [
          `${name} ${sum} Kurs ${rate.toFixed(4)}`,
          `VISA ${name} ${sum}`,
          `Kartenzahlung ${name} ${dayAs(day, '.', 2)} ${sum}`,
        ];
  const { concept, label } = folioOrName(stage, random, doc, day, -0.2);
  return `${random.pick(shapes)}${label !== null && random.chance(0.5) ? ` ${concept}` : ''}`;
};

/** 1.3 to 3 % above the rate of the day, which is what a card or a payment service takes. */
export const foreignCard: Settle = (stage, random, doc, day) => {
  const foreign =
    stage.books.country === 'MX'
      ? random.pick(['USD', 'USD', 'USD', 'EUR'])
      : random.pick(['USD', 'USD', 'GBP', 'CHF']);
  const rate = stage.rate(foreign, doc.currency, day);
  const inForeign = Math.max(
    1_000,
    Math.round(doc.totalMinor / rate / 100) * 100 - random.pick([0, 0, 1, 1]),
  );
  doc.currency = foreign;
  doc.totalMinor = inForeign;
  doc.balanceMinor = inForeign;
  // Who pays a supplier pays more than the rate; what a customer pays arrives as less.
  const isCost = doc.party.role === 'supplier';
  const charged = rate * (1 + (isCost ? 1 : -1) * random.between(0.013, 0.03));
  const amountMinor = Math.round(inForeign * charged);
  const common = { day, amountMinor, category: 'foreign_card', kind: 'other_currency' } as const;
  if (!isCost || random.chance(0.45)) {
    settleOne(stage, random, doc, common);
    return true;
  }
  push(stage, {
    ...common,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor }],
    write: () => ({
      type: 'bank',
      name: null,
      account: null,
      taxId: null,
      concept: cardText(random, stage, doc, day, charged),
      reference: null,
    }),
  });
  return true;
};

export const BACK = {
  MX: [
    'DEVOLUCION CARGO DOMICILIADO',
    'DEVOLUCION COBRANZA',
    'CARGO DEVUELTO',
    'DEV DOMICILIACION FONDOS INSUFICIENTES',
    'ACLARACION PROCEDENTE DEVOLUCION',
  ],
  DE: [
    'RÜCKLASTSCHRIFT',
    'SEPA-RUECKLASTSCHRIFT',
    'Lastschriftrückgabe AC04',
    'Rückgabe Lastschrift MD06',
    'RETOURE LASTSCHRIFT MS03',
    'Rücklastschrift wegen Widerspruch',
  ],
} as const;
export const BACK_FEES = { MX: [0], DE: [0, 0, 300, 290, 350, 450, 811] } as const;

/** Within eight weeks; what was never agreed to, within thirteen months. */
export const backAfter = (random: Random): number =>
  random.chance(0.9) ? random.int(9, 56) : random.int(57, 395);

/** A direct debit that the payer sends back weeks later, with the banks' fee inside or not. */
export const returnedLate: Settle = (stage, random, doc, day) => {
  const { country, lastDay } = stage.books;
  const back = day + backAfter(random);
  if (doc.party.role !== 'customer' || back > lastDay) return false;
  let first: Written | null = null;
  const write = (): Written =>
    (first ??= fromParty(stage, random, doc.party, { ...folioOrName(stage, random, doc, day, 0.2), day }));
  push(stage, {
    category: 'returned_late',
    kind: 'exact',
    day,
    amountMinor: doc.balanceMinor,
    direction: 'credit',
    parts: [whole(doc)],
    either: true,
    write,
  });
  push(stage, {
    category: 'late_return',
    kind: 'none',
    day: back,
    amountMinor: doc.balanceMinor + random.pick(BACK_FEES[country]),
    direction: 'debit',
    parts: [],
    write: () => ({
      ...write(),
      concept: `${random.pick(BACK[country])} ${random.chance(0.6) ? write().concept : ''}`.trim(),
    }),
  });
  return true;
};
