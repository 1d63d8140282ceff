// What a Mexican line may say of its taxes: what is derived, and what is refused by parameter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceLineInput } from '../../../generated/types.ts';
import type { Entity } from '../../../src/base/entity.ts';
import { toDocument } from '../../../src/domain/documents/invoices/document.ts';
import type { InvoiceCustomer } from '../../../src/domain/documents/invoices/record.ts';
import type { InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { raised } from '../../support/collecting.ts';
import {
  issuesOf,
  MX_CUSTOMER,
  MX_SELLER,
  plan,
  PUBLIC_CUSTOMER,
  recordOf,
  type Planning,
} from '../../domain/invoices/facts.ts';

type Details = NonNullable<InvoiceLineInput['country_details']>;

const person = (fiscal_regime_code: string): Entity => ({
  ...MX_SELLER,
  tax_id: 'FUNK671228PH6',
  details: { fiscal_regime_code },
});
const COMPANY = MX_SELLER;
const PERSON_CUSTOMER: InvoiceCustomer = {
  ...MX_CUSTOMER,
  tax_id: 'CACX7605101P8',
  details: { fiscal_regime_code: '605' },
};
const BORDER: Entity = {
  ...MX_SELLER,
  postal_code: '22000',
  time_zone: 'America/Tijuana',
  details: {
    fiscal_regime_code: '601',
    border_stimulus_from: '2026-01-01',
    border_stimulus_to: '2026-12-31',
  },
};

const one = (country_details: Details, rest: Partial<InvoiceLineInput> = {}): Planning => ({
  lines: [{ unit_price: 100, ...rest, country_details }],
});

const documentOf = (planning: Planning): InvoiceDocument =>
  toDocument(planning.seller ?? MX_SELLER, recordOf(plan(planning)));

const taxesOf = (planning: Planning): readonly string[] =>
  (documentOf(planning).lines[0]?.taxes ?? []).map(
    ({ tax, factor, rate, base, amount, withheld }) =>
      `${withheld ? '-' : '+'}${tax} ${factor} ${rate.toFixed()} of ${base.toFixed()}: ${amount.toFixed()}`,
  );

const retained = (seller: Entity, sat_product_code: string, more: Planning & { details?: Details } = {}) => {
  const { details = {}, ...rest } = more;
  return taxesOf({ ...rest, seller, ...one({ sat_product_code, ...details }) })
    .filter((tax) => tax.startsWith('-'))
    .map((tax) => tax.replace(/ of.*/, ''));
};

const FEES = '82141504';
const CLEANING = '76111501';
const SHOES = '53111600';
const FREIGHT = '78101802';
const OFFICE = '80131502';

test('IVA of 16, 0 and exempt, IEPS by rate and by quota within the base of the IVA', () => {
  assert.deepEqual(taxesOf(one({})), ['+IVA rate 16 of 100: 16']);
  assert.deepEqual(taxesOf(one({ tax_rate: 0 })), ['+IVA rate 0 of 100: 0']);
  assert.deepEqual(taxesOf(one({ exempt: true })), ['+IVA exempt 0 of 100: 0']);
  assert.deepEqual(taxesOf(one({ excise: { rate: 8 } })), [
    '+IEPS rate 8 of 100: 8',
    '+IVA rate 16 of 108: 17.28',
  ]);
  assert.deepEqual(taxesOf(one({ excise: { quota: 3.0818 } }, { quantity: 2.5 })), [
    '+IEPS quota 3.0818 of 2.5: 7.7045',
    '+IVA rate 16 of 257.7045: 41.23272',
  ]);
  assert.deepEqual(taxesOf(one({ excise: { quota: 1.5, base_quantity: 0.6 }, tax_rate: 0 })), [
    '+IEPS quota 1.5 of 0.6: 0.9',
    '+IVA rate 0 of 100.9: 0',
  ]);
  assert.deepEqual(taxesOf(one({ tax_object: '07', excise: { rate: 8 } })), ['+IEPS rate 8 of 100: 8']);
});

test('a discount lowers every base', () => {
  const details: Details = { excise: { rate: 8 }, withholdings: [{ tax: 'ISR', rate: 10 }] };
  assert.deepEqual(taxesOf(one(details, { discount: { percent: 12.5 } })), [
    '+IEPS rate 8 of 87.5: 7',
    '+IVA rate 16 of 94.5: 15.12',
    '-ISR rate 10 of 87.5: 8.75',
  ]);
  const { subtotal, discount, lineTotal, withheld, total } = documentOf(
    one(details, { discount: { amount: 20 } }),
  );
  assert.deepEqual(
    [subtotal, discount, lineTotal, withheld, total].map(({ minor }) => minor),
    [8000, 2000, 8000, 800, 8000 + 640 + 1382 - 800],
  );
});

test('what a company usually retains, by regime and product', () => {
  assert.deepEqual(retained(person('612'), FEES), ['-ISR rate 10', '-IVA rate 10.6667']);
  assert.deepEqual(retained(person('612'), OFFICE), ['-ISR rate 10', '-IVA rate 10.6667']);
  assert.deepEqual(retained(person('612'), CLEANING), []);
  assert.deepEqual(retained(person('612'), SHOES), []);
  assert.deepEqual(retained(person('612'), FREIGHT), ['-IVA rate 4']);
  assert.deepEqual(retained(person('606'), OFFICE), ['-ISR rate 10', '-IVA rate 10.6667']);
  assert.deepEqual(retained(person('606'), OFFICE, { details: { exempt: true } }), ['-ISR rate 10']);
  assert.deepEqual(retained(person('626'), FEES), ['-ISR rate 1.25', '-IVA rate 10.6667']);
  assert.deepEqual(retained(person('626'), SHOES), ['-ISR rate 1.25']);
  assert.deepEqual(retained(person('626'), FREIGHT), ['-ISR rate 1.25', '-IVA rate 4']);
  assert.deepEqual(retained(person('621'), FEES), []);
  assert.deepEqual(retained(COMPANY, FEES), []);
  assert.deepEqual(retained(COMPANY, FREIGHT), ['-IVA rate 4']);
  const border = { ...person('612'), details: { ...BORDER.details, fiscal_regime_code: '612' } };
  assert.deepEqual(retained(border, FEES, { details: { tax_rate: 8 } }), [
    '-ISR rate 10',
    '-IVA rate 5.3333',
  ]);
});

test('people, the public and foreigners retain nothing; [] says none; a line without taxes has none', () => {
  for (const customer of [
    PERSON_CUSTOMER,
    PUBLIC_CUSTOMER,
    { ...MX_CUSTOMER, country_code: 'US', tax_id: '36-1234567', details: {} },
  ]) {
    assert.deepEqual(retained(person('612'), FEES, { customer }), []);
  }
  assert.deepEqual(retained(person('612'), FEES, { details: { withholdings: [] } }), []);
  assert.deepEqual(retained(person('612'), FEES, { details: { tax_object: '01' } }), []);
  assert.deepEqual(
    retained(person('612'), FEES, {
      details: { tax_object: '06', withholdings: [{ tax: 'ISR', rate: 10 }] },
    }),
    ['-ISR rate 10'],
  );
});

test('what nobody has set is listed with its reason, and warned of', () => {
  const given = { sat_product_code: FEES, sat_unit_code: 'E48' };
  const lines = [{ unit_price: 100, description: 'Café en grano' }];
  assert.deepEqual(
    documentOf({ lines }).derived.map(({ path, value }) => `${path} ${value}`),
    [
      'line_items[0].country_details.sat_product_code 80101501',
      'line_items[0].country_details.sat_unit_code E48',
      'line_items[0].country_details.tax_object 02',
    ],
  );
  assert.match(
    documentOf({ lines }).derived[0]?.reason ?? '',
    /nobody has said what is sold\. Nearest: 50201706 Café/,
  );
  assert.deepEqual(issuesOf({ lines }), ['(DERIVED-CODE)', '(DERIVED-CODE)']);
  assert.deepEqual(documentOf(one({ ...given, tax_object: '02' })).derived, []);
  assert.deepEqual(documentOf(one({ ...given, tax_rate: 16 })).derived, []);
  assert.deepEqual(documentOf({ ...one({ ...given, tax_object: '02' }), seller: person('626') }).derived, [
    {
      path: 'line_items[0].country_details.withholdings',
      value: 'ISR 1.25, IVA 10.6667',
      reason:
        'Usual for professional services (82141504) of a natural person of regime 626 to a company: LISR 106, 113-J, 116, LIVA 1-A. [] for none.',
    },
  ]);
  assert.deepEqual(issuesOf({ ...one(given), seller: person('626') }), ['(DERIVED-WITHHOLDING)']);
});

test('the 8 % of the border needs the notice of the company, on that day', () => {
  const eight = one({ sat_product_code: SHOES, sat_unit_code: 'PR', tax_rate: 8 });
  assert.deepEqual(taxesOf({ ...eight, seller: BORDER }), ['+IVA rate 8 of 100: 8']);
  assert.deepEqual(issuesOf({ ...eight, seller: BORDER }), ['(BORDER-STIMULUS)']);
  const software = one({ sat_product_code: '43231513', sat_unit_code: 'E48', tax_rate: 8 });
  assert.deepEqual(issuesOf({ ...software, seller: BORDER }), ['BORDER-STIMULUS', '(BORDER-STIMULUS)']);
  const ticket = one({ sat_product_code: '01010101', sat_unit_code: 'ACT', tax_rate: 8 });
  assert.deepEqual(issuesOf({ ...ticket, seller: BORDER }), ['BORDER-STIMULUS', '(BORDER-STIMULUS)']);
  const late = { ...BORDER, details: { ...BORDER.details, border_stimulus_to: '2026-11-20' } };
  for (const seller of [MX_SELLER, late]) {
    const { code, details } = raised(() => plan({ ...eight, seller }));
    assert.equal(code, 'invalid_parameter');
    assert.match(
      JSON.stringify(details),
      /tax_rate.*border regions.*2026-11-21.*ask an administrator to set the border regions/,
    );
  }
});

const refusal = (planning: Planning): string => {
  const { code, details } = raised(() => plan(planning));
  const { path, reason } = { path: '', reason: '', ...details };
  return `${code} ${path.replace('line_items[0].', '').replace('country_details.', '')} ${reason}`.trim();
};

test('rates that no law knows are refused with those that are allowed', () => {
  assert.deepEqual(raised(() => plan(one({ tax_rate: 11 }))).details, {
    path: 'line_items[0].country_details.tax_rate',
    received: '11',
    country: 'MX',
    allowed: [16, 0],
  });
  const { code, details } = raised(() => plan(one({ excise: { rate: 10 } })));
  assert.equal(code, 'code_unknown');
  assert.deepEqual((details as { allowed: readonly string[] }).allowed.toSorted(), [
    '0',
    '160',
    '25',
    '26.5',
    '3',
    '30',
    '30.4',
    '50',
    '53',
    '6',
    '7',
    '8',
    '9',
  ]);
  assert.equal(
    refusal(one({ excise: { quota: 73 } })),
    'invalid_parameter excise.quota is above the highest quota of the catalogue c_TasaOCuota',
  );
  assert.equal(
    refusal({ ...one({ excise: { quota: 3 } }), currency: 'USD' }),
    'invalid_parameter excise.quota is in pesos, and the invoice is in USD',
  );
  const withhold = (tax: 'ISR' | 'IVA', rate: number) => refusal(one({ withholdings: [{ tax, rate }] }));
  const rate = 'invalid_parameter withholdings[0].rate';
  assert.equal(withhold('IVA', 17), `${rate} is more than the IVA of the line, which is 16 %`);
  assert.equal(
    withhold('ISR', 35.5),
    `${rate} is above the highest rate of the catalogue c_TasaOCuota for ISR`,
  );
  assert.equal(withhold('ISR', 0), `${rate} must be above 0; leave out a tax that is not retained`);
  const isr = { tax: 'ISR', rate: 10 } as const;
  assert.equal(
    refusal(one({ withholdings: [isr, isr] })),
    'invalid_parameter withholdings[1].tax is given twice',
  );
  assert.deepEqual(
    issuesOf(one({ sat_product_code: FEES, sat_unit_code: 'E48', withholdings: [{ tax: 'ISR', rate: 12 }] })),
    ['(GUIDE-RETENCION)'],
  );
});

test('what contradicts itself is refused by parameter', () => {
  assert.equal(
    refusal(one({ exempt: true, tax_rate: 16 })),
    'invalid_parameter tax_rate cannot be given for an exempt line',
  );
  for (const tax_object of ['01', '03', '04', '05'] as const) {
    const against = `is not for tax_object ${tax_object}`;
    assert.equal(refusal(one({ tax_object, tax_rate: 0 })), `invalid_parameter tax_rate ${against}`);
    assert.equal(refusal(one({ tax_object, exempt: true })), `invalid_parameter exempt ${against}`);
    assert.equal(refusal(one({ tax_object, excise: { rate: 8 } })), `invalid_parameter excise ${against}`);
    assert.equal(
      refusal(one({ tax_object, withholdings: [{ tax: 'ISR', rate: 10 }] })),
      `invalid_parameter withholdings[0].tax ${against}`,
    );
  }
  const retains: Details = {
    tax_object: '08',
    withholdings: [
      { tax: 'ISR', rate: 10 },
      { tax: 'IVA', rate: 4 },
    ],
  };
  assert.equal(refusal(one(retains)), 'invalid_parameter withholdings[1].tax is not for tax_object 08');
  assert.equal(
    refusal(one({ exempt: true, withholdings: [{ tax: 'IVA', rate: 4 }] })),
    'invalid_parameter withholdings[0].rate is more than the IVA of the line, which is 0 %',
  );
  assert.equal(
    refusal(one({}, { discount: { amount: 100.01 } })),
    'invalid_parameter discount.amount is more than the line, which is 100',
  );
  assert.deepEqual(
    issuesOf(one({ sat_product_code: FEES, sat_unit_code: 'E48' }, { discount: { percent: 100 } })),
    ['CFDI40174'],
  );
});

test('a pedimento is written with two blanks, however it was typed', () => {
  const written = (customs_number: string) => documentOf(one({}, { customs_number })).lines[0]?.customsNumber;
  for (const typed of [
    '26  47  3807  6003832',
    '26 47 3807 6003832',
    '26-47-3807-6003832',
    '264738076003832',
  ])
    assert.equal(written(typed), '26  47  3807  6003832');
  assert.equal(written('164738076003832'), '16  47  3807  6003832');
  for (const wrong of ['154738076003832', '274738076003832', '26 47 3807 600383X', '26/47/3807/6003832'])
    assert.match(
      refusal(one({}, { customs_number: wrong })),
      /^invalid_parameter customs_number is no pedimento/,
    );
});

test('what is retained of one tax at two rates is rounded once (CFDI40211)', () => {
  const seller = person('626');
  const withheld = (rate: number) => [{ tax: 'ISR' as const, rate }];
  const totals = documentOf({
    seller,
    lines: [
      { description: 'Uno', unit_price: 0.4, country_details: { withholdings: withheld(1.25) } },
      { description: 'Dos', unit_price: 0.05, country_details: { withholdings: withheld(10) } },
    ],
  });
  // Half a cent each: apart they would be two cents.
  const amounts = totals.withholdings.map(({ amount }) => amount.minor);
  assert.deepEqual([amounts, totals.withheld.minor], [[1, 0], 1]);
});
