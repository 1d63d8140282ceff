// What create_counterparty stores and answers when it succeeds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { callLoosely, codesOf, newRfc, warned } from '../support.ts';

const NOW = '2026-03-10T18:00:00.000Z';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date(NOW));
});
after(() => service.close());

const create = (as: 'mx' | 'de' | 'organisation', args: unknown) =>
  callLoosely(service, as, 'create_counterparty', args);

test('a Mexican customer is answered whole, with the defaults of its country', async () => {
  const { id, ...answer } = await create('mx', {
    name: 'PAPELERIA ROBLES',
    email: 'cuentas@papeleriarobles.mx',
    postal_code: '06600',
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  assert.match(id, /^ctpy_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual(answer, {
    object: 'counterparty',
    counterparty_id: id,
    name: 'PAPELERIA ROBLES',
    country_code: 'MX',
    tax_id: 'PRO8402214B3',
    email: 'cuentas@papeleriarobles.mx',
    postal_code: '06600',
    is_customer: true,
    is_supplier: false,
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601', cfdi_use_code: 'G03' },
    receivable_balance: [],
    payable_balance: [],
    created_at: NOW,
    updated_at: NOW,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
    warnings: [],
    idempotent_replay: false,
  });
});

test('a German supplier is answered whole, reachable on the network by its VAT id', async () => {
  const { id, ...answer } = await create('de', {
    name: 'Nordwind Energie GmbH',
    postal_code: '20457',
    is_customer: false,
    is_supplier: true,
    country_details: { vat_id: 'de 136.695-976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
  assert.deepEqual(answer, {
    object: 'counterparty',
    counterparty_id: id,
    name: 'Nordwind Energie GmbH',
    country_code: 'DE',
    tax_id: 'DE136695976',
    email: null,
    postal_code: '20457',
    is_customer: false,
    is_supplier: true,
    country_details: {
      vat_id: 'DE136695976',
      tax_number: null,
      street: 'Am Sandtorkai 50',
      city: 'Hamburg',
      participant_id: '9930:DE136695976',
      contact_name: null,
      contact_email: null,
      contact_phone: null,
    },
    receivable_balance: [],
    payable_balance: [],
    created_at: NOW,
    updated_at: NOW,
    entity: { id: service.entities.de, name: 'Brückner Werkzeugbau GmbH', country_code: 'DE' },
    warnings: [],
    idempotent_replay: false,
  });
});

test('its own country decides: a German customer of a Mexican company has German fields', async () => {
  const german = await create('mx', {
    name: 'Kältetechnik Harms KG',
    country_code: 'DE',
    country_details: { vat_id: 'DE811569869', city: 'Bremen' },
  });
  assert.equal(german.tax_id, 'DE811569869');
  assert.equal(german.postal_code, null);
  assert.equal(german.country_details.participant_id, '9930:DE811569869');
  assert.equal('rfc' in german.country_details, false);
});

test('a counterparty of a country without a file of its own takes the Peppol fields', async () => {
  const french = await create('de', {
    name: 'Boulangerie Lefèvre SARL',
    country_code: 'FR',
    postal_code: '75011',
    country_details: { vat_id: 'FR40303265045' },
  });
  assert.equal(french.tax_id, 'FR40303265045');
  assert.equal(french.country_details.participant_id, '9957:FR40303265045');
});

describe('the general public', () => {
  test('takes regime 616, use S01 and the postal code of the company, and may exist more than once', async () => {
    for (const name of ['PUBLICO EN GENERAL', 'MOSTRADOR CENTRO']) {
      const answer = await create('mx', { name, country_details: { rfc: 'xaxx010101000' } });
      assert.equal(answer.tax_id, 'XAXX010101000');
      assert.equal(answer.postal_code, '06600');
      assert.deepEqual(answer.country_details, {
        rfc: 'XAXX010101000',
        fiscal_regime_code: '616',
        cfdi_use_code: 'S01',
      });
      assert.deepEqual(answer.warnings, []);
    }
  });
});

describe('what clients send in another form', () => {
  const details = () => ({ rfc: newRfc(), fiscal_regime_code: '601' });

  test('country fields wrapped under the country code', async () => {
    const given = details();
    const answer = await create('mx', {
      name: 'Envuelta SA',
      postal_code: '06600',
      country_details: { MX: given },
    });
    assert.deepEqual(answer.country_details, { ...given, cfdi_use_code: 'G03' });
  });

  test('country fields as JSON text, wrapped and not', async () => {
    for (const wrap of [(given: object) => given, (given: object) => ({ MX: given })]) {
      const given = details();
      const country_details = JSON.stringify(wrap(given));
      const answer = await create('mx', {
        name: `Texto ${given.rfc} SA`,
        postal_code: '06600',
        country_details,
      });
      assert.deepEqual(answer.country_details, { ...given, cfdi_use_code: 'G03' });
    }
  });

  test('null and empty text for what is not known are as if they had been left out', async () => {
    const { rfc } = details();
    const answer = await create('mx', {
      name: 'Vacía SA',
      postal_code: '06600',
      email: '',
      country_code: null,
      is_customer: null,
      is_supplier: null,
      entity_id: '',
      country_details: { rfc, fiscal_regime_code: '601', cfdi_use_code: null },
    });
    assert.deepEqual(
      [answer.email, answer.country_code, answer.is_customer, answer.is_supplier],
      [null, 'MX', true, false],
    );
    assert.equal(answer.country_details.cfdi_use_code, 'G03');
  });

  test('a postal code without its quotes', async () => {
    const answer = await create('mx', { name: 'Número SA', postal_code: 44100, country_details: details() });
    assert.equal(answer.postal_code, '44100');
  });

  test('an RFC with separators and small letters is stored as the SAT writes it', async () => {
    const answer = await create('mx', {
      name: 'Guiones SA',
      postal_code: '06600',
      country_details: { rfc: 'gode-561231-gr8', fiscal_regime_code: '612' },
    });
    assert.equal(answer.tax_id, 'GODE561231GR8');
    assert.equal(answer.country_details.rfc, 'GODE561231GR8');
  });
});

describe('text of any kind is kept as it came', () => {
  const names = [
    ['Arabic, from right to left', 'شركة النور للتجارة'],
    ['Hebrew with a mark of direction', '\u200Fחברת אור\u200F בע"מ'],
    ['emoji beyond the basic plane', 'Café 👩🏽‍🍳 Luna 🥐'],
    ['Chinese', '北京光明有限公司'],
    ['what looks like SQL', "Robert'); DROP TABLE counterparty;-- \\"],
    ['what looks like HTML and a template', '<script>alert(1)</script> {name} ${name}'],
    ['300 letters, the most', 'Ñ'.repeat(300)],
    ['300 signs of two code units', `A${'😀'.repeat(299)}`],
  ] as const;
  for (const [title, name] of names) {
    test(title, async () => {
      const made = await create('de', { name });
      assert.equal(made.name, name);
      const listed = await service
        .client(service.keys.de)
        .list_counterparties({ query: [...name].slice(0, 20).join(''), role: 'all' });
      assert.deepEqual(
        listed.data.map((row) => row.name).filter((known) => known === name),
        [name],
      );
    });
  }

  test('white space around and inside a name is made single', async () => {
    const { name } = await create('de', { name: '  Zwei\t \n Wörter  ' });
    assert.equal(name, 'Zwei Wörter');
  });
});

describe('warnings', () => {
  const mexican = (name: string, country_details: object) =>
    create('mx', { name, postal_code: '06600', country_details });

  test(
    warned('create_counterparty', 'tax_id_check_digit', 'an RFC whose check digit does not fit is taken'),
    async () => {
      const { warnings } = await mexican('Dígito SA', { rfc: 'PRO8402214B4', fiscal_regime_code: '601' });
      assert.deepEqual(warnings, [
        {
          code: 'tax_id_check_digit',
          message: 'The check digit of PRO8402214B4 does not fit; verify the tax id with the counterparty.',
          path: 'country_details.rfc',
        },
      ]);
    },
  );

  test(warned('create_counterparty', 'tax_id_check_digit', 'so is a German VAT id'), async () => {
    const { warnings } = await create('de', {
      name: 'Prüfziffer AG',
      country_details: { vat_id: 'DE123456789' },
    });
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['tax_id_check_digit', 'country_details.vat_id']],
    );
  });

  test(
    warned('create_counterparty', 'fiscal_regime_missing', 'a missing regime stops only the filing'),
    async () => {
      const { warnings, country_details } = await mexican('Sin Régimen SA', { rfc: newRfc() });
      assert.equal(country_details.fiscal_regime_code, null);
      assert.deepEqual(
        warnings.map(({ code, path }) => [code, path]),
        [['fiscal_regime_missing', 'country_details.fiscal_regime_code']],
      );
    },
  );

  test(
    warned('create_counterparty', 'cfdi_use_fell_back', 'a default use that does not fit becomes S01'),
    async () => {
      const { warnings, country_details } = await mexican('Asalariada Pérez', {
        rfc: 'PEPA800101AB1',
        fiscal_regime_code: '605',
      });
      assert.equal(country_details.cfdi_use_code, 'S01');
      assert.ok(codesOf(warnings).includes('cfdi_use_fell_back'), JSON.stringify(warnings));
      const { message } = warnings.find(({ code }) => code === 'cfdi_use_fell_back') ?? {};
      assert.equal(message, 'The default use G03 does not fit fiscal regime 605, so S01 is used.');
    },
  );

  test(
    warned(
      'create_counterparty',
      'similar_name_exists',
      'a name that exists already is named and not refused',
    ),
    async () => {
      await mexican('Ferretería Ríos, S.A. de C.V.', { rfc: newRfc(), fiscal_regime_code: '601' });
      const { warnings } = await mexican('FERRETERIA RIOS', { rfc: newRfc(), fiscal_regime_code: '601' });
      assert.deepEqual(
        warnings.map(({ code, path }) => [code, path]),
        [['similar_name_exists', 'name']],
      );
      assert.equal(warnings[0]?.message.match(/Ferretería Ríos/g)?.length, 1, 'the one there is, once');
    },
  );
});
