// Deciding on pages: who asked stands on top, one decision leads to the next, and a filing that failed or is unclear
// says so, and is repeated in one click.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminOn } from '../admin/support.ts';
import { textOf } from '../pdf/read-pdf.ts';
import { untilInvoice } from '../support/office.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let customer: string;
before(async () => {
  pages = await startTestConsole();
  customer = await addMexicanCustomer(pages.service, 'CAFE LUNA', { email: 'pagos@luna.example' });
});
after(() => pages.close());

const submitted = async (to = customer, args: object = {}): Promise<{ id: string; approval: string }> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: to,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
    ...args,
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  return { id, approval: approval_request_id };
};

const filingOf = async (id: string) =>
  (await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id })).filing;

const settled = async (id: string, open: readonly string[] = ['pending']): Promise<string> =>
  (await untilInvoice(pages.service, 'mx', id, ({ filing }) => !open.includes(filing.status))).filing.status;

const approvalsOf = async (id: string): Promise<number> =>
  (
    await pages.service.database.kysely
      .selectFrom('approval')
      .select('id')
      .where('document_id', '=', id)
      .execute()
  ).length;

const rejectNext = (): void =>
  pages.filing.pac.sandbox?.order({ kind: 'reject', code: 'CFDI40102', message: 'El sello falló' });

test('who asked, by which tool and when, stands on top', async () => {
  const { approval } = await submitted();
  const admin = adminOn(pages.service.databaseUrl, new Date());
  const ana = pages.as('administrator');
  const { html } = await ana.get(`/approvals/${approval}`);
  const facts = /<dl class="facts">.*?<\/dl>/s.exec(html)?.[0] ?? '';
  assert.match(facts, /Requested by<\/dt><dd>the key &quot;/);
  assert.doesNotMatch(facts, /submit_invoice/);
  assert.match(facts, /<dt>Requested<\/dt><dd>.*\d{4}/);
  assert.ok(html.indexOf('Requested by') < html.indexOf('<h2>Lines</h2>'));
  await ana.send(`/approvals/${approval}`, 'reject', { reason: 'Only a look' });
  assert.equal((await admin.run('doctor')).code < 2, true);
});

test('each decision leads to the one that waits longest, the last one home, with what came out', async () => {
  const [one, two, three] = [await submitted(), await submitted(), await submitted()];
  const ana = pages.as('administrator');
  const first = await ana.send(`/approvals/${one.approval}`, 'approve');
  assert.equal(await settled(one.id), 'filed');
  assert.equal(first.path, `/approvals/${two.approval}?after=${one.approval}`);
  const look = await ana.get(first.path);
  assert.match(look.html, /<div class="notice"><p><strong>CAFE LUNA, 1,160\.00.MXN<\/strong>: Filed\./);
  assert.match(look.html, /value="approve"/, 'the next one is there to decide on');
  const second = await ana.send(first.path, 'reject', { reason: 'Wrong price' });
  assert.equal(second.path, `/approvals/${three.approval}?after=${two.approval}`);
  assert.match(second.html, /Rejected; the reason goes to the agent\./);
  const last = await ana.send(second.path, 'approve');
  assert.equal(await settled(three.id), 'filed');
  assert.equal(last.path, `/?after=${three.approval}`);
  const home = await ana.get(last.path);
  assert.match(home.html, /Inbox.*: Filed\./s);
  const stranger = await pages.as('viewer').get(`/?after=aprv_01h455vb4pex5vsknk084sn02q&after=<script>`);
  assert.doesNotMatch(stranger.html, /class="problem"|<script>&/);
});

test('a refused filing never looks like success, and is filed again in one click without another approval', async () => {
  const { id, approval } = await submitted();
  const ana = pages.as('administrator');
  rejectNext();
  const led = await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(await settled(id), 'failed');
  const said = await ana.get(led.path);
  assert.match(said.html, /<div class="problem" role="alert"><p><strong>CAFE LUNA[^:]*: NOT filed/);
  assert.match(said.html, /El sello falló/);
  assert.doesNotMatch(said.html, /: Filed\./);
  const company = pages.service.entities.mx;
  for (const path of [`/approvals/${approval}`, `/companies/${company}/invoices/${id}`])
    assert.match((await ana.get(path)).html, /File it again, as approved/, path);
  assert.equal((await pages.as('viewer').send(`/approvals/${approval}`, 'retry')).status, 403);
  const carla = pages.as('accountant');
  const again = await carla.send(`/approvals/${approval}`, 'retry');
  assert.equal(again.path, `/approvals/${approval}`);
  assert.equal(await settled(id), 'filed');
  assert.equal(await approvalsOf(id), 1);
  assert.match((await carla.get(`/approvals/${approval}`)).html, /<p role="status">Filed\./);
  const late = await carla.send(`/approvals/${approval}`, 'retry');
  assert.equal(late.status, 409);
  assert.match(late.html, /no failed filing/);
  const rows = await pages.service.database.kysely
    .selectFrom('audit')
    .select(['actor_type', 'method'])
    .where('action', '=', 'approval retry')
    .execute();
  assert.deepEqual(rows, [{ actor_type: 'member', method: 'passkey' }]);
});

test('what changed after the approval is not filed by repeating it', async () => {
  const { id, approval } = await submitted();
  rejectNext();
  await pages.as('administrator').send(`/approvals/${approval}`, 'approve');
  assert.equal(await settled(id), 'failed');
  const admin = adminOn(pages.service.databaseUrl, new Date());
  await admin.run('counterparty', 'update', customer, '--postal-code=03100');
  const carla = pages.as('accountant');
  const { html } = await carla.get(`/approvals/${approval}`);
  assert.doesNotMatch(html, /File it again, as approved/);
  assert.match(html, /Request approval again/);
  const refused = await carla.send(`/approvals/${approval}`, 'retry');
  assert.equal(refused.status, 409);
  assert.match(refused.html, /not what was approved any more/);
  assert.equal((await filingOf(id)).status, 'failed');
  await admin.run('counterparty', 'update', customer, '--postal-code=06600');
  const anew = await carla.send(`/companies/${pages.service.entities.mx}/invoices/${id}`, 'submit');
  assert.match(anew.path, /^\/approvals\/aprv_/);
  assert.equal(await approvalsOf(id), 2);
});

test('an unclear filing says that it is not known, and offers no second one', async () => {
  const broken = await addMexicanCustomer(pages.service, 'SANDBOX ERROR', { email: 'a@error.example' });
  const { id, approval } = await submitted(broken);
  const ana = pages.as('administrator');
  const led = await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(await settled(id), 'unclear');
  const said = await ana.get(led.path);
  assert.match(
    said.html,
    /<div class="problem" role="alert"><p><strong>SANDBOX ERROR[^:]*: It is not known yet whether it was filed/,
  );
  const page = await ana.get(`/approvals/${approval}`);
  assert.match(page.html, /<p role="alert" class="problem">It is not known yet whether it was filed/);
  assert.doesNotMatch(page.html, /File it again|Request approval again/);
  assert.equal((await ana.send(`/approvals/${approval}`, 'retry')).status, 409);
});

test('a payment complement is shown as it will be filed: instalment, balances, taxes, and its PDF', async () => {
  const { id, approval } = await submitted(customer, { country_details: { payment_method: 'PPD' } });
  const ana = pages.as('administrator');
  await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(await settled(id), 'filed');
  const { warnings } = await callLoosely(pages.service, 'mx', 'record_invoice_payment', {
    invoice_id: id,
    amount: 300,
    payment_method: 'wire_transfer',
  });
  const complement = /cmpl_\w+/.exec(JSON.stringify(warnings))?.[0] ?? '';
  const base = `/companies/${pages.service.entities.mx}/complements/${complement}`;
  const own = await ana.get(base);
  const request = /href="(\/approvals\/aprv_\w+)"/.exec(own.html)?.[1] ?? '';
  for (const path of [base, request]) {
    const { html } = await ana.get(path);
    for (const figure of ['1,160.00', '300.00', '860.00', '258.62', '41.38'])
      assert.ok(html.includes(figure), `${path} shows ${figure}`);
    assert.match(html, /Instalment/);
    assert.match(html, /IVA 16 %/);
    assert.ok(html.includes(`${base}/preview.pdf`), `${path} leads to the PDF`);
  }
  const pdf = await ana.raw(`${base}/preview.pdf`);
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
  const text = textOf(Buffer.from(await pdf.arrayBuffer()));
  assert.match(text, /BORRADOR/);
  for (const figure of ['1,160.00', '300.00', '860.00'])
    assert.ok(text.includes(figure), `the PDF has ${figure}`);
  assert.equal((await pages.stranger().raw(`${base}/preview.pdf`)).status, 302);
});
