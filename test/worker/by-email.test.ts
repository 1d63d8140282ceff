// Documents that go by e-mail: what is sent in which form, what the mail server says of it, and what the network knows
// of a customer. Through the wire, with a real mail server.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { CounterpartyId } from '../../generated/ids.ts';
import { attachment, type MailServer, readMail, startMailServer } from '../mail/mail-server.ts';
import { embeddedIn, textOf } from '../pdf/read-pdf.ts';
import {
  ANA,
  eventsOf,
  type Invoice,
  type Office,
  openOffice,
  outboxOf,
  QUICK,
  until,
} from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, callLoosely } from '../tools/support.ts';

const ADDRESS = 'hallo@kunde.example';
const PLACE = { street: 'Deich 1', city: 'Hamburg' };

let server: MailServer;
let service: TestService;
let office: Office;
/** Runs when the worker has sent something; once. */
let afterSending: (() => void) | undefined;

before(async () => {
  server = await startMailServer();
  service = await startTestService({
    smtp_url: server.url,
    filing: {
      timing: QUICK,
      onStep: (progress, { kind }) => {
        const interrupt = afterSending;
        if (progress !== 'sent' || kind !== 'file' || interrupt === undefined) return;
        afterSending = undefined;
        interrupt();
      },
    },
  });
  office = await openOffice(service);
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.taken.length = 0;
  server.replies.length = 0;
});

let made = 0;
const customer = (details: object = {}, email: string | null = ADDRESS): Promise<CounterpartyId> => {
  made += 1;
  return addGermanCustomer(service, `Kunde ${String.fromCharCode(64 + made)}${made}`, {
    country_details: { ...PLACE, ...details },
    ...(email === null ? {} : { email }),
  });
};

const fileFor = async (counterparty_id: CounterpartyId, args: object = {}): Promise<Invoice> => {
  const { id } = await office.approved('de', { counterparty_id, ...args });
  return office.settled('de', id);
};

const mails = () => server.taken.map(({ raw }) => readMail(raw));
const names = (mail: ReturnType<typeof readMail> | undefined): string[] =>
  (mail?.parts ?? [])
    .map(({ headers }) => /filename=(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
    .filter((name) => name !== '');

const xmlOf = async (id: string): Promise<string> =>
  (await office.admin.run('invoice', 'document', id, '--kind=xml')).out;

const lookedUp = (id: CounterpartyId) =>
  until(
    () => outboxOf(office, id),
    (jobs) => jobs.length > 0 && jobs.every(({ open }) => !open),
  );

test('a consumer gets a PDF, and the network nothing', async () => {
  const id = await customer();
  const draft = await office.get('de', await office.draft('de', { counterparty_id: id }));
  assert.deepEqual(
    [draft.delivery_channel, draft.delivery_format, draft.compliance.ready],
    ['email', 'pdf', true],
  );
  assert.ok(draft.derived.some(({ path, value }) => path === 'delivery' && value === 'email'));
  const filed = await fileFor(id);
  const { filing, folio } = filed;
  assert.equal(filing.status, 'filed', JSON.stringify(filing));
  assert.deepEqual(
    [filing.model, filing.sandbox, filing.delivery.status, filing.delivery.recipient],
    ['network', false, 'sent', ADDRESS],
  );
  assert.deepEqual([filed.delivery_channel, filed.delivery_format], ['email', 'pdf']);
  const [mail, ...others] = mails();
  assert.equal(others.length, 0);
  assert.deepEqual(names(mail), [`${folio}.pdf`]);
  assert.match(mail?.headers.get('message-id') ?? '', new RegExp(`^<${filed.id}\\.[^@]+@localhost>$`));
  assert.match(filing.uuid ?? '', /^[0-9a-f-]{36}$/);
  const kept = await office.admin.run('invoice', 'document', filed.id, '--kind=pdf');
  assert.ok(kept.out.length > 0);
  const xml = await xmlOf(filed.id);
  assert.match(xml, /xrechnung_3\.0/);
  assert.match(xml, new RegExp(`schemeID="EM">${ADDRESS}<`));
  assert.deepEqual((await eventsOf(office, 'de', filed.id)).slice(-2), [
    'invoice.filed',
    'invoice.delivered',
  ]);
  assert.deepEqual((await outboxOf(office, filed.id)).map(({ kind }) => kind).toSorted(), ['expire', 'file']);
  assert.equal((await service.filing?.accessPoint.sandbox?.inbox())?.length, 0);
});

test('a company gets ZUGFeRD, an authority is reached over the network', async () => {
  const filed = await fileFor(await customer({ tax_number: '27/123/45678' }));
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing));
  const [mail] = mails();
  assert.deepEqual(names(mail), [`${filed.folio}.pdf`]);
  const pdf = attachment(mail ?? readMail(''), `${filed.folio}.pdf`) ?? Buffer.alloc(0);
  const inside = embeddedIn(pdf);
  assert.match(inside, /<rsm:CrossIndustryInvoice/);
  assert.match(inside, new RegExp(`<ram:ID>${filed.folio}</ram:ID>`));
  assert.match(inside, /<ram:GrandTotalAmount>1190\.00</);
  assert.ok(textOf(pdf).includes('1.190,00 EUR'));

  const authority = await customer({ participant_id: '0204:04011000-12345-03' });
  const draft = await office.get('de', await office.draft('de', { counterparty_id: authority }));
  assert.deepEqual([draft.delivery_channel, draft.delivery_format], ['network', null]);
});

test('the caller decides where both ways are open', async () => {
  const id = await customer({ vat_id: 'DE136695976' }).catch(() => office.customers.de);
  const filed = await fileFor(id, { delivery: { channel: 'email', format: 'xrechnung' } });
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing));
  assert.ok(filed.derived.every(({ path }) => path !== 'delivery'));
  assert.deepEqual(names(mails()[0]).toSorted(), [`${filed.folio}.pdf`, `${filed.folio}.xml`]);
  const { result } = { result: attachment(mails()[0] ?? readMail(''), `${filed.folio}.xml`) };
  assert.equal(result?.toString('utf8'), await xmlOf(filed.id));
});

test('without an address nothing is submitted, and the issue says what to set', async () => {
  const id = await customer({}, null);
  const draft = await office.get('de', await office.draft('de', { counterparty_id: id }));
  assert.equal(draft.compliance.ready, false);
  const issue = draft.compliance.issues.find(({ path }) => path === 'counterparty.email');
  assert.match(issue?.fix ?? '', /update_counterparty to set the e-mail address/);
  await office.admin.json('counterparty', 'update', id, `--email=${ADDRESS}`);
  assert.equal((await office.get('de', draft.id)).compliance.ready, true);
});

test('a refused mail makes a draft again, which keeps its number', async () => {
  server.replies.push({ code: 550, at: 'recipient' });
  const id = await customer();
  const failed = await fileFor(id);
  assert.deepEqual([failed.status, failed.filing.status], ['draft', 'failed']);
  assert.equal(failed.filing.last_error?.code, 'mail_refused');
  assert.match(failed.filing.last_error?.message ?? '', /hallo@kunde\.example.*550/);
  await office.admin.json('counterparty', 'update', id, '--email=neu@kunde.example');
  const { approval_request_id } = await office.submit('de', failed.id);
  await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  const filed = await office.settled('de', failed.id);
  assert.deepEqual([filed.filing.status, filed.filing.delivery.recipient], ['filed', 'neu@kunde.example']);
  const numbers = await service.database.kysely
    .selectFrom('invoice')
    .select('number')
    .where('status', '=', 'filed')
    .where('entity_id', '=', service.entities.de)
    .execute();
  const sorted = numbers.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
  assert.deepEqual(
    sorted,
    sorted.map((_, index) => (sorted[0] ?? 0) + index),
    'no gap',
  );
});

test('a lost reply and a crash repeat the same mail, and file once', async () => {
  server.replies.push({ code: 451, at: 'data' }, 'lost_after_data');
  afterSending = undefined;
  const filed = await fileFor(await customer({ tax_number: '27/123/45679' }));
  assert.equal(filed.filing.status, 'filed');
  const ids = mails().map(({ headers }) => headers.get('message-id'));
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
  const [first, second] = mails().map((mail) => attachment(mail, `${filed.folio}.pdf`));
  assert.ok(first !== undefined && second !== undefined && first.equals(second), 'the same bytes');

  server.taken.length = 0;
  afterSending = () => {
    throw new Error('interrupted');
  };
  const again = await fileFor(await customer());
  assert.equal(again.filing.status, 'filed');
  const repeats = mails().map(({ headers }) => headers.get('message-id'));
  assert.deepEqual([repeats.length, new Set(repeats).size], [2, 1]);
  const events = await eventsOf(office, 'de', again.id);
  assert.equal(events.filter((type) => type === 'invoice.filed').length, 1);
});

test('a refusal of a repeat leaves it open whether the first was taken', async () => {
  server.replies.push('lost_after_data', { code: 550, at: 'data' }, { code: 550, at: 'data' });
  const { id } = await office.approved('de', { counterparty_id: await customer() });
  const unclear = await office.when('de', id, ({ filing }) => /550/.test(filing.last_error?.message ?? ''));
  assert.equal(unclear.filing.status, 'unclear');
  assert.match(unclear.filing.last_error?.fix ?? '', /an administrator makes it a draft again/);
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
});

test('who is not on the network under its VAT id gets the invoice by e-mail', async () => {
  const id = await customer({ vat_id: 'DE404833048' });
  const draft = await office.draft('de', { counterparty_id: id });
  await lookedUp(id);
  const shown = await office.get('de', draft);
  assert.deepEqual([shown.delivery_channel, shown.delivery_format], ['email', 'zugferd']);
  assert.match(shown.derived.find(({ path }) => path === 'delivery')?.reason ?? '', /does not know/);
  const filed = await fileFor(id);
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing));
  assert.deepEqual(names(mails()[0]), [`${filed.folio}.pdf`]);
});

test('a company that has left the network since is noticed before its invoice is sent', async () => {
  const id = await customer({ vat_id: 'DE404833056' });
  const draft = await office.draft('de', { counterparty_id: id });
  await lookedUp(id);
  const { kysely } = service.database;
  const row = await kysely
    .selectFrom('counterparty')
    .select('details')
    .where('id', '=', id)
    .where('entity_id', '=', service.entities.de)
    .executeTakeFirstOrThrow();
  const details = { ...row.details, participant_verified: 'true', participant_verified_on: '2026-01-01' };
  await kysely
    .updateTable('counterparty')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .where('entity_id', '=', service.entities.de)
    .execute();
  assert.equal((await office.get('de', draft)).delivery_channel, 'network');
  const submitAndApprove = async () => {
    const { approval_request_id } = await office.submit('de', draft);
    await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
    return office.settled('de', draft);
  };
  const { filing, delivery_channel } = await submitAndApprove();
  assert.deepEqual([filing.status, filing.last_error?.code], ['failed', 'delivery_changed']);
  assert.match(filing.last_error?.message ?? '', /goes by e-mail now/);
  assert.equal(delivery_channel, 'email');
  assert.equal((await submitAndApprove()).filing.status, 'filed');
  assert.equal(mails().length, 1);
});

test('who is on the network is remembered', async () => {
  await office.draft('de');
  await lookedUp(office.customers.de);
  const jobs = (await outboxOf(office, office.customers.de)).length;
  await office.draft('de');
  assert.equal((await outboxOf(office, office.customers.de)).length, jobs);
  const shown = await callLoosely(service, 'de', 'list_counterparties', {});
  assert.ok(!JSON.stringify(shown).includes('participant_verified'));
});

test('a credit note goes the same way as its invoice', async () => {
  const filed = await fileFor(await customer({ tax_number: '27/123/45680' }));
  server.taken.length = 0;
  const { id, approval_id } = await office.admin.json('invoice', 'credit', filed.id, `--by=${ANA}`);
  await office.admin.json('approval', 'approve', approval_id, `--by=${ANA}`);
  await until(
    async () => (await outboxOf(office, id)).filter(({ kind, open }) => kind === 'file' && !open).length,
    (done) => done === 1,
  );
  const [mail, ...others] = mails();
  assert.equal(others.length, 0);
  assert.match(mail?.headers.get('subject') ?? '', /^Rechnungskorrektur /);
  const [name = ''] = names(mail);
  assert.match(embeddedIn(attachment(mail ?? readMail(''), name) ?? Buffer.alloc(0)), />381</);
  assert.match(await xmlOf(id), /<CreditNote/);
});

test('without a mail server the mail is a file, and the document one of the sandbox', async () => {
  const other = await startTestService({ filing: { timing: QUICK } });
  try {
    const there = await openOffice(other);
    const buyer = await addGermanCustomer(other, 'Kunde', { email: ADDRESS, country_details: PLACE });
    const { id } = await there.approved('de', { counterparty_id: buyer });
    const { filing } = await there.settled('de', id);
    assert.deepEqual([filing.status, filing.sandbox], ['filed', true], JSON.stringify(filing));
    assert.equal(readdirSync(join(other.dataDir ?? '', 'mail')).length, 1);
  } finally {
    await other.close();
  }
});
