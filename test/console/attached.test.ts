// Files beside bills, payments and counterparties: added, listed with their digests, got as they came, and taken away.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let records: Readonly<Record<'bills' | 'payments' | 'counterparties', string>>;
before(async () => {
  pages = await startTestConsole();
  const { service } = pages;
  const { id: counterparties } = await callLoosely(service, 'de', 'create_counterparty', {
    name: 'Nordwind Energie GmbH',
    is_supplier: true,
    country_code: 'DE',
    postal_code: '24103',
    country_details: { vat_id: 'DE811128135', street: 'Weg 1', city: 'Kiel' },
  });
  const { id: bills } = await callLoosely(service, 'de', 'create_bill', {
    counterparty_id: counterparties,
    bill_number: 'N-1',
    line_items: [{ description: 'Strom', unit_price: 100, tax_rate: 19 }],
  });
  const { id: payments } = await callLoosely(service, 'de', 'record_bill_payment', { bill_id: bills });
  records = { bills, payments, counterparties };
});
after(() => pages.close());

const path = (rest: string): string => `/companies/${pages.service.entities.de}${rest}`;
const rowsOf = (record_id: string) =>
  pages.service.database.kysely
    .selectFrom('attachment')
    .select(['id', 'file_name', 'sha256', 'live_file_id', 'reason'])
    .where('record_id', '=', record_id)
    .orderBy('file_name')
    .execute();

for (const noun of ['bills', 'payments', 'counterparties'] as const)
  test(`files of ${noun} are added together, got, and removed with a reason`, async () => {
    const page = path(`/${noun}/${records[noun]}`);
    const person = pages.as('accountant');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const done = await person.upload(page, 'attach', {}, { attached: new File([svg], `${noun}.svg`) });
    assert.equal(done.status, 200);
    const again = await person.upload(page, 'attach', {}, { attached: new File([svg], 'again.svg') });
    assert.equal(again.status, 200);
    const [row, ...more] = await rowsOf(records[noun]);
    assert.deepEqual(more, []);
    const { id = '', sha256 = '' } = row ?? {};
    assert.equal(sha256, createHash('sha256').update(svg).digest('hex'));
    const { html } = await pages.as('viewer').get(page);
    assert.ok(html.includes(`${noun}.svg`) && html.includes(sha256));
    assert.doesNotMatch(html, /name="act" value="(?:attach|detach)"/);
    const got = await pages.as('viewer').raw(path(`/files/${id}`));
    assert.equal(await got.text(), svg);
    assert.deepEqual(
      ['content-type', 'x-content-type-options'].map((name) => got.headers.get(name)),
      ['application/octet-stream', 'nosniff'],
    );
    assert.match(got.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(got.headers.get('content-security-policy') ?? '', /sandbox/);
    // Neither by who only looks, nor without a reason, nor from another record's page.
    const remove = { attachment: id, reason: 'Wrong file' };
    assert.equal((await pages.as('viewer').send(page, 'detach', remove)).status, 403);
    assert.equal((await person.send(page, 'detach', { ...remove, reason: '' })).status, 422);
    const beside = noun === 'bills' ? `/payments/${records.payments}` : `/bills/${records.bills}`;
    assert.equal((await person.send(path(beside), 'detach', remove)).status, 404);
    assert.notEqual((await rowsOf(records[noun]))[0]?.live_file_id, null);
    const removed = await person.send(page, 'detach', remove);
    assert.match(removed.html, new RegExp(`${noun}\\.svg was removed`));
    const [gone] = await rowsOf(records[noun]);
    assert.deepEqual([gone?.live_file_id, gone?.reason], [null, 'Wrong file']);
    assert.equal((await person.get(path(`/files/${id}`))).status, 404);
  });

test('a file is refused that is empty, too large, or for a record of another company', async () => {
  const page = path(`/bills/${records.bills}`);
  const person = pages.as('accountant');
  const send = async (at: string, content: string | Buffer) =>
    (await person.upload(at, 'attach', {}, { attached: new File([content as string], 'a.pdf') })).status;
  assert.equal(await send(page, ''), 422);
  assert.equal(await send(page, Buffer.alloc(SERVICE.inbox.file_bytes + 1)), 422);
  const foreign = page.replace(pages.service.entities.de, pages.service.entities.mx);
  assert.equal(await send(foreign, 'x'), 404);
  assert.deepEqual(
    (await rowsOf(records.bills)).filter(({ live_file_id }) => live_file_id !== null),
    [],
  );
});
