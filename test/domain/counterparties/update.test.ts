import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { findCounterparty } from '../../../src/domain/parties/counterparties/store/counterparties.ts';
import { updateCounterparty } from '../../../src/domain/parties/counterparties/update.ts';
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

test('an update merges fields, follows the name in search and keeps the trail', async () => {
  const row = await add(mx, mexican('Laboratorios Quetzal', { country_details: { rfc: newRfc() } }));
  const { result, changes, warnings } = await mx.write((ctx) =>
    updateCounterparty(ctx, row.id, {
      name: 'Laboratorios Colibrí',
      is_supplier: true,
      country_details: { fiscal_regime_code: '601' },
    }),
  );
  assert.equal(result.version, 2);
  assert.equal(result.is_customer, true);
  assert.equal(result.is_supplier, true);
  assert.deepEqual(result.details, { ...row.details, fiscal_regime_code: '601' });
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    changes.map(({ event }) => event),
    ['counterparty.updated'],
  );
  const tokens = await database.kysely
    .selectFrom('search_token')
    .select('token')
    .where('record_id', '=', row.id)
    .orderBy('token')
    .execute();
  assert.deepEqual(
    tokens.map(({ token }) => token),
    ['colibri', 'laboratorios'],
  );
});

test('an update of a default use that no longer fits lets it fall back', async () => {
  const rfc = 'XIQB891116QE4';
  const row = await add(
    mx,
    mexican('Berenice Ximo', { country_details: { rfc, fiscal_regime_code: '612' } }),
  );
  assert.equal(row.details['cfdi_use_code'], 'G03');
  const { result } = await mx.write((ctx) =>
    updateCounterparty(ctx, row.id, { country_details: { fiscal_regime_code: '605' } }),
  );
  assert.equal(result.details['cfdi_use_code'], 'S01');
});

test('an update cannot take the tax id of another, nor reach a counterparty of another entity', async () => {
  const one = await add(mx, mexican('Uno'));
  const two = await add(mx, mexican('Dos'));
  const taken = mx.write((ctx) =>
    updateCounterparty(ctx, two.id, { country_details: { rfc: one.tax_id ?? '' } }),
  );
  assert.equal((await refused(taken)).code, 'counterparty_duplicate');
  const foreign = de.write((ctx) => updateCounterparty(ctx, one.id, { name: 'Drei' }));
  assert.equal((await refused(foreign)).code, 'counterparty_not_found');
});

test('updates at once are all applied, one after the other', async () => {
  const row = await add(mx, mexican('Contador'));
  await Promise.all([
    mx.write((ctx) => updateCounterparty(ctx, row.id, { email: 'uno@contador.example' })),
    mx.write((ctx) => updateCounterparty(ctx, row.id, { postal_code: '64000' })),
    mx.write((ctx) => updateCounterparty(ctx, row.id, { is_supplier: true })),
  ]);
  const now = await findCounterparty(mx.reading, row.id);
  assert.deepEqual(
    [now?.version, now?.email, now?.postal_code, now?.is_supplier],
    [4, 'uno@contador.example', '64000', true],
  );
});

test('a derived participant id follows the VAT id, a given one stays', async () => {
  const row = await add(de, german('Umzug GmbH', { country_details: { vat_id: 'DE136695976' } }));
  const { result: moved } = await de.write((ctx) =>
    updateCounterparty(ctx, row.id, { country_details: { vat_id: 'DE811569869' } }),
  );
  assert.equal(moved.details['participant_id'], '9930:DE811569869');
  const { result: given } = await de.write((ctx) =>
    updateCounterparty(ctx, row.id, { country_details: { participant_id: '0204:991-33333TEST-33' } }),
  );
  assert.equal(given.details['participant_id'], '0204:991-33333TEST-33');
  const { result: again } = await de.write((ctx) =>
    updateCounterparty(ctx, row.id, { country_details: { vat_id: 'DE136695976' } }),
  );
  assert.equal(again.details['participant_id'], '0204:991-33333TEST-33');
});
