// What payers write into the concept or purpose field.
import { dayAs, monthOf } from './days.ts';
import { conceptsOf, type Books, type Doc } from './documents.ts';
import type { Label } from './numbering.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';
import { spell, spellList } from './spellings.ts';
import { dropAccents } from './spoken-names.ts';

const at = (words: readonly string[], place: number): string => words[place % words.length] ?? '';

/** Orders, dates, customer numbers: digits that mean nothing in these books. */
export const noiseOf = (random: Random, books: Books, party: Party, day: number): string => {
  const mx = books.country === 'MX';
  switch (random.weighted({ order: 25, date: 20, customer: 25, note: 15, other: 15 })) {
    case 'order':
      return `${random.pick(mx ? ['PED', 'OC', 'PEDIDO', 'ORDEN', 'REQ'] : ['Auftrag', 'AB', 'Best.Nr.', 'PO', 'Bestellung'])} ${random.digits(random.pick([3, 4, 5, 6]))}`;
    case 'date':
      return dayAs(day - random.int(0, 20), random.pick(['/', '.', '']), random.pick([0, 2, 4]));
    case 'customer':
      return `${random.pick(mx ? ['CTE', 'CLIENTE', 'CTA', 'NO CTE'] : ['KdNr', 'Kd.-Nr.', 'Kunde', 'Kundennummer', 'KDNR'])} ${party.customerNumber}`;
    case 'note':
      return random.pick(
        mx
          ? ['GRACIAS', 'URGENTE', 'SEGUN ACORDADO', 'MATRIZ', 'SUC CENTRO', 'OBRA 12', 'LOTE 4']
          : ['Danke', 'mit freundlichen Grüßen', 'Büro', 'Filiale 3', 'Projekt 17', 'Kst 4100'],
      );
    case 'other':
    default:
      return random.digits(random.int(3, 7));
  }
};

const CUSTOMER = {
  MX: ['CTE', 'CLIENTE', 'CTE NO', 'NO CTE', 'NUM CLIENTE', 'CUENTA', 'CONTRATO'],
  DE: ['KdNr', 'Kd.-Nr.', 'KdNr.', 'Kundennr.', 'Kundennummer', 'KD-NR', 'Kunden-Nr', 'Vertrag'],
} as const;
const INVOICE = {
  MX: ['PAGO FACTURA', 'FACTURA', 'PAGO', 'PAGO FACT', 'FAC', ''],
  DE: ['Rechnung', 'RE', 'Rg.', 'Zahlung', 'Rechnungen', ''],
} as const;

const customerText = (random: Random, { country }: Books, party: Party): string =>
  `${random.pick(CUSTOMER[country])}${random.pick([' ', ' ', ' ', ': ', '.'])}${party.customerNumber}`;

/** The invoice's word, and the customer's number where the invoice's would stand. */
const customerConcept = (random: Random, books: Books, party: Party): string =>
  `${random.pick(INVOICE[books.country])} ${customerText(random, books, party)}`.trim();

const withNoise = (random: Random, books: Books, party: Party, day: number, concept: string): string => {
  if (!random.chance(books.habits.noise)) return concept;
  const noise = noiseOf(random, books, party, day);
  return random.chance(0.7) ? `${concept} ${noise}` : `${noise} ${concept}`;
};

/** Words without a number; the product and the month are hints, when they are right. */
export const plainConcept = (random: Random, books: Books, doc: Doc, day: number): string => {
  const { party } = doc;
  const lists = conceptsOf(books.country);
  const month = at(lists.months, random.chance(0.85) ? monthOf(doc.issueDay) : monthOf(day));
  const word = random.chance(0.75) ? at(lists.plain, party.plainWord) : random.pick(lists.plain);
  const kind = random.chance(0.8) ? party.wordKind : random.pick(['plain', 'nothing', 'product'] as const);
  if (party.tellsCustomer === 'instead' && random.chance(0.9)) return customerConcept(random, books, party);
  const concept = {
    plain: word,
    product: doc.product,
    month: `${word} ${month}`,
    payMonth: `${random.pick(books.country === 'MX' ? ['PAGO', 'PAGO MES', 'PAGO DE'] : ['Zahlung', 'Überweisung', 'Zahlung Monat'])} ${at(lists.months, monthOf(day))}`,
    both: `${doc.product} ${month}`,
    nothing: '',
  }[kind];
  return withNoise(
    random,
    books,
    party,
    day,
    random.chance(0.15) ? dropAccents(concept.toLowerCase()) : concept,
  );
};

/** Words with the number of one document, rightly spelt. */
export const folioConcept = (
  random: Random,
  books: Books,
  doc: Doc,
  day: number,
  label: Label = doc.label,
): string => {
  const { party } = doc;
  const { country } = books;
  const spelling = random.pick(party.spellings);
  const number = spell(spelling, { label, random, country, uuid: doc.uuid, issueDay: doc.issueDay });
  const lead = random.chance(0.3) ? `${random.pick(conceptsOf(country).plain)} ` : '';
  const tail = random.chance(0.16)
    ? ` ${random.chance(0.5) ? doc.product : at(conceptsOf(country).months, monthOf(doc.issueDay))}`
    : '';
  const concept = `${lead}${number}${tail}`;
  if (party.tellsCustomer !== 'beside' || random.chance(0.1))
    return withNoise(random, books, party, day, concept);
  const customer = customerText(random, books, party);
  return random.chance(0.6) ? `${concept} ${customer}` : `${customer} ${concept}`;
};

export const listConcept = (random: Random, books: Books, docs: readonly Doc[], day: number): string => {
  const [first] = docs;
  if (first === undefined) return '';
  const list = spellList(
    random,
    books.country,
    docs.map((doc) => doc.label),
  );
  const template = random.pick(conceptsOf(books.country).several);
  return withNoise(random, books, first.party, day, template.replace('%', list));
};

/** A template of the lists with the number in the place of `%`, or without. */
export const templateConcept = (
  random: Random,
  templates: readonly string[],
  number: string | null,
): string =>
  random
    .pick(templates)
    .replace('%', number ?? '')
    .trim();

/** The number field: nothing, the number itself, a date, or a running number of the payer's. */
export const referenceOf = (
  random: Random,
  books: Books,
  label: Label | null,
  day: number,
): string | null => {
  if (books.country === 'MX') {
    const kind = random.weighted({
      folio: label === null ? 0 : 22,
      ones: 14,
      date: 18,
      running: 34,
      zero: 12,
    });
    switch (kind) {
      case 'folio':
        return (label?.plain ?? '1').slice(-7).padStart(7, '0');
      case 'ones':
        return random.pick(['0000001', '0000001', '0000123', '1234567', '0000002']);
      case 'date':
        return `0${dayAs(day, '', 2)}`;
      case 'zero':
        return '0000000';
      case 'running':
      default:
        return random.digits(random.pick([5, 6, 7])).padStart(7, '0');
    }
  }
  const kind = random.weighted({ folio: label === null ? 0 : 18, none: 44, given: 26, long: 12 });
  switch (kind) {
    case 'folio':
      return random.chance(0.5)
        ? (label?.printed ?? null)
        : `${label?.prefix ?? ''}${label?.year ?? ''}${label?.padded ?? ''}`;
    case 'given':
      return 'NOTPROVIDED';
    case 'long':
      return `${random.letters(random.int(0, 4))}${dayAs(day, '', 4)}${random.digits(random.int(3, 12))}`;
    case 'none':
    default:
      return null;
  }
};
