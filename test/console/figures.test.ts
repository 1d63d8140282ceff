// Exports with their rows told, the trail as sentences and as a file, rates, cash by month, and new secrets of keys.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { inFlow } from '../../src/domain/views/exports/file.ts';
import { writeFile } from '../../src/console/reply.ts';
import { adminOn } from '../admin/support.ts';
import { callLoosely } from '../tools/support.ts';
import { fillBooks, HOSTILE, type Ids } from './books.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let ids: Ids;
before(async () => {
  pages = await startTestConsole();
  ids = await fillBooks(pages);
});
after(() => pages.close());

const company = (path: string): string => `/companies/${ids['company']}${path}`;

/** Rows of a CSV below its header; line ends within quotes are no ends. */
const rowsOf = (csv: string): number => csv.replaceAll(/"(?:[^"]|"")*"/g, '').split('\r\n').length - 2;

test('every export tells its rows and sends as many', async () => {
  const person = pages.as('viewer');
  for (const what of ['invoices', 'bills', 'ledger']) {
    const answer = await person.raw(company(`/exports/${what}.csv`));
    assert.equal(answer.status, 200, what);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; /);
    const csv = await answer.text();
    assert.equal(rowsOf(csv), Number(answer.headers.get('x-rows')), what);
  }
  const today = await person.raw(company('/exports/invoices.csv?date_from=2099-01-01'));
  assert.equal(today.headers.get('x-rows'), '0');
  const { status, html } = await person.get(
    company('/exports/bills.csv?date_from=2026-02-01&date_to=2026-01-01'),
  );
  assert.equal(status, 422);
  assert.match(html, /The first day is after the last one/);
  const unknown = await person.get(
    company('/exports/ledger.csv?counterparty_id=ctpy_01h455vb4pex5vsknk084sn02q'),
  );
  assert.equal(unknown.status, 404);
});

test('the page works without a script and names what the script says', async () => {
  const { html } = await pages.as('viewer').get(company('/exports'));
  assert.match(html, /<form method="get" action="[^"]*\/exports\/ledger\.csv"[^>]*data-download/);
  assert.match(html, /data-failed="The download broke off/);
  assert.match(html, /download-[0-9a-f]+\.js/);
});

test('a fault in the middle breaks the download off, and one before the first row is told', async () => {
  let breakOff = (): void => undefined;
  const brokenOff = new Promise<void>((done) => {
    breakOff = done;
  });
  const broken = await inFlow(async (begin) => {
    const write = begin(1000);
    await write('id\r\n1\r\n');
    await brokenOff;
    throw new Error('the database is gone');
  });
  const server = createServer((_req, res) => {
    const file = { type: 'text/csv', name: 'a.csv', body: broken.text, rows: broken.rows };
    writeFile(res, file).catch(() => res.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(answer.headers.get('x-rows'), '1000');
  breakOff();
  await assert.rejects(answer.text());
  server.close();
  await assert.rejects(
    inFlow(() => Promise.reject(new Error('no such counterparty'))),
    /no such counterparty/,
  );
});

test('the trail reads as sentences, shows what changed, and is filtered by person, key, record and day', async () => {
  const accountant = pages.as('accountant');
  const path = company(`/bills/${ids['bill']}`);
  const administrator = pages.as('administrator');
  assert.equal((await administrator.send(path, 'validate')).status, 200);
  const { html } = await accountant.get(`/settings/audit?record=${ids['bill']}`);
  assert.match(html, /<div>Ana changed bill F-1 from “Received” to “Validated”<\/div>/);
  assert.match(html, /<del>received<\/del>/);
  assert.match(html, /<ins>validated<\/ins>/);
  assert.match(html, /added bill F-1/);
  assert.doesNotMatch(html, /<script>alert/);
  const german = await accountant.get(`/settings/audit?record=${ids['bill']}&language=de`);
  assert.match(german.html, /Ana hat die Eingangsrechnung F-1 von „[^“]+“ auf „[^“]+“ gesetzt/);
  const person = /<option value="(memb_[^"]+)"[^>]*>Ana</.exec(html)?.[1] ?? '';
  const own = await accountant.get(`/settings/audit?record=${ids['bill']}&person=${person}`);
  assert.match(own.html, /Ana changed bill/);
  assert.doesNotMatch(own.html, /added bill/);
  const past = await accountant.get(`/settings/audit?record=${ids['bill']}&date_to=2020-01-01`);
  assert.match(past.html, /Nothing fits\./);
});

test('the trail tells that a person signed in, not that a person was added, in their language', async () => {
  const administrator = pages.as('administrator');
  const { html } = await administrator.get('/settings/audit?language=de');
  assert.match(html, /<div>der Dienst · die Person [^<]*: Eine Person hat sich angemeldet\.<\/div>/);
  assert.doesNotMatch(html, /die Person pers_\w+ angelegt/);
  const spanish = await administrator.get('/settings/audit?language=es');
  assert.match(spanish.html, /: Una persona inició sesión\.<\/div>/);
  await administrator.get('/settings/audit?language=en');
});

test('the file of the trail has what the filters leave, whole and escaped', async () => {
  const accountant = pages.as('accountant');
  const answer = await accountant.raw(`/settings/audit.csv?record=${ids['bill']}`);
  const csv = await answer.text();
  assert.equal(answer.headers.get('x-rows'), String(rowsOf(csv)));
  assert.ok(rowsOf(csv) >= 2);
  assert.ok(
    csv
      .split('\r\n')
      .slice(1, -1)
      .every((line) => line.includes(String(ids['bill']))),
  );
  const all = await accountant.raw('/settings/audit.csv');
  const whole = await all.text();
  assert.equal(all.headers.get('x-rows'), String(rowsOf(whole)));
  assert.equal((await pages.as('viewer').raw('/settings/audit.csv')).status, 403);
});

test('the pages of the trail hold every row once', async () => {
  const accountant = pages.as('accountant');
  for (let n = 0; n < 60; n += 1)
    await callLoosely(pages.service, 'mx', 'create_task', {
      title: `Pendiente ${n}`,
      taskable_type: 'Bill',
      taskable_id: ids['bill'],
    });
  const seen: string[] = [];
  let at: string | undefined = '/settings/audit?date_from=2020-01-01';
  let steps = 0;
  while (at !== undefined && steps < 20) {
    const { html } = await accountant.get(at);
    seen.push(...[...html.matchAll(/added task (Pendiente \d+)</g)].map(([, name]) => name ?? ''));
    at = /<a rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    steps += 1;
  }
  assert.equal(seen.length, 60);
  assert.equal(new Set(seen).size, 60);
});

test('rates are listed by pair with source and age', async () => {
  const { kysely } = pages.service.database;
  const rate = { base: 'USD', quote: 'MXN', created_at: '2026-01-01 00:00:00.000' };
  const today = new Date().toISOString().slice(0, 10);
  await kysely
    .insertInto('exchange_rate')
    .values([
      { ...rate, organisation_id: '', date: '2020-01-02', source: 'ECB', rate: '18.5' },
      { ...rate, organisation_id: '', base: 'EUR', date: today, source: HOSTILE, rate: '21.25' },
      {
        ...rate,
        organisation_id: pages.service.organisation_id,
        date: '2020-01-03',
        source: 'own',
        rate: '19.25',
      },
    ] as never)
    .execute();
  const viewer = pages.as('viewer');
  const { html } = await viewer.get('/settings/rates');
  assert.match(html, /EUR\/MXN/);
  assert.match(html, /21\.2500/);
  assert.equal(html.match(/more than a week old/g)?.length, 2);
  assert.doesNotMatch(html, /<script>alert/);
  const pair = await viewer.get('/settings/rates?pair=USD%2FMXN&date_to=2020-01-02');
  assert.match(pair.html, /18\.5000/);
  assert.doesNotMatch(pair.html, /19\.2500/);
  assert.match((await viewer.get('/settings/rates?pair=USD%2FMXN')).html, /19\.2500/);
});

test('the summary shows money in and out by month, also as a table', async () => {
  const { html } = await pages.as('viewer').get(company(''));
  assert.match(html, /<svg class="bars"[^>]*aria-label="Payments by month MXN"/);
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const row = html.split(`data-head="Month">${month.format(new Date())}`)[1]?.slice(0, 400) ?? '';
  assert.match(row, /0\.00.*100\.00/s, 'paid 100 on a bill this month');
});

const callWith = async (secret: string): Promise<boolean> => {
  const service = { ...pages.service, keys: { ...pages.service.keys, mx: secret } };
  try {
    await callLoosely(service, 'mx', 'list_entities', {});
    return true;
  } catch {
    return false;
  }
};

test('a key gets a new secret: the old one stays valid for a day, or ends now', async () => {
  const administrator = pages.as('administrator');
  const admin = adminOn(pages.service.databaseUrl, new Date());
  const org = pages.service.organisation_id;
  const { id, secret } = await admin.json('key', 'create', '--org', org, '--scopes', '*', '--name', 'Agent');
  const rolled = await administrator.send('/settings/keys', 'roll', { key: id });
  assert.equal(rolled.status, 200);
  const second = /<p class="secret" id="secret">\s*([^<\s]+)/.exec(rolled.html)?.[1] ?? '';
  assert.notEqual(second, secret);
  assert.match(rolled.html, /The old secret stays valid until/);
  assert.deepEqual([await callWith(secret), await callWith(second)], [true, true]);
  assert.match((await administrator.get('/settings/keys')).html, /Old secret until/);
  const ended = await administrator.send('/settings/keys', 'roll', { key: id, now: '1' });
  const third = /<p class="secret" id="secret">\s*([^<\s]+)/.exec(ended.html)?.[1] ?? '';
  assert.match(ended.html, /The old secret has ended/);
  await new Promise((done) => setTimeout(done, 1_200));
  assert.deepEqual(
    [await callWith(secret), await callWith(second), await callWith(third)],
    [false, false, true],
  );
  const trail = await administrator.get(`/settings/audit?record=${id}`);
  assert.match(trail.html, /Ana changed API key Agent/);
  assert.ok(!trail.html.includes(third));
});

test('only an administrator who showed who they are rolls a key, and not one of others or a revoked one', async () => {
  const admin = adminOn(pages.service.databaseUrl, new Date());
  const org = pages.service.organisation_id;
  const { id } = await admin.json('key', 'create', '--org', org, '--name', 'Other');
  const weak = pages.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  const asked = await weak.send('/settings/keys', 'roll', { key: id });
  assert.doesNotMatch(asked.html, /class="secret"/);
  const { id: foreign } = await admin.json('org', 'create', '--name', 'Elsewhere');
  const theirs = await admin.json('key', 'create', '--org', foreign);
  const strong = pages.as('administrator');
  assert.equal((await strong.send('/settings/keys', 'roll', { key: theirs.id })).status, 422);
  await admin.json('key', 'revoke', id);
  assert.equal((await strong.send('/settings/keys', 'roll', { key: id })).status, 409);
  assert.equal((await admin.refused('key', 'roll', id)).code, 'wrong_state');
  const rolled = await admin.json('key', 'roll', theirs.id, '--now');
  assert.equal(rolled.previous_until, null);
  assert.equal(await callWith(rolled.secret), true);
});

test('a key unused for 90 days is marked', async () => {
  const { kysely } = pages.service.database;
  const old = new Date(Date.now() - 91 * 86_400_000).toISOString().replace('T', ' ').replace('Z', '');
  const admin = adminOn(pages.service.databaseUrl, new Date());
  const { id } = await admin.json('key', 'create', '--org', pages.service.organisation_id, '--name', 'Idle');
  await kysely
    .updateTable('api_key')
    .set({ created_at: old } as never)
    .where('id', '=', id)
    .execute();
  const { html } = await pages.as('administrator').get('/settings/keys');
  assert.equal(html.match(/unused for 90 days/g)?.length, 1);
});
