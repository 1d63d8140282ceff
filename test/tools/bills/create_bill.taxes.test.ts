// What a typed bill says of taxes, of what was paid before it, and of how it is to be paid.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, declared, refused, warned } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');

let service: TestService;
let bajio: CounterpartyId;
let harms: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  bajio = await addMexicanCustomer(service, 'Transportes del Bajío SA de CV', { is_supplier: true });
  harms = await addGermanCustomer(service, 'Harms Bürobedarf KG', { is_supplier: true });
});
after(() => service.close());

type Answer = AnswerOf<'create_bill'>;

let made = 0;
const given = (as: 'mx' | 'de', line: object, more: object) => ({
  counterparty_id: as === 'mx' ? bajio : harms,
  bill_number: `T-${(made += 1)}`,
  line_items: [{ description: 'Servicio', unit_price: 100, ...line }],
  ...more,
});
const bill = (as: 'mx' | 'de', line: object, more: object = {}): Promise<Answer> =>
  callLoosely(service, as, 'create_bill', given(as, line, more));

const sums = ({ subtotal, tax_total, withheld_total, total, amount_due, balance_due }: Answer) => [
  subtotal,
  tax_total,
  withheld_total,
  total,
  amount_due,
  balance_due,
];

/** Some bills here look like each other, which is told of them too. */
const codes = ({ warnings }: Answer) =>
  warnings.map(({ code }) => code).filter((code) => code !== 'unusual_value');

test('what is withheld is not owed to the supplier, in any of the usual ways', async () => {
  const iva = { tax: 'IVA', rate: 10.6667 };
  const isr = { tax: 'ISR', rate: 10 };
  const fee = await bill('mx', { unit_price: 10_000, tax_rate: 16, withholdings: [iva, isr] });
  assert.deepEqual(sums(fee), [10_000, 1600, 2066.67, 9533.33, 9533.33, 9533.33]);
  const resico = { unit_price: 8620.69, tax_rate: 16, withholdings: [{ tax: 'ISR', rate: 1.25 }] };
  assert.deepEqual(sums(await bill('mx', resico)), [8620.69, 1379.31, 107.76, 9892.24, 9892.24, 9892.24]);
  const freight = { unit_price: 12_500, tax_rate: 16, withholdings: [{ tax: 'IVA', rate: 4 }] };
  const shipped = await bill('mx', freight);
  assert.deepEqual(sums(shipped), [12_500, 2000, 500, 14_000, 14_000, 14_000]);
  const [line] = shipped.line_items;
  const tax = { factor: 'rate', category: null, exemption_code: null, base: 12_500, name: null } as const;
  assert.deepEqual(line?.taxes, [{ ...tax, kind: 'IVA', rate: 16, amount: 2000 }]);
  assert.deepEqual(line.withholdings, [{ ...tax, kind: 'IVA', rate: 4, amount: 500 }]);
  assert.deepEqual(codes(shipped), []);
});

test('the ledger and a payment know what is owed to the supplier alone', async () => {
  const supplier = await addMexicanCustomer(service, 'Fletes del Sur', { is_supplier: true });
  const line = { unit_price: 10_000, tax_rate: 16, withholdings: [{ tax: 'IVA', rate: 4 }] };
  const made = await bill('mx', line, { counterparty_id: supplier, prepaid_amount: 1200 });
  assert.deepEqual(sums(made), [10_000, 1600, 400, 11_200, 10_000, 10_000]);
  const client = service.client(service.keys.mx);
  const { amount } = await client.record_bill_payment({ bill_id: made.id });
  assert.equal(amount, 10_000);
  const paid = await client.get_bill({ bill_id: made.id });
  assert.deepEqual([paid.balance_due, paid.payment_status, paid.prepaid_amount], [0, 'paid', 1200]);
  const { currencies } = await client.generate_ledger({ counterparty_id: supplier });
  assert.deepEqual(
    currencies?.flatMap(({ entries }) =>
      entries.map(({ entry_type, debit, credit }) => [entry_type, debit, credit]),
    ),
    [
      ['bill', 0, 10_000],
      ['bill_payment', 10_000, 0],
    ],
  );
});

test('exempt is not 0 %, and a code says why', async () => {
  const read = async (as: 'mx' | 'de', line: object) => {
    const answer = await bill(as, line);
    const [tax] = answer.line_items[0]?.taxes ?? [];
    return [answer.tax_total, tax?.factor, tax?.rate, tax?.category, tax?.exemption_code, ...codes(answer)];
  };
  assert.deepEqual(await read('mx', { exempt: true }), [0, 'exempt', null, null, null]);
  assert.deepEqual(await read('mx', { tax_rate: 0 }), [0, 'rate', 0, null, null]);
  assert.deepEqual(await read('de', { tax_rate: 0 }), [0, 'rate', 0, 'Z', null]);
  assert.deepEqual(await read('de', { exempt: true }), [0, 'exempt', null, 'E', null]);
  assert.deepEqual(await read('de', { exemption_code: 'AE' }), [0, 'exempt', null, 'AE', 'AE']);
  assert.deepEqual(await read('de', { exemption_code: 'VATEX-EU-IC' }), [
    0,
    'exempt',
    null,
    'K',
    'VATEX-EU-IC',
  ]);
  assert.deepEqual(await read('de', { tax_rate: 19 }), [19, 'rate', 19, 'S', null]);
});

describe('the amount on the bill', () => {
  test(warned('create_bill', 'tax_differs', 'wins over its rate, silently up to a cent'), async () => {
    const near = await bill('de', { unit_price: 33.33, tax_rate: 19, tax_amount: 6.34 });
    assert.deepEqual([near.tax_total, codes(near)], [6.34, []]);
    const far = await bill('de', { unit_price: 33.33, tax_rate: 19, tax_amount: 6.35 });
    assert.deepEqual([far.tax_total, codes(far)], [6.35, ['tax_differs']]);
    const exempt = await bill('de', { exempt: true, tax_amount: 19 });
    assert.deepEqual([exempt.tax_total, codes(exempt)], [19, ['tax_differs']]);
  });

  test('of zero is an answer, and none is asked for with what the call would need', async () => {
    assert.deepEqual(codes(await bill('de', { tax_amount: 0 })), []);
    assert.deepEqual(codes(await bill('de', { unit_price: 0 })), []);
    const lines = Array.from({ length: 8 }, () => ({ description: 'Toner', unit_price: 10 }));
    const { tax_total, warnings } = await bill('de', {}, { line_items: lines });
    assert.equal(tax_total, 0);
    assert.match(
      warnings[0]?.message ?? '',
      /^No tax is given in line_items\[0\], .*line_items\[4\], 3 more, .*"tax_rate": 19/,
    );
  });
});

test('terms of payment and delivery are kept as typed', async () => {
  const answer = await bill(
    'de',
    { tax_rate: 19 },
    {
      delivery_date: '2026-03-02',
      delivery_period: { from: '2026-03-01', to: '2026-03-31' },
      discount_terms: [{ percent: 2, days: 14 }],
      payee_account: 'DE89 3704 0044 0532 0130 00',
    },
  );
  const account = { iban: 'DE89370400440532013000', bic: null, clabe: null, number: null, holder: null };
  const read = await service.client(service.keys.de).get_bill({ bill_id: answer.id });
  for (const { delivery_date, delivery_period, payee_account, terms } of [answer, read])
    assert.deepEqual(
      [delivery_date, delivery_period, payee_account, terms],
      [
        '2026-03-02',
        { from: '2026-03-01', to: '2026-03-31' },
        account,
        { discount_terms: [{ percent: 2, days: 14 }] },
      ],
    );
  const mexican = await bill('mx', { exempt: true }, { payee_account: '012180001234567899' });
  assert.equal(mexican.payee_account?.clabe, '012180001234567899');
});

test('allowances and charges change the sums with their tax, and stand on the bill as such', async () => {
  const lines = [
    { description: 'Stühle', unit_price: 1000, tax_rate: 19 },
    { description: 'Bücher', unit_price: 200, tax_rate: 7 },
  ];
  const made = await bill(
    'de',
    {},
    {
      line_items: lines,
      allowances: [{ amount: 50, reason: 'Rabatt', tax_rate: 19 }],
      prepaid_amount: 344.5,
    },
  );
  assert.deepEqual(sums(made), [1150, 194.5, undefined, 1344.5, 1000, 1000]);
  const tax = { kind: 'VAT', factor: 'rate', rate: 19, category: 'S', exemption_code: null, name: null };
  const allowance = { charge: false, amount: 50, percent: null, reason: 'Rabatt' };
  assert.deepEqual(made.terms.adjustments, [{ ...allowance, tax: { ...tax, base: 50, amount: 9.5 } }]);
  const charged = await bill(
    'de',
    { tax_rate: 19 },
    {
      charges: [{ amount: 10, reason: 'Fracht', exemption_code: 'AE' }, { amount: 5 }],
      rounding_amount: -0.04,
    },
  );
  assert.deepEqual(sums(charged), [115, 19, undefined, 134, 133.96, 133.96]);
  assert.equal(charged.rounding_amount, -0.04);
  assert.deepEqual(codes(charged), ['tax_not_given']);
});

test('an allowance that is exempt in Mexico says so, which is neither 0 % nor nothing', async () => {
  const { terms, warnings, ...made } = await bill(
    'mx',
    { exempt: true },
    { allowances: [{ amount: 10, exempt: true }, { amount: 5, tax_rate: 0 }, { amount: 1 }] },
  );
  assert.deepEqual([made.subtotal, made.tax_total, made.total], [84, 0, 84]);
  assert.deepEqual(
    terms.adjustments?.map(({ tax }) => tax && [tax.kind, tax.factor, tax.rate, tax.base, tax.amount]),
    [['IVA', 'exempt', null, 10, null], ['IVA', 'rate', 0, 5, 0], null],
  );
  assert.match(warnings?.[0]?.message ?? '', /^No tax is given in allowances\[2\], .* or exempt: true\./);
});

test('what was bought, and where the books have it, is kept of a line', async () => {
  const of = {
    discount: { percent: 10 },
    period: { from: '2026-02-01', to: '2026-02-28' },
    nature: 'service',
    account: '6825',
    cost_centre: 'Vertrieb',
    deductible_percent: 70,
    exemption_reason: 'Steuerfrei nach § 4 Nr. 8 UStG',
  };
  const made = await bill('de', of, { tax_point: '2026-02-28' });
  const read = await service.client(service.keys.de).get_bill({ bill_id: made.id });
  const { exemption_reason, discount: _taken, ...kept } = of;
  for (const { line_items, terms } of [made, read]) {
    const [{ id: _id, taxes, ...line } = { id: '', taxes: [] }] = line_items;
    assert.deepEqual(line, {
      position: 1,
      description: 'Servicio',
      quantity: 1,
      unit_price: 100,
      subtotal: 90,
      tax_amount: 0,
      total: 90,
      discount: 10,
      ...kept,
    });
    assert.deepEqual([taxes?.[0]?.exemption_reason, taxes?.[0]?.category], [exemption_reason, 'E']);
    assert.deepEqual(terms, { tax_point: '2026-02-28' });
  }
});

describe('refused', () => {
  const cases: readonly [string, 'mx' | 'de', object, object, string, string][] = [
    [
      'a rate beside an exemption',
      'mx',
      { exempt: true, tax_rate: 16 },
      {},
      'invalid_parameter',
      'line_items[0].tax_rate',
    ],
    [
      declared('create_bill', 'country_field_not_allowed', 'a retention outside of Mexico'),
      'de',
      { withholdings: [{ tax: 'IVA', rate: 4 }] },
      {},
      'country_field_not_allowed',
      'line_items[0].withholdings',
    ],
    [
      'an exemption code in Mexico',
      'mx',
      { exemption_code: 'AE' },
      {},
      'country_field_not_allowed',
      'line_items[0].exemption_code',
    ],
    [
      'a retention without rate and amount',
      'mx',
      { withholdings: [{ tax: 'IVA' }] },
      {},
      'invalid_parameter',
      'line_items[0].withholdings[0]',
    ],
    [
      'more retained than the line costs',
      'mx',
      { withholdings: [{ tax: 'ISR', amount: 101 }] },
      {},
      'invalid_parameter',
      'line_items[0].withholdings',
    ],
    [
      'more paid before than it costs',
      'de',
      { tax_rate: 19 },
      { prepaid_amount: 119.01 },
      'invalid_parameter',
      'prepaid_amount',
    ],
    [
      'a discount above the line',
      'de',
      { discount: { amount: 100.01 } },
      {},
      'invalid_parameter',
      'line_items[0].discount.amount',
    ],
    [
      'a line whose period ends before it begins',
      'de',
      { period: { from: '2026-03-02', to: '2026-03-01' } },
      {},
      'invalid_parameter',
      'line_items[0].period',
    ],
    [
      'more allowed than the bill costs',
      'de',
      {},
      { allowances: [{ amount: 110.01 }], charges: [{ amount: 10 }] },
      'invalid_parameter',
      'allowances',
    ],
    [
      'allowances with more tax than the lines',
      'de',
      { tax_rate: 7 },
      { allowances: [{ amount: 50, tax_rate: 19 }] },
      'invalid_parameter',
      'allowances',
    ],
    [
      'allowances that leave less than is retained',
      'mx',
      { tax_rate: 16, withholdings: [{ tax: 'ISR', rate: 35 }] },
      { allowances: [{ amount: 90, tax_rate: 0 }] },
      'invalid_parameter',
      'allowances',
    ],
    [
      'rounding below nothing',
      'de',
      { unit_price: 1 },
      { rounding_amount: -1.01 },
      'invalid_parameter',
      'rounding_amount',
    ],
    [
      'an account of more characters than there are',
      'de',
      { account: 'x'.repeat(101) },
      {},
      'invalid_parameter',
      'line_items[0].account',
    ],
    [
      'a share above the whole',
      'de',
      { deductible_percent: 101 },
      {},
      'invalid_parameter',
      'line_items[0].deductible_percent',
    ],
    [
      'an IBAN with a slip',
      'de',
      { tax_rate: 19 },
      { payee_account: 'DE88370400440532013000' },
      'invalid_parameter',
      'payee_account',
    ],
    [
      'a CLABE with a slip',
      'mx',
      { tax_rate: 16 },
      { payee_account: '012180001234567890' },
      'invalid_parameter',
      'payee_account',
    ],
    [
      'a period that ends before it begins',
      'de',
      { tax_rate: 19 },
      { delivery_period: { from: '2026-03-02', to: '2026-03-01' } },
      'invalid_parameter',
      'delivery_period',
    ],
  ];
  for (const [title, as, line, more, code, path] of cases)
    test(title, async () => {
      const error = await refused(service, as, 'create_bill', given(as, line, more));
      assert.deepEqual([error['code'], error['path']], [code, path]);
    });
});
