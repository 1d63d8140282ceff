// What bank lines may call a counterparty, over the wire: taught, listed, changed, deleted, refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import type { CounterpartyAliasKind } from '../../../generated/types.ts';
import { SERVICE } from '../../../generated/service.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, changingNothing, declared, refused } from '../support.ts';

let service: TestService;
let telmex: CounterpartyId;
let robles: CounterpartyId;
let nord: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T18:00:00Z'));
  telmex = await addMexicanCustomer(service, 'Teléfonos de México');
  robles = await addMexicanCustomer(service, 'Papelería Robles');
  nord = await addGermanCustomer(service, 'Nordwind Energie GmbH');
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);
const de = () => service.client(service.keys.de);

const teach = (value: string, kind: CounterpartyAliasKind = 'text') =>
  mx().create_counterparty_alias({ counterparty_id: telmex, kind, value });

/** The refusal, which changed nothing. */
const no = async (tool: ToolName, args: object, as: 'mx' | 'de' = 'mx'): Promise<string> =>
  JSON.stringify(await refused(service, as, tool, args));

const noTeaching = (value: string, kind: CounterpartyAliasKind = 'text') =>
  no('create_counterparty_alias', { counterparty_id: telmex, kind, value });

const listed = async (counterparty_id: CounterpartyId) =>
  (await mx().list_counterparty_aliases({ counterparty_id })).data;

describe('an alias', () => {
  test('is taught, listed, changed and deleted', async () => {
    const made = await teach('  TELMEX   ');
    assert.deepEqual(
      [made.object, made.kind, made.value, made.learned, made.counterparty_id, made.id],
      ['counterparty_alias', 'text', 'TELMEX', false, telmex, made.alias_id],
    );
    const [row] = await listed(telmex);
    assert.deepEqual([row?.id, row?.name, row?.learned_from], [made.id, 'Teléfonos de México', []]);
    const changed = await mx().update_counterparty_alias({ alias_id: made.id, value: 'TELMEX DOM' });
    assert.deepEqual([changed.id, changed.value], [made.id, 'TELMEX DOM']);
    await changingNothing(service.database, () =>
      mx().update_counterparty_alias({ alias_id: made.id, value: 'TELMEX DOM' }),
    );
    const gone = await mx().delete_counterparty_alias({ alias_id: made.id });
    assert.deepEqual([gone.deleted, await listed(telmex)], [true, []]);
  });

  test('is in the trail and in the events of its counterparty', async () => {
    const made = await teach('LINEA MARINA');
    await mx().delete_counterparty_alias({ alias_id: made.id });
    const rows = await service.database.kysely
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('record_id', '=', telmex)
      .where('action', 'like', '%alias')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['delete_counterparty_alias', 'create_counterparty_alias'],
    );
    assert.match(JSON.stringify(rows[1]?.after), /LINEA MARINA/);
  });

  test('taught twice is the same one', async () => {
    const made = await teach('Recibo Infinitum');
    const again = await changingNothing(service.database, () => teach('RECIBO  INFINITUM'));
    assert.equal(again.id, made.id);
    await mx().delete_counterparty_alias({ alias_id: made.id });
  });

  test('is read in one spelling by its kind', async () => {
    const spelt = async (kind: 'account' | 'tax_id' | 'creditor_id' | 'mandate', value: string) => {
      const made = await teach(value, kind);
      await mx().delete_counterparty_alias({ alias_id: made.id });
      return made.value;
    };
    assert.equal(await spelt('account', 'de89 3704 0044 0532 0130 00'), 'DE89370400440532013000');
    assert.equal(await spelt('account', '032180000118359719'), '032180000118359719');
    assert.equal(await spelt('account', '4021 887766'), '4021887766');
    assert.equal(await spelt('tax_id', 'tme-840315-kt6'), 'TME840315KT6');
    assert.equal(await spelt('tax_id', 'DE136695976'), 'DE136695976');
    assert.equal(await spelt('creditor_id', 'de98 zzz0 9999 9999 99'), 'DE98ZZZ09999999999');
    assert.equal(await spelt('mandate', 'M-2024-0017'), 'M-2024-0017');
  });

  test('may name whose documents a counterparty pays, in both directions and more than once', async () => {
    const made = await teach(robles, 'pays_for');
    const back = await mx().create_counterparty_alias({
      counterparty_id: robles,
      kind: 'pays_for',
      value: telmex,
    });
    const [row] = await listed(telmex);
    assert.deepEqual([row?.kind, row?.value, row?.pays_for_name], ['pays_for', robles, 'Papelería Robles']);
    for (const { id } of [made, back]) await mx().delete_counterparty_alias({ alias_id: id });
  });
});

describe('a list', () => {
  test('has pages, and those of one counterparty or kind', async () => {
    const words = ['Alfa Marina', 'Beta Marina', 'Gama Marina'];
    for (const word of words) await teach(word);
    const other = { counterparty_id: robles, kind: 'text', value: 'Delta Marina' } as const;
    const { id } = await mx().create_counterparty_alias(other);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await mx().list_counterparty_aliases({
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.data.map(({ value }) => value));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, [...words, 'Delta Marina']);
    assert.deepEqual(
      (await listed(robles)).map(({ id: of }) => of),
      [id],
    );
    assert.deepEqual((await mx().list_counterparty_aliases({ kind: 'mandate' })).data, []);
    for (const row of (await mx().list_counterparty_aliases({})).data)
      await mx().delete_counterparty_alias({ alias_id: row.id });
  });
});

const COMMON = [
  'PAGO',
  'Rechnung',
  'Oktober',
  'octubre',
  'SA de CV',
  'GmbH',
  'SPEI RECIBIDO',
  'BBVA',
  'Lastschrift',
];
const SHORT = ['x', 'A 1', '12', '---'];
const WRONG = [
  ['account', 'DE89370400440532013001'],
  ['account', '032180000118359710'],
  ['account', 'Konto'],
  ['tax_id', 'PRO84022'],
  ['tax_id', 'XAXX010101000'],
  ['creditor_id', 'DE99ZZZ09999999999'],
  ['mandate', 'M-1'],
  ['mandate', 'ohne Nummer'],
] as const;

describe('what names nobody is refused in words', () => {
  for (const value of [...COMMON, ...SHORT])
    test(`a text: ${value}`, async () => {
      assert.match(await noTeaching(value), /invalid_parameter.*(short|word or number)/);
    });

  for (const [kind, value] of WRONG)
    test(`${kind}: ${value}`, async () => {
      assert.match(await noTeaching(value, kind), /invalid_parameter/);
    });

  test('who pays for itself', async () => {
    assert.match(await noTeaching(telmex, 'pays_for'), /invalid_parameter/);
  });
});

describe('what fits two is refused, naming both', () => {
  test(declared('create_counterparty_alias', 'alias_fits_another', 'an alias of another'), async () => {
    const made = await teach('L FDO ARRIAGA');
    const call = { counterparty_id: robles, kind: 'text', value: 'l. fdo. arriaga' } as const;
    const told = await no('create_counterparty_alias', call);
    assert.match(told, /alias_fits_another/);
    for (const word of ['Papelería Robles', 'Teléfonos de México', telmex])
      assert.ok(told.includes(word), `${word}: ${told}`);
    await mx().delete_counterparty_alias({ alias_id: made.id });
    const free = await mx().create_counterparty_alias(call);
    await mx().delete_counterparty_alias({ alias_id: free.id });
  });

  test('the name of another', async () => {
    for (const value of ['Robles', 'papeleria robles'])
      assert.match(await noTeaching(value), /alias_fits_another/);
  });

  test('the tax id of another', async () => {
    const { data } = await mx().list_counterparties({ query: 'Robles', role: 'all' });
    assert.match(await noTeaching(data[0]?.tax_id ?? '', 'tax_id'), /alias_fits_another/);
  });

  test(
    declared('update_counterparty_alias', 'alias_fits_another', 'a change to that of another'),
    async () => {
      const made = await teach('Cobro Marino');
      const wish = { counterparty_id: robles, kind: 'text', value: 'Cobro Lunar' } as const;
      const other = await mx().create_counterparty_alias(wish);
      const call = { alias_id: other.id, value: 'COBRO MARINO' };
      assert.match(await no('update_counterparty_alias', call), /alias_fits_another/);
      for (const { id } of [made, other]) await mx().delete_counterparty_alias({ alias_id: id });
    },
  );

  test('by two at once: one gets it', async () => {
    const wish = (counterparty_id: CounterpartyId) =>
      mx().create_counterparty_alias({ counterparty_id, kind: 'text', value: 'Vapor Marino' });
    const done = await Promise.allSettled([telmex, robles, telmex, robles].map(wish));
    const ids = new Set(done.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : [])));
    assert.equal(ids.size, 1);
    for (const id of ids) await mx().delete_counterparty_alias({ alias_id: id });
  });
});

describe('what is not there', () => {
  const alias_id = newId('CounterpartyAliasId');
  const nobody = newId('CounterpartyId');
  test(declared('update_counterparty_alias', 'alias_not_found', 'no alias to change'), async () => {
    assert.match(
      await no('update_counterparty_alias', { alias_id, value: 'Cobro Marino' }),
      /alias_not_found/,
    );
  });
  test(declared('delete_counterparty_alias', 'alias_not_found', 'no alias to delete'), async () => {
    assert.match(await no('delete_counterparty_alias', { alias_id }), /alias_not_found/);
  });
  test(declared('create_counterparty_alias', 'counterparty_not_found', 'nobody to teach it of'), async () => {
    const call = { counterparty_id: nobody, kind: 'text', value: 'Cobro Marino' };
    assert.match(await no('create_counterparty_alias', call), /counterparty_not_found/);
    for (const paid of [nobody, nord])
      assert.match(await noTeaching(paid, 'pays_for'), /counterparty_not_found/);
  });
  test(declared('update_counterparty_alias', 'counterparty_not_found', 'pays for nobody'), async () => {
    const made = await teach('Cobro Marino');
    const call = { alias_id: made.id, kind: 'pays_for', value: nobody };
    assert.match(await no('update_counterparty_alias', call), /counterparty_not_found/);
    await mx().delete_counterparty_alias({ alias_id: made.id });
  });
  test(declared('list_counterparty_aliases', 'counterparty_not_found', 'those of nobody'), async () => {
    assert.match(
      await no('list_counterparty_aliases', { counterparty_id: nobody }),
      /counterparty_not_found/,
    );
  });

  test('of another company, it is as if it were not there', async () => {
    const made = await teach('Cobro Marino');
    assert.deepEqual((await de().list_counterparty_aliases({})).data, []);
    const theirs = { alias_id: made.id };
    assert.match(
      await no('update_counterparty_alias', { ...theirs, value: 'Cobro Solar' }, 'de'),
      /alias_not_found/,
    );
    assert.match(await no('delete_counterparty_alias', theirs, 'de'), /alias_not_found/);
    const same = { counterparty_id: nord, kind: 'text', value: 'Cobro Marino' } as const;
    assert.notEqual((await de().create_counterparty_alias(same)).id, made.id);
    await mx().delete_counterparty_alias(theirs);
  });
});

test(declared('create_counterparty_alias', 'alias_limit_reached', 'one too many'), async () => {
  const letters = (number: number): string =>
    [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
  const counterparty_id = await addMexicanCustomer(service, 'Acuario Norte');
  const { kysely } = service.database;
  const { entity_id } = await kysely
    .selectFrom('counterparty')
    .select('entity_id')
    .where('id', '=', counterparty_id)
    .executeTakeFirstOrThrow();
  const at = '2026-11-20 18:00:00.000';
  const rows = Array.from({ length: SERVICE.limits.counterparty_aliases }, (_, index) => ({
    entity_id,
    id: newId('CounterpartyAliasId'),
    counterparty_id,
    kind: 'text' as const,
    value: `Pez ${letters(index)}`,
    value_key: `pez ${letters(index)}`,
    lesson: null,
    created_at: at,
    updated_at: at,
  }));
  await kysely.insertInto('counterparty_alias').values(rows).execute();
  const call = { counterparty_id, kind: 'text', value: 'Delfines de más' };
  assert.match(await no('create_counterparty_alias', call), /alias_limit_reached/);
});
