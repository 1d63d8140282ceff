// The archive through the command line: its index and terms, the ZIP that proves itself, digests at each read, and what people
// may delete.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fromBufferPromise } from 'yauzl';

import { deleteArchived } from '../../src/domain/across/archive/delete.ts';
import type { ReadFile } from '../../src/domain/across/inbox/inbox.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM, type Unlimited } from '../../src/domain/ground/change/change.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { keepDocument } from '../../src/domain/filing/store/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bill, fileOf, NOBODY, readTest } from '../tools/inbox/support.ts';
import { type Admin, adminOn } from './support.ts';

const KEY = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const NOW = new Date('2026-11-20T18:00:00Z');
const BY = 'ana@archive.example';
const LETTER = 'Dear Ana, this is private.';
const UBL = '<Invoice xmlns="urn:test">filed, unchanged</Invoice>';

/** The bytes of files within a file come as JSON has them. */
const readWithFiles: ReadFile = async (file, signal) => {
  const reading = await readTest(file, signal);
  if (reading === 'busy') return reading;
  return { ...reading, files: reading.files.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })) };
};

let service: TestService;
let admin: Admin;
let own: string;
before(async () => {
  service = await startTestService({ read: readWithFiles });
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl, NOW, KEY);
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', service.entities.de)
    .executeTakeFirstOrThrow();
  own = row.tax_id ?? '';
  const org = ['--org', service.organisation_id];
  for (const [email, role] of [
    [BY, 'administrator'],
    ['accountant@archive.example', 'accountant'],
  ] as const)
    await admin.json('member', 'add', ...org, '--email', email, '--name', 'Ana', '--role', role);
});
after(() => service.close());

before(async () => {
  await de().create_counterparty({
    name: 'Stadtwerke Weilburg',
    country_code: 'DE',
    is_customer: true,
    postal_code: '35781',
    country_details: { vat_id: 'DE136695976', street: 'Markt 1', city: 'Weilburg' },
  });
});

const de = () => service.client(service.keys.de);
const entity = (): string => service.entities.de;

const received = async (content_base64: string, file_name: string) => {
  const { received_document: got } = await de().receive_document({ file_name, content_base64 });
  assert.ok(got);
  return got;
};

const letter = (text = LETTER, name = 'Brief.jpg') => received(Buffer.from(text).toString('base64'), name);

const invoice = (number: string, issueDate = '2026-11-02', files: { name: string; text: string }[] = []) =>
  received(
    fileOf(
      bill(
        { buyer: { ...NOBODY, name: 'Us', vatId: own }, number, issueDate },
        {
          files: files.map(({ name, text }) => ({
            name,
            mimeType: 'text/plain',
            description: null,
            role: 'data',
            bytes: Buffer.from(text),
          })),
        },
      ),
    ),
    `${number}.xml`,
  );

const book = (id: string) => admin.json('inbox', 'book', id, '--by', BY, '--despite-issues');
const reject = (id: string) => admin.json('inbox', 'reject', id, '--by', BY, '--reason', 'Not ours');
const remove = (id: string, ...more: string[]) => [
  'archive',
  'delete',
  id,
  '--by',
  BY,
  '--reason',
  'Sent by mistake',
  ...more,
];

interface Entry {
  readonly id: string;
  readonly source: string;
  readonly record_id: string;
  readonly file_name: string;
  readonly number: string | null;
  readonly party: string | null;
  readonly total: string | null;
  readonly sha256: string;
  readonly retain_until: string;
  readonly state: string;
  readonly path: string | null;
  readonly deleted_by: string | null;
  readonly deletion_reason: string | null;
}

const list = (...more: string[]): Promise<readonly Entry[]> =>
  admin.json('archive', 'list', '--entity', entity(), ...more);
const entryOf = async (id: string): Promise<Entry | undefined> =>
  (await list()).find((entry) => entry.id === id);

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Read by another library than the one that wrote it. */
const unpack = async (path: string): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(readFileSync(path), { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    assert.ok(!files.has(entry.fileName), entry.fileName);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
};

const exportTo = (name: string, ...more: string[]) => {
  const path = join(admin.folder, name);
  return { path, args: ['archive', 'export', '--entity', entity(), '--out', path, ...more] };
};

const indexOf = (files: Map<string, Buffer>): readonly Entry[] =>
  (JSON.parse(files.get('index.json')?.toString() ?? '{}') as { entries: Entry[] }).entries;

/** Every kind of file, once. */
const fileInvoice = async (): Promise<string> => {
  const { id } = await de().create_invoice({
    counterparty_name: 'Stadtwerke Weilburg',
    line_items: [{ description: 'Beratung', quantity: 1, unit_price: 100 }],
    country_details: { buyer_reference: 'PO-1' },
  });
  const books = openBooks(service.database);
  const company = await getEntity(service.database.reader, entity());
  await books.change(company, newAct(SYSTEM, 'test', {}, NOW), async (ctx) => {
    await keepDocument(ctx, id, { kind: 'xml', media_type: 'application/xml', bytes: Buffer.from(UBL) });
    ctx.unchanged();
  });
  return id;
};

describe('the index', () => {
  test('has received, filed and attached files with what they belong to and until when they are kept', async () => {
    const got = await invoice('A-1', '2026-11-02', [{ name: 'Anlage.txt', text: 'beside' }]);
    const filed = await fileInvoice();
    await de().attach_file({
      record_id: got.bill_id ?? '',
      file_name: 'Lieferschein.pdf',
      content_base64: Buffer.from('%PDF-1.7 delivered').toString('base64'),
    });
    const all = await list();
    const of = (id: string): Entry => all.find((entry) => entry.id === id) ?? assert.fail(id);
    const document = of(got.id);
    assert.deepEqual(
      [document.source, document.record_id, document.number, document.party, document.total],
      ['received', got.bill_id, 'A-1', 'Nordwind Energie GmbH', '119.00'],
    );
    assert.deepEqual(
      [document.sha256, document.retain_until, document.state],
      [got.sha256, '2034-12-31', 'kept'],
    );
    assert.deepEqual([of(filed).source, of(filed).sha256], ['filed', sha256(UBL)]);
    const attached = all.filter(({ source }) => source === 'attached');
    assert.deepEqual(
      attached.map(({ file_name, record_id, retain_until }) => [file_name, record_id, retain_until]),
      [
        ['Anlage.txt', got.id, '2034-12-31'],
        ['Lieferschein.pdf', got.bill_id, '2034-12-31'],
      ],
    );
    assert.deepEqual(
      (await list('--from', '2026-11-02', '--to', '2026-11-02')).map(({ id }) => id).includes(filed),
      false,
    );
    assert.deepEqual(await list('--expired'), []);
  });

  test('follows the term of the company, which is never less than the law', async () => {
    const got = await invoice('A-2', '2024-03-01');
    assert.equal((await entryOf(got.id))?.retain_until, '2034-12-31');
    const update = (years: string, id = entity()) => ['entity', 'update', id, '--retention-years', years];
    const { message } = await admin.refused(...update('7'));
    assert.match(message, /--retention-years 7 is less than the 8 years/);
    assert.equal((await admin.json(...update('12'))).retention_years, 12);
    assert.equal((await entryOf(got.id))?.retain_until, '2038-12-31');
    assert.equal((await admin.json(...update('8'))).retention_years, 8);
    const mexican = await admin.json('entity', 'show', service.entities.mx);
    assert.equal(mexican.retention_years, 10);
    await admin.refused(...update('5', service.entities.mx));
    assert.equal((await admin.json(...update('6', service.entities.mx))).retention_years, 6);
  });
});

describe('an export', () => {
  test('is a ZIP of all files, whose digests, seal and trail are checked without the database', async () => {
    await invoice('../B=1');
    await letter('another letter', 'CON.jpg');
    const { path, args } = exportTo('all.zip');
    const figures = await admin.json(...args);
    const files = await unpack(path);
    const entries = indexOf(files);
    assert.equal(figures.files, entries.filter((entry) => entry.state === 'kept').length);
    assert.deepEqual([figures.damaged, figures.bytes], [[], readFileSync(path).length]);
    for (const entry of entries) {
      const bytes = files.get(entry.path ?? '');
      assert.equal(sha256(bytes ?? ''), entry.sha256, entry.file_name);
    }
    const filed = entries.find((entry) => entry.source === 'filed');
    assert.equal(files.get(filed?.path ?? '')?.toString(), UBL);
    assert.ok(entries.some((entry) => entry.path?.endsWith('/_CON.jpg')));
    const sums = (files.get('SHA256SUMS')?.toString() ?? '').trimEnd().split('\n');
    assert.deepEqual(
      new Set(sums.map((line) => line.slice(66))),
      new Set([...files.keys()].filter((name) => name !== 'SHA256SUMS' && !name.startsWith('proofs/'))),
    );
    const table = files.get('index.csv')?.toString().split('\r\n') ?? [];
    assert.equal(table.length, entries.length + 2);
    assert.match(files.get('README.txt')?.toString() ?? '', /sha256sum -c SHA256SUMS/);
    const verified = await admin.json('archive', 'verify', '--file', path, '--key', figures.key);
    assert.deepEqual([verified.ok, verified.files, verified.faults], [true, figures.files, []]);
    assert.ok(verified.trail_entries > 0);
  });

  test(
    'is read by other programs, where there are any',
    { skip: spawnSync('unzip', ['-v']).status !== 0 },
    async () => {
      const { path, args } = exportTo('unzip.zip');
      await admin.json(...args);
      const folder = join(admin.folder, 'unpacked');
      assert.equal(spawnSync('unzip', ['-tq', path]).status, 0);
      assert.equal(spawnSync('unzip', ['-q', path, '-d', folder]).status, 0);
      assert.equal(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder }).status, 0);
    },
  );

  test('has nothing of another company, in its proofs neither', async () => {
    await service
      .client(service.keys.mx)
      .receive_document({ file_name: 'ajeno.jpg', content_base64: Buffer.from('ajeno').toString('base64') });
    const { path, args } = exportTo('own.zip');
    await admin.json(...args);
    for (const [name, bytes] of await unpack(path)) {
      assert.ok(!bytes.includes('ajeno'), name);
      assert.ok(!bytes.includes(service.entities.mx), name);
    }
  });

  test('tells what was changed in it, and by whom it is not signed', async () => {
    const { path, args } = exportTo('changed.zip');
    const { key } = await admin.json(...args);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(UBL.slice(0, 10));
    // Compressed or not, one bit of the packed files is another one.
    const changed = Buffer.from(bytes);
    changed[at === -1 ? 400 : at] = (changed[at === -1 ? 400 : at] ?? 0) ^ 1;
    const other = join(admin.folder, 'other.zip');
    writeFileSync(other, changed);
    assert.notEqual((await admin.run('archive', 'verify', '--file', other, '--key', key)).code, 0);
    const stranger = await adminOn(service.databaseUrl, NOW, {
      MASTER_KEY: Buffer.alloc(32, 8).toString('base64'),
    }).run('archive', 'verify', '--file', path, '--key', 'folio+00000000+nothing');
    assert.equal(stranger.code, 1);
    writeFileSync(other, bytes.subarray(0, bytes.length - 100));
    const cut = await admin.run('archive', 'verify', '--file', other);
    assert.match(cut.err, /is no archive that "archive export" wrote/);
  });

  test('that is broken off leaves nothing under its name', async () => {
    const { path, args } = exportTo('broken.zip');
    const file_id = await fileIdOf((await letter('to be lost', 'lost.jpg')).id);
    await service.database.kysely
      .updateTable('stored_file')
      .set({ sha256: sha256('something else') })
      .where('id', '=', file_id)
      .execute();
    const before_ = readdirSync(admin.folder);
    const { code, err } = await admin.run(...args.slice(0, -1), join(admin.folder, 'nowhere', 'x.zip'));
    assert.equal(code, 1, err);
    assert.deepEqual([existsSync(path), readdirSync(admin.folder)], [false, before_]);
    await service.database.kysely
      .updateTable('stored_file')
      .set({ sha256: sha256('to be lost') })
      .where('id', '=', file_id)
      .execute();
  });
});

const fileIdOf = async (id: string): Promise<string> =>
  (
    await service.database.kysely
      .selectFrom('received_document')
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).file_id;

describe('a changed file', () => {
  test('is refused at each read, left out of an export, and told', async () => {
    const { id } = await letter('kept as it came', 'damaged.jpg');
    const file_id = await fileIdOf(id);
    const set = (bytes: string) =>
      service.database.kysely
        .updateTable('stored_file_chunk')
        .set({ bytes: Buffer.from(bytes) })
        .where('file_id', '=', file_id)
        .execute();
    await set('kept as it cama');
    const shown = await admin.run('inbox', 'document', id, '--json');
    assert.equal(shown.code, 1);
    assert.match(shown.err, /"code":"unreadable_file".*is damaged.*Restore it from a backup/);
    const checked = await admin.run('archive', 'verify', '--entity', entity(), '--json');
    assert.deepEqual([checked.code, JSON.parse(checked.out).damaged], [3, [id]]);
    const { path, args } = exportTo('damaged.zip');
    const { code, err, out } = await admin.run(...args, '--json');
    assert.deepEqual([code, JSON.parse(out).damaged], [3, [id]]);
    assert.match(err, /files_damaged.*left out/);
    const files = await unpack(path);
    assert.deepEqual(
      indexOf(files)
        .filter((entry) => entry.state === 'damaged')
        .map((entry) => [entry.id, entry.path]),
      [[id, null]],
    );
    assert.equal(
      (await admin.json('archive', 'verify', '--file', path, '--key', JSON.parse(out).key)).ok,
      true,
    );
    await set('kept as it came');
    assert.equal((await admin.json('archive', 'verify', '--entity', entity())).damaged.length, 0);
  });
});

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
    assert.deepEqual(left.map(({ file_name, state }) => [file_name, state]).toSorted(), [
      ['Foto.txt', 'deleted'],
      ['Logo.txt', 'kept'],
      ['Logo.txt', 'kept'],
    ]);
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
    await reject(once.id);
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
