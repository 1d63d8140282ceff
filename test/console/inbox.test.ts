// Received documents on the pages: files are added, looked at, and decided about; what others sent runs nothing.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import type { BillId } from '../../generated/ids.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { fileNow } from '../support/file-now.ts';
import { openBooks } from '../support/scope.ts';
import { addGermanCustomer, callLoosely } from '../tools/support.ts';
import { sentInvoice } from './received-invoice.ts';
import { beginArchive, type EndArchive, MOST_ARCHIVES } from '../../src/domain/views/archive/under-way.ts';
import { sentResponse } from './sent-response.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-inbox-pages-'));
let pages: TestConsole;
before(async () => {
  pages = await startTestConsole({ INBOX_DIR: folder });
});
after(async () => {
  await pages.close();
  rmSync(folder, { recursive: true });
});

const path = (rest = ''): string => `/companies/${pages.service.entities.de}/inbox${rest}`;

const add = async (name: string, content: string): Promise<string> => {
  const { html } = await pages
    .as('accountant')
    .upload(path(), 'add', {}, { files: new File([content], name) });
  return (
    /inbox\/(rdoc_\w+|[a-z]+_[0-9a-z]{26})/.exec(html.slice(html.indexOf('class="outcomes"')))?.[1] ??
    assert.fail(html)
  );
};

test('what others sent is stored or shown without any right of the pages', async () => {
  const id = await add('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const person = pages.as('viewer');
  const { headers } = await person.raw(path(`/${id}/file`));
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.match(headers.get('content-disposition') ?? '', /^attachment/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const shown = await person.get(path(`/${id}`));
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.html, /<script>alert|name="act" value="reject"/);
});

test('a document is rejected with a reason and the next one follows; a viewer decides nothing', async () => {
  const first = await add('one.txt', 'one');
  const second = await add('two.txt', 'two');
  // Nothing was made of it: there is nothing to book, and its bill is entered by hand.
  const { html } = await pages.as('accountant').get(path(`/${second}`));
  assert.deepEqual([/value="book"/.test(html), /href="[^"]+\/bills\/new"/.test(html)], [false, true]);
  const bare = await pages.as('accountant').send(path(`/${second}`), 'reject', { reason: '' });
  assert.equal(bare.status, 422);
  const done = await pages.as('accountant').send(path(`/${second}`), 'reject', { reason: 'Not ours' });
  assert.equal(done.path, path(`/${first}`));
  assert.match(done.html, /Rejected two\.txt/);
  const after_ = await pages.as('accountant').get(path(`/${second}`));
  assert.match(after_.html, /Not ours/);
  assert.doesNotMatch(after_.html, /name="act" value="reject"/);
});

test('the page says what of the folder was not received, of its own company alone', async () => {
  const { de, mx } = pages.service.entities;
  assert.doesNotMatch((await pages.as('viewer').get(path())).html, /id="failed"/);
  const put = (company: string, name: string): void => {
    mkdirSync(join(folder, company, 'failed'), { recursive: true });
    writeFileSync(join(folder, company, 'failed', name), '');
  };
  put(`Firma ${de}`, '<b>.pdf');
  put(`Firma ${de}`, '<b>.pdf.txt');
  // What was corrected and put back leaves its text behind.
  put(`Firma ${de}`, 'corrected.pdf.txt');
  put(mx, 'ajeno.pdf');
  const one = await pages.as('viewer').get(path());
  assert.match(
    one.html,
    /id="failed">1 file of the folder was not received: &lt;b(?:>|&gt;)\.pdf\. The text/,
  );
  for (const name of ['a.txt', 'a.txt.txt', 'c.pdf', 'd.pdf']) put(de, name);
  const all = await pages.as('viewer').get(path());
  assert.match(
    all.html,
    /id="failed">4 files of the folder were not received, such as &lt;b[^.]+\.pdf, a\.txt, c\.pdf\. The/,
  );
  assert.doesNotMatch(all.html, /ajeno/);
  // The operator hears of a folder that cannot be looked at; the page stands without it.
  rmSync(folder, { recursive: true });
  const gone = await pages.as('viewer').get(path());
  assert.deepEqual([gone.status, /id="failed"/.test(gone.html)], [200, false]);
  mkdirSync(folder);
});

const rowOf = (id: string) =>
  pages.service.database.kysely
    .selectFrom('received_document')
    .select(['status', 'bill_id', 'counterparty_id', 'reason', 'entity_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const billOf = async (bill_id: string | null) =>
  pages.service.client(pages.service.keys.de).get_bill({ bill_id: (bill_id ?? 'bill_none') as BillId });

const statusAfter = async (id: string, act: string, role: 'viewer' | 'accountant' | 'administrator') => {
  const { status } = await pages.as(role).send(path(`/${id}`), act, { reason: 'No' });
  return [status, (await rowOf(id)).status];
};

test('an invoice is booked by its form, once however often it is sent; a viewer only sees it', async () => {
  const id = await add('good.xml', sentInvoice({ number: 'G-1', vatId: 'DE811128135' }));
  const { html } = await pages.as('viewer').get(path(`/${id}`));
  assert.match(html, /Nordwind Energie GmbH/);
  assert.doesNotMatch(html, /name="act" value="(?:book|reject|despite)"/);
  for (const act of ['book', 'despite', 'reject', 'move', 'choose', 'again'])
    assert.deepEqual(await statusAfter(id, act, 'viewer'), [403, 'needs_review'], act);
  const { bill_id } = await rowOf(id);
  assert.equal((await billOf(bill_id)).status, 'inbox');
  const done = await pages.as('accountant').send(path(`/${id}`), 'book');
  assert.match(done.html, /Booked Nordwind Energie GmbH · G-1/);
  await pages.as('accountant').send(path(`/${id}`), 'book');
  const now = await billOf(bill_id);
  assert.deepEqual([(await rowOf(id)).status, now.status, now.balance_due], ['booked', 'received', 119]);
  const events = await pages.service.database.kysely
    .selectFrom('event')
    .select('type')
    .where('type', '=', 'document.booked')
    .execute();
  assert.equal(events.length, 1);
  await pages.as('accountant').send(path(`/${id}`), 'reject', { reason: 'Too late' });
  assert.equal((await rowOf(id)).status, 'booked');
});

test('in spite of what was found an administrator books it, and an accountant does not', async () => {
  const id = await add('wrong.xml', sentInvoice({ number: 'W-1', vatId: 'DE811128135', total: '120.00' }));
  const { html } = await pages.as('accountant').get(path(`/${id}`));
  assert.doesNotMatch(html, /name="act" value="(?:book|despite)"/);
  assert.deepEqual(await statusAfter(id, 'despite', 'accountant'), [403, 'needs_review']);
  assert.equal((await statusAfter(id, 'book', 'accountant'))[1], 'needs_review');
  assert.equal((await statusAfter(id, 'despite', 'administrator'))[1], 'booked');
});

test('findings stand by their weight, in words, and lead to the record that they name', async () => {
  const seller = { vatId: 'DE811128135' };
  const first = await add('first.xml', sentInvoice({ number: 'R-7', ...seller }));
  const again = await add('again.xml', sentInvoice({ number: 'r 7', total: '120.00', ...seller }));
  const issues = [
    { rule: 'sandbox_answered', severity: 'note', facts: { asked: '2026-11-27', state: 'X' } },
    { rule: 'supplier_new', severity: 'warning', facts: { name: 'Ostwind' } },
    {
      rule: 'probable_duplicate',
      severity: 'error',
      facts: { number: 'R-7', record: (await rowOf(first)).bill_id },
    },
  ];
  const { kysely } = pages.service.database;
  const kept = kysely.updateTable('received_document').set({ issues: JSON.stringify(issues) });
  await kept.where('id', '=', again).execute();
  const found = async (language: string) => {
    const { html } = await pages.as('viewer').get(path(`/${again}?language=${language}`));
    return /<ul class="findings">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  };
  const german = await found('de');
  assert.deepEqual(
    [...german.matchAll(/class="state (\w+)">([^<]+)/g)].map(([, tone, word]) => [tone, word]),
    [
      ['bad', 'Sperrt'],
      ['wait', 'Zu prüfen'],
      ['plain', 'Hinweis'],
    ],
  );
  assert.match(
    german,
    new RegExp(`R-7 \\(<a href="[^"]+/bills/${(await rowOf(first)).bill_id}">Rechnung</a>\\)`),
  );
  assert.match(german, /Am 27\.11\.2026 antwortete sie/);
  assert.match(await found('es'), /el 27 nov 2026 contestó/);
  const { html } = await pages.as('viewer').get(path('?query=r%207&language=de'));
  assert.match(html, /data-head="Auffälligkeiten"><span class="state bad">1 sperrt</);
  const line = /data-head="Steuer">([^<]+)/.exec(
    (await pages.as('viewer').get(path(`/${first}?language=de`))).html,
  );
  assert.equal(line?.[1], 'USt\u00a019\u00a0%');
});

test('a supplier is chosen among those that it may be', async () => {
  const de = pages.service.client(pages.service.keys.de);
  const made: string[] = [];
  for (const vat_id of ['DE129273398', 'DE129274202'])
    made.push(
      (
        await de.create_counterparty({
          name: 'Doppel GmbH',
          is_supplier: true,
          country_details: { vat_id, street: 'Weg 1', city: 'Kiel' },
          postal_code: '24103',
        })
      ).id,
    );
  const id = await add('double.xml', sentInvoice({ number: 'D-1', seller: 'Doppel GmbH' }));
  assert.equal((await rowOf(id)).counterparty_id, null);
  // Nothing is called booked of which no bill was made.
  assert.equal((await statusAfter(id, 'despite', 'administrator'))[1], 'needs_review');
  // What the books refused is read again once somebody asks for it.
  const failed = [{ rule: 'books_failed', severity: 'error', facts: { attempts: '3' } }];
  await pages.service.database.kysely
    .updateTable('received_document')
    .set({ issues: JSON.stringify(failed) })
    .where('id', '=', id)
    .execute();
  assert.match((await pages.as('accountant').get(path(`/${id}`))).html, /failed 3 times/);
  const { html } = await pages.as('accountant').send(path(`/${id}`), 'again');
  assert.match(html, /Several suppliers may have sent it/);
  assert.doesNotMatch(html, /failed 3 times|name="act" value="again"/);
  const supplier = made[1] ?? '';
  const done = await pages.as('accountant').send(path(`/${id}`), 'choose', { supplier });
  assert.equal(done.status, 200);
  assert.equal((await rowOf(id)).counterparty_id, supplier);
  assert.notEqual((await rowOf(id)).bill_id, null);
  assert.equal((await rowOf(id)).status, 'needs_review');
});

test('a response stands on the page of its invoice, in the words of the customer as such', async () => {
  const { service } = pages;
  const counterparty_id = await addGermanCustomer(service, 'Nordwind Energie GmbH', {
    country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
  const { id } = await callLoosely(service, 'de', 'create_invoice', {
    counterparty_id,
    country_details: { buyer_reference: 'PO-7' },
    line_items: [{ description: 'Beratung', unit_price: 100 }],
  });
  const books = await openBooks(service.database, service.organisation_id, service.entities.de);
  const { result } = await books.write((ctx) => fileNow(ctx, id));
  const { tax_id } = await getEntity(service.database.reader, service.entities.de);
  const number = result.folio ?? '';
  const received = await add(
    'response.xml',
    sentResponse({
      number,
      status: 'RE',
      reason: 'No &lt;b&gt;order&lt;/b&gt;',
      sender: 'DE136695976',
      receiver: tax_id ?? '',
    }),
  );
  assert.equal((await rowOf(received)).status, 'booked');
  const person = pages.as('viewer');
  const { html } = await person.get(`/companies/${service.entities.de}/invoices/${id}`);
  const part = html.slice(html.indexOf('Responses'), html.indexOf('A response books nothing'));
  assert.match(part, new RegExp(`inbox/${received}.*2026.*Customer.*Rejected.*REF: No &lt;b`, 's'));
  assert.match((await person.get(path(`/${received}`))).html, new RegExp(`invoices/${id}"[^>]*>${number}`));
});

test('what is for another company moves there and waits, and is rejected here', async () => {
  const { mx } = pages.service.entities;
  const id = await add(
    'other.xml',
    sentInvoice({ number: 'M-1', vatId: 'DE811128135', buyerVatId: 'PRO840423SG8' }),
  );
  const { html } = await pages.as('accountant').get(path(`/${id}`));
  assert.match(html, /name="act" value="move"/);
  const there = () =>
    pages.service.database.kysely
      .selectFrom('received_document')
      .select(['status', 'file_name'])
      .where('entity_id', '=', mx)
      .execute();
  await pages.as('accountant').send(path(`/${id}`), 'move');
  await pages.as('accountant').send(path(`/${id}`), 'move');
  assert.equal((await rowOf(id)).status, 'rejected');
  assert.deepEqual(await there(), [{ status: 'needs_review', file_name: 'other.xml' }]);
});

test('an administrator deletes a private file that was rejected; nobody else sees how', async () => {
  const id = await add('private.jpg', 'a private letter');
  const early = await pages
    .as('administrator')
    .send(path(`/${id}`), 'erase', { reason: 'Mine', private: '1' });
  assert.match(early.html, /about which nobody has decided yet/);
  await pages.as('accountant').send(path(`/${id}`), 'reject', { reason: 'Private' });
  for (const role of ['viewer', 'accountant'] as const) {
    const { html } = await pages.as(role).get(path(`/${id}`));
    assert.match(html, /The file is kept until /);
    assert.doesNotMatch(html, /value="erase"/);
    assert.deepEqual(await statusAfter(id, 'erase', role as 'viewer'), [403, 'rejected']);
  }
  const bare = await pages.as('administrator').send(path(`/${id}`), 'erase', { reason: 'Mine' });
  assert.match(bare.html, /private\.jpg is kept until/);
  const done = await pages
    .as('administrator')
    .send(path(`/${id}`), 'erase', { reason: 'Mine', private: '1' });
  assert.match(done.html, /The file was deleted; its SHA-256 was [0-9a-f]{64}/);
  const gone = await pages.as('viewer').get(path(`/${id}/file`));
  assert.equal(gone.status, 409);
  assert.match(gone.html, /was deleted on .* \(Mine\)/);
});

test('a damaged file is refused in words, and never sent in part', async () => {
  const id = await add('damaged.xml', '<as>it came</as>');
  const { kysely } = pages.service.database;
  const { file_id } = await kysely
    .selectFrom('received_document')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable('stored_file_chunk')
    .set({ bytes: Buffer.from('<as>it cama</as>') })
    .where('file_id', '=', file_id)
    .execute();
  const { status, html } = await pages.as('viewer').get(path(`/${id}/file`));
  assert.equal(status, 409);
  assert.match(html, /is damaged.*Restore it from a backup/);
  const shown = await pages.as('viewer').get(path(`/${id}`));
  assert.equal(shown.status, 200);
  assert.match(shown.html, /The file is damaged/);
  assert.doesNotMatch(shown.html, /it cama/);
});

test('the archive is a ZIP for administrators alone', async () => {
  const to = `/companies/${pages.service.entities.mx}/exports`;
  for (const role of ['viewer', 'accountant'] as const) {
    assert.doesNotMatch((await pages.as(role).get(to)).html, /archive\.zip/);
    assert.equal((await pages.as(role).raw(`${to}/archive.zip`)).status, 403);
  }
  const person = pages.as('administrator');
  assert.match((await person.get(to)).html, /archive\.zip/);
  const answer = await person.raw(`${to}/archive.zip?date_from=2026-01-01&date_to=`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip']);
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()), {
    lazyEntries: true,
    autoClose: false,
  });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  assert.ok(names.includes('SHA256SUMS') && names.includes('proofs/seal.json'), names.join());
});

test('one archive of a company is made at a time, and few of all companies', async () => {
  const { mx } = pages.service.entities;
  const person = pages.as('administrator');
  const to = `/companies/${mx}/exports/archive.zip`;
  const begin = (id: string): EndArchive => {
    const end = beginArchive(id);
    return typeof end === 'string' ? assert.fail(end) : end;
  };
  const end = begin(mx);
  const again = await person.get(to);
  assert.equal(again.status, 409);
  assert.match(again.html, /archive of this company is being downloaded already/);
  end();
  const others = Array.from({ length: MOST_ARCHIVES }, (_, at) => begin(`enti_${at}`));
  const full = await person.get(to);
  assert.equal(full.status, 503);
  assert.match(full.html, /Archives of other companies are being downloaded/);
  for (const one of others) one();
  // Each gives its place back.
  for (let time = 0; time <= MOST_ARCHIVES; time += 1) {
    const { status, headers } = await person.raw(to).then(async (answer) => {
      await answer.arrayBuffer();
      return answer;
    });
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/zip']);
  }
});

test('any company of the organisation is offered, and none of another one is taken', async () => {
  const { organisation_id, database, entities } = pages.service;
  const tax_id = 'DE136695976';
  const third = await addEntity(database, organisation_id, { country_code: 'DE' });
  await database.kysely.updateTable('entity').set({ tax_id }).where('id', '=', third).execute();
  const stranger = await addEntity(database, await addOrganisation(database), { country_code: 'DE' });
  const ended = await addEntity(database, organisation_id, { country_code: 'DE' });
  await database.kysely.updateTable('entity').set({ active: false }).where('id', '=', ended).execute();
  const id = await add('theirs.txt', 'theirs');
  const { html } = await pages.as('accountant').get(path(`/${id}`));
  const offered = [...html.matchAll(/<option value="(enti_\w+)"/g)].map(([, of]) => of);
  assert.deepEqual(new Set(offered), new Set([entities.mx, third]));
  const give = (company: string) => pages.as('accountant').send(path(`/${id}`), 'move', { company });
  for (const company of [stranger, ended, entities.de, 'Nobody'])
    assert.equal((await give(company)).status, 422, company);
  assert.notEqual((await rowOf(id)).status, 'rejected');
  // By what is typed where there are too many companies for a list.
  assert.equal((await give('DE 136.695.976')).status, 200);
  assert.equal((await rowOf(id)).status, 'rejected');
  const there = await database.kysely
    .selectFrom('received_document')
    .select('file_name')
    .where('entity_id', 'in', [third, stranger, ended])
    .execute();
  assert.deepEqual(there, [{ file_name: 'theirs.txt' }]);
});
