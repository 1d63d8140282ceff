// Which lines are taken for the two legs of one transfer, and which look alike and are none.
import { asDay } from '../../../src/base/time/day.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBreath } from '../../../src/base/load/turns.ts';
import type { Leg } from '../../../src/domain/bank/transactions/store/transfers.ts';
import { type Owner, readFacts, weighEvidence } from '../../../src/domain/bank/transfers/evidence.ts';
import { choosePairs, type PossiblePair } from '../../../src/domain/bank/transfers/pair.ts';

const A = '072180006015009472';
const B = '014180655012345674';
const C = '012180001122334451';
const STRANGER = '002010077777777771';

const account = (id: string, clabe: string | null, masked: string | null = null) =>
  [id, { id, name: id, clabe, iban: null, account_number_masked: masked }] as const;

const OWNER: Owner = {
  name: 'Papelería Robles SA de CV',
  tax_id: 'PRO840423SG8',
  accounts: new Map([account('a', A), account('b', B), account('c', C), account('x', null, '4711')]),
};

let count = 0;
const leg = (bank_account_id: string, day: number, amount: number, part: Partial<Leg> = {}): Leg => ({
  id: `line ${String((count += 1)).padStart(4, '0')}`,
  bank_account_id,
  date: asDay(`2026-03-${String(day).padStart(2, '0')}`),
  amount_minor: Math.abs(amount),
  currency: 'MXN',
  transaction_type: amount > 0 ? 'credit' : 'debit',
  description: '',
  reference: null,
  counterparty_hint: null,
  party_account: null,
  party_tax_id: null,
  ...part,
});

const evidence = (one: Leg, other: Leg): number => {
  const known = [one, other].map((each) => ({ leg: each, facts: readFacts(each, OWNER) }));
  const [first, second] = known;
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(weighEvidence(first, second, OWNER), weighEvidence(second, first, OWNER));
  return weighEvidence(first, second, OWNER);
};

describe('evidence for a transfer', () => {
  const cases: [string, 0 | 1 | 2, Partial<Leg>, Partial<Leg>][] = [
    ['the amount alone', 0, { description: 'SPEI ENVIADO' }, { description: 'SPEI RECIBIDO' }],
    ['the other account as the party', 2, { party_account: B }, {}],
    ['the other account in the text', 2, { description: `SPEI A ${B} 0001` }, {}],
    ['the number within the CLABE', 2, { party_account: '65501234567' }, {}],
    [
      'another own account as the party',
      0,
      { party_account: C },
      { description: 'TRASPASO ENTRE CUENTAS PROPIAS' },
    ],
    ["a stranger's account", 0, { party_account: STRANGER, description: 'TRASPASO ENTRE CUENTAS' }, {}],
    ["a stranger's account on the other leg", 0, { party_account: B }, { party_account: STRANGER }],
    ["a stranger's name on the other leg", 0, { party_account: B }, { counterparty_hint: 'Hoteles Tepozan' }],
    ["a stranger's tax id", 0, { description: 'TRASPASO ENTRE CUENTAS' }, { party_tax_id: 'HTE990721RU3' }],
    ['the own tax id', 1, { party_tax_id: 'PRO840423SG8' }, { description: 'SPEI RECIBIDO' }],
    ['the own name as the party', 1, { counterparty_hint: 'PAPELERIA ROBLES' }, {}],
    ['the own name cut off', 1, { counterparty_hint: 'PAPELERIA ROBLE' }, {}],
    ['a name that the own one is part of', 0, { counterparty_hint: 'Papelería Robles Hermanos' }, {}],
    ['a name that begins the own one', 0, { counterparty_hint: 'Papelería' }, {}],
    ['the phrase', 1, { description: 'TRASPASO ENTRE CUENTAS PROPIAS' }, {}],
    ['the phrase of others', 0, { description: 'TRASPASO CUENTAS PROPIAS A TERCEROS' }, {}],
    ['an account of somebody else', 0, { description: 'TRASPASO A CUENTA DE TERCEROS 123' }, {}],
    [
      'the own name in the text of two transfers',
      1,
      { description: 'SPEI ENVIADO PAPELERIA ROBLES' },
      { description: 'SPEI RECIBIDO BANORTE' },
    ],
    ['the own name without a word of transfers', 0, { description: 'RENTA PAPELERIA ROBLES' }, {}],
  ];
  for (const [name, expected, debit, credit] of cases) {
    test(name, () => {
      assert.equal(evidence(leg('a', 3, -500, debit), leg('b', 3, 500, credit)), expected);
    });
  }

  test('last digits count beside a word of transfers only', () => {
    const out = { description: 'TRANSFERENCIA A *4711' };
    assert.equal(evidence(leg('a', 3, -500, out), leg('x', 3, 500, { description: 'SPEI RECIBIDO' })), 1);
    assert.equal(evidence(leg('a', 3, -500, { description: 'PAGO 4711' }), leg('x', 3, 500)), 0);
  });

  test('in German', () => {
    const owner: Owner = {
      name: 'Nordlicht Müller GmbH',
      tax_id: null,
      accounts: new Map([
        [
          'a',
          { id: 'a', name: 'a', clabe: null, iban: 'DE34200505501234567890', account_number_masked: null },
        ],
        [
          'b',
          { id: 'b', name: 'b', clabe: null, iban: 'DE52100110012626262626', account_number_masked: null },
        ],
      ]),
    };
    const rate = (out: Partial<Leg>, into: Partial<Leg>): number => {
      const [one, other] = [leg('a', 3, -5, out), leg('b', 3, 5, into)];
      const facts = (each: Leg) => ({ leg: each, facts: readFacts(each, owner) });
      return weighEvidence(facts(one), facts(other), owner);
    };
    assert.equal(rate({ party_account: '10011001/2626262626' }, {}), 2);
    assert.equal(rate({ description: 'Umbuchung auf DE52 1001 1001 2626 2626 26' }, {}), 2);
    assert.equal(
      rate({ counterparty_hint: 'Nordlicht Mueller' }, { counterparty_hint: 'NORDLICHT MÜLLER GMBH' }),
      1,
    );
    assert.equal(rate({ counterparty_hint: 'Nordlicht Müller' }, { counterparty_hint: 'Käufer AG' }), 0);
    assert.equal(rate({ description: 'Übertrag' }, { description: 'Gutschrift' }), 0);
  });
});

describe('choosing pairs', () => {
  const days = (pairs: readonly { debit: Leg; credit: Leg }[]): string[] =>
    pairs.map(
      ({ debit, credit }) =>
        `${debit.bank_account_id}${Number(debit.date.slice(8))} ${credit.bank_account_id}${Number(credit.date.slice(8))}`,
    );
  const possible = (debits: readonly Leg[], credits: readonly Leg[], rank = 1): PossiblePair[] =>
    debits.flatMap((debit) =>
      credits
        .filter((credit) => credit.bank_account_id !== debit.bank_account_id)
        .map((credit) => ({ debit, credit, rank })),
    );
  const choosing = (pairs: readonly PossiblePair[], fresh: readonly string[]) =>
    choosePairs(pairs, new Set(fresh), createBreath());
  const choose = async (pairs: readonly PossiblePair[]) =>
    days(
      await choosing(
        pairs,
        pairs.flatMap(({ debit, credit }) => [debit.id, credit.id]),
      ),
    );

  test('twins of one day pair up, one for one', async () => {
    assert.deepEqual(
      await choose(possible([leg('a', 3, -5), leg('a', 3, -5)], [leg('b', 3, 5), leg('b', 3, 5)])),
      ['a3 b3', 'a3 b3'],
    );
  });

  test('of two that fit alike, none', async () => {
    assert.deepEqual(await choose(possible([leg('a', 3, -5), leg('a', 3, -5)], [leg('b', 3, 5)])), []);
    assert.deepEqual(await choose(possible([leg('a', 3, -5)], [leg('b', 3, 5), leg('c', 3, 5)])), []);
  });

  test('of two that do not, the nearer one', async () => {
    assert.deepEqual(await choose(possible([leg('a', 3, -5)], [leg('b', 3, 5), leg('b', 6, 5)])), ['a3 b3']);
  });

  test('the order of days is kept', async () => {
    const pairs = possible([leg('a', 3, -5), leg('a', 4, -5)], [leg('b', 4, 5), leg('b', 5, 5)]);
    assert.deepEqual(await choose(pairs), ['a3 b4', 'a4 b5']);
  });

  test('which of two accounts is meant is not guessed', async () => {
    const pairs = possible([leg('a', 3, -5), leg('b', 3, -5)], [leg('c', 3, 5), leg('x', 3, 5)]);
    assert.deepEqual(await choose(pairs), []);
  });

  test('an account number comes before a name', async () => {
    const [debit, near, far] = [leg('a', 3, -5), leg('b', 3, 5), leg('c', 5, 5)];
    assert.deepEqual(
      await choose([
        { debit, credit: near, rank: 1 },
        { debit, credit: far, rank: 3 },
      ]),
      ['a3 c5'],
    );
  });

  test('many equal ones between two accounts, or too many', async () => {
    const many = (id: string, sign: number, n: number) =>
      Array.from({ length: n }, () => leg(id, 3, sign * 5));
    assert.equal((await choose(possible(many('a', -1, 9), many('b', 1, 9)))).length, 9);
    assert.deepEqual(await choose(possible(many('a', -1, 9), many('b', 1, 8))), []);
  });

  test('what has nothing to do with the new lines stays as it is', async () => {
    const pairs = possible([leg('a', 3, -5)], [leg('b', 3, 5)]);
    assert.deepEqual(await choosing(pairs, ['line 9999']), []);
  });
});
