// What waits for a decision at an upgrade that shows more: it is renewed, says so, and is filed only after another look.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PREVIEW_FORM } from '../../src/domain/documents/shared/preview.ts';
import { renewAll } from '../../src/domain/filing/approval/renew.ts';
import { administrator, approveRequest } from '../../src/domain/filing/approval/decide.ts';
import { takeSnapshot } from '../../src/domain/filing/approval/snapshot.ts';
import { loadFilable } from '../../src/domain/filing/filable.ts';
import { openBooks as openDomain } from '../../src/domain/across/books/books.ts';
import { ANA, type Side } from '../support/office.ts';
import { openBooks } from '../support/scope.ts';
import { office, service, start, usingProvider } from './provider.ts';

usingProvider();

const WORDS =
  'It was renewed at the upgrade, because more of what is filed is shown now. Look at it as it is now, then approve it.';
const OLD_HASH = 'a'.repeat(64);

/** As an earlier release kept it: less of the document, under other names. */
const age = async (request: string): Promise<void> => {
  const document = {
    seller: { name: 'Papelería Robles SA de CV', tax_id: 'PRO840423SG8', details: {} },
    buyer: { id: office.customers.mx, name: 'CAFE LUNA', tax_id: 'AAB200101AA3', details: {} },
    title: null,
    lines: [{ position: 1, description: 'Servicio' }],
    currency: 'MXN',
    subtotal: '1000.00',
    tax: '160.00',
    total: '1160.00',
  };
  await service.database.kysely
    .updateTable('approval')
    .set({ snapshot: JSON.stringify({ document, warnings: [] }), snapshot_hash: OLD_HASH })
    .where('id', '=', request)
    .execute();
};

const waiting = async (side: Side = 'mx') => {
  const id = await office.draft(side);
  const { approval_request_id: request } = await office.submit(side, id);
  await age(request);
  return { id, request };
};

const show = (request: string) => office.admin.json('approval', 'show', request);
const approve = (request: string) =>
  office.admin.run('approval', 'approve', request, `--by=${ANA}`, '--wait=0');

test('it is listed and shown whole, and says that it was renewed', async () => {
  const { request } = await waiting();
  const row = (await office.admin.json('approval', 'list')).find(({ id }: { id: string }) => id === request);
  assert.deepEqual(
    [row.record_type, row.buyer.name, row.line_count, row.total, row.status],
    ['invoice', 'CAFE LUNA', 1, '1160.00', 'pending'],
  );
  assert.notEqual(row.renewed_at, null);
  const shown = await show(request);
  assert.deepEqual(shown.changed, []);
  assert.deepEqual(shown.preview.recipients, ['pagos@luna.example']);
  assert.match(
    (await office.admin.run('approval', 'show', request)).err,
    /^Warning: It was renewed at the upgrade/m,
  );
});

test('nobody approves it without another look; then it is filed', async () => {
  const { id, request } = await waiting();
  const error = await office.admin.refused('approval', 'approve', request, `--by=${ANA}`);
  assert.deepEqual(
    [error.code, error.message],
    ['wrong_state', `The request ${request} still waits. ${WORDS}`],
  );
  assert.equal((await office.get('mx', id)).filing.status, 'awaiting_approval');
  const renewed = await show(request);
  assert.notEqual(renewed.snapshot_hash, OLD_HASH);
  assert.equal(renewed.snapshot.object, 'filing_preview');
  assert.deepEqual((await approve(request)).code, 0);
  start();
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
});

test('a page of the former release is refused, one of this release decides', async () => {
  const { id, request } = await waiting();
  const { write, reading, entity } = await openBooks(
    service.database,
    service.organisation_id,
    service.entities.mx,
  );
  const by = await administrator(service.database.reader, entity, ANA);
  const old = (await write((ctx) => approveRequest(ctx, request, by, OLD_HASH))).result;
  assert.deepEqual(
    [old.refusal?.message, old.approval.status, old.approval.form],
    [`The request ${request} still waits. ${WORDS}`, 'pending', PREVIEW_FORM],
  );
  await assert.rejects(
    write((ctx) => approveRequest(ctx, request, by, OLD_HASH)),
    { message: `The request ${request} still waits. ${WORDS}` },
  );
  const document = await loadFilable(reading, id);
  assert.ok(document !== undefined);
  const { hash } = takeSnapshot(document);
  const now = (await write((ctx) => approveRequest(ctx, request, by, hash))).result;
  assert.deepEqual([now.refusal, now.approval.status], [null, 'approved']);
});

test('whoever was shown the whole of it after the upgrade decides at once', async () => {
  const { id, request } = await waiting();
  const { write, reading, entity } = await openBooks(
    service.database,
    service.organisation_id,
    service.entities.mx,
  );
  const by = await administrator(service.database.reader, entity, ANA);
  const document = await loadFilable(reading, id);
  assert.ok(document !== undefined);
  const { hash } = takeSnapshot(document);
  const { approval, refusal } = (await write((ctx) => approveRequest(ctx, request, by, hash))).result;
  assert.deepEqual([refusal, approval.status, approval.snapshot_hash], [null, 'approved', hash]);
});

test('the start of the service renews all that waits, once', async () => {
  const first = await waiting();
  const second = await waiting('de');
  const books = openDomain(service.database);
  const now = () => new Date();
  // With that of the first test.
  assert.equal(await renewAll(books, now), 3);
  assert.equal(await renewAll(books, now), 0);
  for (const { request } of [first, second]) {
    const { snapshot, snapshot_hash, renewed_at, status } = await show(request);
    assert.deepEqual([snapshot.object, status, renewed_at === null], ['filing_preview', 'pending', false]);
    assert.notEqual(snapshot_hash, OLD_HASH);
  }
});

test('submitted again it is the same request, renewed', async () => {
  const { id, request } = await waiting();
  const again = await office.submit('mx', id);
  assert.equal(again.approval_request_id, request);
  assert.notEqual(again.snapshot_hash, OLD_HASH);
});

test('what was approved before the upgrade and not built yet is asked for anew, not filed unseen', async () => {
  const { id, request } = await office.approved('mx');
  await age(request);
  start();
  const asked = await office.when('mx', id, ({ filing }) => filing.status !== 'pending');
  assert.equal(asked.filing.status, 'awaiting_approval');
  assert.equal(asked.number, null, 'nothing was built');
  const anew = asked.filing.approval?.id ?? '';
  assert.notEqual(anew, request);
  const shown = await show(anew);
  assert.deepEqual([shown.status, shown.renewed_at === null], ['pending', false]);
  assert.equal((await approve(anew)).code, 0);
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
});
