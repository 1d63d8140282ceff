// search_bank_transactions and list_bank_statements: what was imported, latest first.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callLoosely, declared, refused } from '../support.ts';
import { addAccount, addLine, addStatement, NOW } from './support.ts';

let service: TestService;
let pesos: BankAccountId;
let yens: BankAccountId;
let closed: BankAccountId;
let euros: BankAccountId;
const name = new Map<string, string>();
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { mx, de } = service.entities;
  pesos = await addAccount(service, mx);
  yens = await addAccount(service, mx, { currency: 'JPY', name: 'Yenes' });
  closed = await addAccount(service, mx, { active: false, name: 'Antigua' });
  euros = await addAccount(service, de, { currency: 'EUR', name: 'Hausbank' });
  const add = async (
    title: string,
    account: string,
    facts: Parameters<typeof addLine>[3],
  ): Promise<string> => {
    const id = await addLine(service, account === euros ? de : mx, account, facts);
    name.set(id, title);
    return id;
  };
  await add('first', pesos, {
    date: '2026-03-01',
    description: 'PAGO PAPELERÍA ROBLES',
    reference: 'REF-7781',
  });
  await add('second', pesos, {
    date: '2026-03-02',
    amount_minor: 250_000,
    transaction_type: 'debit',
    match_status: 'suggested',
  });
  await add('third', pesos, { date: '2026-03-03', amount_minor: 250_050, match_status: 'confirmed' });
  await add('fourth', pesos, { date: '2026-03-03', match_status: 'no_match', amount_minor: 1 });
  const leg = await add('yen', yens, {
    date: '2026-03-04',
    currency: 'JPY',
    amount_minor: 2_500,
    description: 'Müller Straße 100%',
  });
  await add('closed', closed, { date: '2026-03-05' });
  await add('german', euros, { currency: 'EUR', description: 'Miete Büro' });
  const other = await add('other leg', pesos, {
    date: '2026-02-28',
    transfer_peer_id: leg,
    transfer_status: 'suggested',
    description: 'TRASPASO',
  });
  name.set(other, 'other leg');
});
after(() => service.close());

const found = async (
  args: InputOf<'search_bank_transactions'> = {},
  as: 'mx' | 'de' = 'mx',
): Promise<string[]> => {
  const page = await service.client(service.keys[as]).search_bank_transactions(args);
  assert.equal(page.total_count, page.data.length);
  return page.data.map(({ id }) => name.get(id) ?? id);
};

test('all of them, latest first; inactive accounts only when they are named', async () => {
  assert.deepEqual(await found(), ['yen', 'fourth', 'third', 'second', 'first', 'other leg']);
  assert.deepEqual(await found({ bank_account_id: closed }), ['closed']);
  assert.deepEqual(await found({}, 'de'), ['german']);
});

test('each filter, alone and with others', async () => {
  assert.deepEqual(await found({ bank_account_id: yens }), ['yen']);
  assert.deepEqual(await found({ match_status: 'unmatched' }), ['yen', 'first', 'other leg']);
  assert.deepEqual(await found({ match_status: 'confirmed', bank_account_id: pesos }), ['third']);
  assert.deepEqual(await found({ transaction_type: 'debit' }), ['second']);
  assert.deepEqual(await found({ date_from: '2026-03-02', date_to: '2026-03-03' }), [
    'fourth',
    'third',
    'second',
  ]);
  assert.deepEqual(await found({ date_from: '2026-03-02', match_status: 'suggested' }), ['second']);
  assert.deepEqual(await found({ query: 'pago', bank_account_id: yens }), []);
});

test('amounts are positive and in major units of each account', async () => {
  assert.deepEqual(await found({ amount_min: 2500 }), ['yen', 'third', 'second']);
  assert.deepEqual(await found({ amount_min: 2500, amount_max: 2500 }), ['yen', 'second']);
  assert.deepEqual(await found({ amount_max: 0.01 }), ['fourth']);
  assert.deepEqual(await found({ amount_min: 2500.01, amount_max: 2500.99 }), ['third']);
  assert.deepEqual(await found({ amount_min: 2500.5, bank_account_id: pesos }), ['third']);
  assert.deepEqual(await found({ amount_max: 2500, query: 'muller' }), ['yen']);
});

test('a text ignores case and accents and looks at description and reference', async () => {
  assert.deepEqual(await found({ query: 'papeleria' }), ['first']);
  assert.deepEqual(await found({ query: 'PAPELERÍA robles' }), ['first']);
  assert.deepEqual(await found({ query: 'ref 7781' }), ['first']);
  assert.deepEqual(await found({ query: '7781' }), ['first']);
  assert.deepEqual(await found({ query: 'MÜLLER strasse' }), ['yen']);
  assert.deepEqual(await found({ query: '%' }), []);
  assert.deepEqual(await found({ query: 'spei', match_status: 'no_match' }), ['fourth']);
  assert.deepEqual(await found({ query: 'büro' }, 'de'), ['german']);
});

test('a transaction says where it came from and what it may be', async () => {
  const { data } = await service.client(service.keys.mx).search_bank_transactions({ query: 'traspaso' });
  const [line] = data;
  assert.ok(line !== undefined);
  const peer = [...name].find(([, title]) => title === 'yen')?.[0];
  assert.deepEqual(line, {
    object: 'bank_transaction',
    id: line.id,
    transaction_id: line.id,
    bank_account_id: pesos,
    bank_statement_id: line.bank_statement_id,
    statement_line: line.statement_line,
    date: '2026-02-28',
    amount: 100,
    transaction_type: 'credit',
    currency: 'MXN',
    description: 'TRASPASO',
    reference: null,
    counterparty_hint: null,
    match_status: 'unmatched',
    suggestions: [],
    matches: [],
    transfer: { peer_transaction_id: peer, peer_bank_account_id: yens, status: 'suggested' },
    batch: null,
  });
});

test('page after page, each once, whatever the index', async () => {
  const questions: InputOf<'search_bank_transactions'>[] = [
    {},
    { bank_account_id: pesos },
    { match_status: 'unmatched' },
    { bank_account_id: pesos, match_status: 'unmatched' },
    { amount_min: 1 },
    { query: 'spei' },
  ];
  for (const question of questions) {
    const whole = await found(question);
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const args = { ...question, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const page = await service.client(service.keys.mx).search_bank_transactions(args);
      assert.equal(page.total_count, whole.length);
      walked.push(...page.data.map(({ id }) => name.get(id) ?? id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(walked, whole);
  }
});

describe('what is refused', () => {
  const refusal = (args: object) => refused(service, 'mx', 'search_bank_transactions', args);

  test(
    declared(
      'search_bank_transactions',
      'bank_account_not_found',
      "an unknown account, and another entity's",
    ),
    async () => {
      for (const bank_account_id of [newId('BankAccountId'), euros]) {
        const expected = {
          code: 'bank_account_not_found',
          path: 'bank_account_id',
          received: bank_account_id,
        };
        assert.deepEqual(await refusal({ bank_account_id }), expected);
        assert.deepEqual(await refused(service, 'mx', 'list_bank_statements', { bank_account_id }), expected);
      }
    },
  );
  test(
    declared('search_bank_transactions', 'amount_range_reversed', 'a smallest amount above the largest'),
    async () => {
      assert.equal((await refusal({ amount_min: 2, amount_max: 1 }))['code'], 'amount_range_reversed');
    },
  );
  test(
    declared('search_bank_transactions', 'date_range_reversed', 'a first day after the last'),
    async () => {
      const args = { date_from: '2026-03-02', date_to: '2026-03-01' };
      assert.equal((await refusal(args))['code'], 'date_range_reversed');
    },
  );
  test(declared('search_bank_transactions', 'impossible_date', 'a day that there is not'), async () => {
    const expected = { code: 'impossible_date', path: 'date_from', received: '2026-02-30' };
    assert.deepEqual(await refusal({ date_from: '2026-02-30' }), expected);
  });
  test(
    declared('search_bank_transactions', 'too_many_decimals', 'more decimals than the accounts have'),
    async () => {
      const expected = {
        code: 'too_many_decimals',
        path: 'amount_min',
        received: '1.005',
        allowed_decimals: 2,
      };
      assert.deepEqual(await refusal({ amount_min: 1.005 }), expected);
      assert.equal((await refusal({ amount_max: 1.5, bank_account_id: yens }))['allowed_decimals'], 0);
    },
  );
  test('a negative amount', async () => {
    assert.equal((await refusal({ amount_min: -1 }))['code'], 'invalid_parameter');
  });
});

describe('list_bank_statements', () => {
  test(
    declared(
      'list_bank_statements',
      'bank_account_not_found',
      'latest first, of one account or all, nobody else sees them',
    ),
    async () => {
      const { mx, de } = service.entities;
      const early = await addStatement(service, mx, pesos, new Date('2026-03-01T00:00:00Z'));
      const late = await addStatement(service, mx, closed, new Date('2026-03-09T00:00:00Z'));
      const german = await addStatement(service, de, euros);
      await addLine(service, mx, pesos, { bank_statement_id: early, match_status: 'confirmed' });
      await addLine(service, mx, pesos, { bank_statement_id: early });
      const ids = async (as: 'mx' | 'de', args: object = {}): Promise<string[]> =>
        (await callLoosely(service, as, 'list_bank_statements', args)).data.map(({ id }) => id);
      assert.deepEqual(await ids('mx'), [late, early]);
      assert.deepEqual(await ids('mx', { bank_account_id: pesos }), [early]);
      assert.deepEqual(await ids('mx', { bank_account_id: yens }), []);
      assert.deepEqual(await ids('de'), [german]);
      const { data } = await callLoosely(service, 'mx', 'list_bank_statements', { bank_account_id: pesos });
      assert.deepEqual(data, [
        {
          object: 'bank_statement',
          id: early,
          bank_account_id: pesos,
          file_name: 'marzo.csv',
          period_start: '2026-03-01',
          period_end: '2026-03-31',
          imported_at: '2026-03-01T00:00:00.000Z',
          transaction_count: 4,
          duplicate_count: 1,
          opening_balance: 1000,
          closing_balance: null,
          currency: 'MXN',
          counts_by_match_status: { unmatched: 1, suggested: 0, confirmed: 1, no_match: 0 },
        },
      ]);
      const first = await callLoosely(service, 'mx', 'list_bank_statements', { limit: 1 });
      const second = await callLoosely(service, 'mx', 'list_bank_statements', {
        limit: 1,
        cursor: first.next_cursor,
      });
      assert.deepEqual(
        [...first.data, ...second.data].map(({ id }) => id),
        [late, early],
      );
      assert.deepEqual([first.total_count, second.has_more], [2, false]);
    },
  );
});

test('of many rows none says what it lacks or what explains it; ten are told whole', async () => {
  const many = await addAccount(service, service.entities.mx, { name: 'Muchas' });
  for (let day = 1; day <= 12; day += 1)
    await addLine(service, service.entities.mx, many, {
      date: `2026-02-${String(day).padStart(2, '0')}`,
      description: 'SPEI RECIBIDO 0038291 PAPELERIA ROBLES SA DE CV FACTURA A-1203',
      ...(day === 12 ? { reference: 'REF-1' } : {}),
    });
  const ask = (limit: number) =>
    service.client(service.keys.mx).search_bank_transactions({ bank_account_id: many, limit });
  const [first, second] = (await ask(12)).data;
  assert.deepEqual([first?.reference, first?.match_status, first?.suggestions], ['REF-1', 'unmatched', []]);
  assert.deepEqual(
    ['reference', 'transfer', 'batch', 'statement_line'].filter((name) => name in (second ?? {})),
    [],
  );
  assert.ok(JSON.stringify(second).length / 4 < 150);
  assert.deepEqual((await ask(10)).data[1]?.transfer, null);
});
