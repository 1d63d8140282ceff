// counterparty update and invoice discard.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn } from './support.ts';

describe('records of the demo', () => {
  let db: TestDatabase;
  let admin: Admin;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    await admin.json('demo');
  });
  after(() => db.close());

  const idOf = async (externalId: string): Promise<string> =>
    (
      await db.database.kysely
        .selectFrom('counterparty')
        .select('id')
        .where('external_id', '=', externalId)
        .executeTakeFirstOrThrow()
    ).id;

  it('changes a counterparty, only what is given', async () => {
    const id = await idOf('mx-hotel');
    const changes = ['--email=pagos@hoteles.example', '--fiscal-regime-code=626', '--is-supplier=true'];
    const record = await admin.json(
      'counterparty',
      'update',
      id,
      ...changes,
      '--by',
      'admin@demo-accounting.example',
    );
    assert.equal(record.object, 'counterparty');
    assert.equal(record.email, 'pagos@hoteles.example');
    assert.equal(record.name, 'HOTELES TEPOZAN');
    assert.equal(record.country_details.fiscal_regime_code, '626');
    assert.deepEqual([record.is_customer, record.is_supplier, record.warnings], [true, true, []]);
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action'])
      .where('record_id', '=', id)
      .where('action', '=', 'counterparty update')
      .executeTakeFirstOrThrow();
    assert.equal(audit.actor_type, 'member');
  });

  it('refuses a wrong change of a counterparty with the same errors as the tools', async () => {
    const id = await idOf('mx-hotel');
    const regime = await admin.refused('counterparty', 'update', id, '--fiscal-regime-code', '612');
    assert.equal(regime.code, 'fiscal_regime_not_for_person');
    const taxId = await admin.refused('counterparty', 'update', id, '--rfc', 'EVA020718QX8');
    assert.equal(taxId.code, 'counterparty_duplicate');
    const foreign = await admin.refused('counterparty', 'update', id, '--vat-id', 'DE312847567');
    assert.equal(foreign.code, 'country_field_not_allowed');
    assert.match((await admin.refused('counterparty', 'update', id)).message, /Nothing to change/);
    assert.match(
      (await admin.refused('counterparty', 'update', id, '--is-customer', 'yes')).message,
      /true or false/,
    );
    const unknown = 'ctpy_01h455vb4pex5vsknk084sn02q';
    assert.equal(
      (await admin.refused('counterparty', 'update', unknown, '--name', 'X')).message,
      `There is no counterparty ${unknown}.`,
    );
  });

  it('discards a draft, which only the trail keeps', async () => {
    const { id, title } = await db.database.kysely
      .selectFrom('invoice')
      .select(['id', 'title'])
      .where('title', '=', 'Pedido 4471')
      .executeTakeFirstOrThrow();
    const by = ['--by', 'admin@demo-accounting.example'];
    const record = await admin.json('invoice', 'discard', id, ...by);
    assert.deepEqual(
      [record.object, record.id, record.title, record.status],
      ['invoice', id, title, 'draft'],
    );
    assert.deepEqual(
      await db.database.kysely.selectFrom('invoice').select('id').where('id', '=', id).execute(),
      [],
    );
    const indexed = await db.database.kysely
      .selectFrom('search_record')
      .select('label')
      .where('record_id', '=', id)
      .execute();
    assert.deepEqual(indexed, []);
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['before', 'after', 'actor_type'])
      .where('record_id', '=', id)
      .where('action', '=', 'invoice discard')
      .executeTakeFirstOrThrow();
    assert.equal((audit.before as { title: string }).title, title);
    assert.deepEqual([audit.after, audit.actor_type], [null, 'member']);
    assert.equal((await admin.refused('invoice', 'discard', id, ...by)).code, 'not_found');
  });

  it('discards nothing without a member, and no filed invoice', async () => {
    const { id } = await db.database.kysely
      .selectFrom('invoice')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.match((await admin.refused('invoice', 'discard', id)).message, /Required option '--by <email>'/);
    assert.match(
      (await admin.refused('invoice', 'discard', id, '--by', 'x@y.example')).message,
      /is not a member/,
    );
    await db.database.kysely.updateTable('invoice').set({ status: 'filed' }).where('id', '=', id).execute();
    const filed = await admin.refused('invoice', 'discard', id, '--by', 'admin@demo-accounting.example');
    assert.equal(filed.code, 'invoice_not_draft');
  });
});
