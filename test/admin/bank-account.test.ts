// bank-account create.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admin, db, de, mx, usingTwoCompanies } from './two-companies.ts';

usingTwoCompanies();

describe('bank-account create', () => {
  const create = (...options: string[]): string[] => ['bank-account', 'create', ...options];
  const rowOf = (id: string) =>
    db.database.kysely.selectFrom('bank_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('makes accounts of both countries', async () => {
    const pesos = await admin.json(
      ...create('--entity', mx, '--name=BBVA', '--currency=mxn', '--clabe=032180000118359719'),
      '--account-type=savings',
      '--account-number-masked=1971',
      '--by=ana@ibarra.example',
    );
    assert.match(pesos.id, /^bacc_/);
    assert.deepEqual(pesos, { id: pesos.id, warnings: [] });
    const { currency, clabe, account_type, account_number_masked, active } = await rowOf(pesos.id);
    assert.deepEqual(
      [currency, clabe, account_type, account_number_masked, active],
      ['MXN', '032180000118359719', 'savings', '1971', true],
    );
    const iban = '--iban=DE89 3704 0044 0532 0130 00';
    const { id } = await admin.json(
      ...create('--entity', de, '--name=Hausbank', '--currency=EUR', iban, '--bic=COBADEFF'),
    );
    const german = await rowOf(id);
    assert.deepEqual(
      [german.iban, german.bic, german.account_type],
      ['DE89370400440532013000', 'COBADEFF', 'checking'],
    );
    const trail = await db.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action'])
      .where('record_id', '=', pesos.id)
      .execute();
    assert.deepEqual(trail, [{ actor_type: 'member', action: 'bank-account create' }]);
  });

  it('ignores identifiers of another country and says so', async () => {
    const { id, warnings } = await admin.json(
      ...create('--entity', de, '--name=x', '--currency=EUR', '--clabe=032180000118359719'),
    );
    assert.deepEqual(warnings, ['The field clabe is not used in DE and was ignored.']);
    assert.equal((await rowOf(id)).clabe, null);
  });

  it('refuses what is wrong, in one sentence, and stores nothing', async () => {
    const earlier = await db.database.kysely.selectFrom('bank_account').select('id').execute();
    const code = async (...options: string[]): Promise<string> =>
      (await admin.refused(...create(...options))).code;
    const own = ['--entity', mx, '--name=x', '--currency=MXN'];
    assert.equal(await code(...own, '--clabe=032180000118359710'), 'clabe_invalid');
    assert.equal(await code(...own, '--clabe=1234'), 'usage');
    assert.equal(await code('--entity', mx, '--name=x', '--currency=ABC'), 'currency_unknown');
    assert.equal(await code(...own, '--account-type=giro'), 'usage');
    assert.equal(await code(...own, '--account-number-masked=12345'), 'usage');
    assert.equal(await code('--entity', de, '--name=x', '--currency=EUR', '--iban=DE1'), 'iban_invalid');
    assert.equal(
      await code('--entity=enti_01k5m8x2q4e7taw9c6rjv3hn0a', '--name=x', '--currency=MXN'),
      'not_found',
    );
    const twin = await admin.refused(...create(...own, '--clabe=032180000118359719'));
    assert.match(twin.message, /032180000118359719 is already the bank account BBVA/);
    const later = await db.database.kysely.selectFrom('bank_account').select('id').execute();
    assert.equal(later.length, earlier.length);
  });
});
