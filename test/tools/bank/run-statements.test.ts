// A run sends statements for each batch of lines, and none for a single one: counted by the server for few lines and for many.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { SERVICE } from '../../../generated/service.ts';
import { RUN_LEASE_MS } from '../../../src/domain/bank/reconciliation/store/runs.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { type Counters, countersOf } from '../../support/counters.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { withoutComparing } from '../../support/written.ts';
import { addAccount, addLine, addStatement, NOW } from './support.ts';

const { matching_batch_lines: BATCH } = SERVICE.limits;

let service: TestService;
let counters: Counters;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  counters = countersOf(parseDatabaseUrl(service.databaseUrl));
});
after(() => service.close());

let numbers = 20_000;

const accountWith = async (lines: number): Promise<BankAccountId> => {
  const { mx } = service.entities;
  const account = await addAccount(service, mx, { name: `Cuenta ${lines}` });
  const counterparty_id = await addParty(service.database, mx, `Comercial Xaltepec ${lines} SA de CV`);
  // Of one statement: each has sums of its own.
  const bank_statement_id = await addStatement(service, mx, account);
  for (let at = 0; at < lines; at += 1) {
    numbers += 1;
    const total = `${numbers}.17`;
    await addInvoice(service.database, mx, { counterparty_id, number: String(numbers), total });
    await addLine(service, mx, account, {
      bank_statement_id,
      amount_minor: numbers * 100 + 17,
      description: `SPEI COMERCIAL XALTEPEC ${lines} FACTURA A${numbers}`,
    });
  }
  return account;
};

const countRun = async (lines: number): Promise<number> => {
  const bank_account_id = await accountWith(lines);
  const begun = performance.now();
  const { statements } = await counters.count(() =>
    withoutComparing(async () => {
      const run = await service.client(service.keys.mx).run_ai_matching({ bank_account_id });
      assert.equal(run.auto_confirmed, lines);
    }),
  );
  // What only time adds is not what lines and batches need: each renewal of the lease, in a transaction of its own.
  return statements - 3 * Math.floor((performance.now() - begun) / (RUN_LEASE_MS / 4));
};

/** Rows are inserted and paid by the hundred. */
const FOR_THOUSAND = 60;
/** What each batch needs beside its lines: their locks, what they settle, its entries of the trail. */
const FOR_BATCH = 35;

test('lines take few statements more, and so does a batch more', async () => {
  const few = await countRun(10);
  const many = await countRun(BATCH - 10);
  const more = ((many - few) * 1_000) / (BATCH - 20);
  assert.ok(more <= FOR_THOUSAND, `${few} for 10 lines, ${many} for ${BATCH - 10}: ${more} for a thousand`);
  const next = await countRun(BATCH + 10);
  assert.ok(next - many <= FOR_BATCH, `${many} in one batch, ${next} in two`);
});
