// Random filed invoices with every kind of term, of sellers in six countries.
import { CUSTOMERS, documentOf as networkDocument, SELLERS } from '../../einvoicing/peppol-ubl/invoices.ts';
import { documentOf as mexicanDocument } from '../../einvoicing/mx-cfdi/golden.ts';
import { ToolError } from '../../../src/base/errors.ts';
import type { InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { randomInvoice as randomMexican } from '../cfdi/generate.ts';
import type { Random } from '../random.ts';

export const SIDES = ['MX', 'DE', 'GB', 'AU', 'NL', 'SG'] as const;
export type Side = (typeof SIDES)[number];

const RATES: Readonly<Record<Exclude<Side, 'MX'>, readonly object[]>> = {
  DE: [{}, { tax_rate: 7 }, { tax_rate: 0 }, { exemption_code: 'VATEX-EU-132' }],
  GB: [{}, { tax_rate: 5 }, { tax_rate: 0 }, { exemption_code: 'E' }],
  AU: [{}, { tax_rate: 0 }, { exemption_code: 'E' }],
  NL: [{}, { tax_rate: 9 }, { tax_rate: 0 }, { exemption_code: 'VATEX-EU-132' }],
  SG: [{}, { tax_rate: 0 }],
};

const ABROAD: Readonly<Record<string, string>> = { JPY: '0.00562', USD: '0.86342', KWD: '2.80123456' };

/** In whole units of the currency's last decimal. */
const money = (random: Random, high: number, digits: number): number =>
  Number((0.01 + random.next() * high).toFixed(digits)) || 1;

const sometimes = (random: Random, share: number, make: () => object): object =>
  random.chance(share) ? make() : {};

const terms = (random: Random, least: number, digits: number): object => {
  const most = Math.max(1, least / 8);
  const rebate = (): object => ({
    ...(random.chance(0.5)
      ? { percent: Number((random.next() * 45 + 0.01).toFixed(random.int(0, 4))) }
      : { amount: money(random, most, digits) }),
    reason: random.pick(['Treuerabatt', 'Rabatt', 'Bonus']),
  });
  const charge = (): object => ({
    ...(random.chance(0.5) ? { percent: random.int(1, 12) } : { amount: money(random, most, digits) }),
    reason: random.pick(['Fracht', 'Verpackung']),
  });
  return {
    ...sometimes(random, 0.4, () => ({
      allowances: Array.from({ length: random.int(1, 2) }, rebate),
    })),
    ...sometimes(random, 0.3, () => ({ charges: Array.from({ length: random.int(1, 2) }, charge) })),
    ...sometimes(random, 0.3, () => ({ prepaid_amount: money(random, Math.max(1, least / 3), digits) })),
    ...sometimes(random, 0.3, () => ({ discount_terms: [{ percent: 2, days: 10 }] })),
    ...sometimes(random, 0.3, () => ({ delivery_date: '2026-10-31' })),
    ...sometimes(random, 0.4, () => ({ order_reference: `PO-${random.int(1, 999)}` })),
    ...sometimes(random, 0.3, () => ({ contract_reference: 'V-9' })),
    ...sometimes(random, 0.3, () => ({ project_reference: 'P & 7' })),
    ...sometimes(random, 0.3, () => ({
      delivery: { channel: 'email', format: random.pick(['zugferd', 'pdf']) },
    })),
  };
};

const periods = (random: Random): { readonly whole: object; readonly line: () => object } => {
  const kind = random.int(0, 3);
  return {
    whole: kind === 1 ? { delivery_period: { from: '2026-09-01', to: '2026-09-30' } } : {},
    line: () =>
      kind === 2 || (kind === 3 && random.chance(0.5))
        ? { period: { from: '2026-09-05', to: '2026-09-20' } }
        : {},
  };
};

const network = (random: Random, side: Exclude<Side, 'MX'>): InvoiceDocument => {
  const seller = SELLERS[side];
  const currency = random.chance(0.25) ? random.pick(Object.keys(ABROAD)) : seller.currency;
  const digits = currency === 'JPY' ? 0 : 2;
  const period = periods(random);
  const rates = random.chance(0.4) ? [{}] : RATES[side];
  const lines = Array.from({ length: random.int(1, 5) }, () => {
    const quantity = random.pick([1, 2, 3, 7, 12, 0.5, 2.75, 1.333]);
    const unit_price = Number(
      (random.next() ** 2 * 900 + (digits === 0 ? 40 : 0.5)).toFixed(random.pick([digits, digits, 4])),
    );
    return {
      description: 'Ware',
      quantity,
      unit_price,
      ...sometimes(random, 0.3, () => ({
        discount: random.chance(0.5)
          ? { percent: random.pick([5, 12.5, 33.3333]) }
          : { amount: money(random, (quantity * unit_price) / 3, digits) },
      })),
      ...period.line(),
      country_details: random.pick(rates),
    };
  });
  const least = lines.reduce((sum, line) => sum + (line.quantity * line.unit_price) / 3, 0);
  return networkDocument({
    seller,
    customer: random.chance(0.4) ? { ...CUSTOMERS[side], email: 'rechnung@kunde.example' } : CUSTOMERS[side],
    currency,
    ...(currency === seller.currency ? {} : { rate: ABROAD[currency] ?? '1' }),
    day: '2026-11-03',
    lines,
    more: { ...terms(random, least, digits), ...period.whole },
  });
};

const mexican = (random: Random): InvoiceDocument => {
  const { refund_form: _form, ...golden } = randomMexican(random, 1);
  const lines = golden.lines.slice(0, random.int(1, 6));
  return mexicanDocument({ ...golden, relations: [], lines });
};

/** None where chance gives more rebates than there are goods. */
export const randomFiled = (random: Random, side: Side): InvoiceDocument | undefined => {
  try {
    return side === 'MX' ? mexican(random) : network(random, side);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
};
