// Lines that settle no document, many of which look as if they did.
import type { Doc } from './documents.ts';
import { add, bystander, type Idle, someAmount } from './idle-plan.ts';
import { makeCompanyName, makePersonName } from './parties.ts';
import { fillIn, isSameMonth, pay, type Scene, vagueText } from './scene.ts';
import { EVERYDAY } from './everyday-idle.ts';
import { coreOf, monthWord } from './spelling.ts';

const dayFor = (scene: Scene, doc: Doc): number =>
  Math.min(scene.last, Math.max(scene.first, doc.issue + 1, doc.due + Math.round(4 * scene.dice.bell())));

/** With the amount of an open document of the party, by chance or by habit. */
const decoy =
  (
    category: string,
    textOf: (scene: Scene, doc: Doc) => string | undefined,
    test?: (doc: Doc) => boolean,
  ): Idle =>
  (scene) => {
    const doc = bystander(scene, test);
    const text = doc === undefined ? undefined : textOf(scene, doc);
    if (doc === undefined || text === undefined) return;
    const minor = scene.dice.chance(0.55)
      ? doc.balance
      : Math.round(doc.balance * scene.dice.pick([0.3, 0.5, 1.2, 2]));
    pay(scene, [doc], { category, nothing: true, minor, text, day: dayFor(scene, doc) });
  };

const quote = decoy('quote', ({ dice, words }) => fillIn(dice, words.quote, dice.digits(dice.whole(3, 5))));
const advance = decoy('advance', ({ dice, words }) => fillIn(dice, words.advance, dice.digits(4)));

/** The month's document is not in the books yet; that of another month is open. */
const otherMonth = decoy(
  'other_month',
  ({ dice, country, docsOf }, doc) => {
    const month = doc.issue + dice.pick([31, 62, -31]);
    const known = docsOf
      .get(doc.party)
      ?.some((each) => isSameMonth(each.issue, month) || isSameMonth(each.due, month));
    return known === true
      ? undefined
      : `${doc.title?.split(' ')[0] ?? ''} ${monthWord(dice, country, month)}`;
  },
  ({ party, title }) => party.billing === 'monthly' && title !== null,
);

/** It names a document that was settled long ago, or one that nobody knows. */
const otherNumber = decoy('other_number', ({ dice, words, docsOf }, doc) => {
  const closed = (docsOf.get(doc.party) ?? []).filter((each) => each.type === doc.type && !each.open);
  const unknown = doc.printed.replace(coreOf(doc), String(Number(coreOf(doc)) + dice.whole(60, 900)));
  return fillIn(
    dice,
    words.folio,
    closed.length > 0 && dice.chance(0.6) ? dice.pick(closed).printed : unknown,
  );
});

/** An advance or an unknown document that happens to be the sum of open ones. */
const chanceSum: Idle = (scene) => {
  const doc = bystander(scene);
  if (doc === undefined) return;
  const { dice, docsOf, words } = scene;
  const others = (docsOf.get(doc.party) ?? []).filter(
    (each) => each !== doc && each.open && each.type === doc.type && each.issue <= scene.last - 5,
  );
  if (others.length < 2) return;
  const minor = doc.balance + dice.pick(others).balance;
  pay(scene, [doc], {
    category: 'chance_sum',
    nothing: true,
    minor,
    text: dice.chance(0.6) ? fillIn(dice, words.advance, dice.digits(4)) : dice.pick(words.vague),
    day: dayFor(scene, doc),
  });
};

/** Money back: against the direction of the documents, or from a supplier that is a customer too. */
const refund: Idle = (scene) => {
  const { dice, words } = scene;
  const both = dice.chance(0.4);
  const doc = bystander(scene, ({ party }) => !both || party.role === 'both') ?? bystander(scene);
  if (doc === undefined) return;
  const against = dice.chance(0.5);
  const text = fillIn(dice, words.refund, against ? doc.printed : dice.digits(4));
  const minor = dice.chance(0.6) ? doc.balance : someAmount(scene);
  const credit = (doc.type === 'invoice') !== against;
  add(scene, { category: 'refund', credit, text, party: doc.party, minor, day: dayFor(scene, doc) });
};

const transfer: Idle = (scene) => {
  const { dice, country, ownName, ownAccounts } = scene;
  const text =
    country === 'MX'
      ? dice.pick(['TRASPASO ENTRE CUENTAS', 'TRASPASO', 'FONDEO NOMINA', 'pago'])
      : dice.pick(['Umbuchung', 'Übertrag', 'Liquiditätsausgleich']);
  add(scene, { category: 'own_transfer', credit: dice.chance(0.5), text, name: ownName });
  const draft = scene.drafts.pop();
  if (draft !== undefined)
    scene.drafts.push({ ...draft, said: { ...draft.said, account: dice.pick(ownAccounts) } });
};

const RAW = {
  MX: {
    fees: [
      'COMISION SPEI',
      'IVA COMISION',
      'COM MANEJO DE CUENTA',
      'CUOTA MENSUAL BANCA EN LINEA',
      'COMISION POR CHEQUE GIRADO',
    ],
    taxes: [
      'PAGO REFERENCIADO SAT',
      'SAT IMPUESTOS FEDERALES',
      'SIPARE IMSS INFONAVIT',
      'TESORERIA GOB EDO NOMINA 3%',
    ],
    payroll: ['DISPERSION NOMINA', 'NOMINA QUINCENA 11', 'PAGO DE NOMINA', 'FINIQUITO EMPLEADO'],
    cards: ['DEPOSITO TPV AFILIACION 7712345', 'VENTAS TDC', 'VENTAS TDD NETO', 'LIQUIDACION TERMINAL CLIP'],
    processor: [
      'MERCADO PAGO',
      'STRIPE PAYMENTS MX',
      'PAYPAL RETIRO',
      'CONEKTA PAGOS',
      'OPENPAY LIQUIDACION',
    ],
  },
  DE: {
    fees: [
      'Entgeltabrechnung',
      'KONTOFUEHRUNGSGEBUEHR',
      'Rechnungsabschluss Zinsen',
      'Gebühr Auslandszahlung',
    ],
    taxes: [
      'FINANZAMT USt-VORAUSZ. 05/26',
      'Finanzamt LSt',
      'AOK BEITRAEGE',
      'Gewerbesteuer 2. Quartal',
      'BERUFSGENOSSENSCHAFT BEITRAG',
    ],
    payroll: ['Lohn/Gehalt', 'LOHN 05/2026', 'Gehalt Mai', 'GEHALTSVORSCHUSS'],
    cards: ['GIROCARD UMSATZ TERMINAL 6511', 'CARD SETTLEMENT', 'Nexi Kartenabrechnung', 'EC-UMSATZ'],
    processor: [
      'PayPal Europe Auszahlung',
      'Stripe Payments Europe',
      'KLARNA AUSZAHLUNG',
      'MOLLIE PAYOUT',
      'AMAZON PAYMENTS',
    ],
  },
} as const;

const CREDITS: readonly string[] = ['cards', 'processor'];
const rawLine =
  (category: keyof (typeof RAW)['MX']): Idle =>
  (scene) => {
    const { dice, country } = scene;
    const words = dice.pick(RAW[country][category]);
    const minor = category === 'fees' ? dice.pick([1000, 160, 580, 750, 1290, 35_000]) : someAmount(scene);
    add(scene, {
      category,
      credit: CREDITS.includes(category),
      text: words,
      minor,
      raw: `${words} ${dice.digits(6)}`,
    });
  };

const stranger: Idle = (scene) => {
  const { dice, country, words } = scene;
  const name = dice.chance(0.5) ? makePersonName(dice, country) : makeCompanyName(dice, country).name;
  const doc = bystander(scene);
  const minor = doc !== undefined && dice.chance(0.3) ? doc.balance : someAmount(scene);
  const text = dice.chance(0.4)
    ? fillIn(dice, words.folio, dice.digits(dice.whole(3, 6)))
    : dice.pick([...words.vague, ...words.goods]);
  add(scene, {
    category: 'unrelated',
    credit: doc === undefined ? dice.chance(0.4) : doc.type === 'invoice',
    text,
    name,
    minor,
  });
};

/** One credit of several customers: no single party has it. */
const collective: Idle = (scene) => {
  const { dice, country } = scene;
  const [one, two] = [
    bystander(scene, ({ type }) => type === 'invoice'),
    bystander(scene, ({ type }) => type === 'invoice'),
  ];
  if (one === undefined || two === undefined || one.party === two.party) return;
  const raw = `${country === 'MX' ? 'DEPOSITO CONSOLIDADO' : 'SAMMELGUTSCHRIFT'} ${coreOf(one)} ${coreOf(two)} ${dice.digits(5)}`;
  add(scene, { category: 'collective', credit: true, text: raw, raw, minor: one.balance + two.balance });
};

/** A known party, nothing to tell: what is paid is not in the books. */
const unbooked: Idle = (scene) => {
  const doc = bystander(scene);
  if (doc === undefined) return;
  add(scene, {
    category: 'unbooked',
    credit: doc.type === 'invoice',
    text: vagueText(scene, doc),
    party: doc.party,
  });
};

const IDLE = {
  fees: rawLine('fees'),
  taxes: rawLine('taxes'),
  payroll: rawLine('payroll'),
  cards: rawLine('cards'),
  processor: rawLine('processor'),
  transfer,
  stranger,
  refund,
  quote,
  advance,
  otherMonth,
  otherNumber,
  chanceSum,
  collective,
  unbooked,
  ...EVERYDAY,
} as const;

const STANDARD: Readonly<Record<keyof typeof IDLE, number>> = {
  fees: 14,
  taxes: 5,
  payroll: 11,
  cards: 14,
  processor: 8,
  transfer: 9,
  stranger: 16,
  refund: 3,
  quote: 1.5,
  advance: 3,
  otherMonth: 5,
  otherNumber: 1.2,
  chanceSum: 0.25,
  collective: 1.5,
  unbooked: 10,
  loans: 2,
  rent: 1.5,
  insurance: 1.5,
  owners: 2,
  cash: 2.5,
  lateReturn: 0.6,
};
const HARD: typeof STANDARD = {
  ...STANDARD,
  refund: 6,
  quote: 3.5,
  advance: 7,
  otherMonth: 12,
  otherNumber: 3,
  chanceSum: 0.7,
  collective: 2,
  unbooked: 14,
};

export const addIdle = (scene: Scene, lines: number): void => {
  const weights = scene.profile === 'hard' ? HARD : STANDARD;
  for (let tries = 0; scene.drafts.length < lines && tries < lines * 4; tries += 1)
    IDLE[scene.dice.draw(weights)](scene);
  while (scene.drafts.length < lines) IDLE.fees(scene);
};
