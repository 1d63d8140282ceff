// Every page as every role and as a stranger: who sees it, that nothing hostile is shown as it is, and that ids of
// others lead nowhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ROLES } from '../../src/domain/ground/organisations/role.ts';
import { PAGES } from '../../src/console/routes.ts';
import { addressOf, fillBooks, type Ids } from './books.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let ids: Ids;
before(async () => {
  pages = await startTestConsole();
  ids = await fillBooks(pages);
});
after(() => pages.close());

/** The company's documents of other kinds, files that exist only once something is filed, and programs with what they lead to. */
const ELSEWHERE =
  /\/(credit-notes|complements)\/:document|document\.(xml|pdf)$|acuse\.xml$|attachments\/|:token|:organisation|draft\.pdf$|lines?\/|:statement|:transaction|^\/oauth\/|:wish|:app$/;

const walked = () =>
  PAGES.filter(({ path }) => !ELSEWHERE.test(path)).map((page) => ({
    page,
    address: addressOf(page.path, ids) ?? assert.fail(`no record for ${page.path}`),
  }));

test('each role sees the pages that it may see, and every text is escaped', async () => {
  for (const role of ROLES) {
    const person = pages.as(role);
    for (const { page, address } of walked()) {
      const { status, html, headers } = await person.get(address);
      const allowed =
        page.audience === 'everyone' ||
        page.audience === 'person' ||
        ROLES.indexOf(role) >= ROLES.indexOf(page.role);
      assert.equal(status, allowed ? 200 : 403, `${role} at ${address}: ${html.slice(0, 300)}`);
      if (headers.get('content-type')?.startsWith('text/html') === true)
        assert.doesNotMatch(html, /<script>alert/, `${address} escapes`);
    }
  }
});

test('a stranger is led to sign in from every page that is not for everyone', async () => {
  const stranger = pages.stranger();
  for (const { page, address } of walked()) {
    const answer = await stranger.raw(address);
    if (page.audience === 'everyone') assert.ok(answer.status < 400, `${address} answers ${answer.status}`);
    else assert.match(answer.headers.get('location') ?? '', /^\/sign-in/, address);
  }
});

test('a record of another company is not found on any page', async () => {
  const person = pages.as('administrator');
  const other = { ...ids, company: pages.service.entities.de };
  for (const { page } of walked()) {
    if (page.audience !== 'company' || !/:company\/.*:/.test(page.path)) continue;
    const { status } = await person.get(addressOf(page.path, other) ?? '');
    assert.equal(status, 404, page.path);
  }
});

test('no form is taken from another site, without its token, or from a stranger', async () => {
  const person = pages.as('administrator');
  const path = `/companies/${ids['company']}/bills/${ids['bill']}`;
  const body = new URLSearchParams({ act: 'validate' });
  const own = { origin: pages.origin, 'sec-fetch-site': 'same-origin' };
  const foreign = await person.raw(path, {
    method: 'POST',
    body,
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(foreign.status, 403);
  assert.equal((await person.raw(path, { method: 'POST', body })).status, 403);
  assert.equal((await person.raw(path, { method: 'POST', body, headers: own })).status, 403);
  assert.equal((await pages.stranger().raw(path, { method: 'POST', body, headers: own })).status, 401);
  const sibling = { origin: pages.origin, 'sec-fetch-site': 'same-site' };
  assert.equal((await person.raw(path, { method: 'POST', body, headers: sibling })).status, 403);
});

test('pages are neither framed nor kept, and allow only their own scripts and styles', async () => {
  const { headers } = await pages.as('viewer').get('/');
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
    assert.ok(policy.includes(part), part);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-frame-options'), 'DENY');
});

test('a form that was sent before changes nothing a second time, and a wrong decimal is told', async () => {
  const person = pages.as('accountant');
  const path = `/companies/${ids['company']}/bills/${ids['bill']}`;
  const { html } = await person.get(path);
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const body = new URLSearchParams({ csrf: field('csrf'), once: field('once'), act: 'pay', amount: '10.50' });
  const headers = { origin: pages.origin, 'sec-fetch-site': 'same-origin' };
  const answers = [];
  for (let time = 0; time < 2; time += 1)
    answers.push(await person.raw(path, { method: 'POST', headers, body }));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 409],
  );
  const wrong = await person.send(path, 'pay', { amount: '1.234,50' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /value="1\.234,50"/);
  const after_ = await person.get(path);
  assert.match(after_.html, /339\.50/, 'one payment of 10.50 on 500 less 100 and a credit of 50');
});
