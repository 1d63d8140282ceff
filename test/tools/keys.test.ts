// Which keys may call at all, and how soon one stops doing so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { FolioHttpError } from '../support/client.ts';
import { findIdentity, replaceSecret } from '../../src/domain/parties/access/store.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { addKey } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { post } from '../support/wire.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_entities', arguments: {} },
};

const refusal = async (key: string, message: object): Promise<unknown[]> => {
  const { status, headers, body } = await post(service.url, key, message);
  return [status, body['error_type'], headers.get('www-authenticate')?.split(' ')[0] ?? null];
};

test('an unknown key and an expired one are 401 alike', async () => {
  const expired = await addKey(service.database, service.organisation_id, {
    expires_at: new Date(Date.now() - 1_000),
  });
  for (const key of [expired, `folio_${'x'.repeat(43)}`, 'nonsense', '']) {
    for (const message of [LIST, CALL]) {
      assert.deepEqual(await refusal(key, message), [401, 'unauthorized', 'Bearer']);
    }
  }
});

test('a key works until the moment it expires', async () => {
  const key = await addKey(service.database, service.organisation_id, {
    expires_at: new Date(Date.now() + 3_600_000),
  });
  assert.equal((await service.client(key).list_entities()).data.length, 2);
});

test('the secret before the present one is good until its moment, and not from it on', async () => {
  const key = await addKey(service.database, service.organisation_id, {});
  const previous_until = new Date(Date.now() + 3_600_000);
  const idAt = async (secret: string, ms: number) =>
    (await findIdentity(service.database, hashSecret(secret), new Date(previous_until.getTime() + ms)))
      ?.key_id;
  const id = await idAt(key, 0);
  assert.ok(id !== undefined);
  const next = { hash: hashSecret('the next'), hint: 'next', previous_until };
  assert.equal(await inTransaction(service.database, (db) => replaceSecret(db, id, next)), true);
  assert.deepEqual([await idAt(key, -1), await idAt(key, 0), await idAt('the next', 0)], [id, undefined, id]);
});

test('a key of type integration is 403 for every method', async () => {
  const key = await addKey(service.database, service.organisation_id, { type: 'integration' });
  for (const message of [LIST, CALL]) {
    const [status, error_type] = await refusal(key, message);
    assert.deepEqual([status, error_type], [403, 'key_type_not_allowed']);
  }
});

test('a revoked key stops working within two seconds, also while it is in use', async () => {
  const key = await addKey(service.database, service.organisation_id);
  const client = service.client(key);
  await client.list_entities();
  const identity = await findIdentity(service.database, hashSecret(key), new Date());
  await service.database.kysely
    .updateTable('api_key')
    .set({ revoked_at: '2026-01-01 00:00:00.000' })
    .where('id', '=', identity?.key_id ?? '')
    .execute();
  const revoked = Date.now();
  const refused = async (): Promise<boolean> => {
    try {
      await client.list_entities();
      return false;
    } catch (error) {
      assert.ok(error instanceof FolioHttpError && error.status === 401, String(error));
      return true;
    }
  };
  while (!(await refused())) {
    assert.ok(Date.now() - revoked < 2_000, 'it still works after two seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

test('a key does not see a company that was closed', async () => {
  const { de } = service.entities;
  await service.database.kysely.updateTable('entity').set({ active: false }).where('id', '=', de).execute();
  const { data } = await service.client().list_entities();
  assert.deepEqual(
    data.map(({ id }) => id),
    [service.entities.mx],
  );
  await assert.rejects(service.client().list_counterparties({ entity_id: de }), { code: 'entity_not_found' });
  await assert.rejects(service.client(service.keys.de).list_counterparties(), { code: 'entity_not_found' });
});

test('the secret of a key is nowhere in the database', async () => {
  const rows = await service.database.kysely.selectFrom('api_key').selectAll().execute();
  for (const secret of Object.values(service.keys)) assert.ok(!JSON.stringify(rows).includes(secret));
});
