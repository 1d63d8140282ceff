// Random invoices and the payments that settle them, kept in integers: what the complements must then say.
import { asDay } from '../../../../src/base/time/day.ts';
import { amount as amountOf, type Amount } from '../../../../src/base/money/amount.ts';
import { currencyDigits } from '../../../../src/base/money/currency.ts';
import { decimal, toText } from '../../../../src/base/money/decimal.ts';
import type { PaymentDocument } from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import type { Random } from '../../../property/random.ts';
import {
  complementOf,
  credit,
  invoiceOf,
  settle,
  type Invoice,
  type Part,
  type Received,
} from './complements.ts';

const CURRENCIES = ['MXN', 'MXN', 'MXN', 'USD', 'USD', 'EUR', 'JPY'];

/** Micro-units as text: 1500000 is 1.5. */
const micro = (value: bigint): string => toText(decimal(`${value}e-6`));

const VAT = ['Tasa 0.16', 'Tasa 0.16', 'Tasa 0.08', 'Tasa 0', 'Exento -'];
const EXCISE = [80_000n, 265_000n, 1_600_000n];
const WITHHELD_VAT = ['0.106667', '0.053333', '0.04'];
const WITHHELD_INCOME = ['0.10', '0.0125'];

/** The taxes of a line as `key base` in micro-units. */
const lineTaxes = (random: Random, base: bigint, object: string): readonly (readonly [string, bigint])[] => {
  if (object === '01') return [];
  const income = `W 001 Tasa ${random.pick(WITHHELD_INCOME)}`;
  if (object === '06') return random.chance(0.5) ? [[income, base]] : [];
  const rows: (readonly [string, bigint])[] = [];
  let vatBase = base;
  if (object === '07' || random.chance(0.2)) {
    const rate = random.pick(EXCISE);
    rows.push([`T 003 Tasa ${micro(rate)}`, base]);
    vatBase += (base * rate + 500_000n) / 1_000_000n;
  }
  if (random.chance(0.1)) rows.push(['T 003 Cuota 3.0818', BigInt(random.int(1, 40)) * 250_000n]);
  const vat = random.pick(VAT);
  if (object === '02') rows.push([`T 002 ${vat}`, vatBase]);
  if (object === '02' && vat !== 'Exento -' && random.chance(0.3)) {
    rows.push([`W 002 Tasa ${random.pick(WITHHELD_VAT)}`, vatBase], [income, base]);
  }
  return rows;
};

/** From a thousandth to ten millions, with up to six decimals. */
const randomBase = (random: Random): bigint => {
  const unit = 10n ** BigInt(random.int(0, 6));
  const size = random.pick([100, 10_000, 1_000_000, 10_000_000]);
  const value = (BigInt(random.int(1, size)) * 1_000_000n + BigInt(random.int(0, 999_999))) / 10n;
  return (value / unit) * unit || unit;
};

const randomInvoice = (random: Random, number: number): Invoice => {
  const currency = random.pick(CURRENCIES);
  const whole = random.pick(['02', '02', '02', '02', '02', '02', '07', '06']);
  const bases = new Map<string, bigint>();
  const objects: string[] = [];
  let subtotal = 0n;
  for (let line = random.int(1, 6); line > 0; line -= 1) {
    const object = random.chance(0.15) ? '01' : whole;
    const base = randomBase(random);
    objects.push(object);
    subtotal += base;
    for (const [key, value] of lineTaxes(random, base, object))
      bases.set(key, (bases.get(key) ?? 0n) + value);
  }
  const invoice = invoiceOf({
    number: String(number),
    currency,
    subtotal: micro(subtotal),
    taxes: [...bases].map(([key, value]) => `${key} ${micro(value)}`),
    objects,
  });
  return invoice.balance.minor > 0 ? invoice : randomInvoice(random, number);
};

/** Pesos for one unit in millionths, on one day. */
const randomRates = (random: Random): Readonly<Record<string, bigint>> => ({
  MXN: 1_000_000n,
  USD: BigInt(random.int(15_000_000, 22_000_000)),
  EUR: BigInt(random.int(18_000_000, 25_000_000)),
  JPY: BigInt(random.int(80_000, 160_000)),
});

/** What was paid on one invoice, as the verifier expects to find it. */
export interface Expected {
  /** The invoice before this payment. */
  readonly invoice: Invoice;
  readonly paid: Amount;
  readonly currency: string;
  readonly rates: Readonly<Record<string, bigint>>;
}

export interface Case {
  readonly document: PaymentDocument;
  /** In the order of the document. */
  readonly expected: readonly Expected[];
}

const power = (places: number): bigint => 10n ** BigInt(places);

/** What a payment must be at least to cover its parts: rounded up, down, or to the nearest. */
const received = (
  random: Random,
  parts: readonly Part[],
  currency: string,
  rates: Expected['rates'],
): Amount => {
  const digits = currencyDigits(currency);
  if (parts.every(({ paid }) => paid.currency === currency)) {
    const extra = random.chance(0.1) ? random.int(1, 1000) : 0;
    return amountOf(
      parts.reduce((sum, { paid }) => sum + paid.minor, extra),
      currency,
    );
  }
  const rate = rates[currency] ?? 1n;
  const scaled = parts.reduce(
    (sum, { paid }) =>
      sum +
      BigInt(paid.minor) * (rates[paid.currency] ?? 1n) * power(12 + digits - currencyDigits(paid.currency)),
    0n,
  );
  const unit = rate * power(12);
  const rounded = (scaled + random.pick([0n, unit / 2n, unit - 1n])) / unit;
  return amountOf(Number(rounded === 0n ? 1n : rounded), currency);
};

const partOf = (random: Random, { balance }: Invoice, isLast: boolean): number =>
  isLast || random.chance(0.2) ? balance.minor : random.chance(0.1) ? 1 : random.int(1, balance.minor);

const exchangeRate = (rates: Expected['rates'], currency: string) =>
  currency === 'MXN' ? null : decimal(micro(rates[currency] ?? 0n));

/** Complements of one customer until each invoice is settled. */
export const randomCases = (random: Random): { cases: readonly Case[]; invoices: readonly Invoice[] } => {
  const open = new Map<number, Invoice>();
  for (let number = random.int(1, 3); number > 0; number -= 1)
    open.set(number, randomInvoice(random, number));
  const invoices = [...open.values()];
  const cases: Case[] = [];
  const rounds = random.int(1, 4);
  for (let round = 1; round <= rounds; round += 1) {
    const expected: Expected[] = [];
    const payments: Received[] = [];
    const pay = (numbers: readonly number[], isLast: boolean): void => {
      const rates = randomRates(random);
      const parts: Part[] = [];
      const first = open.get(numbers[0] ?? 0)?.currency ?? 'MXN';
      const currency = random.chance(0.7) ? first : random.pick(CURRENCIES);
      for (const number of numbers) {
        const invoice = open.get(number);
        if (invoice === undefined || invoice.balance.minor === 0) continue;
        const paid = amountOf(partOf(random, invoice, isLast), invoice.currency);
        parts.push({ invoice, paid, exchangeRate: exchangeRate(rates, invoice.currency) });
        expected.push({ invoice, paid, currency, rates });
        open.set(number, settle({ invoice, paid }));
      }
      if (parts.length === 0) return;
      const amount = received(random, parts, currency, rates);
      const form = random.pick(['01', '02', '03', '28']);
      payments.push({
        paidAt: asDay('2026-11-20'),
        form,
        amount,
        exchangeRate: exchangeRate(rates, currency),
        parts,
      });
    };
    const numbers = [...open.keys()].filter(() => random.chance(0.7));
    if (round === rounds) pay([...open.keys()], true);
    else if (random.chance(0.8)) pay(numbers, false);
    else for (const number of numbers) pay([number], false);
    if (payments.length > 0) cases.push({ document: complementOf(payments), expected });
    for (const [number, invoice] of open) {
      if (invoice.balance.minor < 2 || !random.chance(0.15)) continue;
      open.set(number, credit(invoice, amountOf(random.int(1, invoice.balance.minor - 1), invoice.currency)));
    }
  }
  return { cases, invoices };
};
