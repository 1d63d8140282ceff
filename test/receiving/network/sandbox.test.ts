// The sandbox access point sends too: to a company of the service, as everything else comes through the network.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../src/base/config.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { createInbox } from '../../../src/domain/across/inbox/inbox.ts';
import { pullOnce } from '../../../src/domain/across/network/pull.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { readFile } from '../../../src/domain/ground/files/read.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { readFile as readReceived } from '../../../src/receiving/read.ts';
import { type ProvidedAccessPoint, provideAccessPoint } from '../../../src/start/access-point.ts';
import { GOLDEN } from '../../einvoicing/peppol-ubl/golden-cases.ts';
import { documentOf, FACTS } from '../../einvoicing/peppol-ubl/invoices.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { SILENT, submissionOf } from '../../providers/access-point/support.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { assertEmpty, bill, inboxOf, newCompany, newParticipant } from './support.ts';

let db: TestDatabase;
let provided: ProvidedAccessPoint;
let admin: Admin;
before(async () => {
  db = await createTestDatabase();
  const config = readConfig({});
  provided = await provideAccessPoint({ config, database: db.database, log: SILENT, now: () => new Date() });
  admin = adminOn(db.url);
});
after(async () => {
  await provided.close();
  await db.close();
});

const pull = async (): Promise<readonly string[]> => {
  const books = openBooks(db.database);
  const now = (): Date => new Date();
  const inbox = createInbox({ books, read: undefined, log: SILENT, now });
  const { queue } = provided;
  if (queue === null) throw new Error('the sandbox has a queue');
  const counted: string[] = [];
  await pullOnce(
    { books, inbox, now, queue, count: (outcome) => void counted.push(outcome) },
    new AbortController().signal,
  );
  return counted;
};

/** What the reader of the inbox makes of it. */
const reading = async (company: { readonly id: Parameters<typeof getEntity>[1] }) => {
  const entity = await getEntity(db.database.reader, company.id);
  const rows = await db.database.reader
    .selectFrom('received_document')
    .select(['file_id', 'sender_id', 'message_id'])
    .where('entity_id', '=', company.id)
    .execute();
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} documents`);
  const { kind, format, document, issues } = await readReceived(
    await readFile({ db: db.database.reader, entity }, row.file_id),
  );
  return { ...row, kind, format, number: document?.number ?? null, rules: issues.map(({ rule }) => rule) };
};

describe('the sandbox', () => {
  test('brings an invoice to the company here that receives it, and others to nobody', async () => {
    const [company, stranger] = [await newCompany(db.database), await newCompany(db.database)];
    const [given] = Object.values(GOLDEN);
    if (given === undefined) throw new Error('there are golden invoices');
    const { bytes } = peppolUbl.build(documentOf(given), FACTS);
    const send = (key: string, receiver: string) =>
      provided.transport.send(submissionOf({ key, bytes, receiver, accessPointId: null }));
    assert.equal((await send('a.1', company.participant)).kind, 'accepted');
    assert.equal((await send('a.1', company.participant)).kind, 'accepted');
    assert.equal((await send('b.1', newParticipant())).kind, 'accepted');
    assert.deepEqual(await pull(), ['delivered']);
    assert.deepEqual(await pull(), []);
    const { kind, format, number, sender_id, message_id } = await reading(company);
    assert.deepEqual([kind, format], ['bill', 'ubl_invoice']);
    assert.notEqual(number, null);
    assert.match(sender_id ?? '', /^\d{4}:\S+$/);
    assert.match(message_id ?? '', /@sandbox\.invalid$/);
    await assertEmpty(db.database, stranger);
  });

  test('brings a given file, an XML as it is and any other as bytes', async () => {
    const [company, second] = [await newCompany(db.database), await newCompany(db.database)];
    const xml = admin.file('rechnung.xml', Buffer.from(bill('RE 7')));
    const told = (await admin.json('network', 'deliver', '--to', company.participant, xml)) as {
      message_id: string;
    };
    const pdf = admin.file('rechnung.pdf', Buffer.from('%PDF-1.7 nothing in it'));
    await admin.json('network', 'deliver', '--to', second.participant, pdf);
    assert.deepEqual(await pull(), ['delivered', 'delivered']);
    const read = await reading(company);
    assert.deepEqual(
      [read.format, read.number, read.sender_id, read.message_id],
      ['ubl_invoice', 'RE 7', '9999:folio-sandbox', told.message_id],
    );
    const other = await reading(second);
    assert.deepEqual([other.format, other.rules], ['pdf', ['pdf_broken']]);
  });

  test('is asked while faults are ordered for what is sent', async () => {
    provided.sandbox?.order({ kind: 'token_expired' });
    assert.deepEqual(await pull(), []);
    const outcome = await provided.transport.send(submissionOf({ key: 'c.1', accessPointId: null }));
    assert.ok(outcome.kind === 'rejected' && outcome.faults[0]?.code === 'access_point_configuration');
    provided.sandbox?.clearFaults();
  });
});

describe('the commands of the network', () => {
  test('register companies, one for each participant id, and say who receives', async () => {
    const [company, thief] = [
      await newCompany(db.database, { registered: false, account: '4711' }),
      await newCompany(db.database, { registered: false }),
    ];
    const key = company.participant.toLowerCase();
    const registered = { entity_id: company.id, participant_id: key, account: '4711' };
    assert.deepEqual(await admin.json('network', 'register', '--entity', company.id), registered);
    assert.deepEqual(await admin.json('network', 'register', '--entity', company.id), registered);
    await admin.json('entity', 'update', thief.id, '--participant-id', company.participant);
    const refused = await admin.run('network', 'register', '--entity', thief.id);
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, new RegExp(`${company.id} receives as ${key} already`));
    const mine = async () =>
      ((await admin.json('network', 'receivers')) as { entity_id: string }[]).filter(
        ({ entity_id }) => entity_id === company.id,
      );
    const row = { participant_id: key, entity_id: company.id, account: '4711' };
    assert.deepEqual(await mine(), [{ ...row, receives: true, why: null }]);
    await admin.json('entity', 'update', company.id, '--participant-id', '0088:4012345000009');
    const why = 'The participant id is no longer that of the company that was registered with it.';
    assert.deepEqual(await mine(), [{ ...row, receives: false, why }]);
    assert.deepEqual(await admin.json('network', 'unregister', '--entity', company.id), {
      entity_id: company.id,
      unregistered: true,
    });
    assert.match(
      (await admin.run('network', 'unregister', '--entity', company.id)).err,
      /does not receive from the network\. "network receivers" shows who does\./,
    );
    assert.deepEqual(await mine(), []);
  });

  test('show what is held, deliver it and discard it', async () => {
    const company = await newCompany(db.database);
    const { participant } = company;
    await admin.json('network', 'deliver', '--to', participant, admin.file('1.xml', Buffer.from(bill('1'))));
    await admin.json('network', 'deliver', '--to', participant, admin.file('2.xml', Buffer.from(bill('2'))));
    await admin.json('network', 'unregister', '--entity', company.id);
    assert.deepEqual(await pull(), ['held', 'held']);
    await assertEmpty(db.database, company);
    const list = async () =>
      (await admin.json('network', 'list')) as { message_id: string; receiver: string; reason: string }[];
    const waiting = await list();
    assert.deepEqual(
      waiting.map(({ receiver, reason }) => [receiver, reason]),
      [
        [participant, 'unknown'],
        [participant, 'unknown'],
      ],
    );
    const [one = '', two = ''] = waiting.map(({ message_id }) => message_id);
    assert.match(
      (await admin.run('network', 'retry', one)).err,
      /Nobody receives here.*The operator registers the company/s,
    );
    await admin.json('network', 'register', '--entity', company.id);
    const delivered = (await admin.json('network', 'retry', one)) as { status: string; entity_id: string };
    assert.deepEqual([delivered.status, delivered.entity_id], ['delivered', company.id]);
    await admin.json('network', 'discard', two);
    assert.deepEqual(await list(), []);
    assert.equal((await inboxOf(db.database, company)).length, 1);
    const deliver = await admin.run('network', 'deliver', '--to', newParticipant(), admin.file('3.xml', 'x'));
    assert.match(deliver.err, /Nobody receives here/);
  });
});
