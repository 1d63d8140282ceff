// Tax ids and account numbers whose check digits fit.
import type { Random } from './random.ts';

const RFC_LETTERS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

const rfcCheck = (body: string): string => {
  const padded = body.padStart(12, ' ');
  let sum = 0;
  for (const [index, letter] of [...padded].entries()) sum += RFC_LETTERS.indexOf(letter) * (13 - index);
  const digit = 11 - (sum % 11);
  return digit === 11 ? '0' : digit === 10 ? 'A' : String(digit);
};

const two = (value: number): string => String(value).padStart(2, '0');

export const makeRfc = (random: Random, person: boolean): string => {
  const date = `${two(random.int(60, 99))}${two(random.int(1, 12))}${two(random.int(1, 28))}`;
  const body = `${random.letters(person ? 4 : 3)}${date}${random.pick(['1', '2', '7', 'A', 'K', 'R'])}${random.pick([...'0123456789BCDHJT'])}`;
  return `${body}${rfcCheck(body)}`;
};

export const makeVatId = (random: Random): string => {
  const body = `${random.int(1, 9)}${random.digits(7)}`;
  let product = 10;
  for (const digit of body) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return `DE${body}${(11 - product) % 10}`;
};

export const CLABE_BANKS: Readonly<Record<string, string>> = {
  '002': 'BANAMEX',
  '012': 'BBVA MEXICO',
  '014': 'SANTANDER',
  '021': 'HSBC',
  '030': 'BAJIO',
  '036': 'INBURSA',
  '044': 'SCOTIABANK',
  '058': 'BANREGIO',
  '062': 'AFIRME',
  '072': 'BANORTE',
  '127': 'AZTECA',
  '646': 'STP',
};

export const makeClabe = (random: Random, bank = random.pick(Object.keys(CLABE_BANKS))): string => {
  const body = `${bank}${random.pick(['180', '320', '580', '910', '225', '014'])}${random.digits(11)}`;
  let sum = 0;
  for (const [index, digit] of [...body].entries()) sum += (Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10;
  return `${body}${(10 - (sum % 10)) % 10}`;
};

export const makeIban = (random: Random): string => {
  const body = `${random.int(1, 8)}${random.digits(7)}${random.digits(10)}`;
  let rest = 0;
  for (const digit of `${body}131400`) rest = (rest * 10 + Number(digit)) % 97;
  return `DE${two(98 - rest)}${body}`;
};
