// link_transfer: a pair that was found at import becomes one transfer, from either leg.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, declared, refused } from '../support.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

const TOOL = 'link_transfer';

let service: TestService;
let from: BankAccountId;
let to: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  from = await addAccount(service, service.entities.mx);
  to = await addAccount(service, service.entities.mx, { name: 'Ahorro' });
});
after(() => service.close());

const pair = async (
  target: BankAccountId = to,
  facts: LineFacts = {},
): Promise<{ out: BankTransactionId; into: BankTransactionId }> => {
  const out = await addLine(service, service.entities.mx, from, { transaction_type: 'debit', ...facts });
  const into = await addLine(service, service.entities.mx, target, {
    transfer_peer_id: out,
    transfer_status: 'suggested',
  });
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ transfer_peer_id: into, transfer_status: 'suggested' })
    .where('entity_id', '=', service.entities.mx)
    .where('id', '=', out)
    .execute();
  return { out, into } as { out: BankTransactionId; into: BankTransactionId };
};

const client = () => service.client(service.keys.mx);
const refuse = (transaction_id: string) =>
  changingNothing(service.database, () => refused(service, 'mx', TOOL, { transaction_id }));

for (const leg of ['out', 'into'] as const) {
  test(`both legs are confirmed, whichever is named: ${leg}`, async () => {
    const legs = await pair();
    const other = leg === 'out' ? legs.into : legs.out;
    const answer = await client().link_transfer({ transaction_id: legs[leg] });
    assert.deepEqual(
      [answer.transaction_id, answer.match_status, answer.matches, answer.transfer],
      [
        legs[leg],
        'confirmed',
        [],
        { peer_transaction_id: other, peer_bank_account_id: leg === 'out' ? to : from, status: 'linked' },
      ],
    );
    const { data } = await client().search_bank_transactions({ match_status: 'confirmed', limit: 50 });
    assert.ok(
      data.some(({ transaction_id, transfer }) => transaction_id === other && transfer?.status === 'linked'),
    );
  });
}

describe('what it refuses', () => {
  test(declared('link_transfer', 'transaction_not_found', 'one that does not exist'), async () => {
    const transaction_id = newId('BankTransactionId');
    const facts = { code: 'transaction_not_found', path: 'transaction_id', received: transaction_id };
    assert.deepEqual(await refuse(transaction_id), facts);
  });

  test(declared('link_transfer', 'transfer_not_suggested', 'a line without a peer'), async () => {
    const transaction_id = await addLine(service, service.entities.mx, from);
    const facts = { code: 'transfer_not_suggested', path: 'transaction_id', transaction_id };
    assert.deepEqual(await refuse(transaction_id), facts);
  });

  test(declared('link_transfer', 'transaction_already_confirmed', 'a pair that is linked'), async () => {
    const { out } = await pair();
    await client().link_transfer({ transaction_id: out });
    const facts = { code: 'transaction_already_confirmed', path: 'transaction_id', transaction_id: out };
    assert.deepEqual(await refuse(out), facts);
  });

  test('a pair of which one leg settles an invoice; it is shown no more', async () => {
    const { out, into } = await pair(to, { match_status: 'confirmed' });
    const { data } = await client().search_bank_transactions({ limit: 50 });
    for (const id of [out, into])
      assert.equal(data.find(({ transaction_id }) => transaction_id === id)?.transfer, null);
    const facts = { code: 'transaction_already_confirmed', path: 'transaction_id', transaction_id: out };
    assert.deepEqual(await refuse(into), facts);
  });

  test(
    declared('link_transfer', 'bank_account_inactive', 'a leg on an account that is not in use'),
    async () => {
      const closed = await addAccount(service, service.entities.mx, { active: false, name: 'Antigua' });
      const { out } = await pair(closed);
      const facts = {
        code: 'bank_account_inactive',
        path: 'transaction_id',
        bank_account_id: closed,
        name: 'Antigua',
      };
      assert.deepEqual(await refuse(out), facts);
    },
  );
});
