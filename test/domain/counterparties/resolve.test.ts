import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { resolveCounterparty } from '../../../src/domain/parties/counterparties/resolve.ts';
import { updateCounterparty } from '../../../src/domain/parties/counterparties/update.ts';
import type {
  HeldRole,
  CounterpartyRow,
} from '../../../src/domain/parties/counterparties/store/counterparties.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { add, german, mexican, refused } from './books.ts';

let database: Database;
let close: () => Promise<void>;
let mx: TestBooks;
let other: TestBooks;
let foreign: TestBooks;

const newEntity = async (
  country_code: 'MX' | 'DE',
  organisation = addOrganisation(database),
): Promise<TestBooks> => {
  const organisationId = await organisation;
  return openBooks(database, organisationId, await addEntity(database, organisationId, { country_code }));
};

before(async () => {
  ({ database, close } = await createTestDatabase());
  const organisation = addOrganisation(database);
  mx = await newEntity('MX', organisation);
  other = await newEntity('MX', organisation);
  foreign = await newEntity('MX');
});

after(() => close());

const byName = (name: string, role: HeldRole = 'customer', books = mx): Promise<CounterpartyRow> =>
  resolveCounterparty(books.reading, { counterparty_name: name }, role);

const candidateNames = async (work: Promise<unknown>): Promise<string[]> => {
  const { code, details } = await refused(work);
  assert.equal(code, 'counterparty_ambiguous');
  return (details['candidates'] as { name: string }[]).map(({ name }) => name);
};

const SPELLINGS = [
  'Papelería Güemes SA de CV',
  'PAPELERIA GUEMES',
  'papelería güemes s.a. de c.v.',
  'Güemes Papelería',
  'Papeleria Guemes S. de R.L.',
  'Papeleria Guem',
];

test('one certain fit is taken in every spelling', async () => {
  const row = await add(mx, mexican('Papelería Güemes SA de CV'));
  for (const spelling of SPELLINGS) assert.equal((await byName(spelling)).id, row.id, spelling);
});

test('a mistyped name, a part and one common word are asked back', async () => {
  await add(mx, mexican('Zapatería Villaseñor SA de CV'));
  const asked = ['Zapateria Villaseñro', 'Villaseñor', 'Zapatería', 'Zapatería Villaseñor Hermanos'];
  for (const name of asked) {
    assert.deepEqual(await candidateNames(byName(name)), ['Zapatería Villaseñor SA de CV'], name);
  }
});

test('candidates carry id, name and tax id', async () => {
  const row = await add(mx, mexican('Mueblería Ixtapan'));
  const { details } = await refused(byName('Ixtapan'));
  assert.deepEqual(details, {
    path: 'counterparty_name',
    received: 'Ixtapan',
    candidates: [{ counterparty_id: row.id, name: 'Mueblería Ixtapan', tax_id: row.tax_id }],
  });
});

test('twins are never told apart by chance', async () => {
  await add(mx, mexican('Abarrotes Lupita'));
  await add(mx, mexican('ABARROTES LUPITA'));
  assert.deepEqual((await candidateNames(byName('Abarrotes Lupita'))).toSorted(), [
    'ABARROTES LUPITA',
    'Abarrotes Lupita',
  ]);
});

test('the whole legal name tells companies apart that differ in nothing else', async () => {
  const row = await add(mx, mexican('Mezcales Ancestro SA de CV'));
  await add(mx, mexican('Mezcales Ancestro S de RL de CV'));
  assert.equal((await byName('Mezcales Ancestro, S.A. de C.V.')).id, row.id);
  assert.equal((await candidateNames(byName('Mezcales Ancestro'))).length, 2);
});

test('the same words win over a longer name that begins with them; two longer names are asked back', async () => {
  await add(mx, mexican('Constructora Tlalpan Norte'));
  await add(mx, mexican('Constructora Tlalpan Sur'));
  assert.equal((await candidateNames(byName('Constructora Tlalpan'))).length, 2);
  const row = await add(mx, mexican('Constructora Tlalpan SA'));
  assert.equal((await byName('Constructora Tlalpan')).id, row.id);
});

test('at most five candidates are named', async () => {
  for (let index = 1; index <= 7; index += 1) await add(mx, mexican(`Sucursal Cholula ${index}`));
  assert.equal((await candidateNames(byName('Sucursal Cholula'))).length, 5);
});

test('nothing alike: the answer advises to create it', async () => {
  for (const name of ['Zzyzx Quimera', 'Comercializadora Inexistente SA de CV', '!!!']) {
    assert.deepEqual(await refused(byName(name)), {
      code: 'counterparty_no_match',
      details: { path: 'counterparty_name', received: name, role: 'customer' },
    });
  }
});

test('only holders of the role are taken; one without it is named', async () => {
  const supplier = await add(mx, mexican('Gasolinera Xoco', { is_customer: false, is_supplier: true }));
  const details = { path: 'counterparty_name', counterparty_id: supplier.id, name: 'Gasolinera Xoco' };
  assert.deepEqual(await refused(byName('gasolinera xoco')), { code: 'counterparty_not_customer', details });
  assert.deepEqual(await refused(byName('Xoco')), { code: 'counterparty_not_customer', details });
  assert.equal((await byName('gasolinera xoco', 'supplier')).id, supplier.id);
  const customer = await add(mx, mexican('GASOLINERA XOCO'));
  assert.equal((await byName('gasolinera xoco')).id, customer.id);
});

test('a cut name is asked back when another counterparty has just that name', async () => {
  await add(mx, mexican('Viveros Coyoacán', { is_customer: false, is_supplier: true }));
  await add(mx, mexican('Viveros Coyoacán Oriente'));
  assert.deepEqual(await candidateNames(byName('Viveros Coyoacán')), ['Viveros Coyoacán Oriente']);
});

test('a tax id in the place of the name is understood, in any spelling', async () => {
  const row = await add(mx, mexican('Imprenta Del Carmen'));
  const rfc = row.tax_id ?? '';
  assert.equal(
    (await byName(`${rfc.slice(0, 3).toLowerCase()}-${rfc.slice(3, 9)}-${rfc.slice(9)}`)).id,
    row.id,
  );
  const generic = { country_details: { rfc: 'XAXX010101000' } };
  const first = await add(mx, mexican('Ana Mostrador', generic));
  assert.equal((await byName('XAXX010101000')).id, first.id);
  await add(mx, mexican('Beto Mostrador', generic));
  assert.equal((await candidateNames(byName('XAXX010101000'))).length, 2);
});

test('an id is exact, wins over the name, and must hold the role', async () => {
  const row = await add(mx, mexican('Clínica Zacatenco'));
  const found = await resolveCounterparty(
    mx.reading,
    { counterparty_id: row.id, counterparty_name: 'Papelería Güemes' },
    'customer',
  );
  assert.equal(found.id, row.id);
  assert.equal((await byName(row.id)).id, row.id);
  const lacking = resolveCounterparty(mx.reading, { counterparty_id: row.id }, 'supplier');
  assert.deepEqual(await refused(lacking), {
    code: 'counterparty_not_supplier',
    details: { path: 'counterparty_id', counterparty_id: row.id, name: 'Clínica Zacatenco' },
  });
});

test('neither id nor name', async () => {
  assert.deepEqual(await refused(resolveCounterparty(mx.reading, {}, 'customer')), {
    code: 'missing_one_of',
    details: { path: 'counterparty_id', allowed: ['counterparty_id', 'counterparty_name'] },
  });
});

test('counterparties of another entity and of another organisation do not exist', async () => {
  for (const books of [other, foreign]) {
    const row = await add(books, mexican('Cerrajería Única'));
    assert.equal((await refused(byName('Cerrajería Única'))).code, 'counterparty_no_match');
    const byId = resolveCounterparty(mx.reading, { counterparty_id: row.id }, 'customer');
    assert.equal((await refused(byId)).code, 'counterparty_not_found');
  }
});

test('German names: umlauts, written umlauts, legal forms and word order', async () => {
  const books = await newEntity('DE');
  const row = await add(books, german('Müller & Söhne Maschinenbau GmbH & Co. KG'));
  for (const name of [
    'Mueller und Soehne Maschinenbau',
    'Maschinenbau Müller & Söhne',
    'MÜLLER & SÖHNE MASCHINEN',
  ]) {
    assert.equal((await byName(name, 'customer', books)).id, row.id, name);
  }
});

test('after a rename the new name is found and the old one is not', async () => {
  const row = await add(mx, mexican('Taquería Antes'));
  await mx.write((ctx) => updateCounterparty(ctx, row.id, { name: 'Fonda Después' }));
  assert.equal((await byName('fonda despues')).id, row.id);
  assert.equal((await refused(byName('Taquería Antes'))).code, 'counterparty_no_match');
});
