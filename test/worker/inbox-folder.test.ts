// Folders of companies that are watched: what comes into them is received once, whatever its name, and nothing is lost.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SERVICE } from '../../generated/service.ts';
import { checkInboxFolder } from '../../src/doctor/inbox.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { createInbox, type Inbox } from '../../src/domain/across/inbox/inbox.ts';
import { readFile } from '../../src/domain/ground/files/read.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { startInboxFolder } from '../../src/jobs/inbox-folder.ts';
import type { Loop } from '../../src/jobs/loop.ts';
import { addEntity } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
/** A company for each test, so that none sees what another one got. */
let entity: string;
let loops: Loop[];
let told: Record<string, unknown>[];

before(async () => {
  service = await startTestService();
});
after(() => service.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folio-folder-'));
  entity = await addEntity(service.database, service.organisation_id, { country_code: 'DE' });
  mkdirSync(join(folder, entity));
  loops = [];
  told = [];
});
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  rmSync(folder, { recursive: true });
});

const inboxOf = (): Inbox =>
  createInbox({
    books: openBooks(service.database),
    read: undefined,
    log: { error: (about: unknown) => assert.fail(String(about)) },
    now: () => new Date(),
  });

const watch = (
  given: { inbox?: Pick<Inbox, 'receiveDraft'>; stillMs?: number; lookedAt?: number } = {},
): Loop => {
  const { inbox = inboxOf(), stillMs = 20, lookedAt = 500 } = given;
  const note = (facts: object): void => void told.push({ ...facts });
  const { database } = service;
  const loop = startInboxFolder({
    database,
    inbox,
    folder,
    stillMs,
    lookedAt,
    restMs: 20,
    now: () => new Date(),
    pollMs: 5,
    log: { warn: note, error: note },
  });
  loops.push(loop);
  return loop;
};

const put = (name: string | Buffer, content: string, company = entity): void => {
  const parent = Buffer.from(`${join(folder, company)}/`);
  writeFileSync(Buffer.concat([parent, Buffer.from(name as string)]), content);
};

const received = (company = entity) =>
  service.database.kysely
    .selectFrom('received_document')
    .select(['id', 'file_name', 'channel', 'bytes', 'sha256', 'file_id'])
    .where('entity_id', '=', company)
    .orderBy('file_name')
    .execute();

const namesOf = async (company = entity): Promise<readonly string[]> =>
  (await received(company)).map(({ file_name }) => file_name);

const until = async (is: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await is())) {
    assert.ok(Date.now() < end, `it never came: ${JSON.stringify({ told, left: filesIn('') })}`);
    await setTimeout(10);
  }
};

const filesIn = (within: string): string[] => {
  const path = join(folder, entity, within);
  return existsSync(path) ? readdirSync(path).toSorted() : [];
};

/** Nothing is left but what the folder has of its own. */
const isEmpty = (): boolean => filesIn('').every((name) => name === 'done' || name === 'failed');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

test('files are received whatever their names, and lie in `done` with the id of their documents', async () => {
  mkdirSync(join(folder, entity, 'November', 'Reise'), { recursive: true });
  put('Rechnung 17.xml', '<a/>');
  put('November/Reise/Taxi.jpg', 'taxi');
  // Latin-1, and a name that is as long as a name may be.
  put(Buffer.from('B\u00fcro.pdf', 'latin1'), 'office');
  put(`${'x'.repeat(251)}.pdf`, 'long');
  for (const name of ['.hidden', '~$Brief.docx', 'scan.pdf.part', 'Thumbs.db', 'a.tmp']) put(name, name);
  watch();
  await until(async () => (await received()).length === 4 && filesIn('done').length === 4);
  const rows = await received();
  assert.deepEqual(
    rows.map(({ file_name, channel }) => [file_name.slice(0, 20), channel]),
    [
      ['Büro.pdf', 'folder'],
      ['Rechnung 17.xml', 'folder'],
      ['Taxi.jpg', 'folder'],
      ['xxxxxxxxxxxxxxxxxxxx', 'folder'],
    ],
  );
  const ids = filesIn('done').map((name) => name.split(' ')[0]);
  assert.deepEqual(ids, rows.map(({ id }) => id).toSorted());
  assert.deepEqual(filesIn(''), [
    '.hidden',
    'November',
    'Thumbs.db',
    'a.tmp',
    'done',
    'scan.pdf.part',
    '~$Brief.docx',
  ]);
  assert.deepEqual(told, []);
});

test('a file that is still being written is taken once it is whole', async () => {
  watch({ stillMs: 150 });
  let content = '';
  for (let part = 0; part < 8; part += 1) {
    content += `part ${part};`;
    appendFileSync(join(folder, entity, 'slow.csv'), `part ${part};`);
    await setTimeout(40);
  }
  await until(isEmpty);
  assert.deepEqual(
    (await received()).map(({ sha256, bytes }) => [sha256, bytes]),
    [[digest(content), content.length]],
  );
});

test('what is no file to receive is set aside with a text that says why, and no link is followed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'folio-outside-'));
  try {
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(join(outside, 'secret.txt'), join(folder, entity, 'link.pdf'));
    symlinkSync(outside, join(folder, entity, 'more'));
    execFileSync('mkfifo', [join(folder, entity, 'pipe')]);
    put('empty.xml', '');
    put('huge.pdf', '');
    truncateSync(join(folder, entity, 'huge.pdf'), SERVICE.inbox.file_bytes + 1);
    watch();
    await until(isEmpty);
    const texts = ['empty.xml', 'huge.pdf', 'link.pdf', 'more', 'pipe'].map((name) => [
      name,
      readFileSync(join(folder, entity, 'failed', `${name}.txt`), 'utf8').split('\n')[0],
    ]);
    assert.deepEqual(texts, [
      ['empty.xml', 'empty.xml wurde nicht angenommen. Die Datei ist leer.'],
      [
        'huge.pdf',
        'huge.pdf wurde nicht angenommen. Die Datei hat 25000001 Bytes; höchstens 25000000 werden angenommen.',
      ],
      [
        'link.pdf',
        'link.pdf wurde nicht angenommen. Es ist eine Verknüpfung, und Verknüpfungen wird nicht gefolgt.',
      ],
      ['more', 'more wurde nicht angenommen. Es ist eine Verknüpfung, und Verknüpfungen wird nicht gefolgt.'],
      ['pipe', 'pipe wurde nicht angenommen. Es ist keine Datei.'],
    ]);
    assert.deepEqual(await received(), []);
    assert.deepEqual(readdirSync(outside), ['secret.txt']);
    // The same name again stands beside it.
    put('empty.xml', '');
    await until(isEmpty);
    assert.ok(filesIn('failed').includes('2 empty.xml') && filesIn('failed').includes('2 empty.xml.txt'));
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('what breaks off between keeping and moving is known again: one document, with all of its bytes', async () => {
  const inbox = inboxOf();
  let calls = 0;
  watch({
    inbox: {
      receiveDraft: async (...given) => {
        const kept = await inbox.receiveDraft(...given);
        calls += 1;
        if (calls === 1) throw new Error('the process ends here');
        return kept;
      },
    },
  });
  put('once.xml', '<once/>');
  await until(isEmpty);
  assert.equal(calls, 2);
  const [row, ...others] = await received();
  assert.deepEqual(others, []);
  const ctx = { db: service.database.reader, entity: await getEntity(service.database.reader, entity) };
  assert.equal((await readFile(ctx, row?.file_id ?? '')).toString(), '<once/>');
  // The same bytes under another name are known, too.
  put('twice.xml', '<once/>');
  await until(isEmpty);
  assert.deepEqual(await namesOf(), ['once.xml']);
  assert.deepEqual(filesIn('done'), [`${row?.id} once.xml`, `${row?.id} twice.xml`]);
});

test('a folder that cannot be worked in is told once and rests, and others go on', async () => {
  const other = await addEntity(service.database, service.organisation_id, { country_code: 'MX' });
  mkdirSync(join(folder, `Papelería ${other}`));
  put('done', 'in the way');
  put('a.xml', '<a/>');
  watch();
  put('b.xml', '<b/>', `Papelería ${other}`);
  await until(async () => (await namesOf(other)).length === 1);
  await until(() => told.length > 0);
  await setTimeout(150);
  assert.deepEqual(told, [{ cause: 'folder', entity_id: entity, code: 'ENOTDIR' }]);
  assert.deepEqual(await received(), []);
  unlinkSync(join(folder, entity, 'done'));
  await until(isEmpty);
  assert.deepEqual(await namesOf(), ['a.xml']);
});

test('what belongs to no company is told once, named by doctor, and stays where it is', async () => {
  const ended = await addEntity(service.database, service.organisation_id, { country_code: 'DE' });
  await service.database.kysely
    .updateTable('entity')
    .set({ active: false })
    .where('id', '=', ended)
    .execute();
  mkdirSync(join(folder, ended));
  mkdirSync(join(folder, 'Buchhaltung'));
  mkdirSync(join(folder, 'enti_00000000000000000000000000'));
  symlinkSync(join(folder, entity), join(folder, 'linked'));
  writeFileSync(join(folder, 'loose.pdf'), 'whose?');
  writeFileSync(join(folder, 'Buchhaltung', 'a.pdf'), 'a');
  put('good.pdf', 'good');
  watch();
  await until(isEmpty);
  await setTimeout(60);
  assert.deepEqual(told.map(({ cause }) => String(cause)).toSorted(), [
    'linked',
    'no_company',
    'not_a_folder',
  ]);
  assert.ok(existsSync(join(folder, 'Buchhaltung', 'a.pdf')) && existsSync(join(folder, 'loose.pdf')));
  put('waits.pdf.part', 'more');
  const checks = await checkInboxFolder(service.database, { inbox_dir: folder });
  assert.deepEqual(
    new Set(checks.map(({ status, detail }) => `${status} ${detail}`)),
    new Set([
      'WARN Buchhaltung bears the id of no active company: nothing is received from it.',
      'WARN enti_00000000000000000000000000 bears the id of no active company: nothing is received from it.',
      `WARN ${ended} bears the id of no active company: nothing is received from it.`,
      'WARN linked is a link, which is not followed: nothing is received from it.',
      'WARN loose.pdf lies beside the folders of companies: nothing is received from it.',
    ]),
  );
});

test('a folder that is missing is told once, by doctor too, and watched once it is there', async () => {
  const away = `${folder}-away`;
  renameSync(folder, away);
  const [check] = await checkInboxFolder(service.database, { inbox_dir: folder });
  assert.deepEqual([check?.status, /ENOENT/.test(check?.detail ?? '')], ['FAIL', true]);
  watch();
  await until(() => told.length > 0);
  await setTimeout(60);
  assert.deepEqual(told, [{ cause: 'folders', code: 'ENOENT' }]);
  renameSync(away, folder);
  put('late.pdf', 'late');
  await until(isEmpty);
  assert.deepEqual(await namesOf(), ['late.pdf']);
  const [now] = await checkInboxFolder(service.database, { inbox_dir: folder });
  assert.deepEqual([now?.status, now?.detail], ['OK', `${folder}: 1 companies, 0 files wait`]);
  assert.deepEqual(await checkInboxFolder(service.database, { inbox_dir: null }), []);
});

test('of several instances one watches, and another one goes on when it ends', async () => {
  const takenBy = [0, 0, 0];
  const inbox = inboxOf();
  const instances = takenBy.map((_, at) =>
    watch({
      inbox: {
        receiveDraft: (...given) => {
          takenBy[at] = (takenBy[at] ?? 0) + 1;
          return inbox.receiveDraft(...given);
        },
      },
    }),
  );
  for (let at = 0; at < 30; at += 1) put(`${at}.txt`, `file ${at}`);
  await until(isEmpty);
  assert.deepEqual(
    takenBy.toSorted((a, b) => a - b),
    [0, 0, 30],
  );
  const first = takenBy.indexOf(30);
  await instances[first]?.stop();
  put('after.txt', 'after');
  await until(isEmpty);
  assert.deepEqual([takenBy[first], takenBy.toSorted((a, b) => a - b)], [30, [0, 1, 30]]);
  assert.equal((await received()).length, 31);
});

test('more files than one look holds are all received, each once', async () => {
  const MANY = 90;
  for (let at = 0; at < MANY; at += 1) put(`${at}.txt`, `file ${at}`);
  watch({ lookedAt: 30 });
  await until(isEmpty, 60_000);
  assert.equal(new Set((await received()).map(({ sha256 }) => sha256)).size, MANY);
  assert.equal(filesIn('done').length, MANY);
});
