// What create_invoice refuses, each with its declared error, and nothing stored. Amounts have a file of their own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { CounterpartyId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  declared,
  newRfc,
  type Refusal,
  refusals,
  refused,
} from '../support.ts';

const ROBLES = { name: 'PAPELERIA ROBLES', tax_id: 'PRO8402214B3' };

let service: TestService;
let robles: CounterpartyId;
let supplier: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  robles = await addMexicanCustomer(service, ROBLES.name, {
    country_details: { rfc: ROBLES.tax_id, fiscal_regime_code: '601' },
  });
  supplier = await addMexicanCustomer(service, 'Aceros Monterrey', { is_customer: false, is_supplier: true });
  await addGermanCustomer(service, 'Nordwind Energie GmbH');
});
after(() => service.close());

const LINES = [{ description: 'Logo', unit_price: 100 }];
const mexican = (args: object): object => ({ counterparty_name: ROBLES.name, line_items: LINES, ...args });
const german = (args: object): object => ({
  counterparty_name: 'Nordwind Energie',
  country_details: { buyer_reference: 'PO-1' },
  line_items: LINES,
  ...args,
});

const CUSTOMER: readonly Refusal[] = [
  {
    title: declared('create_invoice', 'counterparty_no_match', 'a name that fits nobody'),
    args: mexican({ counterparty_name: 'Zacatecas Minera' }),
    error: {
      code: 'counterparty_no_match',
      path: 'counterparty_name',
      received: 'Zacatecas Minera',
      role: 'customer',
    },
  },
  {
    title: 'a customer of another company is nobody here',
    args: mexican({ counterparty_name: 'Nordwind Energie' }),
    error: {
      code: 'counterparty_no_match',
      path: 'counterparty_name',
      received: 'Nordwind Energie',
      role: 'customer',
    },
  },
  {
    title: 'neither id nor name',
    args: { line_items: LINES },
    error: {
      code: 'missing_one_of',
      path: 'counterparty_id, counterparty_name',
      allowed: ['counterparty_id', 'counterparty_name'],
    },
  },
  {
    title: 'empty text for both is neither',
    args: { counterparty_id: '', counterparty_name: '', line_items: LINES },
    error: {
      code: 'missing_one_of',
      path: 'counterparty_id, counterparty_name',
      allowed: ['counterparty_id', 'counterparty_name'],
    },
  },
];

const COUNTRY: readonly Refusal[] = [
  {
    title: declared('create_invoice', 'country_field_not_allowed', 'a German field on a Mexican invoice'),
    args: mexican({ country_details: { buyer_reference: 'PO-1' } }),
    error: {
      code: 'country_field_not_allowed',
      path: 'country_details.buyer_reference',
      country: 'MX',
      allowed: ['payment_method', 'payment_form', 'cfdi_use'],
    },
  },
  {
    title: 'a Mexican field on a German line',
    as: 'de',
    args: german({ line_items: [{ ...LINES[0], country_details: { sat_unit_code: 'H87' } }] }),
    error: {
      code: 'country_field_not_allowed',
      path: 'line_items[0].country_details.sat_unit_code',
      country: 'DE',
      allowed: ['tax_rate', 'exemption_code', 'unit_code'],
    },
  },
  {
    title: declared('create_invoice', 'country_field_missing', 'a German invoice without a buyer reference'),
    as: 'de',
    args: german({ country_details: {} }),
    error: { code: 'country_field_missing', path: 'country_details.buyer_reference', country: 'DE' },
  },
  {
    title: declared('create_invoice', 'payment_form_not_for_method', 'a payment form that PPD does not take'),
    args: mexican({ country_details: { payment_method: 'PPD', payment_form: '03' } }),
    error: {
      code: 'payment_form_not_for_method',
      path: 'country_details.payment_form',
      received: '03',
      payment_method: 'PPD',
      allowed: ['99'],
    },
  },
  {
    title: declared('create_invoice', 'tax_rate_not_allowed', 'a rate that Germany does not have'),
    as: 'de',
    args: german({ line_items: [{ ...LINES[0], country_details: { tax_rate: 16 } }] }),
    error: {
      code: 'tax_rate_not_allowed',
      path: 'line_items[0].country_details.tax_rate',
      received: '16',
      country: 'DE',
      allowed: [19, 7, 0],
    },
  },
  {
    title: 'a form of e-mail for the network',
    as: 'de',
    args: german({ delivery: { channel: 'network', format: 'pdf' } }),
    error: {
      code: 'invalid_parameter',
      path: 'delivery.format',
      reason: 'is a form of documents by e-mail; the network carries xrechnung',
      received: 'pdf',
    },
  },
  {
    title: 'a payment method that the SAT does not know',
    args: mexican({ country_details: { payment_method: 'CASH' } }),
    error: {
      code: 'invalid_parameter',
      path: 'country_details.payment_method',
      reason: 'must be one of PUE, PPD',
      received: 'CASH',
      allowed: ['PUE', 'PPD'],
    },
  },
];

for (const [title, rows] of Object.entries({
  'the customer': CUSTOMER,
  'the country': COUNTRY,
})) {
  describe(title, () => refusals(() => service, 'create_invoice', rows));
}

test(
  declared('create_invoice', 'invoice_not_found', 'an invoice to replace that does not exist'),
  async () => {
    const received = newId('InvoiceId');
    assert.deepEqual(
      await refused(service, 'mx', 'create_invoice', mexican({ replaces_invoice_id: received })),
      { code: 'invoice_not_found', path: 'replaces_invoice_id', received },
    );
  },
);

describe('the customer by id', () => {
  const byId = (counterparty_id: string) =>
    refused(service, 'mx', 'create_invoice', mexican({ counterparty_name: undefined, counterparty_id }));

  test(declared('create_invoice', 'counterparty_not_found', 'an id that does not exist'), async () => {
    const received = newId('CounterpartyId');
    assert.deepEqual(await byId(received), {
      code: 'counterparty_not_found',
      path: 'counterparty_id',
      received,
    });
  });

  test(declared('create_invoice', 'counterparty_not_customer', 'a supplier, by id and by name'), async () => {
    const facts = { code: 'counterparty_not_customer', counterparty_id: supplier, name: 'Aceros Monterrey' };
    assert.deepEqual(await byId(supplier), { ...facts, path: 'counterparty_id' });
    const byName = await refused(
      service,
      'mx',
      'create_invoice',
      mexican({ counterparty_name: 'ACEROS MONTERREY SA' }),
    );
    assert.deepEqual(byName, { ...facts, path: 'counterparty_name' });
  });

  test('an id wins over a name, also when it is wrong', async () => {
    const counterparty_id = newId('CounterpartyId');
    const { code } = await refused(service, 'mx', 'create_invoice', mexican({ counterparty_id }));
    assert.equal(code, 'counterparty_not_found');
  });

  test(
    declared('create_invoice', 'counterparty_ambiguous', 'a name that fits two, with their tax ids'),
    async () => {
      const tax_id = newRfc();
      const id = await addMexicanCustomer(service, 'Robles Hermanos', {
        country_details: { rfc: tax_id, fiscal_regime_code: '601' },
      });
      const { candidates, ...facts } = await refused(
        service,
        'mx',
        'create_invoice',
        mexican({ counterparty_name: 'Robles' }),
      );
      assert.deepEqual(facts, {
        code: 'counterparty_ambiguous',
        path: 'counterparty_name',
        received: 'Robles',
      });
      const expected = [
        { counterparty_id: robles, ...ROBLES },
        { counterparty_id: id, name: 'Robles Hermanos', tax_id },
      ];
      const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
      assert.deepEqual((candidates as typeof expected).toSorted(byName), expected.toSorted(byName));
    },
  );
});

describe('codes of the SAT and of the network', () => {
  const listed = async (
    as: 'mx' | 'de',
    args: object,
  ): Promise<[Record<string, unknown>, readonly string[]]> => {
    const { allowed, ...facts } = await refused(service, as, 'create_invoice', args);
    return [facts, (allowed ?? []) as readonly string[]];
  };

  test(
    declared('create_invoice', 'code_unknown', 'a payment form, a use, a payment means that no list has'),
    async () => {
      const header = (country_details: object): object => mexican({ country_details });
      const [form, forms] = await listed('mx', header({ payment_form: '77' }));
      const [use, uses] = await listed('mx', header({ cfdi_use: 'Z99' }));
      const [means] = await listed(
        'de',
        german({ country_details: { buyer_reference: 'PO-1', payment_means_code: '99' } }),
      );
      const facts = (path: string, received: string, code_list: string): object => ({
        code: 'code_unknown',
        path: `country_details.${path}`,
        received,
        code_list,
      });
      assert.deepEqual(form, facts('payment_form', '77', 'c_FormaPago'));
      assert.deepEqual(use, facts('cfdi_use', 'Z99', 'c_UsoCFDI'));
      assert.deepEqual(means, facts('payment_means_code', '99', 'UNCL4461'));
      assert.ok(forms.includes('03') && uses.includes('G03'));
    },
  );

  test(
    declared('create_invoice', 'cfdi_use_not_for_regime', 'a use that does not fit the customer'),
    async () => {
      const [facts, allowed] = await listed('mx', mexican({ country_details: { cfdi_use: 'D01' } }));
      const path = 'country_details.cfdi_use';
      assert.deepEqual(facts, {
        code: 'cfdi_use_not_for_regime',
        path,
        received: 'D01',
        fiscal_regime_code: '601',
      });
      assert.ok(allowed.includes('G03') && !allowed.includes('D01'));
    },
  );

  test(
    declared('create_invoice', 'cfdi_use_not_for_generic', 'another use than S01 for the general public'),
    async () => {
      const counterparty_id = await addMexicanCustomer(service, 'PUBLICO EN GENERAL', {
        country_details: { rfc: 'XAXX010101000' },
      });
      const [facts] = await listed('mx', mexican({ counterparty_id, country_details: { cfdi_use: 'G03' } }));
      const path = 'country_details.cfdi_use';
      assert.deepEqual(facts, {
        code: 'cfdi_use_not_for_generic',
        path,
        received: 'G03',
        tax_id: 'XAXX010101000',
      });
    },
  );
});
