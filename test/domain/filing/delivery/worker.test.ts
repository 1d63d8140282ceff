// The whole way with the worker of the service, its sandboxes and a real mail server: approved, filed, mailed, told.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '../../../../src/db/database.ts';
import { newId } from '../../../../src/db/ids.ts';
import { toInstant } from '../../../../src/db/instant.ts';
import { scoped } from '../../../../src/db/scoped.ts';
import { administrator, approveRequest } from '../../../../src/domain/filing/approval/decide.ts';
import { requestApproval } from '../../../../src/domain/filing/approval/request.ts';
import { filedDocument } from '../../../../src/domain/filing/store/documents.ts';
import { storedFiling } from '../../../../src/domain/documents/shared/filing.ts';
import { formatInvoiceFolio } from '../../../../src/domain/documents/shared/document.ts';
import { getInvoice } from '../../../../src/domain/documents/invoices/search.ts';
import { createLog } from '../../../../src/base/log.ts';
import { type Filing, startFiling } from '../../../../src/start/filing.ts';
import { NOW, type TestBooks, openTestBooks } from '../../../support/scope.ts';
import { textOf } from '../../../pdf/read-pdf.ts';
import { addCustomer, addInvoice } from '../../invoices/books.ts';
import { type MailServer, attachment, readMail, startMailServer } from '../../../mail/mail-server.ts';

const EMAIL = 'ana@ibarra.example';

let database: Database;
let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;
let server: MailServer;
let filing: Filing;
let dataDir: string;

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
  await database.kysely
    .insertInto('member')
    .values({
      organisation_id: mx.entity.organisation_id,
      id: newId('MemberId'),
      email: EMAIL,
      name: 'Ana',
      role: 'administrator',
      created_at: toInstant(NOW),
    })
    .execute();
  server = await startMailServer();
  dataDir = await mkdtemp(join(tmpdir(), 'folio-worker-'));
  filing = await startFiling({
    config: {
      smtp_url: server.url,
      mail_from: 'facturas@example.com',
      data_dir: dataDir,
      master_key: Buffer.alloc(32, 7),
      pac: null,
      access_point: null,
    },
    database,
    log: createLog('silent'),
    now: () => NOW,
    timing: { pollMs: 20, backoffMs: [50] },
  });
});
after(async () => {
  await filing.close();
  await server.close();
  await rm(dataDir, { recursive: true });
  await close();
});
beforeEach(() => {
  server.taken.length = 0;
  server.replies.length = 0;
});

/** Approved, and followed until the mail has come to an end of the given kind. */
const file = async (books: TestBooks, id: string, ends: readonly string[] = ['sent', 'no_recipient']) => {
  const { result: approval } = await books.write((ctx) => requestApproval(ctx, id));
  const member = await administrator(database.reader, books.entity, EMAIL);
  await books.write((ctx) => approveRequest(ctx, approval.id, member));
  const until = Date.now() + 20_000;
  for (;;) {
    const { header } = await getInvoice(books.reading, id, 'invoice_id');
    const { delivery, last_error } = storedFiling(header);
    const open = await scoped({ db: database.reader, entity: books.entity }, 'outbox')
      .select()
      .select('id')
      .where('document_id', '=', id)
      .where('kind', '=', 'deliver')
      .where('open', '=', true)
      .executeTakeFirst();
    if (delivery !== undefined && ends.includes(delivery.status) && open === undefined)
      return { header, delivery };
    assert.ok(
      Date.now() < until,
      `${header.filing_status} ${delivery?.status} ${JSON.stringify(last_error)}`,
    );
    await pause(30);
  }
};

const mexican = async (email: string | null): Promise<string> => {
  const customer = await addCustomer(mx, `Escuela Kemper ${newId('CounterpartyId').slice(-6)}`, {
    rfc: 'XAXX010101000',
  });
  await mx.write((ctx) =>
    scoped(ctx, 'counterparty').update().set({ email }).where('id', '=', customer.id).execute(),
  );
  return (await addInvoice(mx, customer)).header.id;
};

const eventsOf = async (id: string): Promise<readonly string[]> => {
  const rows = await scoped({ db: database.reader, entity: mx.entity }, 'event')
    .select()
    .select('type')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  return rows
    .map(({ type }) => type)
    .filter((type) => type === 'invoice.filed' || type === 'invoice.delivered');
};

test('a Mexican invoice is mailed after its stamp, with the bytes that are kept', async () => {
  const id = await mexican('pagos@kemper.example');
  const { header, delivery } = await file(mx, id);
  assert.deepEqual(delivery, {
    status: 'sent',
    recipient: 'pagos@kemper.example',
    sent_at: NOW.toISOString(),
    reason: null,
  });
  assert.deepEqual(await eventsOf(id), ['invoice.filed', 'invoice.delivered']);
  assert.equal(server.taken.length, 1);
  const mail = readMail(server.taken[0]?.raw ?? '');
  const folio = formatInvoiceFolio(header) ?? '';
  for (const kind of ['xml', 'pdf'] as const) {
    const kept = await filedDocument(mx.reading, id, kind);
    assert.ok(kept && attachment(mail, `${folio}.${kind}`)?.equals(kept.bytes), kind);
  }
  const text = textOf(attachment(mail, `${folio}.pdf`) ?? Buffer.alloc(0));
  const uuid = String(storedFiling(header).uuid);
  assert.ok(
    text.includes(uuid) && text.includes('SANDBOX – sin validez fiscal') && text.includes('116.00 MXN'),
  );
  assert.match(attachment(mail, `${folio}.xml`)?.toString('utf8') ?? '', new RegExp(`UUID="${uuid}"`, 'i'));
});

test('a German invoice is mailed after the network took it', async () => {
  const customer = await addCustomer(de, 'Nordwind Energie AG', {
    vat_id: 'DE129273398',
    street: 'Elbchaussee 7',
    city: 'Hamburg',
  });
  await de.write((ctx) =>
    scoped(ctx, 'counterparty')
      .update()
      .set({ email: 'einkauf@nordwind.example' })
      .where('id', '=', customer.id)
      .execute(),
  );
  const { header: draft } = await addInvoice(de, customer, {
    country_details: { buyer_reference: 'PO-7', bank_account_number: 'DE89370400440532013000' },
  });
  const { header, delivery } = await file(de, draft.id);
  assert.equal(delivery.status, 'sent');
  const mail = readMail(server.taken[0]?.raw ?? '');
  const text = textOf(attachment(mail, `${formatInvoiceFolio(header)}.pdf`) ?? Buffer.alloc(0));
  for (const expected of [
    '119,00 EUR',
    'DE89 3704 0044 0532 0130 00',
    'SANDBOX – ohne steuerliche Gültigkeit',
    'PO-7',
  ]) {
    assert.ok(text.includes(expected), expected);
  }
});

test('without an address the invoice is filed all the same', async () => {
  const id = await mexican(null);
  const { header, delivery } = await file(mx, id);
  assert.deepEqual(
    [header.status, delivery],
    ['filed', { status: 'no_recipient', recipient: null, sent_at: null, reason: null }],
  );
  assert.deepEqual(await eventsOf(id), ['invoice.filed']);
});

test('a refusal for now and a lost reply are tried again, with the same message id', async () => {
  server.replies.push({ code: 451, at: 'recipient' }, 'lost_after_data');
  const id = await mexican('pagos@kemper.example');
  const { delivery } = await file(mx, id);
  assert.equal(delivery.status, 'sent');
  assert.deepEqual(
    server.taken.map(({ raw }) => readMail(raw).headers.get('message-id')),
    [`<${id}.1@example.com>`, `<${id}.1@example.com>`],
  );
  assert.deepEqual(await eventsOf(id), ['invoice.filed', 'invoice.delivered']);
});

test('a refusal for good ends the attempts and keeps its reason', async () => {
  server.replies.push({ code: 550, at: 'recipient' });
  const id = await mexican('gone@kemper.example');
  const { header, delivery } = await file(mx, id, ['failed']);
  assert.deepEqual([header.status, delivery.status, delivery.sent_at], ['filed', 'failed', null]);
  const job = await scoped({ db: database.reader, entity: mx.entity }, 'outbox')
    .select()
    .select('last_reason')
    .where('document_id', '=', id)
    .where('kind', '=', 'deliver')
    .executeTakeFirst();
  assert.match(job?.last_reason ?? '', /^550|550/);
  await pause(200);
  assert.equal(server.taken.length, 0);
  assert.deepEqual(await eventsOf(id), ['invoice.filed']);
});
