// Aliases by command, and where they go when two counterparties are merged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addBill } from '../support/documents.ts';
import { ANA, type Office, openOffice } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { checkStates } from '../support/trail-states.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { addGermanCustomer, callLoosely, changingNothing } from '../tools/support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService();
  office = await openOffice(service);
});
after(async () => {
  await checkStates(service.database, service.entities.de);
  await service.close();
});

const by = `--by=${ANA}`;
const alias = (act: string, ...args: string[]) => office.admin.json('counterparty', 'alias', act, ...args);
const create = (id: string, kind: string, value: string) =>
  alias('create', id, `--kind=${kind}`, `--value=${value}`, by);
const german = (name: string) => addGermanCustomer(service, name, { is_supplier: true });
const listed = async (counterparty_id: string) =>
  (await callLoosely(service, 'de', 'list_counterparty_aliases', { counterparty_id })).data;
const told = async (id: string) => (await listed(id)).map(({ kind, value }) => `${kind} ${value}`).toSorted();
const merge = (duplicate: string, survivor: string, ...options: string[]) =>
  office.admin.json('counterparty', 'merge', duplicate, `--into=${survivor}`, by, ...options);

test('a command teaches, lists, changes and deletes', async () => {
  const id = await german('Kanzlei Morgenroth');
  const made = await create(id, 'text', 'KZL MORG');
  assert.deepEqual(
    [made.kind, made.value, made.learned, made.counterparty_id],
    ['text', 'KZL MORG', false, id],
  );
  const entity = `--entity=${service.entities.de}`;
  const { data } = await alias('list', entity, `--counterparty=${id}`);
  assert.deepEqual(
    data.map((row: { id: string; name: string }) => [row.id, row.name]),
    [[made.id, 'Kanzlei Morgenroth']],
  );
  const changed = await alias('update', made.id, '--kind=account', '--value=DE89 3704 0044 0532 0130 00', by);
  assert.deepEqual([changed.id, changed.value], [made.id, 'DE89370400440532013000']);
  assert.deepEqual(await alias('delete', made.id, by), { id: made.id, counterparty_id: id, deleted: true });
  assert.deepEqual(await listed(id), []);
});

test('what names nobody, fits another or is not there is refused, and nothing is written', async () => {
  const [one, other] = [await german('Gerüstbau Ahorn'), await german('Malerei Birke')];
  const { id } = await create(one, 'text', 'GB AHORN');
  const refuse = (...args: string[]) =>
    changingNothing(service.database, () => office.admin.refused('counterparty', 'alias', ...args, by));
  const common = await refuse('create', one, '--kind=text', '--value=Rechnung');
  assert.match(common.message, /word or number|short/);
  const both = await refuse('create', other, '--kind=text', '--value=gb ahorn');
  for (const name of ['Gerüstbau Ahorn', 'Malerei Birke'])
    assert.ok(both.message.includes(name), both.message);
  await alias('delete', id, by);
  assert.equal((await refuse('delete', id)).code, 'not_found');
  assert.equal((await refuse('update', id, '--value=Anders Genannt')).code, 'not_found');
});

test('a merge moves what was taught, and says nothing twice and nobody pays for itself', async () => {
  const [survivor, duplicate, third] = [
    await german('Möbel Eichhorst'),
    await german('Moebel Eichhorst KG'),
    await german('Leasing Tannwald'),
  ];
  await create(survivor, 'text', 'MOE EICH');
  await create(duplicate, 'text', 'EICHHORST MBL');
  await create(duplicate, 'account', 'DE89370400440532013000');
  await create(survivor, 'pays_for', third);
  await create(duplicate, 'pays_for', third);
  await create(duplicate, 'pays_for', survivor);
  await create(survivor, 'pays_for', duplicate);
  await create(third, 'pays_for', duplicate);
  await create(third, 'pays_for', survivor);
  const plan = await changingNothing(service.database, () => merge(duplicate, survivor, '--dry-run'));
  const done = await merge(duplicate, survivor);
  assert.deepEqual(done.moved, plan.moved);
  assert.deepEqual(await told(survivor), [
    'account DE89370400440532013000',
    `pays_for ${third}`,
    'text EICHHORST MBL',
    'text MOE EICH',
  ]);
  assert.deepEqual(await told(third), [`pays_for ${survivor}`]);
  const again = await create(survivor, 'text', 'eichhorst mbl');
  assert.equal(again.value, 'EICHHORST MBL');
});

test('what was learned moves with its lines, and what both had taught becomes one', async () => {
  const [survivor, duplicate] = [await german('Strom Havelland'), await german('Strom Havelland Netz')];
  const { de } = service.entities;
  const account = await addAccount(service, de, { currency: 'EUR' });
  const confirm = async (counterparty_id: string, description: string, date: string) =>
    callLoosely(service, 'de', 'confirm_bank_match', {
      transaction_id: await addLine(service, de, account, {
        transaction_type: 'debit',
        currency: 'EUR',
        amount_minor: 39_900,
        description,
        date,
      }),
      matched_record_id: await addBill(service.database, de, {
        counterparty_id,
        total: '399.00',
        currency: 'EUR',
      }),
    });
  for (const date of ['2026-01-05', '2026-02-05']) await confirm(duplicate, 'ABSCHLAG HVLNETZ', date);
  const [before] = await listed(duplicate);
  assert.equal(before?.learned, true);
  await confirm(survivor, 'ABSCHLAG ZWEIWEG', '2026-01-06');
  await confirm(duplicate, 'ABSCHLAG ZWEIWEG', '2026-02-06');
  await merge(duplicate, survivor);
  const [learned] = await listed(survivor);
  assert.deepEqual([learned?.id, learned?.learned, learned?.learned_from.length], [before?.id, true, 2]);
  await confirm(survivor, 'ABSCHLAG ZWEIWEG', '2026-03-06');
  const found = (await listed(survivor)).find(({ value }) => value.includes('zweiweg'));
  assert.equal(found?.learned_from.length, 3);
});
