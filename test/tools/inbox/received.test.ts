// Files that somebody sent, over the wire: kept once and whatever they are, listed, shown and rejected; files beside records.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../../generated/dispatch.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { createInbox } from '../../../src/domain/across/inbox/inbox.ts';
import { unreadDocuments } from '../../../src/domain/documents/received/store/reading.ts';
import { startInboxWorker } from '../../../src/jobs/inbox.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, declared, refused } from '../support.ts';
import { readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

let service: TestService;
before(async () => {
  // Without a reader, as where the process was killed after it had kept a file.
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const receive = async (text: string, file_name = 'factura.xml') => {
  const { received_document, already_received } = await mx().receive_document({
    file_name,
    content_base64: base64(text),
  });
  assert.ok(received_document);
  return { ...received_document, already_received };
};

const no = async (tool: ToolName, args: object, as: 'mx' | 'de' = 'mx'): Promise<string> =>
  JSON.stringify(await refused(service, as, tool, args));

describe('a file', () => {
  test('is kept as it came, and once', async () => {
    const text = '<nothing that anybody knows/>';
    const kept = await receive(text, '../../etc/ factura.xml ');
    assert.deepEqual(
      [
        kept.already_received,
        kept.file_name,
        kept.mime_type,
        kept.bytes,
        kept.channel,
        kept.status,
        kept.read_at,
      ],
      [false, 'factura.xml', 'application/xml', text.length, 'tool', 'needs_review', null],
    );
    assert.equal(kept.sha256, createHash('sha256').update(text).digest('hex'));
    const again = await receive(text, 'other.xml');
    assert.deepEqual([again.already_received, again.id], [true, kept.id]);
    const { data } = await mx().list_received_documents({ query: 'factura' });
    assert.deepEqual(
      data.map(({ id }) => id),
      [kept.id],
    );
    assert.deepEqual(
      await mx()
        .list_received_documents({ received_from: '2026-11-21' })
        .then((page) => page.data),
      [],
    );
  });

  test('that comes eight times at once is one', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => receive('<at-once/>')));
    assert.equal(new Set(all.map(({ id }) => id)).size, 1);
    assert.equal(all.filter(({ already_received }) => !already_received).length, 1);
    const rows = await service.database.kysely
      .selectFrom('stored_file')
      .select('id')
      .where('sha256', '=', all[0]?.sha256 ?? '')
      .execute();
    assert.equal(rows.length, 1);
  });

  test('that is no base64 is told', async () => {
    assert.match(await no('receive_document', { file_name: 'a.xml', content_base64: '<xml/>' }), /base64/);
  });

  test(
    declared(
      'book_received_document',
      'received_document_unread',
      'whose process was killed is read by another one',
    ),
    async () => {
      const kept = await receive('a picture of the taxi', 'taxi.jpg');
      assert.match(
        await no('book_received_document', { received_document_id: kept.id }),
        /received_document_unread/,
      );
      const books = openBooks(service.database);
      const log = { error: (about: unknown) => assert.fail(JSON.stringify(about)) };
      const parts = { books, read: readTest, log, now: () => NOW } as const;
      const workers = [1, 2].map(() =>
        startInboxWorker({
          database: service.database,
          inbox: createInbox(parts),
          log,
          now: () => NOW,
          pollMs: 10,
        }),
      );
      for (let tries = 0; tries < 200; tries += 1) {
        if ((await unreadDocuments(service.database, NOW, 1)).length === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Promise.all(workers.map((worker) => worker.stop()));
      const read = await mx().get_received_document({ received_document_id: kept.id });
      assert.deepEqual([read.status, read.read_at !== null], ['ticket', true]);
      const tickets = await service.database.kysely
        .selectFrom('reference_record')
        .select('id')
        .where('entity_id', '=', service.entities.mx)
        .where('label', '=', 'taxi.jpg')
        .execute();
      assert.equal(tickets.length, 1);
    },
  );

  test('whose bytes changed is told, and never read', async () => {
    const kept = await receive('intact');
    const { kysely, reader } = service.database;
    const { file_id } = await reader
      .selectFrom('received_document')
      .select('file_id')
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow();
    await kysely
      .updateTable('stored_file_chunk')
      .set({ bytes: Buffer.from('damage') })
      .where('file_id', '=', file_id)
      .execute();
    const log = { error: () => undefined };
    const inbox = createInbox({ books: openBooks(service.database), read: readTest, log, now: () => NOW });
    const unread = (await unreadDocuments(service.database, NOW, 50)).find(({ id }) => id === kept.id);
    assert.ok(unread);
    assert.equal(await inbox.read(unread), true);
    const { status, issues } = await mx().get_received_document({ received_document_id: kept.id });
    assert.deepEqual([status, issues.map(({ rule }) => rule)], ['unreadable', ['file_damaged']]);
  });
});

describe('a document', () => {
  test(
    declared('reject_received_document', 'received_document_in_state', 'is rejected with a reason, once'),
    async () => {
      const kept = await receive('<not-ours/>');
      const rejected = await mx().reject_received_document({
        received_document_id: kept.id,
        reason: 'Not ours',
      });
      assert.deepEqual([rejected.status, rejected.reason], ['rejected', 'Not ours']);
      const again = await mx().reject_received_document({ received_document_id: kept.id, reason: 'Twice' });
      assert.equal(again.reason, 'Not ours');
      assert.match(
        await no('book_received_document', { received_document_id: kept.id }),
        /received_document_in_state/,
      );
      await service.database.kysely
        .updateTable('received_document')
        .set({ status: 'booked' })
        .where('id', '=', kept.id)
        .execute();
      assert.match(
        await no('reject_received_document', { received_document_id: kept.id, reason: 'Late' }),
        /received_document_in_state/,
      );
    },
  );

  test(
    declared(
      'get_received_document',
      'received_document_not_found',
      'of one company is not there for another',
    ),
    async () => {
      const { id: received_document_id } = await receive('<mine/>');
      const reason = 'x';
      for (const [tool, args] of [
        ['get_received_document', { received_document_id }],
        ['book_received_document', { received_document_id }],
        ['reject_received_document', { received_document_id, reason }],
      ] as const)
        assert.match(await no(tool, args, 'de'), /received_document_not_found/);
      assert.match(
        await no('list_attachments', { record_id: received_document_id }, 'de'),
        /attachable_not_found/,
      );
      assert.deepEqual((await service.client(service.keys.de).list_received_documents({})).data, []);
      const theirs = await service.client(service.keys.de).receive_document({
        file_name: 'a.xml',
        content_base64: base64('<mine/>'),
      });
      assert.equal(theirs.already_received, false);
    },
  );
});

describe('an attachment', () => {
  test(declared('attach_file', 'attachable_not_found', 'stands beside a record, once'), async () => {
    const record_id = await addMexicanCustomer(service, 'Papelería Robles');
    const file = { file_name: 'contrato.pdf', content_base64: base64('%PDF-1.7 x'), description: 'Contrato' };
    const made = await mx().attach_file({ record_id, ...file });
    assert.deepEqual(
      [made.mime_type, made.role, made.description],
      ['application/pdf', 'supporting', 'Contrato'],
    );
    assert.equal((await mx().attach_file({ record_id, ...file })).id, made.id);
    const { data } = await mx().list_attachments({ record_id });
    assert.deepEqual(
      data.map(({ id, sha256 }) => [id, sha256]),
      [[made.id, made.sha256]],
    );
    assert.match(await no('attach_file', { record_id, ...file }, 'de'), /attachable_not_found/);
    assert.match(await no('list_attachments', { record_id: 'nobody_knows' }), /attachable_not_found/);
  });
});
