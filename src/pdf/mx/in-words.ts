// Spells a total in Spanish as Mexican invoices do: UN MIL CIENTO SESENTA PESOS 00/100 M.N.
import { currencyDigits } from '../../base/money/currency.ts';
import type { Amount } from '../../base/money/amount.ts';

const ONES = (
  ' UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISÉIS DIECISIETE ' +
  'DIECIOCHO DIECINUEVE VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO VEINTICINCO VEINTISÉIS VEINTISIETE ' +
  'VEINTIOCHO VEINTINUEVE'
).split(' ');
const TENS = '   TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA'.split(' ');
const HUNDREDS =
  ' CIENTO DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS OCHOCIENTOS NOVECIENTOS'.split(
    ' ',
  );

const belowHundred = (value: number): string => {
  if (value < 30) return ONES[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens} Y ${ONES[value % 10] ?? ''}`;
};

const belowThousand = (value: number): string => {
  if (value === 100) return 'CIEN';
  return [HUNDREDS[Math.floor(value / 100)] ?? '', belowHundred(value % 100)]
    .filter((word) => word !== '')
    .join(' ');
};

/** Below a million. */
const thousands = (value: number): string => {
  const high = Math.floor(value / 1000);
  const head = high === 0 ? '' : high === 1 ? 'MIL' : `${belowThousand(high)} MIL`;
  return [head, belowThousand(value % 1000)].filter((word) => word !== '').join(' ');
};

const SCALES = [
  { unit: 1_000_000_000_000n, one: 'UN BILLÓN', many: 'BILLONES' },
  { unit: 1_000_000n, one: 'UN MILLÓN', many: 'MILLONES' },
] as const;

/** A whole number from 0 below 10^18. */
export const spanishNumber = (value: bigint): string => {
  if (value === 0n) return 'CERO';
  const words: string[] = [];
  let rest = value;
  for (const { unit, one, many } of SCALES) {
    const count = rest / unit;
    rest %= unit;
    if (count === 1n) words.push(one);
    else if (count > 1n) words.push(`${thousands(Number(count))} ${many}`);
  }
  if (rest > 0n) words.push(thousands(Number(rest)));
  return words.join(' ');
};

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  MXN: ['PESO', 'PESOS'],
  USD: ['DÓLAR', 'DÓLARES'],
  EUR: ['EURO', 'EUROS'],
  JPY: ['YEN', 'YENES'],
  CAD: ['DÓLAR CANADIENSE', 'DÓLARES CANADIENSES'],
};

export const inSpanishWords = ({ minor, currency }: Amount): string => {
  const digits = currencyDigits(currency);
  const scale = 10n ** BigInt(digits);
  const whole = BigInt(minor) / scale;
  const number = spanishNumber(whole);
  const names = NAMES[currency];
  const name = names === undefined ? '' : ` ${names[whole === 1n ? 0 : 1]}`;
  // UN MILLÓN DE PESOS.
  const of = names !== undefined && whole > 0n && whole % 1_000_000n === 0n ? ' DE' : '';
  const cents = digits === 0 ? '' : ` ${String(BigInt(minor) % scale).padStart(digits, '0')}/${scale}`;
  return `${number}${of}${name}${cents} ${currency === 'MXN' ? 'M.N.' : currency}`;
};
