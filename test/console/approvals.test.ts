import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminOn } from '../admin/support.ts';
import { textOf } from '../pdf/read-pdf.ts';
import { untilInvoice } from '../support/office.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let customer: string;
before(async () => {
  pages = await startTestConsole();
  customer = await addMexicanCustomer(pages.service, 'CAFE <b>LUNA</b>', { email: 'pagos@luna.example' });
});
after(() => pages.close());

const submitted = async (
  description = 'Servicio <script>alert(1)</script>',
): Promise<{ id: string; approval: string }> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description, unit_price: 1000 }],
  });
  const { approval_request_id, review_url } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  assert.equal(review_url, null, 'the service of the tests has no pages of its own');
  return { id, approval: approval_request_id };
};

const settled = async (id: string): Promise<string> =>
  (await untilInvoice(pages.service, 'mx', id, ({ filing }) => filing.status !== 'pending')).filing.status;

test('a request shows lines, codes, totals and who asked, escaped; a viewer cannot decide', async () => {
  const { approval } = await submitted();
  const viewer = pages.as('viewer');
  const { html, status } = await viewer.get(`/approvals/${approval}`);
  assert.equal(status, 200);
  assert.match(html, /80101501/);
  assert.match(html, /1,160\.00/);
  assert.match(html, /CAFE &lt;b>LUNA/);
  assert.doesNotMatch(html, /<script>alert/);
  assert.doesNotMatch(html, /name="act" value="approve"/);
  const refused = await viewer.send(`/approvals/${approval}`, 'approve');
  assert.equal(refused.status, 403);
});

test('an administrator approves, the invoice is filed, and a second approval changes nothing', async () => {
  const { id, approval } = await submitted();
  const ana = pages.as('administrator');
  const first = await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(first.status, 200);
  assert.equal(await settled(id), 'filed');
  const again = await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(again.status, 200);
  const { html } = await ana.get(`/approvals/${approval}`);
  assert.match(html, /Filed\./);
});

test('a rejection needs a reason, which the agent reads', async () => {
  const { id, approval } = await submitted();
  const ana = pages.as('administrator');
  assert.equal((await ana.send(`/approvals/${approval}`, 'reject')).status, 422);
  await ana.send(`/approvals/${approval}`, 'reject', { reason: 'Wrong price' });
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.last_error?.code, 'approval_rejected');
  assert.match(filing.last_error?.message ?? '', /Wrong price/);
});

test('two approvers at once file once', async () => {
  const { id, approval } = await submitted();
  const [ana, eva] = [pages.as('administrator'), pages.as('administrator')];
  const answers = await Promise.all([
    ana.send(`/approvals/${approval}`, 'approve'),
    eva.send(`/approvals/${approval}`, 'approve'),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await settled(id), 'filed');
});

test('several are approved exactly as they were listed again', async () => {
  const [one, two] = [await submitted(), await submitted()];
  const ana = pages.as('administrator');
  const path = `/approvals?request=${one.approval}&request=${two.approval}`;
  const { html } = await ana.get(path);
  assert.equal(html.match(/name="request" value="aprv_/g)?.length, 2);
  const request = [one.approval, two.approval];
  const seen = [...html.matchAll(/name="seen" value="(aprv_\S+ [0-9a-f]{64})"/g)].map(
    ([, each = '']) => each,
  );
  const { status } = await ana.send(path, 'approve', { request, seen });
  assert.equal(status, 200);
  assert.deepEqual([await settled(one.id), await settled(two.id)], ['filed', 'filed']);
});

test('several wait on where the list had shown something else, or nothing yet', async () => {
  const [one, two] = [await submitted(), await submitted()];
  const ana = pages.as('administrator');
  const path = `/approvals?request=${one.approval}&request=${two.approval}`;
  const seen = `${one.approval} ${'f'.repeat(64)}`;
  const { html } = await ana.send(path, 'approve', { request: [one.approval, two.approval], seen });
  assert.match(html, /0 decided\. Refused: .*not what was shown any more.*not what was shown any more/s);
  for (const { id } of [one, two]) {
    const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
    assert.equal(filing.status, 'awaiting_approval');
  }
});

test('a customer whose name looks like an amount can be approved', async () => {
  const other = await addMexicanCustomer(pages.service, 'GRUPO 3 MAS', { email: 'a@mas.example' });
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: other,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  const ana = pages.as('administrator');
  for (const path of [`/approvals/${approval_request_id}`, `/approvals?request=${approval_request_id}`]) {
    const { status, html } = await ana.get(path);
    assert.equal(status, 200);
    assert.match(html, /Nothing has been filed to GRUPO 3 MAS before\./);
  }
});

test('without a fresh proof of who is there the page asks for it and keeps what was sent', async () => {
  const { id, approval } = await submitted();
  const tired = pages.as('administrator', { strong: false });
  const { html } = await tired.send(`/approvals/${approval}`, 'reject', { reason: 'Kept "words"' });
  assert.match(html, /Kept &quot;words&quot;/);
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.status, 'awaiting_approval');
});

test('a request of nobody is not found', async () => {
  const { status } = await pages.as('administrator').get('/approvals/aprv_01h455vb4pex5vsknk084sn02q');
  assert.equal(status, 404);
});

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** The form of a page that was opened earlier, as a browser sends it. */
const sendOld = (person: Person, html: string, path: string, fields: Readonly<Record<string, string>> = {}) =>
  person.raw(path, {
    method: 'POST',
    headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      csrf: hidden(html, 'csrf'),
      once: hidden(html, 'once'),
      shown: hidden(html, 'shown'),
      act: 'approve',
      ...fields,
    }),
  });

test('what is approved is what the page showed: a customer that changed meanwhile ends the request', async () => {
  const other = await addMexicanCustomer(pages.service, 'FERRETERIA SUR', { email: 'pagos@sur.example' });
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: other,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  const path = `/approvals/${approval_request_id}`;
  const ana = pages.as('administrator');
  const { html } = await ana.get(path);
  assert.equal(hidden(html, 'shown').length, 64);
  await adminOn(pages.service.databaseUrl, new Date()).run(
    'counterparty',
    'update',
    other,
    '--postal-code=03100',
  );
  const changed = await ana.get(path);
  assert.doesNotMatch(changed.html, /buyer\.postal_code/);
  assert.match(
    changed.html,
    /Buyer · Postal code<\/[^>]*>.*?<del>\d{5}<\/del>.*?<ins>03100<\/ins>/s,
    'before and after, in words',
  );
  const answer = await sendOld(ana, html, path);
  assert.equal(answer.status, 409);
  const refused = await answer.text();
  assert.match(refused, /is cancelled/);
  assert.match(refused, /<del>\d{5}<\/del>.*?<ins>03100<\/ins>/s, 'the refusal shows the difference too');
  assert.match(refused, /Request approval again/);
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.deepEqual([filing.status, filing.uuid ?? null], ['not_submitted', null]);
});

test('a request waits when its page had shown something else', async () => {
  const { id, approval } = await submitted();
  const path = `/approvals/${approval}`;
  const ana = pages.as('administrator');
  const { html } = await ana.get(path);
  const answer = await sendOld(ana, html, path, { shown: 'f'.repeat(64) });
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /not what was shown any more/);
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.status, 'awaiting_approval');
});

test('the same form twice, and again after going back, decides once', async () => {
  const { id, approval } = await submitted();
  const path = `/approvals/${approval}`;
  const ana = pages.as('administrator');
  const { html } = await ana.get(path);
  const answers = [await sendOld(ana, html, path), await sendOld(ana, html, path)];
  assert.equal(answers[0]?.status, 303);
  assert.equal(await settled(id), 'filed');
  const back = await sendOld(ana, html, path);
  assert.ok([303, 409].includes(back.status), String(back.status));
  const late = await ana.send(path, 'reject', { reason: 'Too late' });
  assert.equal(late.status, 409);
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.status, 'filed');
});

test('the PDF stands on the page as it will be sent, marked as a draft, for this organisation only', async () => {
  const { id, approval } = await submitted('Servicio');
  const viewer = pages.as('viewer');
  const { html } = await viewer.get(`/approvals/${approval}`);
  const preview = /<iframe[^>]* src="([^"]*)"/.exec(html)?.[1] ?? '';
  assert.equal(preview, `/companies/${pages.service.entities.mx}/invoices/${id}/preview.pdf`);
  const pdf = await viewer.raw(preview);
  assert.deepEqual(
    [pdf.status, pdf.headers.get('content-type'), pdf.headers.get('x-frame-options')],
    [200, 'application/pdf', 'SAMEORIGIN'],
  );
  const text = textOf(Buffer.from(await pdf.arrayBuffer()));
  assert.match(text, /BORRADOR/);
  assert.match(text, /CAFE <B>LUNA/);
  assert.match(text, /1,160\.00/);
  const foreign = await viewer.raw(preview.replace(pages.service.entities.mx, pages.service.entities.de));
  assert.equal(foreign.status, 404);
  assert.equal((await pages.stranger().raw(preview)).status, 302);
  const ana = pages.as('administrator');
  await ana.send(`/approvals/${approval}`, 'approve');
  assert.equal(await settled(id), 'filed');
  // A browser that goes back asks for the draft's again.
  const filed = textOf(Buffer.from(await (await viewer.raw(preview)).arrayBuffer()));
  assert.match(filed, /1,160\.00/);
  assert.doesNotMatch(filed, /BORRADOR/);
  assert.match((await viewer.get(`/approvals/${approval}`)).html, new RegExp(`${id}/document\\.pdf`));
});

test('a German draft is previewed too, and an invoice in another currency', async () => {
  const { mx, de } = pages.service.entities;
  const german = await addGermanCustomer(pages.service, 'Bäckerei Sommer GmbH', {
    email: 'rechnung@sommer.example',
  });
  const euro = await callLoosely(pages.service, 'de', 'create_invoice', {
    counterparty_id: german,
    country_details: { buyer_reference: '04011000-12345-03' },
    line_items: [{ description: 'Beratung', unit_price: 100 }],
  });
  const dollar = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    currency: 'USD',
    line_items: [{ description: 'Servicio', unit_price: 100 }],
  });
  const viewer = pages.as('viewer');
  const print = async (company: string, id: string): Promise<string> => {
    const answer = await viewer.raw(`/companies/${company}/invoices/${id}/preview.pdf`);
    assert.equal(answer.status, 200);
    return textOf(Buffer.from(await answer.arrayBuffer()));
  };
  assert.match(await print(de, euro.id), /ENTWURF – nicht eingereicht/);
  assert.match(await print(mx, dollar.id), /BORRADOR – sin timbrar/);
});

test('what is attached is opened from the page before it is filed', async () => {
  const counterparty_id = await addGermanCustomer(pages.service, 'Bäckerei Winter GmbH', {
    email: 'rechnung@winter.example',
  });
  const content = Buffer.from('%PDF-1.4\n%%EOF\n');
  const { id } = await callLoosely(pages.service, 'de', 'create_invoice', {
    counterparty_id,
    country_details: { buyer_reference: 'PO-7' },
    line_items: [{ description: 'Beratung', unit_price: 100 }],
    attachments: [
      { name: 'stunden.pdf', mime_type: 'application/pdf', content_base64: content.toString('base64') },
    ],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'de', 'submit_invoice', {
    invoice_id: id,
  });
  const viewer = pages.as('viewer');
  const { html } = await viewer.get(`/approvals/${approval_request_id}`);
  const [, href = ''] = /<a href="([^"]*)">stunden\.pdf<\/a>/.exec(html) ?? [];
  const answer = await viewer.raw(href);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), content);
});
