// Flows of confirm with and without a cause, undo, reversal, splits and the close of days, in random order: after each what is
// owed and the ledger equal a model's. Other acts join as rows of ACTS.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DifferenceCauseValues } from '../../../generated/types.ts';
import type { BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { adminOn } from '../../admin/support.ts';
import { randomOf, type Random } from '../../property/random.ts';
import { longDose, drawSeed } from '../../support/dose.ts';
import {
  confirm,
  customer,
  invoice,
  ledgerOf,
  line,
  NOW,
  owed,
  service,
  usingCauseBooks,
} from './causes-books.ts';

usingCauseBooks();

const BY = 'ana@example.org';
const administer = async (...args: string[]) => adminOn(service.databaseUrl, NOW).json(...args);

interface Match {
  readonly line: BankTransactionId;
  readonly payment: string;
  /** What it took off each invoice, in minor units. */
  readonly settled: ReadonlyMap<InvoiceId, number>;
}

interface Flow {
  readonly random: Random;
  readonly who: CounterpartyId;
  readonly owed: Map<InvoiceId, number>;
  readonly matches: Match[];
}

const TOTAL = 119_000;
/** What may be missing of a whole invoice, as the country has it. */
const MOST = { early_payment_discount: 11_900, bank_fee: 23_800, withholding: 41_650, rounding: 99 } as const;

const keep = (
  flow: Flow,
  transaction: BankTransactionId,
  payment: string | undefined,
  settled: ReadonlyMap<InvoiceId, number>,
): void => {
  for (const [id, minor] of settled) flow.owed.set(id, (flow.owed.get(id) ?? 0) - minor);
  flow.matches.push({ line: transaction, payment: payment ?? '', settled });
};

const wholeOnes = ({ owed: left }: Flow): InvoiceId[] =>
  [...left].flatMap(([id, minor]) => (minor === TOTAL ? [id] : []));

const confirmPart = async (flow: Flow): Promise<void> => {
  const [id] = wholeOnes(flow);
  if (id === undefined) return;
  const paid = flow.random.int(1, TOTAL / 2);
  const transaction_id = await line({ amount_minor: paid });
  const { payment } = await confirm({ transaction_id, matched_record_id: id });
  keep(flow, transaction_id, payment?.id, new Map([[id, paid]]));
};

const confirmCause = async (flow: Flow): Promise<void> => {
  const [id] = wholeOnes(flow);
  const difference_as = flow.random.pick(DifferenceCauseValues);
  if (id === undefined) return;
  const missing = flow.random.int(1, MOST[difference_as]);
  const transaction_id = await line({ amount_minor: TOTAL - missing });
  const { payment } = await confirm({ transaction_id, matched_record_id: id, difference_as });
  keep(flow, transaction_id, payment?.id, new Map([[id, TOTAL]]));
};

const splitCause = async (flow: Flow): Promise<void> => {
  const ids = wholeOnes(flow).slice(0, 2);
  if (ids.length < 2) return;
  const missing = flow.random.int(1, MOST.bank_fee);
  const transaction_id = await line({ amount_minor: 2 * TOTAL - missing });
  const allocations = ids.map((matched_record_id) => ({ matched_record_id, amount: TOTAL / 100 }));
  const { payment } = await confirm({ transaction_id, allocations, difference_as: 'bank_fee' });
  keep(flow, transaction_id, payment?.id, new Map(ids.map((id) => [id, TOTAL])));
};

const takeBack = async (flow: Flow, how: 'undo' | 'reverse'): Promise<void> => {
  const [match] = flow.matches.splice(flow.random.int(0, Math.max(0, flow.matches.length - 1)), 1);
  if (match === undefined) return;
  await (how === 'undo'
    ? administer('bank', 'match', 'undo', match.line, '--by', BY)
    : administer('payment', 'reverse', match.payment, '--reason', 'Falsch', '--by', BY));
  for (const [id, minor] of match.settled) flow.owed.set(id, (flow.owed.get(id) ?? 0) + minor);
};

/** A cause that cannot be: refused, and nothing changes. */
const refuseCause = async (flow: Flow): Promise<void> => {
  const [id] = wholeOnes(flow);
  if (id === undefined) return;
  const transaction_id = await line({ amount_minor: 20_000 });
  await assert.rejects(confirm({ transaction_id, matched_record_id: id, difference_as: 'bank_fee' }), {
    code: 'cause_too_large',
  });
};

const ACTS: readonly ((flow: Flow) => Promise<void>)[] = [
  confirmPart,
  confirmCause,
  confirmCause,
  splitCause,
  (flow) => takeBack(flow, 'undo'),
  (flow) => takeBack(flow, 'reverse'),
  refuseCause,
];

const STEPS = 5;

test('balances equal those of a model, whatever the order', async (t) => {
  const first = drawSeed();
  t.diagnostic(`SEED=${first}`);
  await administer('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
  for (let seed = first; seed < first + longDose(12); seed += 1) {
    const random = randomOf(seed);
    const who = await customer(`Fluss ${seed} GmbH`);
    const ids = [await invoice(who), await invoice(who), await invoice(who)];
    const flow: Flow = { random, who, owed: new Map(ids.map((id) => [id, TOTAL])), matches: [] };
    for (let step = 0; step < STEPS; step += 1) await random.pick(ACTS)(flow);
    const found = await Promise.all(ids.map(async (id) => Math.round((await owed(id)) * 100)));
    assert.deepEqual(
      found,
      ids.map((id) => flow.owed.get(id)),
      `SEED=${seed}`,
    );
    const sum = found.reduce((all, minor) => all + minor, 0);
    assert.equal(Math.round((await ledgerOf(who)).closing * 100), sum, `SEED=${seed}`);
  }
});
