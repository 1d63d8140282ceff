import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collecting, raised } from '../../support/collecting.ts';
import { DE_CUSTOMER, DE_SELLER, MX_CUSTOMER, plan, PUBLIC_CUSTOMER } from './facts.ts';

test('a Mexican draft takes the defaults of the description', () => {
  const { header: whole, lines } = plan({ title: '  Logo ', notes: ' ', lines: [{ unit_price: 4500 }] });
  const { content, ...header } = whole;
  assert.deepEqual(
    content?.derived.map(({ path, value }) => [path, value]),
    [
      ['line_items[0].country_details.sat_product_code', '80101501'],
      ['line_items[0].country_details.sat_unit_code', 'E48'],
      ['line_items[0].country_details.tax_object', '02'],
    ],
  );
  assert.deepEqual(header, {
    counterparty_id: MX_CUSTOMER.id,
    status: 'draft',
    internal_status: 'compliance_draft',
    series: null,
    number: null,
    title: 'Logo',
    issue_date: '2026-11-21',
    due_date: '2026-11-21',
    payment_terms_days: 0,
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    subtotal_minor: 450_000,
    tax_minor: 72_000,
    withheld_minor: 0,
    total_minor: 522_000,
    paid_minor: 0,
    credited_minor: 0,
    balance_minor: 522_000,
    open: false,
    presettled_minor: 0,
    closed_on: null,
    tax_breakdown: [{ tax: 'IVA', category: '002', factor: 'rate', rate: '16', base: '4500', amount: '720' }],
    country_details: { cfdi_type: 'I', payment_method: 'PUE', payment_form: '03', cfdi_use: 'G03' },
    filing_status: 'not_submitted',
    filing: {},
    notes: null,
    external_id: null,
    installments_paid: null,
  });
  assert.deepEqual(
    lines.map(({ content: _content, ...line }) => line),
    [
      {
        position: 1,
        description: 'Diseño de logotipo',
        quantity: '1',
        unit_price: '4500',
        subtotal: '4500',
        tax_rate: '16',
        tax_amount: '720',
        country_details: { sat_product_code: '80101501', sat_unit_code: 'E48', tax_object: '02' },
      },
    ],
  );
});

test('a German draft takes the defaults of its country', () => {
  const { header, lines } = plan({ seller: DE_SELLER, lines: [{ unit_price: 480, quantity: 2 }] });
  assert.equal(header.currency, 'EUR');
  assert.equal(header.payment_terms_days, 30);
  assert.equal(header.due_date, '2026-12-21');
  assert.equal(header.total_minor, 114_240);
  assert.deepEqual(header.country_details, { buyer_reference: 'PO-1', payment_means_code: '1' });
  assert.deepEqual(header.tax_breakdown, [
    { tax: 'VAT', category: 'S', factor: 'rate', rate: '19', base: '960', amount: '182.4' },
  ]);
  assert.deepEqual(lines[0]?.country_details, { tax_category: 'S', unit_code: 'C62' });
});

test('payment method decides form and terms', () => {
  const deferred = plan({ country_details: { payment_method: 'PPD' } }).header;
  assert.equal(deferred.country_details['payment_form'], '99');
  assert.equal(deferred.due_date, '2026-12-21');
  assert.equal(
    plan({ country_details: { payment_method: 'PPD' }, payment_terms_days: 0 }).header.due_date,
    '2026-11-21',
  );
  assert.equal(
    plan({ country_details: { payment_form: '01' } }).header.country_details['payment_form'],
    '01',
  );
  assert.deepEqual(
    raised(() => plan({ country_details: { payment_method: 'PPD', payment_form: '03' } })),
    {
      code: 'payment_form_not_for_method',
      details: {
        path: 'country_details.payment_form',
        received: '03',
        payment_method: 'PPD',
        allowed: ['99'],
      },
    },
  );
  assert.equal(raised(() => plan({ country_details: { payment_form: '07' } })).code, 'code_unknown');
});

const useFor = (customer: Partial<typeof MX_CUSTOMER>, cfdi_use?: string) => {
  const ctx = collecting();
  const country_details = cfdi_use === undefined ? {} : { cfdi_use };
  const { header } = plan({ ctx, customer: { ...MX_CUSTOMER, ...customer }, country_details });
  return [header.country_details['cfdi_use'], ...ctx.warnings.map(({ code }) => code)];
};

test('the use of the invoice is the caller’s, else the customer’s, else what fits', () => {
  const person = { tax_id: 'FUNK671228PH6' };
  assert.deepEqual(useFor({}), ['G03']);
  assert.deepEqual(useFor({}, 'I01'), ['I01']);
  assert.deepEqual(useFor({ details: { fiscal_regime_code: '601', cfdi_use_code: 'G01' } }), ['G01']);
  assert.deepEqual(useFor({ details: { fiscal_regime_code: '601' } }), ['G03']);
  assert.deepEqual(useFor({ details: {} }), ['G03']);
  assert.deepEqual(useFor({ ...person, details: { fiscal_regime_code: '616' } }), [
    'S01',
    'cfdi_use_fell_back',
  ]);
  assert.deepEqual(useFor(PUBLIC_CUSTOMER), ['S01']);
  assert.deepEqual(useFor({ country_code: 'US', tax_id: '36-1234567', details: {} }), ['S01']);
});

const refusedUse = (customer: Partial<typeof MX_CUSTOMER>, cfdi_use: string) =>
  raised(() => plan({ customer: { ...MX_CUSTOMER, ...customer }, country_details: { cfdi_use } }));

test('a use that does not fit is refused when the caller gave it', () => {
  assert.equal(refusedUse({}, 'D01').code, 'cfdi_use_not_for_regime');
  assert.equal(refusedUse({ details: {} }, 'D01').code, 'invalid_parameter');
  assert.equal(refusedUse({}, 'Z99').code, 'code_unknown');
  assert.deepEqual(refusedUse(PUBLIC_CUSTOMER, 'G03'), {
    code: 'cfdi_use_not_for_generic',
    details: { path: 'country_details.cfdi_use', received: 'G03', tax_id: 'XAXX010101000' },
  });
});

const germanLine = (country_details: object) => {
  const { header, lines } = plan({ seller: DE_SELLER, lines: [{ unit_price: 100, country_details }] });
  return [lines[0]?.country_details, header.tax_minor];
};

test('a Peppol line takes the rates of its country on the day, or a reason for none', () => {
  assert.deepEqual(germanLine({ tax_rate: 7 }), [{ tax_category: 'S', unit_code: 'C62' }, 700]);
  assert.deepEqual(germanLine({ tax_rate: 0 }), [{ tax_category: 'Z', unit_code: 'C62' }, 0]);
  assert.deepEqual(germanLine({ exemption_code: 'AE' }), [
    { tax_category: 'AE', exemption_code: 'AE', unit_code: 'C62' },
    0,
  ]);
  assert.deepEqual(germanLine({ tax_rate: 0, exemption_code: 'VATEX-EU-IC' }), [
    { tax_category: 'K', exemption_code: 'VATEX-EU-IC', unit_code: 'C62' },
    0,
  ]);
  assert.deepEqual(germanLine({ exemption_code: 'VATEX-EU-132-1I' }), [
    { tax_category: 'E', exemption_code: 'VATEX-EU-132-1I', unit_code: 'C62' },
    0,
  ]);
});

const refusedRate = (country_details: object) =>
  raised(() => plan({ seller: DE_SELLER, lines: [{ unit_price: 1 }, { unit_price: 100, country_details }] }));

test('a tax rate that the country does not have is refused', () => {
  assert.deepEqual(refusedRate({ tax_rate: 16 }), {
    code: 'tax_rate_not_allowed',
    details: {
      path: 'line_items[1].country_details.tax_rate',
      received: '16',
      country: 'DE',
      allowed: [19, 7, 0],
    },
  });
  assert.equal(refusedRate({ tax_rate: 19, exemption_code: 'AE' }).code, 'tax_rate_not_allowed');
  assert.equal(refusedRate({ tax_rate: 7.125 }).code, 'too_many_decimals');
  assert.equal(refusedRate({ exemption_code: 'S' }).code, 'code_unknown');
});

const meansFor = (details: object, currency = 'EUR') =>
  plan({ seller: DE_SELLER, currency, country_details: { buyer_reference: 'X', ...details } }).header
    .country_details['payment_means_code'];

test('the payment means follow the account', () => {
  assert.equal(meansFor({ bank_account_number: 'DE75 5121 0800 1245 1261 99' }), '58');
  assert.equal(meansFor({ bank_account_number: 'DE75 5121 0800 1245 1261 99' }, 'USD'), '30');
  assert.equal(meansFor({ bank_account_number: '1234567' }), '30');
  assert.equal(meansFor({}), '1');
  assert.equal(meansFor({ payment_means_code: '10' }), '10');
  assert.equal(
    raised(() =>
      plan({ seller: DE_SELLER, country_details: { buyer_reference: 'X', payment_means_code: '69' } }),
    ).code,
    'code_unknown',
  );
});

test('a foreign currency keeps rate, date and source', () => {
  const { header } = plan({ currency: 'USD' });
  assert.equal(header.exchange_rate, '18.2915');
  assert.equal(header.exchange_rate_date, '2026-11-20');
  assert.equal(header.exchange_rate_source, 'bundled');
  // TipoCambio has six decimals at most, the rate of a Peppol invoice eight.
  assert.equal(
    plan({ seller: DE_SELLER, currency: 'USD', customer: DE_CUSTOMER }).header.exchange_rate,
    '0.85615925',
  );
});

const refusedLine = (line: object) =>
  raised(() => plan({ lines: [{ unit_price: 1 }, { unit_price: 1, ...line }] }));

test('numbers that say too much or too little are refused by the path of their line', () => {
  assert.deepEqual(refusedLine({ unit_price: 0.1234567 }), {
    code: 'too_many_decimals',
    details: {
      path: 'line_items[1].unit_price',
      received: '0.1234567',
      allowed_decimals: 6,
      hint: 'Round unit_price yourself, as to 0.123457, then call again.',
    },
  });
  assert.equal(refusedLine({ quantity: 1.2345678 }).code, 'too_many_decimals');
  assert.equal(refusedLine({ quantity: 1e-10 }).code, 'invalid_parameter');
  assert.equal(refusedLine({ description: ' \t' }).code, 'invalid_parameter');
});

const refusedLines = (lines: readonly object[]) =>
  raised(() => plan({ lines: lines.map((line) => ({ unit_price: 1, ...line })) }));

test('totals that the books cannot hold are refused, line or sum', () => {
  assert.deepEqual(refusedLines([{ unit_price: 9_999_999_999_999, quantity: 2 }]), {
    code: 'amount_too_large',
    details: { path: 'line_items[0].unit_price', received: '19999999999998' },
  });
  assert.deepEqual(refusedLines([{ unit_price: 6e12 }, { unit_price: 6e12 }]).details, {
    path: 'line_items',
    received: '12000000000000',
  });
  // The sum still fits, with its tax it no longer does.
  assert.equal(refusedLines([{ unit_price: 9_500_000_000_000 }]).code, 'amount_too_large');
});
