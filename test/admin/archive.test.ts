// The archive through the command line: its index and terms, the ZIP that proves itself, and digests at each read.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { adminOn } from './support.ts';
import {
  admin,
  de,
  entity,
  entryOf,
  type Entry,
  exportTo,
  fileIdOf,
  fileInvoice,
  indexOf,
  invoice,
  letter,
  list,
  NOW,
  service,
  sha256,
  UBL,
  unpack,
  usingArchive,
} from './archive-office.ts';

usingArchive();

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
    const files = await unpack(path);
    for (const [name, bytes] of files) {
      assert.ok(!bytes.includes('ajeno'), name);
      assert.ok(!bytes.includes(service.entities.mx), name);
    }
    const told = new Set(indexOf(files).flatMap(({ id, record_id }) => [id, record_id]));
    const entries = (files.get('proofs/trail.ndjson')?.toString() ?? '')
      .split('\n')
      .flatMap((line) => (line.startsWith('{"audit"') ? [JSON.parse(line).audit] : []));
    assert.ok(entries.length >= told.size / 2);
    for (const { entity_id, record_id } of entries)
      assert.deepEqual([entity_id, told.has(record_id)], [entity(), true], record_id);
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
