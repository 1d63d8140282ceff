// One key has only so much open that people decide on or work off; people and other keys go on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InvoiceId } from '../../generated/ids.ts';
import { SERVICE } from '../../generated/service.ts';
import { newId } from '../../src/db/ids.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createKey } from '../../src/domain/parties/access/keys.ts';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callError } from '../support/wire.ts';
import { declared } from './support.ts';

const { open: OPEN } = SERVICE.keys;

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

interface Key {
  readonly id: string;
  readonly secret: string;
}
const newKey = (): Promise<Key> =>
  inTransaction(service.database, (db) =>
    createKey(
      db,
      {
        organisation_id: service.organisation_id,
        entity_id: null,
        type: 'copilot',
        name: 'test',
        scopes: ['*'],
        toolsets: ['organization', 'corrections'],
        expires_at: null,
      },
      new Date(),
    ),
  );
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const assertFull = async (
  { secret }: Key,
  tool: Parameters<typeof callError>[2],
  args: object,
  expected: { readonly path: string; readonly what: string; readonly limit: number },
): Promise<void> => {
  const told = await callError(service.url, secret, tool, args);
  const { code, path, what, open, limit, message, hint, retryable } = told;
  assert.deepEqual(
    { code, path, what, open, limit, retryable },
    { code: 'too_many_open', ...expected, open: expected.limit, retryable: true },
  );
  assert.equal(
    message,
    `This key has ${expected.limit} ${expected.what} open, and a key may have ${expected.limit}.`,
  );
  assert.match(String(hint), /^One ends when /);
};

describe('what one key has open', () => {
  test(
    declared('request_api_key', 'too_many_open', 'requests for keys, also of many calls at once'),
    async () => {
      const [key, other] = [await newKey(), await newKey()];
      const args = { name: 'N', reason: 'R', scopes: ['invoices:read'] };
      const done = await Promise.allSettled(
        upTo(OPEN.key_requests + 5).map(() => service.client(key.secret).request_api_key(args)),
      );
      const made = done.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
      assert.equal(made.length, OPEN.key_requests);
      for (const each of done)
        if (each.status === 'rejected')
          assert.equal((each.reason as { code?: string }).code, 'too_many_open');
      const expected = { path: 'name', what: 'requests for keys', limit: OPEN.key_requests };
      await assertFull(key, 'request_api_key', args, expected);
      assert.equal((await service.client(other.secret).request_api_key(args)).status, 'pending');
      await office.admin.json('key', 'request', 'reject', made[0] ?? '', `--by=${ANA}`, '--reason=No');
      assert.equal((await service.client(key.secret).request_api_key(args)).status, 'pending');
    },
  );

  test(declared('create_webhook', 'too_many_open', 'webhooks, which take no place of others'), async () => {
    const args = { url: 'https://hooks.example.com/in', events: ['*'] };
    const keys = await Promise.all(upTo(6).map(newKey));
    for (const { secret } of keys)
      for (const _ of upTo(OPEN.webhooks)) await service.client(secret).create_webhook(args);
    const key = keys.at(-1);
    assert.ok(key !== undefined && keys.length * OPEN.webhooks > SERVICE.webhooks.endpoints);
    const expected = { path: 'url', what: 'webhooks that no person lets receive', limit: OPEN.webhooks };
    await assertFull(key, 'create_webhook', args, expected);
    // Those of people and those that are let receive fill the organisation.
    const { kysely } = service.database;
    const counted = await kysely
      .selectFrom('webhook_endpoint')
      .select('id')
      .where('organisation_id', '=', service.organisation_id)
      .where('status', '!=', 'deleted')
      .execute();
    assert.equal(counted.length, keys.length * OPEN.webhooks);
    await service.client((await newKey()).secret).create_webhook(args);
    // Switched off by its key it is as unapproved as before.
    const mine = await service.client(key.secret).list_webhooks({ status: 'pending', limit: 50 });
    const own = mine.data.filter(({ is_of_calling_key }) => is_of_calling_key);
    assert.equal(own.length, OPEN.webhooks);
    const [first] = own;
    assert.ok(first !== undefined);
    await service.client(key.secret).update_webhook({ webhook_id: first.id, enabled: false });
    await assertFull(key, 'create_webhook', args, expected);
    await service.client(key.secret).delete_webhook({ webhook_id: first.id });
    await service.client(key.secret).create_webhook(args);
  });

  test(declared('create_task', 'too_many_open', 'tasks, in all companies together'), async () => {
    const [key, other] = [await newKey(), await newKey()];
    const args = (side: 'mx' | 'de', count: number) => ({
      entity_id: service.entities[side],
      title: `Task ${count}`,
      taskable_type: 'Counterparty' as const,
      taskable_id: office.customers[side],
    });
    const client = service.client(key.secret);
    const { task_id } = await client.create_task(args('mx', -1));
    for (const count of upTo(OPEN.tasks - 1))
      await client.create_task(args(count % 2 === 0 ? 'de' : 'mx', count));
    const expected = { path: 'title', what: 'tasks', limit: OPEN.tasks };
    await assertFull(key, 'create_task', args('mx', 1000), expected);
    await service.client(other.secret).create_task(args('mx', 1000));
    await client.complete_task({ entity_id: service.entities.mx, task_id });
    await client.create_task(args('mx', 1001));
    await assertFull(key, 'create_task', args('de', 1002), expected);
  });

  /** Rows as if the key had asked so often. */
  const asks = async (
    table: 'approval' | 'cancellation_request',
    { id }: Key,
    count: number,
  ): Promise<void> => {
    const { kysely } = service.database;
    const row = await kysely
      .selectFrom(table)
      .selectAll()
      .where('entity_id', '=', service.entities.mx)
      .limit(1)
      .executeTakeFirstOrThrow();
    const free = table === 'approval' ? { pending_document_id: null } : { pending_invoice_id: null };
    const json = 'snapshot' in row ? { snapshot: JSON.stringify(row.snapshot) } : {};
    const made = upTo(count).map(() => ({
      ...row,
      ...json,
      ...free,
      id: newId(table === 'approval' ? 'ApprovalRequestId' : 'CancellationRequestId'),
      status: 'pending',
      requested_by_type: 'key',
      requested_by: id,
      decided_at: null,
      decided_by: null,
      expires_at: '2099-01-01 00:00:00.000',
    }));
    await kysely
      .insertInto(table)
      .values(made as never)
      .execute();
  };

  test(declared('submit_invoice', 'too_many_open', 'requests for approval'), async () => {
    const [key, other] = [await newKey(), await newKey()];
    const entity_id = service.entities.mx;
    const [first, second] = [await office.draft('mx'), await office.draft('mx')];
    await service.client(key.secret).submit_invoice({ entity_id, invoice_id: first });
    await asks('approval', key, OPEN.approvals - 1);
    const expected = { path: 'invoice_id', what: 'requests for approval', limit: OPEN.approvals };
    await assertFull(key, 'submit_invoice', { entity_id, invoice_id: second }, expected);
    const again = await service.client(key.secret).submit_invoice({ entity_id, invoice_id: first });
    assert.equal(again.approval_status, 'pending', 'one that waits is answered');
    const { approval_status } = await service
      .client(other.secret)
      .submit_invoice({ entity_id, invoice_id: second });
    assert.equal(approval_status, 'pending');
  });

  test(declared('request_cancellation', 'too_many_open', 'requests for cancellations'), async () => {
    const [key, other] = [await newKey(), await newKey()];
    const entity_id = service.entities.mx;
    const filed = async (): Promise<InvoiceId> => {
      const { id } = await office.approved('mx');
      await office.settled('mx', id);
      return id;
    };
    const [first, second] = [await filed(), await filed()];
    const client = service.client(key.secret);
    await client.request_cancellation({ entity_id, invoice_id: first, reason: '02' });
    await asks('cancellation_request', key, OPEN.cancellations - 1);
    const args = { entity_id, invoice_id: second, reason: '02' as const };
    const expected = { path: 'invoice_id', what: 'requests for cancellations', limit: OPEN.cancellations };
    await assertFull(key, 'request_cancellation', args, expected);
    assert.equal((await service.client(other.secret).request_cancellation(args)).status, 'pending');
  });

  test(declared('update_webhook', 'too_many_open', 'changes of what others made'), async () => {
    const [key, other] = [await newKey(), await newKey()];
    const webhook = await service
      .client(other.secret)
      .create_webhook({ url: 'https://hooks.example.com/in', events: ['*'] });
    const webhook_id = webhook.id;
    const args = (count: number) => ({ webhook_id, description: `Number ${count}` });
    for (const count of upTo(OPEN.changes)) await service.client(key.secret).update_webhook(args(count));
    const expected = { path: 'webhook_id', what: 'changes that wait for a person', limit: OPEN.changes };
    await assertFull(key, 'update_webhook', args(-1), expected);
    assert.equal((await service.client(key.secret).update_webhook(args(0))).status, 'pending');
    assert.equal((await service.client(other.secret).update_webhook(args(-1))).description, 'Number -1');
  });
});
