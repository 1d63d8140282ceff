// Who is not merged, by whom, and what happens to several merges at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, BETO, type Office, openOffice } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  callLoosely,
  changingNothing,
  newRfc,
} from '../tools/support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService();
  office = await openOffice(service);
});
after(async () => {
  for (const side of ['mx', 'de'] as const)
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  await service.close();
});

const options = (duplicate: string, survivor: string, by = ANA) =>
  ['counterparty', 'merge', duplicate, `--into=${survivor}`, `--by=${by}`] as const;
const merge = (duplicate: string, survivor: string) => office.admin.json(...options(duplicate, survivor));
const refused = (duplicate: string, survivor: string, by = ANA) =>
  changingNothing(service.database, () => office.admin.refused(...options(duplicate, survivor, by)));
const generic = (name: string, args: object = {}) =>
  addMexicanCustomer(service, name, { country_details: { rfc: 'XEXX010101000' }, ...args });
const idsOf = async (side: 'mx' | 'de', query: string): Promise<string[]> => {
  const { data } = await callLoosely(service, side, 'list_counterparties', { query, role: 'all' });
  return data.map(({ id }) => id);
};

test('two tax ids, itself, strangers, and members who are no administrators are refused', async () => {
  const one = await addMexicanCustomer(service, 'Aceros Uno');
  const other = await addMexicanCustomer(service, 'Aceros Dos');
  const german = await addGermanCustomer(service, 'Stahl Eins GmbH');
  const two = await refused(one, other);
  assert.equal(two.code, 'wrong_state');
  assert.match(two.message, /Aceros Uno .* has the tax id .* and Aceros Dos .*two legal persons/);
  assert.equal((await refused(one, one)).code, 'invalid_value');
  assert.match((await refused(one, german)).message, new RegExp(`There is no counterparty ${german}`));
  assert.equal((await refused(german, one)).code, 'not_found');
  assert.equal((await refused(one, 'ctpy_01h2xcejqtf2nbrexx3vqjhp41')).code, 'not_found');
  assert.equal((await refused('ctpy_01h2xcejqtf2nbrexx3vqjhp41', one)).code, 'not_found');
  assert.equal((await refused(one, other, BETO)).code, 'not_allowed');
  assert.equal((await refused(one, other, 'no@x.example')).code, 'not_found');
});

test('a pending approval of either is named, and the merge follows its decision', async () => {
  const survivor = await addMexicanCustomer(service, 'Hotel Tepozán');
  const duplicate = await generic('Hotel Tepozan');
  const id = await office.draft('mx', { counterparty_id: survivor });
  const { approval_request_id: request } = await office.submit('mx', id);
  for (const pair of [
    [duplicate, survivor],
    [survivor, duplicate],
  ] as const) {
    const { code, message } = await refused(...pair);
    assert.equal(code, 'wrong_state');
    assert.ok(message.includes(id) && message.includes(request), message);
  }
  const plan = await office.admin.json(...options(duplicate, survivor), '--dry-run');
  assert.ok(String(plan.obstacle).includes(request));
  await office.admin.json('approval', 'reject', request, `--by=${ANA}`, '--reason=twice');
  assert.equal((await merge(duplicate, survivor)).id, survivor);
});

test('a survivor with a generic tax id takes that of the duplicate, with what belongs to it', async () => {
  const survivor = await generic('Cafetal Norte', { email: 'hola@cafetal.example' });
  const rfc = newRfc();
  const duplicate = await addMexicanCustomer(service, 'Cafetal del Norte', {
    country_details: { rfc, fiscal_regime_code: '601' },
    postal_code: '44100',
    is_supplier: true,
  });
  const done = await merge(duplicate, survivor);
  assert.deepEqual(
    [done.tax_id, done.country_details, done.postal_code, done.email, done.is_supplier],
    [
      rfc,
      { rfc, fiscal_regime_code: '601', cfdi_use_code: done.country_details.cfdi_use_code },
      '44100',
      'hola@cafetal.example',
      true,
    ],
  );
  // The tax id is known as the survivor's: another one with it is refused, and search finds it.
  assert.deepEqual(await idsOf('mx', rfc), [survivor]);
  const invoice = await office.draft('mx', { counterparty_id: undefined, counterparty_name: rfc });
  assert.equal((await office.get('mx', invoice)).counterparty.id, survivor);
});

test('a chain keeps every old id, and a merged one is neither merged nor changed again', async () => {
  const [a, b, c] = [
    await addGermanCustomer(service, 'Kette Alpha'),
    await addGermanCustomer(service, 'Kette Beta'),
    await addGermanCustomer(service, 'Kette Gamma', { country_details: { vat_id: 'DE811569869' } }),
  ];
  await merge(a, b);
  const twice = await refused(a, b);
  assert.equal(twice.code, 'wrong_state');
  assert.ok(twice.message.includes(`use ${b}`), twice.message);
  assert.match((await refused(c, a)).message, /was merged into Kette Beta already/);
  assert.ok((await refused(b, a)).message.includes('already'));
  await merge(b, c);
  for (const old of [a, b]) {
    const id = await office.draft('de', { counterparty_id: old });
    assert.equal((await office.get('de', id)).counterparty.id, c);
    const update = await office.admin.refused('counterparty', 'update', old, '--name=Neu');
    assert.ok(update.message.includes(`use ${c}`), update.message);
  }
  assert.deepEqual(await idsOf('de', 'kette'), [c]);
  const foreign = await office.admin.refused('counterparty', 'update', 'ctpy_01h2xcejqtf2nbrexx3vqjhp41');
  assert.notEqual(foreign.code, undefined);
});

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

test('of merges at once, and of drafts, bills and payments made meanwhile, nothing is lost', async () => {
  const survivor = await addGermanCustomer(service, 'Wettlauf GmbH', {
    country_details: { vat_id: 'DE129273398' },
  });
  const others = await Promise.all(
    ['Wettlauf A', 'Wettlauf B', 'Wettlauf C'].map((name) =>
      addGermanCustomer(service, name, { is_supplier: true }),
    ),
  );
  const [a = '', b = '', c = ''] = others;
  const drafts = Array.from({ length: 12 }, (_, index) =>
    office.draft('de', { counterparty_id: others[index % others.length] }),
  );
  const bill = (counterparty_id: string, bill_number: string) =>
    callLoosely(service, 'de', 'create_bill', {
      counterparty_id,
      bill_number,
      line_items: [{ description: 'Papier', unit_price: 100 }],
    });
  const billed = await Promise.all(others.map((id) => bill(id, 'ALT')));
  const work = [
    ...others.map((id, index) => bill(id, `NEU-${index}`)),
    ...billed.map(({ id }) => callLoosely(service, 'de', 'record_bill_payment', { bill_id: id, amount: 30 })),
  ];
  const outcomes = await Promise.all([
    office.admin.run(...options(a, survivor), '--json'),
    office.admin.run(...options(a, survivor), '--json'),
    office.admin.run(...options(b, c), '--json'),
    office.admin.run(...options(c, b), '--json'),
  ]);
  const codes = outcomes.map(({ code }) => code);
  assert.deepEqual(
    [sorted(codes.slice(0, 2)), sorted(codes.slice(2))],
    [
      [0, 1],
      [0, 1],
    ],
  );
  const left = codes[2] === 0 ? c : b;
  await Promise.all(work);
  const balances = await callLoosely(service, 'de', 'list_counterparties', {
    query: 'wettlauf',
    role: 'all',
  });
  const owed = new Map(balances.data.map(({ id, payable_balance }) => [String(id), payable_balance]));
  assert.equal(owed.size, 2);
  assert.deepEqual(owed.get(survivor), [{ currency: 'EUR', amount: 170, open: 170, credit: 0, net: 170 }]);
  assert.deepEqual(owed.get(left), [{ currency: 'EUR', amount: 340, open: 340, credit: 0, net: 340 }]);
  const made = await Promise.all(drafts);
  const parties = await Promise.all(made.map(async (id) => (await office.get('de', id)).counterparty.id));
  assert.deepEqual([...new Set(parties)].toSorted(), [survivor, left].toSorted());
  assert.equal(parties.filter((id) => id === survivor).length, 4);
  const events = await service.database.kysely
    .selectFrom('event')
    .select('record_id')
    .where('type', '=', 'counterparty.merged')
    .where('record_id', 'in', others)
    .execute();
  assert.equal(events.length, 2);
});

test('an import that still names the duplicate means the survivor and changes nothing of it', async () => {
  const entity = `--entity=${service.entities.de}`;
  const row = (external_id: string, name: string) =>
    JSON.stringify({ external_id, name, is_customer: true, is_supplier: false, country_code: 'DE' });
  const file = office.admin.file(
    'parties.ndjson',
    [row('E-1', 'Import Eins'), row('E-2', 'Import Zwei')].join('\n'),
  );
  await office.admin.json('import', 'counterparties', entity, file);
  const [one = ''] = await idsOf('de', 'import eins');
  const [two = ''] = await idsOf('de', 'import zwei');
  await merge(two, one);
  const again = await office.admin.json('import', 'counterparties', entity, file, '--update');
  assert.deepEqual([again.imported, again.skipped, again.rejected], [0, 2, []]);
  const invoices = office.admin.file(
    'invoices.ndjson',
    JSON.stringify({
      external_id: 'I-1',
      counterparty: 'E-2',
      series: 'ALT',
      number: '7',
      issue_date: '2026-01-10',
      due_date: '2026-02-10',
      currency: 'EUR',
      total: 119,
      balance_due: 119,
      status: 'filed',
      title: 'Alt',
    }),
  );
  const imported = await office.admin.json('import', 'invoices', entity, invoices);
  assert.deepEqual([imported.imported, imported.rejected], [1, []]);
  const { data } = await callLoosely(service, 'de', 'search_invoices', { counterparty_id: two });
  assert.deepEqual(
    data.map(({ counterparty }) => [counterparty.counterparty_id, counterparty.name]),
    [[one, 'Import Eins']],
  );
});
