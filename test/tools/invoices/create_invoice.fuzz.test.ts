// Random drafts with everything that create_invoice takes, right and wrong: each is made or refused by a declared error,
// and what was made adds up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { type Random, randomOf } from '../../property/random.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { post } from '../../support/wire.ts';
import { addGermanCustomer, addMexicanCustomer } from '../support.ts';
import { dose, seedOf } from '../../support/dose.ts';

const CASES = dose(60);
const SEED = seedOf(import.meta.filename);

let service: TestService;
let customers: Readonly<Record<'mx' | 'de', CounterpartyId>>;
before(async () => {
  service = await startTestService({ database: 'own' });
  customers = {
    mx: await addMexicanCustomer(service, 'Café Luna'),
    de: await addGermanCustomer(service, 'Harms KG'),
  };
});
after(() => service.close());

const TEXTS = [
  'Diseño',
  '中文名',
  'Ωμέγα',
  'Привет',
  'a\u0000b',
  '\uD83D',
  '👩‍👩‍👧',
  '<x>&amp;',
  ' ',
  '',
  '\u202Eabc',
  'x'.repeat(5001),
  '=1+1',
  '\r\n\t',
  'ﬁ',
  'İ',
];
const RIGHT = ['Diseño', 'Wartung Kälteanlage', 'Ωμέγα & <Привет>'];
const NUMBERS = [
  0,
  -1,
  0.000001,
  0.005,
  0.01,
  1,
  1.005,
  19,
  99.9999,
  100,
  100.0001,
  1e6,
  999_999_999_999,
  9_999_999_999_999.99,
  1e13,
  1e300,
  0.1234567,
  Number.MAX_SAFE_INTEGER,
  '12.5',
  null,
  true,
];
const DAYS = [
  '0001-01-01',
  '9999-12-31',
  '2024-02-29',
  '2023-02-29',
  '2026-13-01',
  '0000-00-00',
  'today',
  '2020-01-01',
];
const FILES = ['', 'JVBERi0xLjQ=', 'iVBORw0KGgo=', '!!!!', 'AAAA', 'YSxiCjEsMgo=', 'A'.repeat(960_001)];

/** How often a value is one that could not be right: never in every second draft. */
let wrongShare = 0;
const some = (random: Random, right: readonly unknown[], wrong: readonly unknown[]): unknown =>
  random.chance(wrongShare) ? random.pick(wrong) : random.pick(right);

const text = (random: Random) => some(random, RIGHT, TEXTS);
const amount = (random: Random) => some(random, [0.01, 1, 12.34, 100, 1000], NUMBERS);
const percent = (random: Random) => some(random, [1, 3, 10.6667, 50, 100], NUMBERS);
const day = (random: Random): unknown => {
  const near = new Date(Date.now() + random.int(-3, 3) * 86_400_000).toISOString().slice(0, 10);
  return some(random, [near], DAYS);
};
const period = (random: Random) => {
  const from = day(random);
  return { from, to: random.chance(wrongShare) ? day(random) : from };
};

type Maker = (random: Random) => unknown;

/** Each field with its chance; what is not chosen is left out. */
const object = (random: Random, share: number, fields: Readonly<Record<string, Maker>>): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(() => random.chance(share))
      .map(([name, make]) => [name, make(random)]),
  );

const many = (random: Random, most: number, make: Maker): unknown[] =>
  Array.from({ length: random.int(0, most) }, () => make(random));

const discount: Maker = (random) =>
  random.chance(wrongShare)
    ? object(random, 0.5, { percent, amount })
    : object(random, 1, random.chance(0.5) ? { percent } : { amount });

const withholding: Maker = (random) => ({
  tax: some(random, ['ISR', 'IVA'], ['IEPS', 'VAT', 1]),
  rate: some(random, [10, 1.25, 10.6667, 4, 6], NUMBERS),
});

const excise: Maker = (random) =>
  object(random, 0.6, {
    rate: (r) => some(r, [8, 26.5, 53, 160], NUMBERS),
    quota: amount,
    base_quantity: amount,
  });

const MX_LINE: Readonly<Record<string, Maker>> = {
  tax_rate: (r) => some(r, [16, 8, 0], NUMBERS),
  exempt: (r) => r.pick([true, false]),
  tax_object: (r) => some(r, ['01', '02', '03'], ['99', '', 'x']),
  sat_product_code: (r) => some(r, ['80101501', '50201706', '84111506', '01010101'], ['12345678', 'abc', '']),
  sat_unit_code: (r) => some(r, ['E48', 'H87', 'KGM'], ['SER', 'UN', '']),
  excise,
  withholdings: (r) => many(r, 2, withholding),
};

const DE_LINE: Readonly<Record<string, Maker>> = {
  tax_rate: (r) => some(r, [19, 7, 0], NUMBERS),
  exemption_code: (r) => some(r, ['VATEX-EU-AE', 'VATEX-EU-IC', 'VATEX-EU-G'], TEXTS),
  unit_code: (r) => some(r, ['C62', 'HUR', 'DAY'], ['Stück', 'XXX', '']),
};

const line = (random: Random, side: 'mx' | 'de'): object => ({
  description: text(random),
  unit_price: amount(random),
  ...object(random, 0.3, {
    quantity: amount,
    discount,
    product_number: text,
    ...(side === 'mx' || random.chance(0.05)
      ? {
          customs_number: (r: Random) => some(r, ['21  47  3807  8003832'], TEXTS),
          property_account: (r: Random) => some(r, ['A12'], TEXTS),
        }
      : { period }),
    country_details: (r) => object(r, 0.4, side === 'mx' ? MX_LINE : DE_LINE),
  }),
});

const allowance: Maker = (random) => ({ ...(discount(random) as object), reason: text(random) });

const GERMAN: Readonly<Record<string, Maker>> = {
  delivery_date: day,
  delivery_period: period,
  order_reference: text,
  contract_reference: text,
  project_reference: text,
  prepaid_amount: amount,
  allowances: (r) => many(r, 3, allowance),
  charges: (r) => many(r, 3, allowance),
  discount_terms: (r) => many(r, 3, () => ({ percent: percent(r), days: some(r, [7, 14, 30], NUMBERS) })),
  direct_debit: (r) => ({
    mandate_reference: text(r),
    creditor_id: some(r, ['DE98ZZZ09999999999'], TEXTS),
    iban: some(r, ['DE89370400440532013000'], TEXTS),
  }),
  attachments: (r) =>
    many(r, 2, () => ({
      name: text(r),
      mime_type: some(r, ['text/csv'], ['application/pdf', 'image/png', 'text/html']),
      content_base64: some(r, ['YSxiCjEsMgo='], FILES),
    })),
  delivery: (r) =>
    object(r, 0.7, {
      channel: () => some(r, ['network', 'email'], ['fax']),
      format: () => some(r, ['xrechnung', 'zugferd', 'pdf'], ['docx']),
    }),
};

const MEXICAN: Readonly<Record<string, Maker>> = {
  global: (r) => ({
    period: some(r, ['01', '02', '04', '05'], ['06']),
    month: some(r, ['01', '11', '13'], ['19']),
    year: some(r, [2026], NUMBERS),
  }),
  replaces_invoice_id: (r) => some(r, [null], ['invc_01k5m8x2q4e7taw9c6rjv3hn01', ...TEXTS]),
};

const COMMON: Readonly<Record<string, Maker>> = {
  title: text,
  notes: text,
  payment_terms_days: (r) => some(r, [0, 30], NUMBERS),
  issue_date: day,
  series: (r) => some(r, ['B', 'A-1'], TEXTS),
  payment_terms_text: text,
};

const draft = (random: Random, side: 'mx' | 'de') => ({
  counterparty_id: customers[side],
  line_items: Array.from({ length: random.chance(0.03) ? 500 : random.int(1, 4) }, () => line(random, side)),
  ...(side === 'de' ? { country_details: { buyer_reference: 'PO-1' } } : {}),
  ...object(random, 0.2, COMMON),
  ...object(random, 0.1, {
    currency: (r) => some(r, ['JPY', 'BHD', 'CLF'], ['XXX', 'XAU', 'eur', '€', 1]),
    exchange_rate: (r) => some(r, [1, 17.5, 1_000_000_000, 0.000001, 1e-12], NUMBERS),
  }),
  ...object(random, 0.2, random.chance(0.95) === (side === 'de') ? GERMAN : MEXICAN),
});

/** The answer, or the error of the tool or of HTTP. */
const call = async (side: 'mx' | 'de', name: string, args: object) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { status, body } = await post(service.url, service.keys[side], message);
  if (status !== 200) return { outcome: String(body['error_type']), told: body };
  const { isError, content } = body['result'] as { isError: boolean; content: { text: string }[] };
  const told = JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;
  return { outcome: isError ? (told['error'] as { code: string }).code : 'made', told };
};

const BROKEN = new Set(['internal_error', 'timeout', 'unavailable']);

test(`${CASES} random drafts`, async (t) => {
  const random = randomOf(SEED);
  const outcomes: Record<string, number> = {};
  for (let index = 0; index < CASES; index += 1) {
    const side = random.pick(['mx', 'de'] as const);
    wrongShare = index % 2 === 0 ? 0 : 0.1;
    const args = draft(random, side);
    const { outcome, told } = await call(side, 'create_invoice', args);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const shown = `SEED=${SEED}, case ${index}: ${JSON.stringify({ told, args }).slice(0, 3000)}`;
    assert.ok(!BROKEN.has(outcome), shown);
    if (outcome !== 'made') continue;
    for (const name of ['subtotal', 'tax_total', 'total', 'balance_due', 'amount_paid'])
      assert.ok(Number(told[name]) >= 0, `${name}: ${shown}`);
    const invoice_id = told['id'];
    assert.equal((await call(side, 'get_invoice', { invoice_id })).outcome, 'made', shown);
    if (index % 5 > 0) continue;
    // What may be filed is drawn and built when a person is asked.
    const asked = await call(side, 'submit_invoice', { invoice_id });
    const name = `submitted: ${asked.outcome}`;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
    assert.ok(!BROKEN.has(asked.outcome), `${JSON.stringify(asked.told)} ${shown}`);
  }
  t.diagnostic(JSON.stringify(outcomes));
  assert.ok((outcomes['made'] ?? 0) > CASES / 20, 'some are right');
});
