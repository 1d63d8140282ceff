import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entity } from '../../src/base/entity.ts';
import { checkCompliance } from '../../src/domain/documents/invoices/compliance.ts';
import type { InvoiceCustomer, InvoiceRecord } from '../../src/domain/documents/invoices/record.ts';
import { isIban } from '../../src/base/bank-identifiers.ts';
import { DE_CUSTOMER, DE_SELLER, isReady, issuesOf, NOW, plan, recordOf } from '../domain/invoices/facts.ts';

/** A draft that says which account to pay into. */
const GERMAN = {
  seller: DE_SELLER,
  country_details: { buyer_reference: 'PO-1', bank_account_number: 'DE75512108001245126199' },
};

const draft = (): InvoiceRecord => recordOf(plan(GERMAN));

const rules = (entity: Entity, record: InvoiceRecord): readonly string[] =>
  checkCompliance(entity, record, NOW).issues.map(({ rule }) => rule);

const seller = (change: Partial<Entity['details']>, facts: Partial<Entity> = {}): readonly string[] => {
  const details = Object.entries({ ...DE_SELLER.details, ...change }).filter(([, value]) => value !== '');
  return rules({ ...DE_SELLER, ...facts, details: Object.fromEntries(details) }, draft());
};

const customer = (change: Partial<InvoiceCustomer>): readonly string[] =>
  rules(DE_SELLER, { ...draft(), customer: { ...DE_CUSTOMER, ...change } });

const header = (change: Partial<InvoiceRecord['header']>): readonly string[] => {
  const record = draft();
  return rules(DE_SELLER, { ...record, header: { ...record.header, ...change } });
};

const means = (details: object): readonly string[] =>
  issuesOf({ seller: DE_SELLER, country_details: { buyer_reference: 'X', ...details } });

test('a complete German draft is ready', () => {
  assert.deepEqual(issuesOf(GERMAN), []);
  assert.deepEqual(issuesOf({ seller: DE_SELLER }), ['(BR-49)']);
  assert.ok(isReady({ seller: DE_SELLER }));
});

test('the seller', () => {
  assert.deepEqual(seller({ vat_id: '' }), []);
  assert.deepEqual(seller({ vat_id: '' }, { tax_id: '12/345/67890' }), ['PEPPOL-EN16931-R020', 'BR-S-02']);
  assert.deepEqual(seller({ vat_id: '', tax_number: '12/345/67890' }, { tax_id: null }), [
    'PEPPOL-EN16931-R020',
  ]);
  assert.deepEqual(seller({ participant_id: 'EM:a@b.example' }), ['PEPPOL-EN16931-R020']);
  assert.deepEqual(seller({ contact_name: '', contact_phone: '', contact_email: '' }), ['BR-DE-2']);
  assert.deepEqual(seller({ contact_name: '' }), ['BR-DE-5']);
  assert.deepEqual(seller({ contact_phone: '' }), ['BR-DE-6']);
  assert.deepEqual(seller({ contact_email: '' }), ['BR-DE-7']);
  assert.deepEqual(seller({ contact_phone: '12' }), ['BR-DE-27']);
  assert.deepEqual(seller({ contact_email: 'nobody' }), ['BR-DE-28']);
  assert.deepEqual(seller({ city: '' }), ['BR-DE-3']);
  assert.deepEqual(seller({}, { postal_code: null }), ['BR-DE-4']);
});

test('the buyer', () => {
  const { city: _city, ...withoutCity } = DE_CUSTOMER.details;
  assert.deepEqual(customer({ details: withoutCity }), ['BR-DE-8']);
  assert.deepEqual(customer({ postal_code: null }), ['BR-DE-9']);
  assert.deepEqual(customer({ details: { street: 'Jungfernstieg 7', city: 'Hamburg' } }), [
    'PEPPOL-EN16931-R010',
  ]);
  assert.deepEqual(
    customer({ details: { street: 'Jungfernstieg 7', city: 'Hamburg', vat_id: 'DE129273398' } }),
    [],
  );
  assert.deepEqual(
    customer({
      details: {
        street: 'Jungfernstieg 7',
        city: 'Hamburg',
        participant_id: '0204:991-01234-38',
      },
    }),
    [],
  );
  assert.deepEqual(header({ country_details: { payment_means_code: '10' } }), ['PEPPOL-EN16931-R003']);
  const { street: _street, ...withoutStreet } = DE_CUSTOMER.details;
  assert.deepEqual(customer({ details: withoutStreet }), ['BR-10']);
  assert.deepEqual(
    customer({ details: { street: 'Jungfernstieg 7', city: 'Hamburg' }, email: 'a@b.example' }),
    [],
  );
});

test('a reference that looks like a Leitweg-ID has its check digits', () => {
  const reference = (buyer_reference: string, customer_country = 'DE') => {
    const record = recordOf(
      plan({ ...GERMAN, country_details: { ...GERMAN.country_details, buyer_reference } }),
    );
    const { issues } = checkCompliance(
      DE_SELLER,
      { ...record, customer: { ...DE_CUSTOMER, country_code: customer_country } },
      NOW,
    );
    return issues.map(({ rule, path, severity }) => `${severity} ${rule} ${path ?? ''}`);
  };
  const WARNED = ['warning LEITWEG-ID country_details.buyer_reference'];
  for (const right of ['04011000-1234512345-06', '991-33333TEST-33', '991-33333test-33', '04011000-12345-03'])
    assert.deepEqual(reference(right), [], right);
  for (const wrong of ['04011000-1234512345-60', '991-33333TSET-33', '04011000-12345-34', '05-X-11'])
    assert.deepEqual(reference(wrong), WARNED, wrong);
  for (const other of ['PO-2026-118', '2026-118-01', '15-10-26', '4500012345', '0401-12345-34', '17-ABC-11'])
    assert.deepEqual(reference(other), [], other);
  assert.deepEqual(reference('04011000-12345-34', 'AT'), []);
  const details = { ...DE_CUSTOMER.details, participant_id: '0204:991-01234-44' };
  assert.deepEqual(customer({ details }), ['LEITWEG-ID']);
});

test('reverse charge and deliveries within the Union need the VAT id of the buyer', () => {
  const details = { city: 'Hamburg', street: 'Jungfernstieg 7', participant_id: '0204:991-01234-38' };
  const rulesOf = (exemption_code: string) =>
    issuesOf({
      ...GERMAN,
      customer: { ...DE_CUSTOMER, details },
      lines: [{ unit_price: 1, country_details: { exemption_code } }],
    });
  assert.deepEqual(rulesOf('AE'), ['BR-AE-02']);
  assert.deepEqual(rulesOf('VATEX-EU-IC'), ['BR-IC-02']);
  assert.deepEqual(rulesOf('VATEX-EU-132'), []);
});

test('the payment', () => {
  assert.deepEqual(means({ payment_means_code: '58', bank_account_number: 'DE75512108001245126199' }), []);
  // Of a draft from before such accounts were refused.
  assert.deepEqual(
    header({
      country_details: { buyer_reference: 'X', payment_means_code: '58', bank_account_number: '123' },
    }),
    ['BR-DE-19'],
  );
  assert.deepEqual(means({ payment_means_code: '30' }), ['BR-61']);
  assert.deepEqual(means({ payment_means_code: '48' }), ['BR-DE-24-a']);
  assert.deepEqual(means({ payment_means_code: '59' }), ['BR-DE-25-a']);
  assert.deepEqual(header({ country_details: { buyer_reference: 'X', payment_means_code: '69' } }), [
    'BR-CL-16',
  ]);
});

test('the tax and the amounts', () => {
  const exempt = { ...GERMAN, lines: [{ unit_price: 1, country_details: { exemption_code: 'E' } }] };
  assert.deepEqual(issuesOf(exempt), ['(BR-E-10)']);
  assert.ok(isReady(exempt));
  const outside = { unit_price: 1, country_details: { exemption_code: 'O' } };
  assert.deepEqual(issuesOf({ ...GERMAN, lines: [outside, { unit_price: 1 }] }), ['BR-O-11']);
  assert.deepEqual(issuesOf({ ...GERMAN, lines: [outside, outside] }), []);
  assert.deepEqual(header({ subtotal_minor: 10_001, total_minor: 11_901 }), ['BR-CO-13']);
  assert.deepEqual(header({ tax_minor: 1901, total_minor: 11_901 }), ['BR-CO-14']);
  assert.deepEqual(header({ total_minor: 11_901 }), ['BR-CO-15']);
  const breakdown = [{ tax: 'VAT', category: 'S', rate: '19', base: '100', amount: '19.01' }];
  assert.deepEqual(header({ tax_breakdown: breakdown }), ['BR-CO-17', 'BR-CO-14']);
});

test('an IBAN is checked by its remainder', () => {
  assert.ok(isIban('DE75 5121 0800 1245 1261 99'));
  assert.ok(isIban('gb82west12345698765432'));
  assert.ok(!isIban('DE76 5121 0800 1245 1261 99'));
  assert.ok(!isIban('032180000118359719'));
  assert.ok(!isIban(''));
});
