// What every country file promises: its form, and that an invoice of each of its rates, categories and profiles passes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { COUNTRIES, INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { checkUbl } from '../../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { isReady } from '../../domain/invoices/facts.ts';
import { ACCOUNT, CUSTOMERS, documentOf, FACTS, type InvoiceGiven, SELLERS } from './invoices.ts';

const FOLDER = join(process.cwd(), 'spec/countries');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
const SCHEMA = JSON.parse(
  readFileSync(join(process.cwd(), 'generated/editor/country.schema.json'), 'utf8'),
) as object;

const validate = new Ajv({ strict: false }).compile(SCHEMA);

test('each country has a file and each file a country', () => {
  assert.deepEqual(
    FILES.map((file) => file.replace('.yaml', '')).toSorted(),
    Object.keys(COUNTRIES).toSorted(),
  );
});

for (const file of FILES) {
  test(`${file} has the form of a country file`, () => {
    const data: unknown = parse(readFileSync(join(FOLDER, file), 'utf8'));
    assert.ok(validate(data), JSON.stringify(validate.errors));
  });
}

test('a country keeps the series in which its companies number their invoices', () => {
  const series = { AU: 'INV', DE: 'RE', GB: 'INV', MX: 'F', NL: 'INV', SG: 'INV' } as const;
  for (const [country, name] of Object.entries(series))
    assert.equal(COUNTRIES[country as keyof typeof series].invoice_series, name, country);
});

const passes = (what: string, given: InvoiceGiven): void => {
  const document = documentOf(given);
  const errors = peppolUbl.validate(document).filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, [], what);
  assert.deepEqual(checkUbl(peppolUbl.build(document, FACTS).bytes), [], what);
};

const NETWORK = Object.values(COUNTRIES).filter(({ regime }) => regime === 'peppol-ubl');

/** To whom an invoice of the category goes. */
const customerFor = (category: string, home: keyof typeof SELLERS) =>
  category === 'K' || category === 'AE' ? CUSTOMERS.FR : category === 'G' ? CUSTOMERS.US : CUSTOMERS[home];

for (const data of NETWORK) {
  const country = data.country as keyof typeof SELLERS;
  const base: InvoiceGiven = {
    seller: SELLERS[country],
    customer: CUSTOMERS[country],
    accounts: [{ ...ACCOUNT, currency: data.currency }],
  };

  test(`${country}: every rate in force`, () => {
    for (const { percent, to } of data.tax.rates) {
      if (to !== undefined) continue;
      const lines = [{ unit_price: 19.99, quantity: 3, country_details: { tax_rate: percent } }];
      passes(`${percent} %`, { ...base, lines });
    }
  });

  test(`${country}: every reason for no tax`, () => {
    for (const category of Object.keys(data.tax.exemption_reasons ?? {})) {
      const lines = [{ unit_price: 250, country_details: { exemption_code: category } }];
      passes(category, { ...base, customer: customerFor(category, country), lines });
    }
  });

  test(`${country}: a currency that is not its own`, () => {
    passes('JPY', { ...base, currency: 'JPY', rate: '0.0064', lines: [{ unit_price: 1000 }] });
  });

  test(`${country}: its profiles follow each other, the last of them without end`, () => {
    const { profiles = [] } = data;
    assert.ok(profiles.length >= 1);
    assert.equal(profiles.at(-1)?.to, undefined);
    for (const { from, to } of profiles) assert.ok(to === undefined || from <= to);
    assert.ok('unit_code' in INVOICE_DEFAULTS[country]);
  });
}

test('the country picks the profile, not the receiver: a public authority takes the same', () => {
  const profile = (given: InvoiceGiven) => peppolUbl.build(documentOf(given), FACTS).profile;
  assert.equal(profile({}), 'peppol-bis-3');
  assert.equal(profile({ customer: CUSTOMERS.LEITWEG }), 'peppol-bis-3');
  assert.equal(profile({ seller: SELLERS.AU, customer: CUSTOMERS.AU }), 'pint-a-nz-1');
  assert.equal(profile({ seller: SELLERS.SG, customer: CUSTOMERS.SG }), 'pint-sg-1');
});

test('Mexico: an invoice of its defaults is ready', () => {
  assert.ok(isReady({}));
});
