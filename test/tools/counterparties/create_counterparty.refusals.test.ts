// What create_counterparty refuses, each with its declared error, and nothing stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, declared, newRfc, type Refusal, refusals, refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const COMPANY = 'PRO8402214B3';
const PERSON = 'GODE561231GR8';
const GENERIC = 'XAXX010101000';

/** Mexican arguments that would succeed but for what is changed. */
const mexican = (country_details: object, other: object = {}): object => ({
  name: 'Papelería Robles',
  postal_code: '06600',
  country_details,
  ...other,
});

const COUNTRY: readonly Refusal[] = [
  {
    title: declared('create_counterparty', 'country_unknown', 'a country that ISO 3166 does not know'),
    args: { name: 'Nadie', country_code: 'XX' },
    error: { code: 'country_unknown', path: 'country_code', received: 'XX' },
  },
  {
    title: declared(
      'create_counterparty',
      'country_field_not_allowed',
      'a field of another country, with those of this one',
    ),
    args: mexican({ rfc: COMPANY, city: 'Ciudad de México' }),
    error: {
      code: 'country_field_not_allowed',
      path: 'country_details.city',
      country: 'MX',
      allowed: ['rfc', 'fiscal_regime_code', 'cfdi_use_code'],
    },
  },
  {
    title: 'a wrapper of another country',
    args: mexican({ DE: { vat_id: 'DE136695976' } }),
    error: { code: 'country_field_not_allowed', path: 'country_details.DE', country: 'MX', allowed: ['MX'] },
  },
  {
    title: declared('create_counterparty', 'country_field_missing', 'a Mexican counterparty without an RFC'),
    args: { name: 'Papelería Robles', postal_code: '06600' },
    error: { code: 'country_field_missing', path: 'country_details.rfc', country: 'MX' },
  },
  {
    title: 'a name with a character that turns the order of its letters',
    args: mexican({ rfc: COMPANY }, { name: 'Papelería \u202eselboR' }),
    error: {
      code: 'invalid_parameter',
      path: 'name',
      reason: 'must not contain characters that nobody sees, such as U+202E at character 11',
      received: '"Papelería <U+202E>selboR"',
    },
  },
  ...['\ud800', '\udc00', '\u2800', '\u3164', '\u115f', '\u1160', '\uffa0', '\ufe0f', '\ufffe'].map(
    (char) => {
      const code = `U+${char.charCodeAt(0).toString(16).toUpperCase()}`;
      return {
        title: `a name with the blank or broken character ${code}`,
        args: mexican({ rfc: COMPANY }, { name: `Robles${char}` }),
        error: {
          code: 'invalid_parameter',
          path: 'name',
          reason: `must not contain characters that nobody sees, such as ${code} at character 7`,
          received: `"Robles<${code}>"`,
        },
      } as const;
    },
  ),
  {
    title: 'a Mexican counterparty without a postal code',
    args: mexican({ rfc: COMPANY }, { postal_code: null }),
    error: { code: 'country_field_missing', path: 'postal_code', country: 'MX' },
  },
  {
    title: declared('create_counterparty', 'postal_code_invalid', 'a postal code of another form'),
    args: mexican({ rfc: COMPANY }, { postal_code: '6600' }),
    error: { code: 'postal_code_invalid', path: 'postal_code', received: '6600', country: 'MX' },
  },
  {
    title: 'a German postal code of another form',
    as: 'de',
    args: { name: 'Nordwind', postal_code: 'D-20457' },
    error: { code: 'postal_code_invalid', path: 'postal_code', received: 'D-20457', country: 'DE' },
  },
];

const TAX_ID: readonly Refusal[] = [
  {
    title: declared('create_counterparty', 'tax_id_invalid', 'an RFC that is too short'),
    args: mexican({ rfc: 'PRO84022' }),
    error: {
      code: 'tax_id_invalid',
      path: 'country_details.rfc',
      received: 'PRO84022',
      tax_id_kind: 'RFC',
      reason: 'it needs 3 letters (a company) or 4 (a person), a date YYMMDD and 3 characters',
    },
  },
  {
    title: 'an RFC with a date that does not exist',
    args: mexican({ rfc: 'PRO8402304B3' }),
    error: {
      code: 'tax_id_invalid',
      path: 'country_details.rfc',
      received: 'PRO8402304B3',
      tax_id_kind: 'RFC',
      reason: '840230 is not a date YYMMDD',
    },
  },
  {
    title: 'a VAT id of another country',
    as: 'de',
    args: { name: 'Nordwind', country_details: { vat_id: 'FR40303265045' } },
    error: {
      code: 'tax_id_invalid',
      path: 'country_details.vat_id',
      received: 'FR40303265045',
      tax_id_kind: 'USt-IdNr.',
      reason: 'it needs the letters DE and 9 digits',
    },
  },
  {
    title: declared(
      'create_counterparty',
      'participant_id_invalid',
      'a participant id of no scheme of Peppol',
    ),
    as: 'de',
    args: { name: 'Nordwind', country_details: { participant_id: '5000:DE123' } },
    error: { code: 'participant_id_invalid', path: 'country_details.participant_id', received: '5000:DE123' },
  },
];

const ROLE: readonly Refusal[] = [
  {
    title: declared('create_counterparty', 'counterparty_without_role', 'neither customer nor supplier'),
    args: mexican({ rfc: COMPANY }, { is_customer: false }),
    error: { code: 'counterparty_without_role', path: 'is_customer' },
  },
];

for (const [title, rows] of Object.entries({ country: COUNTRY, 'tax id': TAX_ID, role: ROLE })) {
  describe(title, () => refusals(() => service, 'create_counterparty', rows));
}

describe('codes of the SAT', () => {
  const listed = async (country_details: object): Promise<[Record<string, unknown>, readonly string[]]> => {
    const { allowed, ...facts } = await refused(
      service,
      'mx',
      'create_counterparty',
      mexican(country_details),
    );
    return [facts, (allowed ?? []) as readonly string[]];
  };

  test(
    declared('create_counterparty', 'fiscal_regime_unknown', 'a regime that the SAT does not know'),
    async () => {
      const [facts, allowed] = await listed({ rfc: COMPANY, fiscal_regime_code: '999' });
      const path = 'country_details.fiscal_regime_code';
      assert.deepEqual(facts, { code: 'fiscal_regime_unknown', path, received: '999' });
      assert.ok(['601', '612', '616', '626'].every((code) => allowed.includes(code)));
    },
  );

  test(
    declared('create_counterparty', 'fiscal_regime_not_for_person', 'the regime of a person for a company'),
    async () => {
      const [facts, allowed] = await listed({ rfc: COMPANY, fiscal_regime_code: '612' });
      const path = 'country_details.fiscal_regime_code';
      assert.deepEqual(facts, {
        code: 'fiscal_regime_not_for_person',
        path,
        received: '612',
        person: 'moral',
      });
      assert.ok(allowed.includes('601') && !allowed.includes('612'));
    },
  );

  test('the regime of a company for a person', async () => {
    const [facts, allowed] = await listed({ rfc: PERSON, fiscal_regime_code: '601' });
    assert.equal(facts['person'], 'physical');
    assert.ok(allowed.includes('612') && !allowed.includes('601'));
  });

  test(
    declared('create_counterparty', 'fiscal_regime_not_for_generic', 'another regime for the general public'),
    async () => {
      const [facts] = await listed({ rfc: GENERIC, fiscal_regime_code: '601' });
      const path = 'country_details.fiscal_regime_code';
      assert.deepEqual(facts, {
        code: 'fiscal_regime_not_for_generic',
        path,
        received: '601',
        tax_id: GENERIC,
      });
    },
  );

  test(declared('create_counterparty', 'code_unknown', 'a use that the SAT does not know'), async () => {
    const [facts, allowed] = await listed({ rfc: COMPANY, cfdi_use_code: 'Z99' });
    const path = 'country_details.cfdi_use_code';
    assert.deepEqual(facts, { code: 'code_unknown', path, received: 'Z99', code_list: 'c_UsoCFDI' });
    assert.ok(allowed.includes('G03') && allowed.includes('S01'));
  });

  test(
    declared('create_counterparty', 'cfdi_use_not_for_regime', 'a use that does not fit the regime'),
    async () => {
      const [facts, allowed] = await listed({ rfc: PERSON, fiscal_regime_code: '605', cfdi_use_code: 'G03' });
      assert.deepEqual(facts, {
        code: 'cfdi_use_not_for_regime',
        path: 'country_details.cfdi_use_code',
        received: 'G03',
        fiscal_regime_code: '605',
      });
      assert.ok(allowed.includes('S01') && !allowed.includes('G03'));
    },
  );

  test(
    declared('create_counterparty', 'cfdi_use_not_for_generic', 'another use for the general public'),
    async () => {
      const [facts] = await listed({ rfc: GENERIC, cfdi_use_code: 'G03' });
      const path = 'country_details.cfdi_use_code';
      assert.deepEqual(facts, { code: 'cfdi_use_not_for_generic', path, received: 'G03', tax_id: GENERIC });
    },
  );
});

describe('duplicates', () => {
  test(
    declared('create_counterparty', 'counterparty_duplicate', 'a tax id that exists, in whatever spelling'),
    async () => {
      const rfc = newRfc();
      const country_details = { rfc, fiscal_regime_code: '601' };
      const counterparty_id = await addMexicanCustomer(service, 'Primera SA', { country_details });
      for (const spelling of [
        rfc,
        rfc.toLowerCase(),
        `${rfc.slice(0, 3)}-${rfc.slice(3, 9)} ${rfc.slice(9)}`,
      ]) {
        assert.deepEqual(await refused(service, 'mx', 'create_counterparty', mexican({ rfc: spelling })), {
          code: 'counterparty_duplicate',
          path: 'country_details',
          tax_id: rfc,
          counterparty_id,
          name: 'Primera SA',
        });
      }
    },
  );

  test('the same tax id in another company is no duplicate', async () => {
    const german = { name: 'Zweimal GmbH', country_code: 'DE', country_details: { vat_id: 'DE811569869' } };
    await service.client(service.keys.mx).create_counterparty(german);
    const { warnings } = await service.client(service.keys.de).create_counterparty(german);
    assert.deepEqual(warnings, []);
  });

  test('of calls that bring one tax id at once exactly one wins, and the others name it', async () => {
    const country_details = { rfc: newRfc(), fiscal_regime_code: '601' };
    const client = service.client(service.keys.mx);
    const calls = Array.from({ length: 12 }, (_, index) =>
      client.create_counterparty({ name: `Carrera ${index} SA`, postal_code: '06600', country_details }).then(
        ({ id }) => ({ id, code: 'ok' }),
        (error: { code: string; details: { counterparty_id: string } }) => ({
          id: error.details.counterparty_id,
          code: error.code,
        }),
      ),
    );
    const outcomes = await Promise.all(calls);
    assert.deepEqual(outcomes.map(({ code }) => code).toSorted(), [
      ...Array.from({ length: 11 }, () => 'counterparty_duplicate'),
      'ok',
    ]);
    assert.equal(new Set(outcomes.map(({ id }) => id)).size, 1);
    const { data } = await client.list_counterparties({ query: country_details.rfc });
    assert.equal(data.length, 1);
  });
});
