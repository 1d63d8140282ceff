import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestConsole, type TestConsole } from './support.ts';

let console_: TestConsole;
before(async () => {
  console_ = await startTestConsole();
});
after(() => console_.close());

test('a stranger is led to sign in and comes back', async () => {
  const answer = await console_.stranger().raw('/portfolio?sort=due');
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), '/sign-in?back=%2Fportfolio%3Fsort%3Ddue');
});

test('a viewer reads the invoices of a company, and none of another organisation', async () => {
  const person = console_.as('viewer');
  const { status, html, headers } = await person.get(`/companies/${console_.service.entities.mx}/invoices`);
  assert.equal(status, 200);
  assert.match(html, /<h1>Invoices<\/h1>/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const foreign = await person.get('/companies/enti_01h455vb4pex5vsknk084sn02q/invoices');
  assert.equal(foreign.status, 404);
});

test('other paths keep the answer in JSON, and 127.0.0.1 leads to localhost', async () => {
  const { origin, stranger } = console_;
  assert.equal((await stranger().raw('/nothing')).headers.get('content-type'), 'application/json');
  const moved = await fetch(origin.replace('localhost', '127.0.0.1'), { redirect: 'manual' });
  assert.equal(moved.headers.get('location'), `${origin}/`);
});
