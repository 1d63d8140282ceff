// update_bank_account and set_bank_account_active: only what is given changes, and only what the country has.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEntity } from '../../support/books.ts';
import { callError } from '../../support/wire.ts';
import { callLoosely, codesOf, declared, factsOf, type Refusal, refused, warned } from '../support.ts';
import { addAccount, addLine, NOW } from './support.ts';

let service: TestService;
let pesos: BankAccountId;
let euros: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
beforeEach(async () => {
  pesos = await addAccount(service, service.entities.mx);
  euros = await addAccount(service, service.entities.de, { currency: 'EUR', name: 'Hausbank' });
});
after(() => service.close());

const changes = async (id: string): Promise<number> => {
  const rows = await service.database.kysely
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', id)
    .execute();
  return rows.length;
};

test('only what is given changes', async () => {
  const client = service.client(service.keys.mx);
  const account = await client.update_bank_account({
    bank_account_id: pesos,
    name: ' Cuenta concentradora ',
    clabe: '032180000118359719',
    account_type: 'savings',
  });
  assert.deepEqual(
    [account.name, account.clabe, account.account_type, account.account_number_masked, account.currency],
    ['Cuenta concentradora', '032180000118359719', 'savings', '1971', 'MXN'],
  );
  assert.deepEqual(account.warnings, []);
  assert.equal(await changes(pesos), 1);
  const { entity: _entity, warnings: _warnings, idempotent_replay: _replay, changed, ...record } = account;
  assert.deepEqual(changed, ['name', 'account_type', 'clabe']);
  const { entity: _read, ...read } = await client.get_bank_account({ bank_account_id: pesos });
  assert.deepEqual(read, record);
});

test('an identifier goes by null or by clear, a name does not', async () => {
  const given = { bank_account_id: euros, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  await service.client(service.keys.de).update_bank_account(given);
  const { iban, bic, name, changed } = await callLoosely(service, 'de', 'update_bank_account', {
    bank_account_id: euros,
    name: null,
    iban: null,
    clear: ['bic'],
  });
  assert.deepEqual([iban, bic, changed], [null, null, ['bic', 'iban']]);
  assert.notEqual(name, '');
});

test('IBAN and BIC are kept without blanks, in capital letters', async () => {
  const account = await service.client(service.keys.de).update_bank_account({
    bank_account_id: euros,
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeffxxx',
    account_number_masked: '3000',
  });
  assert.deepEqual(
    [account.iban, account.bic, account.account_number_masked],
    ['DE89370400440532013000', 'COBADEFFXXX', '3000'],
  );
});

describe('identifiers of another country', () => {
  const CASES = [
    ['mx', { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', routing_number: '021000021' }],
    ['de', { clabe: '032180000118359719', routing_number: '021000021' }],
    // Not even their check digits matter.
    ['de', { clabe: '032180000118359710' }],
    ['de', { clabe: 'not known', routing_number: '12' }],
  ] as const;
  for (const [as, identifiers] of CASES) {
    test(
      warned(
        'update_bank_account',
        'field_ignored_for_country',
        `${Object.keys(identifiers).join(', ')} in ${as}`,
      ),
      async () => {
        const bank_account_id = as === 'mx' ? pesos : euros;
        const account = await callLoosely(service, as, 'update_bank_account', {
          bank_account_id,
          ...identifiers,
          name: 'Neu',
        });
        assert.equal(account.name, 'Neu');
        const ignored = account.warnings.map((warning) => [
          warning.code,
          'path' in warning ? warning.path : null,
        ]);
        const expected = Object.keys(identifiers).map((path) => ['field_ignored_for_country', path]);
        assert.deepEqual(new Set(ignored.map(String)), new Set(expected.map(String)));
        const row = await service.database.kysely
          .selectFrom('bank_account')
          .select(['clabe', 'iban', 'bic', 'routing_number'])
          .where('id', '=', bank_account_id)
          .executeTakeFirstOrThrow();
        assert.deepEqual(row, { clabe: null, iban: null, bic: null, routing_number: null });
      },
    );
  }
});

test(warned('update_bank_account', 'nothing_changed', 'the same values again are no change'), async () => {
  const client = service.client(service.keys.mx);
  const args = { bank_account_id: pesos, name: 'Otra' };
  await client.update_bank_account(args);
  service.setNow(new Date('2026-03-11T18:00:00Z'));
  const again = await client.update_bank_account(args);
  service.setNow(NOW);
  assert.deepEqual(codesOf(again.warnings), ['nothing_changed']);
  assert.equal(again.updated_at, '2026-03-10T18:00:00.000Z');
  assert.equal(await changes(pesos), 1);
});

test('the currency of an account without transactions can change', async () => {
  const account = await service
    .client(service.keys.mx)
    .update_bank_account({ bank_account_id: pesos, currency: 'USD' });
  assert.equal(account.currency, 'USD');
});

test(
  declared('update_bank_account', 'bank_account_currency_in_use', 'that of one with transactions cannot'),
  async () => {
    await addLine(service, service.entities.mx, pesos);
    const error = await refused(service, 'mx', 'update_bank_account', {
      bank_account_id: pesos,
      currency: 'USD',
    });
    assert.deepEqual(error, { code: 'bank_account_currency_in_use', path: 'currency', currency: 'MXN' });
    const same = await service
      .client(service.keys.mx)
      .update_bank_account({ bank_account_id: pesos, currency: 'MXN', name: 'x' });
    assert.equal(same.name, 'x');
  },
);

const REFUSED: readonly (Omit<Refusal, 'args'> & { readonly args: object })[] = [
  {
    title: declared('update_bank_account', 'clabe_invalid', 'a CLABE whose check digit does not fit'),
    args: { clabe: '032180000118359710' },
    error: { code: 'clabe_invalid', path: 'clabe', received: '032180000118359710' },
  },
  {
    title: declared('update_bank_account', 'iban_invalid', 'an IBAN whose check digits do not fit'),
    as: 'de',
    args: { iban: 'DE89370400440532013001' },
    error: {
      code: 'iban_invalid',
      path: 'iban',
      received: 'DE89370400440532013001',
      reason: 'its check digits do not fit',
    },
  },
  {
    title: 'an IBAN that is too short for its country',
    as: 'de',
    args: { iban: 'DE8937040044053201300' },
    error: {
      code: 'iban_invalid',
      path: 'iban',
      received: 'DE8937040044053201300',
      reason: 'one of DE has 22 characters, this has 21',
    },
  },
  {
    title: declared('update_bank_account', 'bic_invalid', 'a BIC of no country'),
    as: 'de',
    args: { bic: 'COBAZZFF' },
    error: { code: 'bic_invalid', path: 'bic', received: 'COBAZZFF' },
  },
  {
    title: declared('update_bank_account', 'currency_unknown', 'a currency that there is not'),
    args: { currency: 'ABC' },
    error: { code: 'currency_unknown', path: 'currency', received: 'ABC' },
  },
];

for (const { title, as = 'mx', args, error } of REFUSED) {
  test(title, async () => {
    const bank_account_id = as === 'mx' ? pesos : euros;
    assert.deepEqual(
      await refused(service, as, 'update_bank_account', { bank_account_id, name: 'Neu', ...args }),
      error,
    );
    const { name } = await service.client(service.keys[as]).get_bank_account({ bank_account_id });
    assert.notEqual(name, 'Neu');
  });
}

test('nothing to change, a blank name and three digits are refused', async () => {
  const code = async (args: object): Promise<unknown> =>
    (await refused(service, 'mx', 'update_bank_account', { bank_account_id: pesos, ...args }))['code'];
  assert.equal(await code({}), 'missing_one_of');
  assert.equal(await code({ name: '   ' }), 'invalid_parameter');
  assert.equal(await code({ account_number_masked: '123' }), 'invalid_parameter');
  assert.equal(await code({ clabe: '1234' }), 'clabe_invalid');
});

test(
  declared(
    'update_bank_account',
    'routing_number_invalid',
    'a routing number whose check digit does not fit',
  ),
  async () => {
    // No country file has routing numbers yet; a country without a file takes the default identifiers.
    const us = await addEntity(service.database, service.organisation_id, {
      country_code: 'DE',
      name: 'Luna Inc.',
    });
    await service.database.kysely
      .updateTable('entity')
      .set({ country_code: 'US' })
      .where('id', '=', us)
      .execute();
    const bank_account_id = await addAccount(service, us, { currency: 'USD' });
    const args = { entity_id: us, bank_account_id };
    const wrong = { ...args, routing_number: '021000022' };
    const error = factsOf(
      await callError(service.url, service.keys.organisation, 'update_bank_account', wrong),
    );
    assert.deepEqual(error, {
      code: 'routing_number_invalid',
      path: 'routing_number',
      received: '021000022',
    });
    const account = await callLoosely(service, 'organisation', 'update_bank_account', {
      ...args,
      routing_number: '021000021',
    });
    assert.equal(account.routing_number, '021000021');
  },
);

describe('an account of another entity is none', () => {
  test(declared('update_bank_account', 'bank_account_not_found', 'to change'), async () => {
    for (const bank_account_id of [newId('BankAccountId'), euros]) {
      const error = await refused(service, 'mx', 'update_bank_account', { bank_account_id, name: 'Neu' });
      assert.deepEqual(error, {
        code: 'bank_account_not_found',
        path: 'bank_account_id',
        received: bank_account_id,
      });
    }
    assert.equal(await changes(euros), 0);
  });
  test(declared('set_bank_account_active', 'bank_account_not_found', 'to deactivate'), async () => {
    for (const bank_account_id of [newId('BankAccountId'), euros]) {
      const error = await refused(service, 'mx', 'set_bank_account_active', {
        bank_account_id,
        active: false,
      });
      assert.deepEqual(error, {
        code: 'bank_account_not_found',
        path: 'bank_account_id',
        received: bank_account_id,
      });
    }
    const { active } = await service.client(service.keys.de).get_bank_account({ bank_account_id: euros });
    assert.equal(active, true);
  });
});

for (const as of ['mx', 'de'] as const) {
  test(
    warned('set_bank_account_active', 'nothing_changed', `an account of ${as}, off and on again`),
    async () => {
      const bank_account_id = as === 'mx' ? pesos : euros;
      const set = (active: boolean) =>
        service.client(service.keys[as]).set_bank_account_active({ bank_account_id, active });
      assert.deepEqual([(await set(false)).active, await changes(bank_account_id)], [false, 1]);
      const again = await set(false);
      assert.deepEqual(
        [again.active, codesOf(again.warnings), await changes(bank_account_id)],
        [false, ['nothing_changed'], 1],
      );
      assert.deepEqual([(await set(true)).active, await changes(bank_account_id)], [true, 2]);
    },
  );
}
