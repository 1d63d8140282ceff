// What a page asks of the database does not grow with what waits elsewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { type Counters, countersOf } from '../support/counters.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let customer: string;
let another: string;
let counters: Counters;
before(async () => {
  pages = await startTestConsole();
  counters = countersOf(parseDatabaseUrl(pages.service.databaseUrl));
  customer = await addMexicanCustomer(pages.service, 'Café Luna');
  another = await addMexicanCustomer(pages.service, 'Taller Sol');
});
after(() => pages.close());

const submitted = async (counterparty_id: string): Promise<string> => {
  const line_items = [{ description: 'Servicio', unit_price: 1000 }];
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id,
    line_items,
  });
  const asked = await callLoosely(pages.service, 'mx', 'submit_invoice', { invoice_id: id });
  return asked.approval_request_id;
};

test('the page of one request reads nothing of the others that wait; who decided is led to the oldest', async () => {
  const ana = pages.as('administrator');
  const first = await submitted(customer);
  // The queue looks for work meanwhile: the least of several is the page's own.
  const least = async (path: string) => {
    const counts: { statements: number; reads: number }[] = [];
    await ana.get(path);
    for (let look = 0; look < 8; look += 1) counts.push(await counters.count(() => ana.get(path)));
    return {
      statements: Math.min(...counts.map(({ statements }) => statements)),
      reads: Math.min(...counts.map(({ reads }) => reads)),
    };
  };
  const alone = await least(`/approvals/${first}`);
  const others: string[] = [];
  for (let at = 0; at < 12; at += 1) others.push(await submitted(another));
  const among = await least(`/approvals/${first}`);
  assert.ok(among.statements <= alone.statements + 2, `${alone.statements} -> ${among.statements}`);
  assert.ok(among.reads <= alone.reads + 20, `${alone.reads} -> ${among.reads}`);

  const rejected = await ana.send(`/approvals/${others[5]}`, 'reject', { reason: 'No' });
  assert.equal(rejected.path.split('?')[0], `/approvals/${first}`);
  const { html } = await ana.get(`/approvals/${others[5]}`);
  assert.match(html, new RegExp(`href="/approvals/${first}"`));
  await ana.send(`/approvals/${first}`, 'reject', { reason: 'No' });
  assert.match((await ana.get(`/approvals/${others[5]}`)).html, new RegExp(`href="/approvals/${others[0]}"`));
});
