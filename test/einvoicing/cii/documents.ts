// German invoices and credit notes of every kind, computed here and not by the regime.
import { amount, roundToCurrency, sum, toDecimal, type Amount } from '../../../src/base/money/amount.ts';
import { decimal, roundHalfUp, sumOf, toText, ZERO, type Decimal } from '../../../src/base/money/decimal.ts';
import { addDays, asDay } from '../../../src/base/time/day.ts';
import type { DocumentAllowance, DocumentLine, InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { NO_TERMS, type Terms } from '../../../src/einvoicing/terms.ts';
import { documentOf } from '../../pdf/samples.ts';

export type Random = (below: number) => number;

const HUNDRED = decimal('100');
const UNITS = ['C62', 'HUR', 'KGM', 'LS', 'MTK'];
const RATES = [
  ['S', '19'],
  ['S', '7'],
  ['AE', '0'],
  ['E', '0'],
  ['K', '0'],
  ['G', '0'],
] as const;

const cents = (value: Decimal): Decimal => roundHalfUp(value, 2);

const randomLine = (random: Random, plain: DocumentLine): DocumentLine => {
  const [category = 'S', rate = '19'] = RATES[random(10) < 6 ? random(2) : random(RATES.length)] ?? [];
  const quantity = decimal(`${1 + random(40)}.${random(4) * 25}`);
  const unitPrice = decimal(`${random(2000)}.${String(random(1_000_000)).padStart(6, '0')}`);
  const gross = cents(quantity.times(unitPrice));
  const percent = decimal(String(1 + random(60)));
  const isPercent = random(2) === 0;
  const discountAmount =
    random(3) > 0
      ? ZERO
      : isPercent
        ? cents(gross.times(percent).div(HUNDRED))
        : cents(gross.div(decimal('3')));
  const subtotal = gross.minus(discountAmount);
  const has = !discountAmount.eq(ZERO);
  return {
    ...plain,
    description: ['Beratung & Planung', 'Fliesen <30x30>', 'Überführung', 'Łódź → Αθήνα'][random(4)] ?? '',
    quantity,
    unitPrice,
    gross,
    discount: !has ? null : isPercent ? { percent } : { amount: discountAmount },
    discountAmount,
    subtotal,
    taxRate: decimal(rate),
    taxAmount: cents(subtotal.times(decimal(rate)).div(HUNDRED)),
    productNumber: random(3) === 0 ? `A-${random(9999)}` : null,
    period: random(5) === 0 ? { from: asDay('2026-02-01'), to: asDay('2026-02-28') } : null,
    countryDetails: { tax_category: category, unit_code: UNITS[random(UNITS.length)] ?? 'C62' },
  };
};

const randomTerms = (random: Random, gross: Decimal): Terms => {
  const day = asDay('2026-02-20');
  return {
    ...NO_TERMS,
    paymentTermsText: random(3) === 0 ? 'Zahlbar ohne Abzug' : null,
    deliveryDate: random(3) === 0 ? day : null,
    deliveryPeriod: random(3) === 0 ? { from: asDay('2026-02-01'), to: asDay('2026-02-28') } : null,
    orderReference: random(3) === 0 ? '4500012345' : null,
    contractReference: random(4) === 0 ? 'V-77' : null,
    projectReference: random(4) === 0 ? 'Neubau Halle 3' : null,
    prepaid: random(4) === 0 ? cents(gross.div(decimal('4'))) : null,
    discountTerms: random(3) === 0 ? [{ percent: decimal('2'), days: 14 }] : [],
    directDebit:
      random(6) === 0
        ? { mandateReference: 'M-1', creditorId: 'DE98ZZZ09999999999', iban: 'DE89 3704 0044 0532 0130 00' }
        : null,
    attachments:
      random(6) === 0
        ? [
            {
              name: 'aufmass.csv',
              mimeType: 'text/csv',
              description: 'Aufmaß',
              size: 3,
              sha256: '',
              content: Buffer.from('a;b'),
            },
          ]
        : [],
  };
};

interface Group {
  readonly category: string;
  readonly rate: Decimal;
  readonly base: Amount;
  readonly amount: Amount;
}

const groupsOf = (
  lines: readonly DocumentLine[],
  allowances: readonly DocumentAllowance[],
  currency: string,
): readonly Group[] => {
  const keyOf = (category: string, rate: Decimal): string => `${category} ${toText(rate)}`;
  const keys = lines.map((line) => keyOf(String(line.countryDetails['tax_category']), line.taxRate));
  return [...new Set(keys)].map((key) => {
    const [category = '', rate = '0'] = key.split(' ');
    const own = lines.filter((_, index) => keys[index] === key).map(({ subtotal }) => subtotal);
    const parts = allowances
      .filter((each) => keyOf(each.category, each.rate) === key)
      .map((each) => (each.charge ? toDecimal(each.amount) : toDecimal(each.amount).times(decimal('-1'))));
    const base = sumOf([...own, ...parts]);
    const tax = cents(base.times(decimal(rate)).div(HUNDRED));
    return {
      category,
      rate: decimal(rate),
      base: roundToCurrency(base, currency),
      amount: roundToCurrency(tax, currency),
    };
  });
};

const randomAllowances = (
  random: Random,
  lines: readonly DocumentLine[],
  currency: string,
): readonly DocumentAllowance[] =>
  lines.slice(0, random(3)).map((line): DocumentAllowance => {
    const charge = random(2) === 0;
    const isPercent = random(2) === 0;
    const base = roundToCurrency(line.subtotal, currency);
    const percent = decimal(String(1 + random(20)));
    const part = isPercent ? line.subtotal.times(percent).div(HUNDRED) : line.subtotal.div(decimal('7'));
    return {
      charge,
      amount: roundToCurrency(cents(part), currency),
      percent: isPercent ? percent : null,
      base: isPercent ? base : null,
      reason: charge ? 'Fracht' : 'Treuerabatt',
      category: String(line.countryDetails['tax_category']),
      rate: line.taxRate,
    };
  });

export const randomDocument = (random: Random): InvoiceDocument => {
  const currency = random(5) === 0 ? 'USD' : 'EUR';
  const base = documentOf('DE', { currency });
  const [plain] = base.lines;
  if (plain === undefined) throw new Error('the sample has no line');
  const lines = Array.from({ length: 1 + random(6) }, () => randomLine(random, plain));
  const allowances = randomAllowances(random, lines, currency);
  const groups = groupsOf(lines, allowances, currency);
  const subtotal = sum(
    currency,
    groups.map((group) => group.base),
  );
  const tax = sum(
    currency,
    groups.map((group) => group.amount),
  );
  const gross = amount(subtotal.minor + tax.minor, currency);
  const kind = random(4) === 0 ? 'credit_note' : 'invoice';
  const terms = randomTerms(random, toDecimal(gross));
  const prepaid = terms.prepaid === null ? 0 : roundToCurrency(terms.prepaid, currency).minor;
  return {
    ...base,
    kind,
    notes: random(2) === 0 ? 'Vielen Dank.\nMit freundlichen Grüßen' : null,
    title: random(4) === 0 ? 'Umbau & Ausbau' : null,
    terms,
    relations:
      kind === 'credit_note' ? [{ type: '01', uuid: 'x', folio: 'F-3', issueDate: asDay('2026-01-05') }] : [],
    lines,
    allowances,
    breakdown: groups.map((group) => ({ ...group, tax: 'VAT', factor: 'rate' })),
    discount: roundToCurrency(sumOf(lines.map(({ discountAmount }) => discountAmount)), currency),
    lineTotal: roundToCurrency(sumOf(lines.map((line) => line.subtotal)), currency),
    subtotal,
    tax,
    total: amount(gross.minor - prepaid, currency),
    dueDate: addDays(base.issueDate, 30),
  };
};
