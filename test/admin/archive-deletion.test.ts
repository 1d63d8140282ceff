// What people delete of the archive, what they may not, and what stays of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { deleteArchived } from '../../src/domain/across/archive/delete.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type Unlimited } from '../../src/domain/ground/change/change.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { adminOn } from './support.ts';
import {
  admin,
  BY,
  book,
  de,
  entity,
  entryOf,
  type Entry,
  exportTo,
  fileIdOf,
  fileInvoice,
  indexOf,
  invoice,
  KEY,
  letter,
  LETTER,
  list,
  NOW,
  reject,
  remove,
  service,
  unpack,
  usingArchive,
} from './archive-office.ts';

usingArchive();

describe('deletion', () => {
  test('takes a private file that was rejected, and keeps its name, digest, reason and who', async () => {
    const { id, sha256: digest } = await letter();
    const bytes = LETTER.length;
    assert.match((await admin.refused(...remove(id))).message, /is kept until 2034-12-31.*--private/);
    const undecided = await admin.refused(...remove(id, '--private'));
    assert.match(undecided.message, /nobody has decided yet. Reject it first/);
    await reject(id);
    const done = await admin.json(...remove(id, '--private'));
    assert.deepEqual(
      [done.file_name, done.sha256, done.bytes, done.cause, done.reason],
      ['Brief.jpg', digest, bytes, 'private', 'Sent by mistake'],
    );
    assert.deepEqual(await admin.json(...remove(id, '--private')), { ...done, also: [] });
    const entry = await entryOf(id);
    assert.deepEqual(
      [entry?.state, entry?.sha256, entry?.deletion_reason, entry?.deleted_by],
      ['deleted', digest, 'Sent by mistake', done.deleted_by],
    );
    const { err } = await admin.run('inbox', 'document', id, '--json');
    assert.match(err, /"refusal":"file_deleted"/);
    const chunks = await service.database.kysely
      .selectFrom('stored_file_chunk')
      .select('position')
      .where('file_id', '=', await fileIdOf(id))
      .execute();
    assert.deepEqual(chunks, []);
    const { data } = await admin.json('audit', 'list', '--org', service.organisation_id, '--record', id);
    assert.deepEqual(
      data
        .filter(({ action }: { action: string }) => action === 'archive delete')
        .map(({ actor, label }: { actor: { type: string; id: string }; label: string }) => [
          actor.type,
          actor.id,
          label,
        ]),
      [['member', done.deleted_by, 'Brief.jpg']],
    );
    const { path, args } = exportTo('deleted.zip');
    await admin.json(...args);
    const files = await unpack(path);
    assert.deepEqual(
      indexOf(files)
        .filter((one) => one.id === id)
        .map((one) => [one.state, one.path]),
      [['deleted', null]],
    );
    for (const [name, content] of files) assert.ok(!content.includes(LETTER), name);
    // Sent again it is another document, which is kept.
    const again = await letter();
    assert.notEqual(again.id, id);
    assert.equal((await admin.run('inbox', 'document', again.id)).out, LETTER);
  });

  test('takes the files within it, but those that another document has too', async () => {
    const shared = { name: 'Logo.txt', text: 'a logo that all have' };
    const mine = await invoice('C-1', '2026-11-03', [
      shared,
      { name: 'Foto.txt', text: 'a private picture' },
    ]);
    const kept = await invoice('C-2', '2026-11-03', [shared]);
    await reject(mine.id);
    const done = await admin.json(...remove(mine.id, '--private'));
    assert.deepEqual(done.also, ['Foto.txt']);
    const left = (await list()).filter((entry) => entry.record_id === kept.id || entry.record_id === mine.id);
    assert.deepEqual(
      left
        .map(({ file_name, state }) => [file_name, state])
        .toSorted((left_, right) => String(left_).localeCompare(String(right))),
      [
        ['Foto.txt', 'deleted'],
        ['Logo.txt', 'kept'],
        ['Logo.txt', 'kept'],
      ],
    );
  });

  test('never takes what was booked, once booked, filed or attached to such before its term', async () => {
    const booked = await invoice('D-1');
    await book(booked.id);
    const attached = await de().attach_file({
      record_id: booked.bill_id ?? '',
      file_name: 'Beleg.pdf',
      content_base64: Buffer.from('%PDF-1.7 D-1').toString('base64'),
    });
    for (const id of [booked.id, attached.id])
      assert.match(
        (await admin.refused(...remove(id, '--private'))).message,
        /which was booked or filed, so it is kept until 2034-12-31/,
      );
    // Received into the books and then refused: the ledger tells of it for good.
    const once = await invoice('D-2');
    await admin.json('bill', 'receive', once.bill_id ?? '', '--by', BY);
    await admin.json('bill', 'reject', once.bill_id ?? '', '--by', BY);
    assert.match((await admin.refused(...remove(once.id, '--private'))).message, /was booked or filed/);
    const filed = await fileInvoice();
    const beside = await de().attach_file({
      record_id: filed,
      file_name: 'Stunden.pdf',
      content_base64: Buffer.from('%PDF-1.7 hours').toString('base64'),
    });
    assert.match((await admin.refused(...remove(beside.id, '--private'))).message, /was booked or filed/);
    assert.match((await admin.refused(...remove(filed, '--private'))).message, /never deleted/);
  });

  test('is for administrators, of the company whose file it is, and never for a key', async () => {
    const { id } = await letter('for nobody else', 'x.jpg');
    await reject(id);
    const by = (email: string) => ['archive', 'delete', id, '--by', email, '--reason', 'x', '--private'];
    await admin.refused(...by('accountant@archive.example'));
    await admin.refused(...by('nobody@archive.example'));
    await admin.refused(...remove('rdoc_01h00000000000000000000000', '--private'));
    assert.equal((await entryOf(id))?.state, 'kept');
    const company = await getEntity(service.database.reader, entity());
    const act = newAct({ type: 'key', id: 'akey_01h00000000000000000000000' }, 'test', {}, NOW);
    await assert.rejects(
      openBooks(service.database).change(company, act, (ctx: Unlimited) =>
        deleteArchived(ctx, id, { reason: 'x', isPrivate: true }),
      ),
      { code: 'files_deleted_by_people' },
    );
    // Another company of the organisation has no such file.
    const other = await getEntity(service.database.reader, service.entities.mx);
    const member = newAct({ type: 'member', id: 'memb_01h00000000000000000000000' }, 'test', {}, NOW);
    await assert.rejects(
      openBooks(service.database).change(other, member, (ctx: Unlimited) =>
        deleteArchived(ctx, id, { reason: 'x', isPrivate: true }),
      ),
      { code: 'received_document_not_found' },
    );
  });

  test('takes anything on the first day after its term, and not on its last', async () => {
    const { id } = await invoice('E-1');
    await book(id);
    const on = (day: string) => adminOn(service.databaseUrl, new Date(`${day}T12:00:00Z`), KEY);
    assert.match((await on('2034-12-31').refused(...remove(id))).message, /kept until 2034-12-31/);
    const later = on('2035-01-01');
    const expired: readonly Entry[] = await later.json('archive', 'list', '--entity', entity(), '--expired');
    assert.ok(expired.some((entry) => entry.id === id));
    const done = await later.json(...remove(id));
    assert.deepEqual([done.cause, done.file_name], ['term', 'E-1.xml']);
    assert.equal((await entryOf(id))?.state, 'deleted');
  });
});

test('of those who delete a file, keep it again and read it at once, none finds half of it', async () => {
  const company = await getEntity(service.database.reader, entity());
  const books = openBooks(service.database);
  for (let round = 1; round <= 4; round += 1) {
    const text = `private, round ${round}`;
    const { id } = await letter(text, 'again.jpg');
    await reject(id);
    const { id: member } = await service.database.kysely
      .selectFrom('member')
      .select('id')
      .where('email', '=', BY)
      .executeTakeFirstOrThrow();
    const act = () => newAct({ type: 'member', id: member, method: 'claimed' }, 'archive delete', {}, NOW);
    const remove_ = () =>
      books.change(company, act(), (ctx: Unlimited) =>
        deleteArchived(ctx, id, { reason: 'x', isPrivate: true }),
      );
    const { counterparty_id } = (await de().list_counterparties({})).data[0] ?? {};
    const attach = () =>
      de().attach_file({
        record_id: counterparty_id ?? '',
        file_name: 'again.jpg',
        content_base64: Buffer.from(text).toString('base64'),
      });
    const [, , attached] = await Promise.all([remove_(), remove_(), attach(), letter(text, 'again.jpg')]);
    // Whatever came first: what stands beside a record can be read, and a deleted file stands nowhere.
    const state = (await list()).find((entry) => entry.id === attached.id)?.state;
    const got = await admin.run('attachment', 'get', attached.id);
    assert.deepEqual([state, got.out], state === 'kept' ? ['kept', text] : ['deleted', '']);
    const listed = await de().list_attachments({ record_id: counterparty_id ?? '' });
    assert.equal(
      listed.data.some((one) => one.id === attached.id),
      state === 'kept',
    );
  }
});

test('the trail still verifies after all of that', async () => {
  const { ok, faults } = await admin.json('audit', 'verify', '--org', service.organisation_id);
  assert.deepEqual([ok, faults], [true, []]);
});
