// A company's months in the making: its books, and the lines that its statement will have.
import type { MatchKind, MatchPayment } from '../../../src/matching/types.ts';
import type { Said } from './banks.ts';
import type { Country } from '../types.ts';
import { bankDay, monthOf } from '../days.ts';
import type { Dice } from './dice.ts';
import type { Doc, Ledger } from './documents.ts';
import type { Party } from './parties.ts';
import { monthWord, payerName, spellNumber } from './spelling.ts';
import type { Words } from './words.ts';

export interface Draft {
  readonly category: string;
  readonly kind: MatchKind;
  readonly day: number;
  readonly minor: number;
  readonly credit: boolean;
  readonly parts: readonly (readonly [doc: Doc, minor: number])[];
  readonly said: Omit<Said, 'credit'>;
  /** Printed as it is: no transfer. */
  readonly raw?: string;
  /** See LineTruth. */
  readonly spread?: true;
  readonly either?: true;
}

export interface Scene extends Ledger {
  readonly parties: readonly Party[];
  readonly docsOf: ReadonlyMap<Party, readonly Doc[]>;
  readonly words: Words;
  readonly ownName: string;
  readonly ownAccounts: readonly string[];
  readonly drafts: Draft[];
  readonly hand: MatchPayment[];
  readonly rate: (base: string, quote: string, day: number) => number;
}

export const homeCurrency = ({ country }: Pick<Ledger, 'country'>): string =>
  country === 'MX' ? 'MXN' : 'EUR';

export const saidBy = (
  { dice }: Scene,
  party: Party,
  text: string,
  reference: string | null = null,
): Draft['said'] => ({
  name: dice.chance(0.92) ? payerName(dice, party) : null,
  account: dice.pick(party.accounts),
  taxId: party.taxId,
  text,
  reference,
});

export const fillIn = (dice: Dice, templates: readonly string[], number: string): string =>
  dice.pick(templates).replace('#', number);

/** With its number, as often as this payer writes one. */
export const numberText = ({ dice, words, country }: Scene, doc: Doc): string => {
  const text = fillIn(dice, words.folio, spellNumber(dice, doc));
  return doc.party.writesOwn === 'too' ? `${text} ${ownNumber(dice, country, doc.party)}` : text;
};

const ownNumber = (dice: Dice, country: Country, { ownNumber: number }: Party): string =>
  `${dice.pick(country === 'MX' ? ['CLIENTE', 'CTE.', 'NUM CTE', 'NO. DE CLIENTE'] : ['KdNr.', 'Kunden-Nr.', 'Kundennummer', 'Kd-Nr', 'KD'])} ${number}`;

/** What is for, the month, or nothing at all. */
export const vagueText = ({ dice, country, words }: Scene, doc: Doc): string => {
  if (doc.party.writesOwn === 'only' && dice.chance(0.85))
    return `${dice.pick(country === 'MX' ? ['FACTURA', 'PAGO FACTURA', 'PAGO', 'PAGO FAC'] : ['Rechnung', 'Rg.', 'RE', 'Zahlung Rechnung'])} ${ownNumber(dice, country, doc.party)}`;
  const thing = doc.title?.split(' ')[0] ?? dice.pick(words.vague);
  const kind = dice.draw({
    vague: 5,
    thing: 2,
    month: doc.party.billing === 'monthly' ? 6 : 0.6,
    number: 0.4,
    paying: 0.5,
  });
  if (kind === 'thing') return thing;
  if (kind === 'month') return `${thing} ${monthWord(dice, country, doc.issue)}`;
  if (kind === 'paying')
    return `${dice.pick(country === 'MX' ? ['Pago', 'PAGO MES', 'TRANSFERENCIA'] : ['Zahlung', 'Überweisung', 'Zahlung für'])} ${monthWord(dice, country, doc.pay ?? doc.due)}`;
  if (kind === 'vague') return dice.pick(words.vague);
  // A customer number or an order says nothing of the document.
  const other = country === 'MX' ? ['OC', 'CTE', 'PEDIDO'] : ['KdNr', 'Kd.', 'Auftrag'];
  return `${dice.pick(words.vague)} ${dice.pick(other)} ${dice.digits(5)}`;
};

export interface Payment {
  readonly category: string;
  readonly kind?: MatchKind;
  readonly minor?: number;
  readonly text?: string;
  readonly reference?: string | null;
  readonly day?: number;
  /** Who really pays. */
  readonly payer?: Party;
  readonly nothing?: boolean;
  /** What each document gets, where it is not its balance. */
  readonly shares?: readonly number[];
  readonly either?: true;
}

const within = ({ first, last }: Scene, day: number): number => Math.min(last, Math.max(first, bankDay(day)));

/** One line for some documents of a party; of several, each is settled in full. */
export const pay = (scene: Scene, docs: readonly Doc[], payment: Payment): void => {
  const [doc] = docs;
  if (doc === undefined) return;
  const full =
    payment.shares?.reduce((sum, share) => sum + share, 0) ??
    docs.reduce((sum, { balance }) => sum + balance, 0);
  const minor = payment.minor ?? full;
  const text = payment.text ?? numberText(scene, doc);
  scene.drafts.push({
    category: payment.category,
    kind: payment.nothing === true ? 'none' : (payment.kind ?? (docs.length > 1 ? 'several' : 'exact')),
    day: within(scene, payment.day ?? doc.pay ?? doc.due),
    minor,
    credit: doc.type === 'invoice',
    parts:
      payment.nothing === true
        ? []
        : docs.length > 1
          ? docs.map((each, at) => [each, payment.shares?.[at] ?? each.balance] as const)
          : [[doc, payment.shares?.[0] ?? minor] as const],
    ...(payment.shares !== undefined && docs.length > 1 ? { spread: true } : {}),
    ...(payment.either === true ? { either: true } : {}),
    said: saidBy(scene, payment.payer ?? doc.party, text, payment.reference ?? null),
  });
  for (const each of docs) each.pay = null;
};

export const isSameMonth = (a: number, b: number): boolean => monthOf(a) === monthOf(b);

export const siblingsOf = ({ docsOf }: Scene, { party }: Doc): readonly Doc[] => docsOf.get(party) ?? [];

export const neighbours = (scene: Scene, doc: Doc, most: number): Doc[] =>
  siblingsOf(scene, doc)
    .filter(
      (other) =>
        other.type === doc.type &&
        other.currency === doc.currency &&
        other.open &&
        other.pay !== null &&
        other.issue <= (doc.pay ?? doc.due),
    )
    .sort((a, b) => a.due - b.due)
    .slice(0, most);

export const textOf = (scene: Scene, doc: Doc): string =>
  scene.dice.chance(doc.party.numbers) ? numberText(scene, doc) : vagueText(scene, doc);
