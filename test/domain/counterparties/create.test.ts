import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { createCounterparty } from '../../../src/domain/parties/counterparties/create.ts';
import { describeCounterparty, NO_BALANCES } from '../../../src/domain/parties/counterparties/describe.ts';
import { findSameNamed } from '../../../src/domain/parties/counterparties/known-names.ts';
import { findCounterparty } from '../../../src/domain/parties/counterparties/store/counterparties.ts';
import { openTestBooks, type TestBooks } from '../../support/scope.ts';
import { add, german, mexican, newRfc, refused } from './books.ts';

let database: Database;
let close: () => Promise<void>;
let mx: TestBooks;
let de: TestBooks;

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
});
after(() => close());

test('a Mexican company is stored in the normal spelling, with the default use', async () => {
  const input = mexican('  Ferretería   Ochoa SA de CV', {
    email: 'compras@ochoa.example',
    country_details: { rfc: ' eku-9003173 c9', fiscal_regime_code: '601' },
  });
  const { result, warnings, changes } = await mx.write((ctx) => createCounterparty(ctx, input));
  const { id, created_at, updated_at, ...record } = describeCounterparty(result, NO_BALANCES);
  assert.deepEqual(record, {
    object: 'counterparty',
    counterparty_id: id,
    name: 'Ferretería Ochoa SA de CV',
    country_code: 'MX',
    tax_id: 'EKU9003173C9',
    email: 'compras@ochoa.example',
    postal_code: '06600',
    is_customer: true,
    is_supplier: false,
    country_details: { rfc: 'EKU9003173C9', fiscal_regime_code: '601', cfdi_use_code: 'G03' },
    receivable_balance: [],
    payable_balance: [],
  });
  assert.equal(created_at, '2026-03-10T18:00:00.000Z');
  assert.equal(updated_at, created_at);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    changes.map(({ event, record_id, before: earlier }) => ({ event, record_id, earlier })),
    [{ event: 'counterparty.created', record_id: id, earlier: null }],
  );
  assert.deepEqual(
    describeCounterparty((await findCounterparty(mx.reading, id)) ?? assert.fail(), NO_BALANCES),
    {
      ...record,
      id,
      created_at,
      updated_at,
    },
  );
});

test('the general public takes its regime, use and postal code by itself, any number of times', async () => {
  for (const name of ['Público en General', 'Juan Pérez']) {
    const { result, warnings } = await mx.write((ctx) =>
      createCounterparty(ctx, {
        name,
        country_details: { rfc: 'XAXX010101000' },
        is_customer: true,
        is_supplier: false,
      }),
    );
    assert.deepEqual(result.details, {
      rfc: 'XAXX010101000',
      fiscal_regime_code: '616',
      cfdi_use_code: 'S01',
    });
    assert.equal(result.postal_code, mx.entity.postal_code);
    assert.equal(result.tax_id_unique, null);
    assert.deepEqual(warnings, []);
  }
});

test('one of a name under a generic tax id, unless what else is known tells two apart', async () => {
  const add = (name: string, rfc: string, more: object = {}) =>
    mx.write((ctx) =>
      createCounterparty(ctx, {
        name,
        country_details: { rfc },
        is_customer: true,
        is_supplier: false,
        ...more,
      }),
    );
  const twin = async (work: Promise<unknown>, of: string) => {
    const { code, details } = await refused(work);
    assert.deepEqual([code, details['counterparty_id']], ['counterparty_duplicate', of]);
    return typeof details['hint'] === 'string' ? details['hint'] : '';
  };
  const foreign = (await add('Lumen Books Ltd', 'XEXX010101000', { email: 'a@lumen.example' })).result;
  await twin(add('LUMEN BOOKS LTD', 'XEXX010101000'), foreign.id);
  await twin(add('Lumen Books Ltd', 'XEXX010101000', { email: 'a@lumen.example' }), foreign.id);
  const other = await add('Lumen Books Ltd', 'XEXX010101000', { email: 'b@lumen.example' });
  assert.deepEqual(
    other.warnings.map(({ code }) => code),
    ['similar_name_exists'],
  );
  // Of the general public there is one, whatever else is said of it.
  const [everybody = foreign] = await findSameNamed(mx.reading, 'Público en General');
  const more = { postal_code: '44100', email: 'c@caja.example', external_id: 'P2' };
  await twin(add('Público  en General', 'xaxx-010101-000', more), everybody.id);
  const hint = await twin(
    add('Publico en general', 'XAXX010101000', { is_customer: false, is_supplier: true }),
    everybody.id,
  );
  assert.match(hint, /supplier/);
  await add('Rosa Mostrador', 'XAXX010101000', { postal_code: '44100' });
  await add('Rosa Mostrador', 'XAXX010101000', { postal_code: '06600' });
});

test('a default use that does not fit falls to S01 with a warning, a given one is refused', async () => {
  const details = { rfc: 'CACX7605101P8', fiscal_regime_code: '605' };
  const { result, warnings } = await mx.write((ctx) =>
    createCounterparty(ctx, mexican('Xochilt Casas', { country_details: details })),
  );
  assert.equal(result.details['cfdi_use_code'], 'S01');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['cfdi_use_fell_back'],
  );
  const given = { ...details, rfc: 'FUNK671228PH6', cfdi_use_code: 'G03' };
  const { code } = await refused(
    mx.write((ctx) => createCounterparty(ctx, mexican('Karla Fuente', { country_details: given }))),
  );
  assert.equal(code, 'cfdi_use_not_for_regime');
});

test('a missing regime and a wrong check digit are warnings', async () => {
  const { warnings } = await mx.write((ctx) =>
    createCounterparty(ctx, mexican('Kiosco Jiménez', { country_details: { rfc: 'KIJ0906199R2' } })),
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['tax_id_check_digit', 'fiscal_regime_missing'],
  );
});

const MX_REFUSALS: readonly (readonly [string, string, string, Record<string, unknown>])[] = [
  ['an RFC of no form', 'tax_id_invalid', 'country_details.rfc', { country_details: { rfc: 'ABC' } }],
  [
    'an impossible date',
    'tax_id_invalid',
    'country_details.rfc',
    { country_details: { rfc: 'EKU9002303C9' } },
  ],
  ['no RFC', 'country_field_missing', 'country_details.rfc', { country_details: {} }],
  ['no postal code', 'country_field_missing', 'postal_code', { postal_code: undefined }],
  ['a short postal code', 'postal_code_invalid', 'postal_code', { postal_code: '660' }],
  [
    'a regime outside the catalogue',
    'fiscal_regime_unknown',
    'country_details.fiscal_regime_code',
    { country_details: { rfc: 'IVD920810GU2', fiscal_regime_code: '999' } },
  ],
  [
    'a regime for persons on a company',
    'fiscal_regime_not_for_person',
    'country_details.fiscal_regime_code',
    { country_details: { rfc: 'IVD920810GU2', fiscal_regime_code: '612' } },
  ],
  [
    'a use outside the catalogue',
    'code_unknown',
    'country_details.cfdi_use_code',
    { country_details: { rfc: 'IVD920810GU2', fiscal_regime_code: '601', cfdi_use_code: 'Z99' } },
  ],
  [
    'a use for persons on a company without a regime',
    'invalid_parameter',
    'country_details.cfdi_use_code',
    { country_details: { rfc: 'IVD920810GU2', cfdi_use_code: 'D01' } },
  ],
  [
    'another regime for the general public',
    'fiscal_regime_not_for_generic',
    'country_details.fiscal_regime_code',
    { country_details: { rfc: 'XAXX010101000', fiscal_regime_code: '612' } },
  ],
  [
    'another use for the general public',
    'cfdi_use_not_for_generic',
    'country_details.cfdi_use_code',
    { country_details: { rfc: 'XAXX010101000', cfdi_use_code: 'G03' } },
  ],
  [
    'a field of another country',
    'country_field_not_allowed',
    'country_details.city',
    { country_details: { rfc: 'IVD920810GU2', city: 'Monterrey' } },
  ],
  ['no role', 'counterparty_without_role', 'is_customer', { is_customer: false }],
  ['a country that is none', 'country_unknown', 'country_code', { country_code: 'XX' }],
  ['no letters in the name', 'invalid_parameter', 'name', { name: '...' }],
  ['no e-mail address', 'invalid_parameter', 'email', { email: 'ochoa' }],
];

for (const [what, code, path, facts] of MX_REFUSALS) {
  test(`refused: ${what}`, async () => {
    const answer = await refused(mx.write((ctx) => createCounterparty(ctx, mexican('Nunca Creada', facts))));
    assert.equal(answer.code, code);
    assert.equal(answer.details['path'], path);
  });
}

test('a tax id exists once in an entity, and the refusal names who has it', async () => {
  const rfc = newRfc();
  const first = await add(
    mx,
    mexican('Cementos Lara', { country_details: { rfc, fiscal_regime_code: '601' } }),
  );
  const again = mexican('Otra Razón', {
    country_details: { rfc: rfc.toLowerCase(), fiscal_regime_code: '601' },
  });
  assert.deepEqual(await refused(mx.write((ctx) => createCounterparty(ctx, again))), {
    code: 'counterparty_duplicate',
    details: { path: 'country_details', tax_id: rfc, counterparty_id: first.id, name: 'Cementos Lara' },
  });
  const elsewhere = await add(de, { ...again, country_code: 'MX' });
  assert.equal(elsewhere.tax_id, rfc);
});

test('of many that bring one tax id at once, one is created and all others name it', async () => {
  const rfc = newRfc();
  const country_details = { rfc, fiscal_regime_code: '601' };
  const calls = Array.from({ length: 8 }, (_, index) =>
    mx.write((ctx) => createCounterparty(ctx, mexican(`Carrera ${index}`, { country_details }))),
  );
  const outcomes = await Promise.allSettled(calls);
  const created = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.result.id] : [],
  );
  assert.equal(created.length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    const { code, details } = await refused(Promise.reject(outcome.reason as Error));
    assert.equal(code, 'counterparty_duplicate');
    assert.equal(details['counterparty_id'], created[0]);
  }
  const left = await database.kysely
    .selectFrom('search_record')
    .select('record_id')
    .where('entity_id', '=', mx.entity.id)
    .where('label', 'like', 'Carrera %')
    .execute();
  assert.deepEqual(
    left.map(({ record_id }) => record_id),
    created,
  );
});

test('a name that exists is created with a warning that names the other', async () => {
  const first = await add(mx, mexican('Transportes Íñigo del Norte SA de CV'));
  const { warnings } = await mx.write((ctx) => createCounterparty(ctx, mexican('NORTE TRANSPORTES INIGO')));
  assert.deepEqual(warnings, [
    {
      code: 'similar_name_exists',
      details: {
        path: 'name',
        candidates: [{ counterparty_id: first.id, name: first.name, tax_id: first.tax_id }],
      },
    },
  ]);
});

test('a German company derives its participant id from the VAT id', async () => {
  const row = await add(
    de,
    german('Nordwind Energie GmbH', {
      postal_code: '20457',
      country_details: { vat_id: 'de 136 695 976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
    }),
  );
  assert.equal(row.tax_id, 'DE136695976');
  assert.deepEqual(describeCounterparty(row, NO_BALANCES).country_details, {
    vat_id: 'DE136695976',
    tax_number: null,
    street: 'Am Sandtorkai 50',
    city: 'Hamburg',
    participant_id: '9930:DE136695976',
    contact_name: null,
    contact_email: null,
    contact_phone: null,
  });
});

test('a German company may come without any tax id; a wrong one is refused', async () => {
  const row = await add(de, german('Kleingärtner Linden e.V.'));
  assert.equal(row.tax_id, null);
  const wrong = german('Falsch GmbH', { country_details: { vat_id: 'DE12' } });
  assert.equal((await refused(de.write((ctx) => createCounterparty(ctx, wrong)))).code, 'tax_id_invalid');
  const postal = german('Falsch GmbH', { postal_code: '1234' });
  assert.equal(
    (await refused(de.write((ctx) => createCounterparty(ctx, postal)))).code,
    'postal_code_invalid',
  );
});

test('the country of the counterparty, not of the entity, decides on its fields', async () => {
  const row = await add(mx, {
    ...german('Maple Supplies Inc'),
    country_code: 'CA',
    country_details: { tax_number: '123456789 RT0001', city: 'Toronto' },
  });
  assert.equal(row.tax_id, '123456789 RT0001');
  assert.equal(row.tax_id_unique, '123456789RT0001');
});
