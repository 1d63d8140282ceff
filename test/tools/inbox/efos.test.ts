// Suppliers on the list of article 69-B: what is there when a list is imported and what comes afterwards says so, each once; the
// definitive ones are not deducted, somebody is asked once, and whoever leaves the list is as before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openBooks } from '../../../src/domain/across/books/books.ts';
import { checkSuppliers } from '../../../src/domain/across/efos/check.ts';
import { importEfosList } from '../../../src/domain/parties/efos-list/list.ts';
import { startEfos } from '../../../src/jobs/efos.ts';
import { adminOn, type Admin } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bill, fileOf, NOBODY, readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const DAY = 86_400_000;
const BAD = 'BBB080808HL7';

let service: TestService;
let own: string;
let admin: Admin;
let moment = NOW;
before(async () => {
  service = await startTestService({ read: readTest, database: 'own' });
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl, NOW);
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  own = row.tax_id ?? '';
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

let cut = 0;
/** A later list each time. */
const take = async (situation: string | null): Promise<void> => {
  cut += 1;
  const rows = situation === null ? '' : `1,${BAD},COMERCIAL,${situation},1,10/11/2026\r\n`;
  const text = `al ${cut} de noviembre de 2026,\r\nNo,RFC,Nombre,Situación,Oficio,Publicación DOF definitivos\r\n${rows}2,ZZZ080808HL1,OTRA,Definitivo,1,\r\n`;
  const made = await importEfosList(service.database, Buffer.from(text, 'latin1'), moment);
  assert.equal(typeof made, 'object');
};

const check = (): Promise<number> =>
  checkSuppliers({ books: openBooks(service.database), now: () => moment }, 20);

const receive = async (number: string, rfc = BAD) => {
  const reading = bill(
    {
      uuid: `9ca14d07-3181-43a1-8f5b-${number.padStart(12, '0')}`,
      number,
      currency: 'MXN',
      buyer: { ...NOBODY, name: 'Us', taxId: own },
      seller: {
        ...NOBODY,
        name: `Proveedora ${rfc}`,
        countryCode: 'MX',
        taxId: rfc,
        regime: '601',
        street: 'Calle 1',
        city: 'México',
        postalCode: '06000',
      },
    },
    { format: 'cfdi' },
  );
  const { received_document } = await mx().receive_document({
    file_name: `${number}.xml`,
    content_base64: fileOf(reading),
  });
  assert.ok(received_document?.bill_id, JSON.stringify(received_document?.issues));
  return { id: received_document.id, bill_id: received_document.bill_id };
};

const ofList = (rule: string): boolean => /^(?:efos|list)_/.test(rule);

const look = async ({ id, bill_id }: Awaited<ReturnType<typeof receive>>) => {
  const { issues } = await mx().get_received_document({ received_document_id: id });
  const { validation, deductibility } = await mx().get_bill({ bill_id });
  return [
    issues.map(({ rule }) => rule).filter(ofList),
    validation.issues.map(({ rule }) => rule).filter(ofList),
    deductibility,
  ];
};

const tasks = async (title: RegExp) =>
  [
    ...(await mx().list_tasks({ status: 'cancelled' })).data,
    ...(await mx().list_tasks({ status: 'open' })).data,
  ]
    .filter((task) => title.test(task.title))
    .map(({ status, due_at, taskable_type }) => [taskable_type, status, due_at]);
const ACT = /definitive/;
const LIST = /list of article 69-B imported/;

const trail = async (): Promise<number> =>
  (
    await service.database.kysely
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'efos check')
      .execute()
  ).length;

const CLEAN = [[], [], 'pending_review'];
const BLOCKED = [['efos_definitive'], ['efos_definitive'], 'non_deductible'];
const WARNED = [['efos_presumed'], ['efos_presumed'], 'pending_review'];

test('a company is told once that there is no list, and once of one that is old', async () => {
  assert.equal(await check(), 0);
  assert.deepEqual(await look(await receive('1', 'PRO840423SG8')), CLEAN);
  assert.deepEqual(await look(await receive('2', 'PRO840423SG8')), CLEAN);
  assert.deepEqual(await tasks(LIST), [['Entity', 'pending', null]]);
});

test('what is there says where its supplier stands, once for each list, and is as before afterwards', async () => {
  const old = await receive('3');
  await mx().book_received_document({ received_document_id: old.id });
  const open = await receive('4');
  const typed = await mx().create_bill({
    counterparty_id: (await mx().get_bill({ bill_id: old.bill_id })).counterparty.id,
    bill_number: 'typed',
    line_items: [{ description: 'x', unit_price: 100, tax_amount: 16 }],
  });
  const other = await receive('5', 'PRO840423SG8');
  await take('Presunto');
  assert.equal(await check(), 1);
  assert.deepEqual([await look(old), await look(open), await look(other)], [WARNED, WARNED, CLEAN]);
  assert.deepEqual(await tasks(ACT), []);
  const warned = await trail();
  assert.equal(warned, 5);
  assert.equal(await check(), 0);

  await take('Definitivo');
  assert.equal(await check(), 1);
  assert.deepEqual([await look(old), await look(open), await look(other)], [BLOCKED, BLOCKED, CLEAN]);
  assert.equal((await mx().get_bill({ bill_id: typed.id })).deductibility, 'non_deductible');
  assert.deepEqual(await tasks(ACT), [['Counterparty', 'pending', '2026-12-10']]);
  const blocked = await trail();
  assert.equal(blocked, warned + 6);
  moment = new Date(NOW.getTime() + 2 * DAY);
  assert.equal(await check(), 1);
  await take('Definitivo');
  assert.deepEqual([await check(), await check()], [1, 0]);
  assert.equal(await trail(), blocked);

  const late = await receive('6');
  assert.deepEqual(await look(late), BLOCKED);
  assert.equal((await tasks(ACT)).length, 1);

  for (const cleared of ['Desvirtuado', 'Sentencia Favorable', null]) {
    await take(cleared);
    await check();
    assert.deepEqual([await look(old), await look(open), await look(late)], [CLEAN, CLEAN, CLEAN]);
    assert.equal((await tasks(ACT)).filter(([, status]) => status === 'pending').length, 0);
    await take('Definitivo');
    await check();
    assert.deepEqual(await look(late), BLOCKED);
    assert.equal((await tasks(ACT)).filter(([, status]) => status === 'pending').length, 1);
  }
});

test('what somebody types or imports of a listed supplier says so at once, and its caller is warned', async () => {
  const { counterparty } = await mx().get_bill({ bill_id: (await receive('20')).bill_id });
  const line = { description: 'x', unit_price: 100, tax_amount: 16 };
  const type = async (bill_number: string, counterparty_id = counterparty.id) => {
    const made = await mx().create_bill({ counterparty_id, bill_number, line_items: [line] });
    const warned = (made.warnings ?? []).filter(({ path }) => path === 'counterparty_id');
    const { validation, deductibility } = await mx().get_bill({ bill_id: made.id });
    assert.deepEqual([made.validation, made.deductibility], [validation, deductibility]);
    return [warned.map(({ message }) => message), validation.issues.map(({ rule }) => rule), deductibility];
  };
  const warning = (situation: string) =>
    `Check counterparty_id: received ${BAD}, ${situation} on the list of article 69-B, and a supplier that is not on it, since what a definitive one bills is not deducted, is usual.`;
  assert.deepEqual(await type('t-1'), [[warning('Definitivo')], ['efos_definitive'], 'non_deductible']);
  const { counterparty: other } = await mx().get_bill({
    bill_id: (await receive('21', 'PRO840423SG8')).bill_id,
  });
  assert.deepEqual(await type('t-2', other.id), [[], [], 'pending_review']);

  const rows = [counterparty.id, other.id].map((id, at) =>
    JSON.stringify({ counterparty: id, bill_number: `i-${at}`, issue_date: '2026-11-01', total: 116 }),
  );
  await admin.json(
    'import',
    'bills',
    admin.file('b.ndjson', rows.join('\n')),
    '--entity',
    service.entities.mx,
  );
  const imported = await service.database.kysely
    .selectFrom('bill')
    .select(['bill_number', 'deductibility'])
    .where('bill_number', 'like', 'i-%')
    .orderBy('bill_number')
    .execute();
  assert.deepEqual(
    imported.map(({ deductibility }) => deductibility),
    ['non_deductible', 'pending_review'],
  );
  // All of them were told what the daily check would tell.
  await take('Definitivo');
  const before = await trail();
  await check();
  assert.equal(await trail(), before);

  await take('Presunto');
  await check();
  assert.deepEqual(await type('t-3'), [[warning('Presunto')], ['efos_presumed'], 'pending_review']);
  await take('Desvirtuado');
  await check();
  assert.deepEqual(await type('t-4'), [[], [], 'pending_review']);
  await take('Definitivo');
  await check();
});

test('a person deducts a blocked bill only on proof, which outlives the next list', async () => {
  const email = 'ana@example.org';
  const member = [
    '--org',
    service.organisation_id,
    '--email',
    email,
    '--name',
    'Ana',
    '--role',
    'administrator',
  ];
  await admin.json('member', 'add', ...member);
  const got = await receive('7');
  assert.deepEqual(await look(got), BLOCKED);
  const { code } = await admin.refused('bill', 'deductibility', got.bill_id, 'deductible', '--by', email);
  assert.equal(code, 'wrong_state');
  await admin.json('bill', 'deductibility', got.bill_id, 'deductible', '--proven', '--by', email);
  const proven = [['efos_definitive'], [], 'deductible'];
  assert.deepEqual(await look(got), proven);
  await take('Definitivo');
  await check();
  assert.deepEqual(await look(got), proven);
  await take('Desvirtuado');
  await check();
  assert.deepEqual(await look(got), [[], [], 'deductible']);
});

test('a hundred bills are told in batches, by one of two who look at once', async () => {
  const first = await receive('8');
  const { counterparty } = await mx().get_bill({ bill_id: first.bill_id });
  for (let at = 0; at < 60; at += 1)
    await mx().create_bill({
      counterparty_id: counterparty.id,
      bill_number: `many ${at}`,
      line_items: [{ description: 'x', unit_price: 100, tax_amount: 16 }],
    });
  await take('Definitivo');
  const before = await trail();
  const checked = await Promise.all([check(), check(), check()]);
  assert.equal(
    checked.reduce((sum, each) => sum + each, 0),
    1,
  );
  const rows = await service.database.kysely
    .selectFrom('bill')
    .select(['deductibility'])
    .where('counterparty_id', '=', counterparty.id)
    .execute();
  assert.deepEqual(new Set(rows.map(({ deductibility }) => deductibility)), new Set(['non_deductible']));
  const requests = await service.database.kysely
    .selectFrom('audit')
    .select('request_id')
    .where('action', '=', 'efos check')
    .execute();
  assert.ok(requests.length - before > 60);
  const sizes = new Map<string, number>();
  for (const { request_id } of requests) sizes.set(request_id, (sizes.get(request_id) ?? 0) + 1);
  assert.ok(Math.max(...sizes.values()) <= 25);
  const loop = startEfos({
    books: openBooks(service.database),
    now: () => moment,
    log: { error: assert.fail },
  });
  await loop.stop();
});
