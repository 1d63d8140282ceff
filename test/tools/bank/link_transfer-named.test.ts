// link_transfer with a peer that somebody names: of twins the right one, across currencies with the rate they make.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { codesOf, declared, refused, warned } from '../support.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

let service: TestService;
let from: BankAccountId;
let to: BankAccountId;
let dollars: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  from = await addAccount(service, service.entities.mx);
  to = await addAccount(service, service.entities.mx, { name: 'Ahorro' });
  dollars = await addAccount(service, service.entities.mx, { name: 'Dólares', currency: 'USD' });
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const leg = (account: BankAccountId, facts: LineFacts): Promise<BankTransactionId> =>
  addLine(service, service.entities.mx, account, facts) as Promise<BankTransactionId>;
const out = (amount_minor: number, facts: LineFacts = {}) =>
  leg(from, { amount_minor, transaction_type: 'debit', ...facts });

const refuse = async (args: object, code: string, path: string) => {
  const error = await refused(service, 'mx', 'link_transfer', args);
  assert.deepEqual([error['code'], error['path']], [code, path]);
  return error;
};

describe('two equal twins', () => {
  test(declared('link_transfer', 'transfer_peer_ambiguous', 'without a peer they are named'), async () => {
    const transaction_id = await out(77_700);
    const twins = [await leg(to, { amount_minor: 77_700 }), await leg(to, { amount_minor: 77_700 })];
    const { candidates } = await refuse({ transaction_id }, 'transfer_peer_ambiguous', 'peer_transaction_id');
    const found = (Array.isArray(candidates) ? candidates : []).map((each) => each.transaction_id);
    assert.deepEqual(new Set(found), new Set(twins));
    const [peer_transaction_id] = twins;
    const { transfer, warnings } = await client().link_transfer({
      transaction_id,
      ...(peer_transaction_id === undefined ? {} : { peer_transaction_id }),
    });
    assert.deepEqual(transfer, {
      peer_transaction_id,
      peer_bank_account_id: to,
      status: 'linked',
    });
    assert.deepEqual(warnings, []);
  });

  test('one that may be named is told, the nearest first, as far as it may be named', async () => {
    const transaction_id = await out(79_900, { date: '2026-03-01' });
    const [far, near] = [
      await leg(to, { amount_minor: 79_900, date: '2026-01-29' }),
      await leg(to, { amount_minor: 79_900, date: '2026-03-06' }),
    ];
    await leg(to, { amount_minor: 79_900, date: '2026-01-28' });
    await leg(to, { amount_minor: 79_901, date: '2026-03-01' });
    const { candidates } = await refuse({ transaction_id }, 'transfer_peer_ambiguous', 'peer_transaction_id');
    const found = (Array.isArray(candidates) ? candidates : []).map((each) => each.transaction_id);
    assert.deepEqual(found, [near, far]);
    const { transfer } = await client().link_transfer({ transaction_id, peer_transaction_id: far });
    assert.equal(transfer?.peer_transaction_id, far);
  });

  test('two lines that ask for one peer at once: one wins', async () => {
    const lines = [await out(88_800), await out(88_800)];
    const peer_transaction_id = await leg(to, { amount_minor: 88_800 });
    const answers = await Promise.allSettled(
      lines.map((transaction_id) => client().link_transfer({ transaction_id, peer_transaction_id })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const { data } = await client().search_bank_transactions({ match_status: 'confirmed', limit: 50 });
    const linked = data.filter(({ transfer }) => transfer?.peer_transaction_id === peer_transaction_id);
    assert.equal(linked.length, 1);
  });
});

test(
  warned('link_transfer', 'transfer_across_currencies', 'the rate that the two amounts make'),
  async () => {
    const transaction_id = await out(182_900, { date: '2026-03-09' });
    const peer_transaction_id = await leg(dollars, {
      amount_minor: 10_000,
      currency: 'USD',
      date: '2026-03-09',
    });
    const { warnings } = await client().link_transfer({ transaction_id, peer_transaction_id });
    assert.deepEqual(codesOf(warnings), ['transfer_across_currencies']);
    assert.match(warnings[0]?.message ?? '', /^1829 MXN left and 100 USD arrived/);
  },
);

test(declared('link_transfer', 'transfer_peer_unfit', 'no two sides of one transfer'), async () => {
  const transaction_id = await out(5_000);
  const wrong = [
    await leg(to, { amount_minor: 5_001 }),
    await leg(to, { amount_minor: 5_000, transaction_type: 'debit' }),
    await leg(from, { amount_minor: 5_000 }),
    await leg(dollars, { amount_minor: 5_000, currency: 'USD' }),
    await leg(to, { amount_minor: 5_000, date: '2025-11-01' }),
    transaction_id,
  ];
  for (const peer_transaction_id of wrong)
    await refuse({ transaction_id, peer_transaction_id }, 'transfer_peer_unfit', 'peer_transaction_id');
});

test('a peer of another company is none', async () => {
  const account = await addAccount(service, service.entities.de, { currency: 'EUR' });
  const peer_transaction_id = await addLine(service, service.entities.de, account);
  const transaction_id = await out(6_000);
  await refuse({ transaction_id, peer_transaction_id }, 'transaction_not_found', 'peer_transaction_id');
});
