// Webhooks on pages: made, decided, tried, sent again, with a real receiver.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DELIVERED_EVENTS } from '../../generated/events.ts';
import { createGuard } from '../../src/base/net/guard.ts';
import { createPoster } from '../../src/base/net/poster.ts';
import { createLog } from '../../src/base/log.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { LANGUAGES } from '../../generated/languages.ts';
import { eventWords } from '../../generated/texts/event.ts';
import { newId } from '../../src/db/ids.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { startWebhooks } from '../../src/jobs/webhooks.ts';
import { addKey, addOrganisation } from '../support/books.ts';
import { type Received, startReceiver, verify } from '../webhooks/receiver.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const NETWORK = '127.0.0.1';
let pages: TestConsole;
let stop: () => Promise<void>;
before(async () => {
  pages = await startTestConsole({ WEBHOOK_NETWORKS: NETWORK });
  const poster = createPoster(createGuard([NETWORK]));
  const worker = startWebhooks({
    books: openBooks(pages.service.database),
    secrets: createSecrets(pages.config),
    log: createLog('silent'),
    now: () => new Date(),
    poster,
    timing: { pollMs: 20, graceMs: 100 },
  });
  stop = async () => {
    await worker.stop();
    poster.close();
  };
});
after(async () => {
  await stop();
  await pages.close();
});

const LIST = '/settings/webhooks';
const NEW = `${LIST}/new`;
const hrefOf = (id: string): string => `${LIST}/${id}`;

const secretOf = (html: string): string => /<p class="secret" id="secret">\s*([^<\s]+)/.exec(html)?.[1] ?? '';

const rows = () =>
  pages.service.database.reader
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'status', 'events'])
    .where('status', '!=', 'deleted')
    .where('organisation_id', '=', pages.service.organisation_id)
    .orderBy('id')
    .execute();

const make = async (url: string, event: string | readonly string[] = ['invoice.*', 'task.created']) => {
  const { status, html } = await pages.as('administrator').send(NEW, 'make', { url, event });
  assert.equal(status, 200, html.slice(0, 500));
  const id = /href="\/settings\/webhooks\/(whep_\w+)"/.exec(html)?.[1] ?? '';
  return { id, secret: secretOf(html), html };
};

const asked = async (): Promise<string> => {
  const webhook = await pages.service.client().create_webhook({
    url: 'https://1.1.1.1/agent',
    events: ['bill.created'],
    description: 'For the agent',
  });
  return webhook.id;
};

/** What a receiver got so far, once it is so many. */
const got = async (received: readonly Received[], count: number): Promise<Received> => {
  for (let tries = 0; tries < 200 && received.length < count; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return received[count - 1] ?? assert.fail(`${received.length} of ${count}`);
};

test('an address that must not be called comes back with what was typed and why; nothing is made', async () => {
  const person = pages.as('administrator');
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['http://127.0.0.9/hook', /127\.0\.0\.9 is not a public address/],
    ['http://169.254.169.254/latest/meta-data', /169\.254\.169\.254 is not a public address/],
    ['https://[::ffff:10.0.0.1]/', /is not a public address/],
    ['https://ana:secret@1.1.1.1/', /must not hold a user name or password/],
    ['http://1.1.1.1/', /must begin with https/],
    ['"><script>alert(1)</script>', /is not an address such as/],
  ];
  for (const [url, why] of wrong) {
    const { status, html } = await person.send(NEW, 'make', {
      url,
      event: ['invoice.*', 'bill.created'],
      description: 'Kept <b>',
    });
    assert.equal(status, 422, url);
    assert.match(html, why);
    assert.match(html, /id="f-url-fault"/);
    assert.match(html, /value="Kept &lt;b>"/);
    assert.match(html, /value="invoice\.\*" checked/);
    assert.match(html, /value="bill\.created" checked/);
    assert.doesNotMatch(html, /<script>alert/);
    assert.ok(html.includes(`value="${url.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`), url);
  }
  const none = await person.send(NEW, 'make', { url: 'https://1.1.1.1/', event: [] });
  assert.deepEqual([none.status, /id="event-fault"/.test(none.html)], [422, true]);
  const long = await person.send(NEW, 'make', {
    url: 'https://1.1.1.1/',
    event: '*',
    description: 'x'.repeat(201),
  });
  assert.deepEqual([long.status, /id="f-description-fault"/.test(long.html)], [422, true]);
  const stray = await person.send(NEW, 'make', { url: 'https://1.1.1.1/', event: 'person.signed_in' });
  assert.equal(stray.status, 422);
  const entity = pages.service.entities.de.replace(/.{4}$/, '0000');
  assert.equal((await person.send(NEW, 'make', { url: 'https://1.1.1.1/', event: '*', entity })).status, 422);
  assert.deepEqual(await rows(), []);
});

test('made once, its secret is shown once and verifies; a test says at once what came of it', async () => {
  const receiver = await startReceiver();
  const person = pages.as('administrator');
  const { html: form } = await person.get(NEW);
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
  const send = () =>
    person.raw(NEW, {
      method: 'POST',
      headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        csrf: field('csrf'),
        once: field('once'),
        act: 'make',
        url: receiver.url,
        event: '*',
      }),
    });
  const made = await send();
  const secret = secretOf(await made.text());
  const again = await send();
  assert.deepEqual([made.status, again.status, (await rows()).length], [200, 409, 1]);
  assert.equal(secretOf(await again.text()), '');
  const [{ id } = { id: '' }] = await rows();
  const told = await person.send(hrefOf(id), 'test');
  assert.match(told.path, new RegExp(`^${hrefOf(id)}\\?sent=wdel_`));
  assert.match(told.html, /webhook\.tested was taken: it answered 204/);
  assert.doesNotMatch(told.html, /whsec_/);
  verify(secret, await got(receiver.received, 1));
  await person.send(hrefOf(id), 'delete');
  await receiver.close();
});

test('a failed delivery is found by its state, with what was answered, and sent again', async () => {
  let broken = true;
  const receiver = await startReceiver(() =>
    broken ? { status: 500, body: '<script>alert(1)</script>' } : { status: 200 },
  );
  const { id } = await make(receiver.url);
  const person = pages.as('administrator');
  const failed = await person.send(hrefOf(id), 'test');
  assert.match(failed.html, /webhook\.tested was not taken\.<\/strong> It answered 500\./);
  assert.match(failed.html, /Failing since/);
  assert.match(failed.html, /&lt;script>alert/);
  assert.doesNotMatch(failed.html, /<script>alert/);
  const delivery = /name="delivery" value="(wdel_\w+)"/.exec(failed.html)?.[1] ?? '';
  for (const [status, there] of [
    ['pending', true],
    ['failed', false],
  ] as const)
    assert.equal((await person.get(`${hrefOf(id)}?status=${status}`)).html.includes(delivery), there, status);
  broken = false;
  const again = await person.send(hrefOf(id), 'resend', { delivery });
  assert.match(again.html, /webhook\.tested was taken: it answered 200/);
  assert.deepEqual(new Set(receiver.received.map((each) => each.id)).size, 1);
  const spanish = await person.get(`${hrefOf(id)}?language=es`);
  assert.match(spanish.html, /Respondió 500\./);
  await person.send(hrefOf(id), 'delete');
  await receiver.close();
});

test('what a key asks for waits on the page of what waits; what it changes meanwhile is not let unseen', async () => {
  const id = await asked();
  const person = pages.as('administrator');
  for (const place of ['/', LIST])
    assert.ok((await person.get(place)).html.includes(`href="${hrefOf(id)}"`), place);
  assert.ok(!(await pages.as('viewer').get('/')).html.includes(id), 'who cannot decide is not asked');
  const looked = await person.get(hrefOf(id));
  assert.match(looked.html, /requests that the events below be sent/);
  assert.doesNotMatch(looked.html, /value="test"/);
  const shown = /name="shown" value="([^"]*)"/.exec(looked.html)?.[1] ?? '';
  const tools = pages.service.client();
  await tools.update_webhook({ webhook_id: id as never, url: 'https://1.1.1.1/elsewhere' });
  const field = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(looked.html)?.[1] ?? '';
  const stale = await person.raw(hrefOf(id), {
    method: 'POST',
    headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrf: field('csrf'), once: field('once'), act: 'enable', shown }),
  });
  assert.equal(stale.status, 409);
  assert.match(await stale.text(), /elsewhere/, 'shown as it is now');
  assert.deepEqual((await rows()).find((row) => row.id === id)?.status, 'pending');
  const let_ = await person.send(hrefOf(id), 'enable');
  assert.match(let_.html, /It receives events from now on/);
  await tools.update_webhook({ webhook_id: id as never, events: ['*'] });
  assert.ok((await person.get('/')).html.includes(hrefOf(id)), 'more events wait for a person again');
  assert.equal((await person.send(hrefOf(id), 'refuse', { reason: ' ' })).status, 422);
  await person.send(hrefOf(id), 'refuse', { reason: 'Use invoice.filed' });
  const { data } = await tools.list_webhooks({});
  const { status, status_reason } = data.find((each) => each.id === id) ?? assert.fail();
  assert.deepEqual([status, status_reason], ['disabled', 'Use invoice.filed']);
  assert.ok(!(await person.get('/')).html.includes(hrefOf(id)));
  await person.send(hrefOf(id), 'delete');
});

test('edited, switched off and on, its secret rotated, and deleted', async () => {
  const receiver = await startReceiver();
  const { id, secret } = await make('https://1.1.1.1/first', ['*', 'invoice.filed']);
  const person = pages.as('administrator');
  const edit = `${hrefOf(id)}/edit`;
  const wrong = await person.send(edit, 'save', { url: 'http://10.0.0.1/', event: 'bill.*' });
  assert.equal(wrong.status, 422);
  const entity = pages.service.entities.de;
  await person.send(edit, 'save', { url: receiver.url, event: ['bill.*', 'payment.recorded'], entity });
  const [row] = await rows();
  assert.deepEqual(
    [row?.url, row?.status, row?.events],
    [receiver.url, 'enabled', ['bill.*', 'payment.recorded']],
  );
  assert.match((await person.get(edit)).html, new RegExp(`<option value="${entity}" selected`));
  await person.send(hrefOf(id), 'disable');
  assert.equal((await person.send(hrefOf(id), 'test')).status, 409, 'nothing is sent to what is off');
  const on = await person.send(hrefOf(id), 'enable');
  assert.match(on.html, /It receives events from now on/);
  const rotated = await person.send(hrefOf(id), 'rotate');
  assert.match(rotated.html, /The old secret signs too until/);
  await person.send(hrefOf(id), 'test');
  const both = await got(receiver.received, 1);
  verify(secret, both);
  verify(secretOf(rotated.html), both);
  assert.match((await person.get(hrefOf(id))).html, /Old secret signs too until/);
  const last = await person.send(hrefOf(id), 'rotate', { now: '1' });
  assert.match(last.html, /The old secret has ended/);
  await person.send(hrefOf(id), 'test');
  assert.throws(() => verify(secretOf(rotated.html), receiver.received[1] ?? assert.fail()));
  verify(secretOf(last.html), receiver.received[1] ?? assert.fail());
  const gone = await person.send(hrefOf(id), 'delete');
  assert.deepEqual([gone.path, await rows()], [LIST, []]);
  assert.equal((await person.get(hrefOf(id))).status, 404);
  await receiver.close();
});

test('nobody below an administrator acts, secrets take a fresh proof, and ids of others lead nowhere', async () => {
  const { id } = await make('https://1.1.1.1/mine');
  const elsewhere = await addOrganisation(pages.service.database, 'Elsewhere');
  const foreign = await addKey(pages.service.database, elsewhere);
  const theirs = await pages.service
    .client(foreign)
    .create_webhook({ url: 'https://1.1.1.1/theirs', events: ['*'] });
  const acts = ['enable', 'refuse', 'disable', 'test', 'resend', 'rotate', 'delete'];
  const before_ = await rows();
  const accountant = pages.as('accountant');
  const seen = await accountant.get(hrefOf(id));
  assert.equal(seen.status, 200);
  assert.doesNotMatch(seen.html, /name="act" value="(enable|test|rotate|delete|resend|disable)"/);
  const person = pages.as('administrator');
  for (const act of acts) {
    assert.equal((await accountant.send(hrefOf(id), act)).status, 403, act);
    assert.equal((await person.send(hrefOf(theirs.webhook_id), act, { reason: 'x' })).status, 403, act);
  }
  for (const path of [hrefOf(theirs.webhook_id), `${hrefOf(theirs.webhook_id)}/edit`])
    assert.equal((await person.get(path)).status, 404, path);
  const weak = pages.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  for (const act of ['rotate', 'delete', 'enable']) {
    const { html } = await weak.send(hrefOf(id), act);
    assert.match(html, /Is it you\?/, act);
  }
  assert.equal(secretOf((await weak.send(NEW, 'make', { url: 'https://1.1.1.1/', event: '*' })).html), '');
  assert.deepEqual(await rows(), before_);
  await person.send(hrefOf(id), 'delete');
});

test('deliveries come page by page', async () => {
  const { id } = await make('https://1.1.1.1/many', 'task.created');
  const tools = pages.service.client();
  await pages.as('administrator').send(hrefOf(id), 'disable');
  const { kysely } = pages.service.database;
  const ids = Array.from({ length: 51 }, (_, at) => `wdel_${String(at).padStart(26, '0')}`);
  await kysely
    .insertInto('webhook_delivery')
    .values(
      ids.map((each, at) => ({
        endpoint_id: id,
        id: each,
        tenant_id: pages.service.organisation_id,
        event_id: newId('EventId'),
        type: 'task.created',
        record_type: 'task',
        record_id: newId('TaskId'),
        sequence: at + 1,
        status: 'failed' as const,
        attempts: 0,
        round: 0,
        due_at: null,
        created_at: '2026-01-01 00:00:00.000',
        finished_at: '2026-01-01 00:00:00.000',
      })),
    )
    .execute();
  const accountant = pages.as('accountant');
  const first = await accountant.get(`${hrefOf(id)}?status=failed`);
  assert.match(first.html, /51 in all/);
  assert.ok(!first.html.includes('no. 1<'));
  const next = /rel="next" href="([^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await accountant.get(next);
  assert.match(second.html, /no\. 1</);
  assert.doesNotMatch(second.html, /no\. 2</);
  assert.equal((await accountant.get(`${hrefOf(id)}?cursor=nonsense`)).status, 422);
  const { data } = await tools.list_webhook_deliveries({ webhook_id: id as never, limit: 1 });
  assert.equal(data.length, 1);
  await pages.as('administrator').send(hrefOf(id), 'delete');
});

test('every kind of event can be chosen, and is told in each language', async () => {
  const { html } = await pages.as('administrator').get(NEW);
  for (const event of DELIVERED_EVENTS) {
    assert.ok(html.includes(`value="${event}"`), event);
    for (const language of LANGUAGES) assert.notEqual(eventWords(language)[event], '', event);
  }
});
