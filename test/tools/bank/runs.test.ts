// run_ai_matching when things happen in the middle of it: a call that waits no longer, a stop, a process that died, lines
// that come in, an account that is taken out of use.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';

import type { BankAccountId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { createLog } from '../../../src/base/log.ts';
import { createMatchingRuns } from '../../../src/domain/bank/reconciliation/runs/matching-runs.ts';
import { handler } from '../../../src/handlers/handler.ts';
import { HANDLERS } from '../../../src/handlers/index.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
/** How long calls stay with the work; undefined for as long as the service says. */
let waitMs: number | undefined;

const matchingRuns = createMatchingRuns({ log: createLog('silent') });

before(async () => {
  service = await startTestService({
    database: 'own',
    handlers: {
      ...HANDLERS,
      run_ai_matching: handler('run_ai_matching', async (ctx, params) => ({
        ...(await matchingRuns.run(ctx, params.bank_account_id, waitMs)),
        review_url: null,
      })),
    },
  });
  party = await addParty(service.database, service.entities.mx, 'Comercializadora Xaltepec SA de CV');
});
beforeEach(async () => {
  waitMs = undefined;
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
});
after(async () => {
  await matchingRuns.stop();
  await service.close();
});

const client = () => service.client(service.keys.mx);
const run = () => client().run_ai_matching({ bank_account_id: account });
const line = (facts: LineFacts = {}): Promise<string> =>
  addLine(service, service.entities.mx, account, facts);

let made = 4000;

/** A line and the invoice that it settles beyond doubt. */
const sureLine = async (facts: LineFacts = {}): Promise<{ invoice_id: InvoiceId; line_id: string }> => {
  made += 7;
  const invoice_id = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: `${made}.37`,
    series: 'R',
    number: String(made),
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
  });
  const line_id = await line({
    amount_minor: made * 100 + 37,
    description: `SPEI RECIBIDO COMERCIALIZADORA XALTEPEC PAGO FACTURA R-${made}`,
    counterparty_hint: 'COMERCIALIZADORA XALTEPEC',
    ...facts,
  });
  return { invoice_id, line_id };
};

const stored = (run_id: string) =>
  service.database.kysely
    .selectFrom('matching_run')
    .selectAll()
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();

/** The run's row once nobody works on it any more. */
const settled = async (run_id: string) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const row = await stored(run_id);
    if (row.status !== 'running' || row.lease_until === null) return row;
    await pause(50);
  }
  return assert.fail(`the run ${run_id} goes on and on`);
};

describe('a run that outlasts the call', () => {
  test('says so, goes on, and is answered whole by the next call', async () => {
    const { line_id } = await sureLine();
    waitMs = 0;
    const first = await run();
    assert.deepEqual([first.status, first.expires_at, first.auto_confirmed], ['running', null, 0]);
    await settled(first.run_id);
    const second = await run();
    assert.deepEqual(
      [second.run_id, second.status, second.processed, second.auto_confirmed, second.truncated],
      [first.run_id, 'completed', 1, 1, false],
    );
    assert.deepEqual(
      second.results.map(({ transaction_id }) => transaction_id),
      [line_id],
    );
  });

  test('remembers no answer for the key of a call before it is done', async () => {
    await sureLine();
    waitMs = 0;
    const key = { idempotencyKey: `running-${made}` };
    const first = await client().run_ai_matching({ bank_account_id: account }, key);
    assert.equal(first.status, 'running');
    await settled(first.run_id);
    const second = await client().run_ai_matching({ bank_account_id: account }, key);
    assert.deepEqual(
      [second.run_id, second.status, second.idempotent_replay],
      [first.run_id, 'completed', false],
    );
    const third = await client().run_ai_matching({ bank_account_id: account }, key);
    assert.deepEqual([third.run_id, third.idempotent_replay], [first.run_id, true]);
  });
});

describe('a run that is interrupted', () => {
  /** Begins a run, and stops it as soon as the database knows of it. */
  const stopOnceBegun = async () => {
    const waiting = run();
    for (let tries = 0; tries < 100; tries += 1) {
      const going = await service.database.kysely
        .selectFrom('matching_run')
        .select('id')
        .where('running_account_id', '=', account)
        .execute();
      if (going.length > 0) break;
      await pause(5);
    }
    await matchingRuns.stop();
    return waiting;
  };

  test('by the end of the service tells its caller that it goes on, and does so', async () => {
    let { invoice_id } = await sureLine();
    let first = await stopOnceBegun();
    // A quick machine may finish a run before it can be stopped.
    for (let tries = 0; first.status === 'completed' && tries < 20; tries += 1) {
      ({ invoice_id } = await sureLine());
      first = await stopOnceBegun();
    }
    assert.deepEqual([first.status, first.auto_confirmed], ['running', 0]);
    const second = await run();
    assert.deepEqual([second.run_id, second.status, second.auto_confirmed], [first.run_id, 'completed', 1]);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 0);
  });

  const ofTheDead = async (leaseMs: number): Promise<string> => {
    const id = newId('MatchingRunId');
    await service.database.kysely
      .insertInto('matching_run')
      .values({
        entity_id: service.entities.mx,
        id,
        bank_account_id: account,
        running_account_id: account,
        status: 'running',
        model_version: '',
        lease_owner: 'a process that was killed',
        lease_until: toInstant(new Date(Date.now() + leaseMs)),
        rest_hash: null,
        processed: 3,
        auto_confirmed: 2,
        suggested: 0,
        unmatched: 1,
        results: '[]',
        started_at: toInstant(NOW),
        completed_at: null,
      })
      .execute();
    return id;
  };

  for (const [title, leaseMs] of [
    ['of a process that is gone is taken over, with its counts', -1],
    ['of a process that dies while a call waits for it is taken over by that call', 700],
  ] as const) {
    test(title, async () => {
      const { invoice_id } = await sureLine();
      const run_id = await ofTheDead(leaseMs);
      const answer = await run();
      assert.deepEqual(
        [answer.run_id, answer.status, answer.processed, answer.auto_confirmed, answer.unmatched],
        [run_id, 'completed', 3, 3, 0],
      );
      assert.equal((await client().get_invoice({ invoice_id })).balance_due, 0);
      assert.equal((await run()).run_id, run_id);
    });
  }
});

describe('in the middle of a run', () => {
  test('lines that come in make a new run', async () => {
    await sureLine();
    waitMs = 0;
    const first = await run();
    const late = await sureLine();
    assert.equal((await settled(first.run_id)).status, 'completed');
    waitMs = undefined;
    const second = await run();
    // Had the run still seen it, it would have booked it.
    assert.ok(second.run_id !== first.run_id || second.processed === 2);
    const { balance_due } = await client().get_invoice({ invoice_id: late.invoice_id });
    assert.equal(balance_due, 0);
  });

  test('an account that is taken out of use takes no more matches', async () => {
    const { invoice_id } = await sureLine();
    waitMs = 0;
    const { run_id } = await run();
    await client().set_bank_account_active({ bank_account_id: account, active: false });
    const { status, auto_confirmed } = await settled(run_id);
    assert.deepEqual([status, auto_confirmed], ['failed', 0]);
    const { code } = await callError(service.url, service.keys.mx, 'run_ai_matching', {
      bank_account_id: account,
    });
    assert.equal(code, 'bank_account_inactive');
    assert.notEqual((await client().get_invoice({ invoice_id })).balance_due, 0);
    await client().set_bank_account_active({ bank_account_id: account, active: true });
    waitMs = undefined;
    const again = await run();
    assert.deepEqual([again.run_id === run_id, again.auto_confirmed], [false, 1]);
  });
});

describe('legs of transfers', () => {
  const pair = async (facts: LineFacts, peer: LineFacts): Promise<{ leg: string; invoice_id: InvoiceId }> => {
    const other = await addAccount(service, service.entities.mx, { name: 'Ahorro' });
    const { line_id, invoice_id } = await sureLine(facts);
    const peer_id = await addLine(service, service.entities.mx, other, {
      transaction_type: 'debit',
      transfer_peer_id: line_id,
      transfer_status: 'suggested',
      ...peer,
    });
    await service.database.kysely
      .updateTable('bank_transaction')
      .set({ transfer_peer_id: peer_id, transfer_status: 'suggested' })
      .where('id', '=', line_id)
      .execute();
    return { leg: line_id, invoice_id };
  };

  test('wait for link_transfer, and the answer says so', async () => {
    const { leg } = await pair({}, {});
    const { processed, unmatched, results, truncated } = await run();
    assert.deepEqual([processed, unmatched, truncated], [1, 1, false]);
    assert.deepEqual(
      results.map(({ transaction_id, outcome }) => ({ transaction_id, outcome })),
      [{ transaction_id: leg, outcome: 'unmatched' }],
    );
    assert.match(results[0]?.reasons[0] ?? '', /link_transfer/);
  });

  test('are lines like any other once the other leg has been matched with something else', async () => {
    const { invoice_id } = await pair({}, { match_status: 'confirmed' });
    assert.equal((await run()).auto_confirmed, 1);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 0);
  });
});

test('runs of an organisation go on one after the other, however many are begun', async () => {
  const accounts: BankAccountId[] = [];
  for (let at = 0; at < 4; at++) {
    const id = await addAccount(service, service.entities.mx);
    await addLine(service, service.entities.mx, id, { amount_minor: 10_000 + at });
    accounts.push(id);
  }
  waitMs = undefined;
  let [open, most] = [0, 0];
  const count = (thread: Worker): void => {
    most = Math.max(most, (open += 1));
    thread.once('exit', () => (open -= 1));
  };
  process.on('worker', count);
  const client = service.client(service.keys.mx);
  const runs = await Promise.all(accounts.map((id) => client.run_ai_matching({ bank_account_id: id })));
  process.off('worker', count);
  assert.deepEqual(
    runs.map(({ status, processed }) => [status, processed]),
    runs.map(() => ['completed', 1]),
  );
  // A thread may still be ending while the next one begins.
  assert.ok(most <= 2, `${most} threads at once`);
});
