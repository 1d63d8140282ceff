// How payers write the number of what they pay: right, but in twenty ways.
import { dayAs } from './days.ts';
import type { Label } from './numbering.ts';
import type { Random } from './random.ts';
import type { Country } from './types.ts';

interface Spelt {
  readonly label: Label;
  readonly random: Random;
  readonly country: Country;
  readonly uuid: string | null;
  readonly issueDay: number;
}

const WORDS = {
  MX: [
    'FACTURA',
    'FACT',
    'FAC',
    'FACT.',
    'F.',
    'PAGO FACTURA',
    'PAGO FACT',
    'PAGO FAC',
    'PAGO DE FACTURA',
    'FACTURA NO.',
    'FOLIO',
    'FOL',
    'NO. FACTURA',
    'DOCTO',
    'REM',
    'CFDI',
  ],
  DE: [
    'Rechnung',
    'RE',
    'RG',
    'Rg.',
    'Re.',
    'Rechnung Nr.',
    'Rechnungsnr.',
    'RNr.',
    'Rg-Nr.',
    'RE-NR',
    'Re.Nr.:',
    'Rechnungs-Nr',
    'Beleg',
    'Invoice',
    'Faktura',
    'R-Nr',
  ],
} as const;

const GLUES = {
  MX: ['FACT', 'FAC', 'FACTURA', 'PAGOFACTURA', 'PAGOFACT', 'PAGOF', 'F', 'FOLIO', 'PAGO'],
  DE: ['RE', 'RG', 'RECHNUNG', 'RGNR', 'RENR', 'R', 'RECHNUNGSNR', 'INV'],
} as const;

const word = ({ random, country }: Spelt): string => random.pick(WORDS[country]);
const number = ({ label }: Spelt): string =>
  label.year === null ? label.padded : `${label.year}${label.padded}`;

export const SPELLINGS = {
  printed: ({ label }: Spelt) => label.printed,
  printedLower: ({ label }: Spelt) => label.printed.toLowerCase(),
  wordPrinted: (at: Spelt) => `${word(at)} ${at.label.printed}`,
  wordPrintedTight: (at: Spelt) => `${word(at)}${at.label.printed}`,
  wordPlain: (at: Spelt) => `${word(at)} ${at.label.plain}`,
  wordPadded: (at: Spelt) => `${word(at)} ${at.label.padded}`,
  bare: ({ label }: Spelt) => `${label.prefix}${label.year ?? ''}${label.padded}`,
  spaced: ({ label }: Spelt) => [label.prefix, label.year, label.padded].filter(Boolean).join(' '),
  letterPlain: ({ label, country }: Spelt) => `${country === 'MX' ? 'F' : 'R'}${label.plain}`,
  letterDash: ({ label, country, random }: Spelt) =>
    `${country === 'MX' ? 'F' : 'R'}${random.pick(['-', '/', ' '])}${label.plain}`,
  hash: ({ label }: Spelt) => `#${label.plain}`,
  plainOnly: ({ label }: Spelt) => label.plain,
  paddedOnly: ({ label }: Spelt) => label.padded,
  wide: ({ label, random }: Spelt) => label.plain.padStart(random.pick([5, 6, 7, 8]), '0'),
  glued: (at: Spelt) => `${at.random.pick(GLUES[at.country])}${at.label.plain}`,
  gluedBoth: (at: Spelt) =>
    `${at.random.pick(GLUES[at.country])}${number(at)}${at.country === 'MX' ? 'PAGO' : 'VOM'}`,
  reversed: ({ label, random }: Spelt) =>
    label.year === null
      ? label.printed
      : `${label.padded}${random.pick(['/', '-', ' '])}${label.year.slice(-random.pick([2, 4]))}`,
  dated: (at: Spelt) =>
    `${word(at)} ${at.label.printed} ${at.country === 'MX' ? 'DEL' : 'vom'} ${dayAs(at.issueDay, at.random.pick(['.', '/']), at.random.pick([2, 4]))}`,
  seriesFolio: ({ label, country }: Spelt) =>
    label.prefix === '' || country === 'DE'
      ? `NR ${label.printed}`
      : `SERIE ${label.prefix} FOLIO ${label.plain}`,
  dots: ({ label }: Spelt) => label.printed.replaceAll(/[-/]/gu, '.'),
  tail: ({ label }: Spelt) => (label.year === null ? label.padded : `-${label.padded}`),
  uuidTail: ({ uuid, label, random }: Spelt) =>
    uuid === null
      ? label.printed
      : `${random.pick(['', '', 'CFDI ', 'UUID ', 'FOLIO FISCAL ', 'TERM '])}${random.pick([uuid.slice(-12), uuid.slice(0, 8), uuid.slice(-6), uuid.slice(-8), uuid.slice(-4)]).toUpperCase()}`,
} as const;
export type Spelling = keyof typeof SPELLINGS;

const WEIGHTS: Readonly<Record<Spelling, number>> = {
  printed: 12,
  printedLower: 2,
  wordPrinted: 14,
  wordPrintedTight: 5,
  wordPlain: 12,
  wordPadded: 6,
  bare: 8,
  spaced: 5,
  letterPlain: 6,
  letterDash: 5,
  hash: 2,
  plainOnly: 7,
  paddedOnly: 4,
  wide: 3,
  glued: 6,
  gluedBoth: 3,
  reversed: 3,
  dated: 5,
  seriesFolio: 2,
  dots: 2,
  tail: 3,
  uuidTail: 4,
};

export const pickSpelling = (random: Random): Spelling => random.weighted(WEIGHTS);

export const spell = (spelling: Spelling, at: Spelt): string => SPELLINGS[spelling](at);

const commonPrefix = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
};

/** `RE-850, RE-854`: series and dash before each, with the year or without, and the zeros left out. */
const withSeries = (random: Random, country: Country, labels: readonly Label[]): string => {
  const year = random.chance(0.6);
  const dash = random.pick(['-', '-', '-', ' - ']);
  return labels
    .map((label) =>
      [
        label.prefix,
        ...(year && label.year !== null ? [label.year] : []),
        random.chance(0.2) ? label.padded : label.plain,
      ].join(dash),
    )
    .join(
      random.pick(
        country === 'MX' ? [', ', ', ', ' Y ', ' / ', ','] : [', ', ', ', ' und ', ' u. ', ' / ', ','],
      ),
    );
};

/** Several numbers: all of them, `1203/04/10`, `1203 A 1207` when they follow each other, or the first few. */
export const spellList = (random: Random, country: Country, labels: readonly Label[]): string => {
  const sorted = labels.toSorted((a, b) => Number(a.plain) - Number(b.plain));
  const plain = sorted.map((label) => label.plain);
  const [first = '', ...rest] = plain;
  const last = plain.at(-1) ?? '';
  const separator = random.pick([
    ',',
    ', ',
    ' ',
    '/',
    '-',
    ' Y ',
    ' + ',
    ';',
    country === 'MX' ? ' Y ' : ' u. ',
  ]);
  const follows = Number(last) - Number(first) === plain.length - 1;
  if (follows && plain.length > 2 && random.chance(0.7)) {
    return `${first}${random.pick(country === 'MX' ? [' A ', ' AL ', '-', ' a la '] : [' bis ', '-', ' - ', ' BIS '])}${last}`;
  }
  const shared = Math.min(
    ...rest.map((text) => (text.length === first.length ? commonPrefix(first, text) : 0)),
  );
  if (shared >= 1 && random.chance(0.3)) {
    const from = Math.min(shared, Math.max(0, first.length - 2));
    return [first, ...rest.map((text) => text.slice(from))].join(random.pick(['/', '/', ',', '-']));
  }
  if (sorted.every(({ prefix }) => prefix !== '') && random.chance(0.18))
    return withSeries(random, country, sorted);
  const whole = sorted.map((label) => (random.chance(0.45) ? label.printed : label.plain));
  return (
    random.chance(0.5) ? sorted.map((label) => label.printed) : random.chance(0.8) ? plain : whole
  ).join(separator);
};

/** One digit off, or two swapped. */
export const mistype = (random: Random, digits: string): string => {
  const at = random.int(0, Math.max(0, digits.length - 2));
  if (random.chance(0.45) && digits.length > 1 && digits[at] !== digits[at + 1]) {
    return `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`;
  }
  const place = random.int(Math.min(1, digits.length - 1), digits.length - 1);
  const other = (Number(digits[place]) + random.int(1, 9)) % 10;
  return `${digits.slice(0, place)}${other}${digits.slice(place + 1)}`;
};

export const mistypedLabel = (random: Random, label: Label): Label => {
  const plain = mistype(random, label.plain);
  const padded = plain.padStart(label.padded.length, '0');
  return { ...label, plain, padded, printed: label.printed.replace(label.padded, padded) };
};
