// A member of a cluster that lags: what was written elsewhere shows only after it has caught up. The lag is made by
// moving rows out of sight; `npm run clusters` has a real one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { InvoiceId } from '../../generated/ids.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { addKey } from '../support/books.ts';

let service: TestService;
/** How often a caller waited, and what it waited for. */
let waited = 0;
let arrive: (() => Promise<unknown>) | undefined;

before(async () => {
  const made = await createTestDatabase();
  const catchUp = async (): Promise<boolean> => {
    waited += 1;
    await arrive?.();
    return arrive !== undefined;
  };
  service = await startTestService({ database: { ...made, database: { ...made.database, catchUp } } });
  await addMexicanCustomer(service, 'CAFE LUNA');
});
after(() => service.close());
beforeEach(() => {
  waited = 0;
  arrive = undefined;
});

const make = async (): Promise<InvoiceId> => {
  const { id } = await service.client(service.keys.mx).create_invoice({
    counterparty_name: 'CAFE LUNA',
    line_items: [{ description: 'Servicio', unit_price: 100 }],
  });
  return id;
};

const move = (from: string, to: string, id: string): Promise<unknown> =>
  sql`update invoice set entity_id = ${to} where id = ${id} and entity_id = ${from}`.execute(
    service.database.kysely,
  );

/** Not there until somebody waits for it. */
const late = async (id: string): Promise<void> => {
  await move(service.entities.mx, 'elsewhere', id);
  arrive = () => move('elsewhere', service.entities.mx, id);
};

test('a record that has not arrived is waited for, by reads and by writes', async () => {
  const client = service.client(service.keys.mx);
  const id = await make();
  waited = 0;
  await late(id);
  assert.equal((await client.get_invoice({ invoice_id: id })).id, id);
  assert.equal(waited, 1);
  await late(id);
  assert.equal(
    (await client.create_task({ title: 'Call', taskable_type: 'Invoice', taskable_id: id })).taskable_id,
    id,
  );
  assert.equal(waited, 2);
});

test('a record that is not there is asked for twice at most, and found records make nobody wait', async () => {
  const client = service.client(service.keys.mx);
  const id = await make();
  waited = 0;
  await client.get_invoice({ invoice_id: id });
  assert.equal(waited, 0);
  arrive = () => Promise.resolve();
  const nobody = 'invc_00000000000000000000000001' as InvoiceId;
  await assert.rejects(client.get_invoice({ invoice_id: nobody }), { code: 'invoice_not_found' });
  assert.equal(waited, 1);
});

test('a fresh key works at once on an instance whose member lags', async () => {
  const key = await addKey(service.database, service.organisation_id);
  // Turning it round twice restores it.
  const turn = () =>
    sql`update api_key set secret_hash = reverse(secret_hash) order by id desc limit 1`.execute(
      service.database.kysely,
    );
  await turn();
  arrive = turn;
  await service.client(key).list_entities();
  assert.equal(waited, 1);
});

test('a database that is no cluster has nothing to wait for', async () => {
  const made = await createTestDatabase();
  assert.deepEqual(await Promise.all([made.database.catchUp(), made.database.catchUp()]), [false, false]);
  await made.close();
});
