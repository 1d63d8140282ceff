// What the tables say of bank lines, matches, suggestions and payments, held against each other.
import assert from 'node:assert/strict';
import { unequalAccount } from '../../src/domain/bank/transactions/store/sums.ts';
import { scoped } from '../../src/db/scoped.ts';
import type { Driver } from './driver.ts';
import { balanceOf, isOpen } from './model.ts';

export const checkBank = async ({ service, entity, model }: Driver): Promise<void> => {
  const ctx = { db: service.database.reader, entity };
  const lines = await scoped(ctx, 'bank_transaction').select().selectAll().execute();
  const matches = await scoped(ctx, 'bank_match').select().selectAll().execute();
  assert.equal(await unequalAccount(ctx), null, 'the sums of an account are those of its lines');
  const undo = await scoped(ctx, 'bank_match_undo').select().select('bank_transaction_id').execute();
  const suggestions = await scoped(ctx, 'bank_suggestion').select().selectAll().execute();
  const payments = await scoped(ctx, 'payment').select().selectAll().execute();
  const memory = await scoped(ctx, 'bank_memory').select().select('bank_transaction_id').execute();
  const confirmed = new Set(
    lines.filter(({ match_status }) => match_status === 'confirmed').map(({ id }) => id),
  );
  for (const line of lines) {
    const mine = matches.filter(({ bank_transaction_id }) => bank_transaction_id === line.id);
    const suggested = suggestions.filter(({ bank_transaction_id }) => bank_transaction_id === line.id);
    const linked = payments.filter(({ bank_transaction_id }) => bank_transaction_id === line.id);
    const what = `${line.id}, ${line.match_status}`;
    assert.equal(mine.length > 0, line.match_status === 'confirmed', `${what} has its matches`);
    assert.equal(suggested.length > 0, line.match_status === 'suggested', `${what} has its suggestions`);
    const kept = undo.filter(({ bank_transaction_id }) => bank_transaction_id === line.id).length;
    const settled = line.match_status === 'confirmed' || line.match_status === 'no_match';
    assert.ok(kept <= (settled ? 1 : 0), `${what} keeps what it was only while it is settled`);
    assert.ok(linked.length <= 1, `${what} has one payment at most`);
    assert.deepEqual(
      [...new Set(mine.map(({ payment_id }) => payment_id).filter((id) => id !== null))],
      linked.map(({ id }) => id),
      `${what} and its payment name each other`,
    );
    if (mine.length > 0) {
      const matched = mine.reduce((total, row) => total + row.amount_minor + row.difference_minor, 0);
      const sum = matched + (mine[0]?.payment_made === true ? (linked[0]?.surplus_minor ?? 0) : 0);
      // A payment that is only linked may have lost a part of its documents to a credit note before.
      const whole = mine[0]?.payment_made === false ? Math.min(sum, line.amount_minor) : line.amount_minor;
      assert.equal(sum, whole, `${what} is matched whole`);
    }
    for (const { record_id, amount_minor } of suggested) {
      const doc = model.docs.get(record_id) ?? assert.fail(record_id);
      assert.ok(isOpen(doc), `${what} is suggested for an open document`);
      if (doc.currency === line.currency)
        assert.ok(amount_minor <= balanceOf(doc), `${what} fits ${record_id}`);
    }
  }
  for (const { id, bank_linked, bank_transaction_id } of payments) {
    if (bank_transaction_id === null) continue;
    assert.equal(bank_linked, true, id);
    assert.ok(confirmed.has(bank_transaction_id), `${id} belongs to a confirmed line`);
  }
  assert.ok(
    memory.every(({ bank_transaction_id }) => confirmed.has(bank_transaction_id)),
    'only confirmed lines teach',
  );
};
