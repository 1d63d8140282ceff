import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '../../../../src/db/database.ts';
import { scoped } from '../../../../src/db/scoped.ts';
import { deliver, deliveryBy } from '../../../../src/domain/filing/delivery/deliver.ts';
import { readPdf } from '../../../../src/domain/filing/delivery/pdf.ts';
import { filedDocument } from '../../../../src/domain/filing/store/documents.ts';
import type { Mailer } from '../../../../src/domain/filing/delivery/mailer.ts';
import { openMailer } from '../../../../src/mail/open.ts';
import { printInvoice } from '../../../../src/pdf/print.ts';
import { openTestBooks, type TestBooks } from '../../../support/scope.ts';
import { textOf } from '../../../pdf/read-pdf.ts';
import { addCustomer, addInvoice } from '../../invoices/books.ts';
import { addFiled } from './books.ts';
import { attachment, type MailServer, readMail, startMailServer } from '../../../mail/mail-server.ts';
import { openBooks as booksOf } from '../../../../src/domain/across/books/books.ts';

let database: Database;
let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;
let server: MailServer;
let mailer: Mailer;

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
  server = await startMailServer();
  mailer = openMailer({ smtp_url: server.url, data_dir: '/nowhere', mail_from: 'facturas@example.com' });
});
after(async () => {
  mailer.close();
  await server.close();
  await close();
});
beforeEach(() => {
  server.taken.length = 0;
  server.replies.length = 0;
});

const send = (books: TestBooks, id: string, by: Mailer = mailer) =>
  deliveryBy({ mailer: by, print: printInvoice })({ ...books.reading, books: booksOf(database) }, id);

describe('delivering a filed invoice', () => {
  test('mails the XML that was filed and the PDF that is kept, in Spanish for Mexico', async () => {
    const { id, xml, folio } = await addFiled(mx, { email: 'pagos@luna.example' });
    assert.equal(await send(mx, id), 'sent');
    const [taken] = server.taken;
    assert.ok(taken);
    assert.deepEqual(taken.to, ['pagos@luna.example']);
    const mail = readMail(taken.raw);
    assert.equal(mail.headers.get('message-id'), `<${id}.1@example.com>`);
    assert.equal(mail.headers.get('subject'), `[SANDBOX] Factura ${folio} de ${mx.entity.name}`);
    assert.ok(mail.headers.get('from')?.startsWith(mx.entity.name));
    assert.equal(mail.headers.has('reply-to'), false);
    assert.ok(attachment(mail, `${folio}.xml`)?.equals(xml));
    const kept = await filedDocument(mx.reading, id, 'pdf');
    assert.ok(kept && attachment(mail, `${folio}.pdf`)?.equals(kept.bytes));
    assert.equal(kept.media_type, 'application/pdf');
    assert.ok((await readPdf(printInvoice, mx.reading, id))?.equals(kept.bytes));
    const text = textOf(kept.bytes);
    for (const expected of [folio, 'SANDBOX – sin validez fiscal', '116.00 MXN', 'PRO840423SG8']) {
      assert.ok(text.includes(expected), expected);
    }
    const bodies = mail.parts.slice(0, 2).map(({ body }) => body.toString('utf8'));
    for (const body of bodies) {
      assert.match(body, /Buen día:[^]*116\.00 MXN[^]*PDF/);
      assert.doesNotMatch(body, /responda/, 'nobody would read it');
    }
  });

  test('speaks German for Germany, with the contact of the company to reply to', async () => {
    const { id, xml, folio } = await addFiled(de, { email: 'einkauf@nordwind.example', sandbox: false });
    assert.equal(await send(de, id), 'sent');
    const mail = readMail(server.taken[0]?.raw ?? '');
    assert.equal(mail.headers.get('subject'), `Rechnung ${folio} von ${de.entity.name}`);
    assert.equal(mail.headers.get('reply-to'), 'rechnung@brueckner.example');
    assert.ok(attachment(mail, `${folio}.xml`)?.equals(xml));
    const pdf = attachment(mail, `${folio}.pdf`);
    assert.ok(pdf && textOf(pdf).includes('119,00 EUR') && !textOf(pdf).includes('SANDBOX'));
    assert.match(mail.parts[0]?.body.toString('utf8') ?? '', /Guten Tag,[^]*119,00 EUR[^]*antworten Sie/);
  });

  test('without an address says so, and keeps the PDF all the same', async () => {
    for (const email of [null, '  ']) {
      const { id } = await addFiled(mx, { email });
      assert.equal(await send(mx, id), 'no_recipient');
      assert.ok(await filedDocument(mx.reading, id, 'pdf'));
    }
    assert.equal(server.taken.length, 0);
  });

  test('tells a refusal for now from one for good, with the reason', async () => {
    const { id } = await addFiled(mx, { email: 'pagos@luna.example' });
    server.replies.push({ code: 451, at: 'data' }, { code: 550, at: 'recipient' });
    const first = await send(mx, id);
    assert.ok(
      typeof first === 'object' && !first.permanent && first.failed.startsWith('451'),
      JSON.stringify(first),
    );
    const second = await send(mx, id);
    assert.ok(
      typeof second === 'object' && second.permanent && second.failed.includes('550'),
      JSON.stringify(second),
    );
    assert.equal(await send(mx, id), 'sent');
    const wrong = await addFiled(mx, { email: 'nobody, all@example.com' });
    const refused = await send(mx, wrong.id);
    assert.ok(
      typeof refused === 'object' &&
        refused.permanent &&
        refused.failed.includes('is not one e-mail address'),
    );
  });

  test('after a lost reply repeats the same mail: same message id, same attachments', async () => {
    const { id, folio } = await addFiled(mx, { email: 'pagos@luna.example' });
    server.replies.push('lost_after_data');
    const first = await send(mx, id);
    assert.ok(typeof first === 'object' && !first.permanent);
    assert.equal(await send(mx, id), 'sent');
    const [lost, repeated] = server.taken.map(({ raw }) => readMail(raw));
    assert.ok(lost && repeated);
    assert.equal(lost.headers.get('message-id'), repeated.headers.get('message-id'));
    const pdf = attachment(lost, `${folio}.pdf`);
    assert.ok(pdf && attachment(repeated, `${folio}.pdf`)?.equals(pdf));
    const scope = { ...mx.reading, books: booksOf(database) };
    assert.equal(await deliver({ mailer, print: printInvoice }, scope, id, 2), 'sent');
    assert.equal(readMail(server.taken[2]?.raw ?? '').headers.get('message-id'), `<${id}.2@example.com>`);
  });

  test('by several at once keeps one PDF', async () => {
    const { id, folio } = await addFiled(mx, { email: 'pagos@luna.example' });
    assert.deepEqual(await Promise.all([send(mx, id), send(mx, id), send(mx, id)]), ['sent', 'sent', 'sent']);
    const kept = await filedDocument(mx.reading, id, 'pdf');
    for (const { raw } of server.taken) {
      assert.ok(kept && attachment(readMail(raw), `${folio}.pdf`)?.equals(kept.bytes));
    }
  });

  test('shows what was filed, also when the books have changed since', async () => {
    const { id } = await addFiled(mx, { email: 'pagos@luna.example' });
    const before = await readPdf(printInvoice, mx.reading, id);
    assert.equal(await filedDocument(mx.reading, id, 'pdf'), undefined, 'looking keeps nothing');
    await mx.write(async (ctx) => {
      const ids = (await scoped(ctx, 'counterparty').select().select('id').execute()).map((row) => row.id);
      const changed = { postal_code: '00000', name: 'Otra' };
      await scoped(ctx, 'counterparty').update().set(changed).where('id', 'in', ids).execute();
    });
    assert.ok(before && (await readPdf(printInvoice, mx.reading, id))?.equals(before));
  });

  test('never sends what is not filed, was filed elsewhere, or has been cancelled', async () => {
    const customer = await addCustomer(mx, 'Sin Timbre', { rfc: 'XAXX010101000' });
    const draft = await addInvoice(mx, customer);
    const cancelled = await addFiled(mx, { email: 'pagos@luna.example', status: 'void' });
    for (const id of [draft.header.id, cancelled.id, 'invc_unknown']) {
      const outcome = await send(mx, id);
      assert.ok(typeof outcome === 'object' && outcome.permanent, JSON.stringify(outcome));
    }
    assert.equal(await readPdf(printInvoice, mx.reading, draft.header.id), undefined);
    const other = await addFiled(de, { email: 'einkauf@nordwind.example' });
    assert.equal(await readPdf(printInvoice, mx.reading, other.id), undefined, 'of another company');
    assert.equal(server.taken.length, 0);
  });

  test('without a server leaves one file in the mail folder, however often it runs', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'folio-delivery-'));
    const folder = openMailer({ smtp_url: null, data_dir: dataDir, mail_from: 'facturas@example.com' });
    const { id, xml, folio } = await addFiled(mx, { email: 'pagos@luna.example', number: '../7' });
    assert.deepEqual([await send(mx, id, folder), await send(mx, id, folder)], ['sent', 'sent']);
    assert.deepEqual(await readdir(join(dataDir, 'mail')), [`${id}.1.eml`]);
    const mail = readMail(await readFile(join(dataDir, 'mail', `${id}.1.eml`), 'utf8'));
    assert.equal(folio, 'F-../7');
    assert.ok(attachment(mail, 'F-..-7.xml')?.equals(xml));
    await rm(dataDir, { recursive: true });
  });
});
