// Random books: whatever is done to them, every tool tells the same of them, per currency and to the last unit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countSomeAccounts, countSomeMonths } from '../../src/jobs/sums.ts';
import { scoped } from '../../src/db/scoped.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { checkStates } from '../support/trail-states.ts';
import { checkBills, checkInvoices } from './checks-documents.ts';
import { checkCounterparties, checkLedger, checkSummary, checkTables } from './checks-money.ts';
import { checkKept } from './checks-kept.ts';
import { type Driver, startDriver } from './driver.ts';
import { checkBank } from './checks-bank.ts';
import * as bank from './operations-bank.ts';
import * as documents from './operations-documents.ts';
import * as money from './operations-money.ts';
import { randomOf } from './random.ts';
import { dose, seedOf } from '../support/dose.ts';

const RUNS = dose(0.3);
const OPERATIONS = Math.round(dose(60) / RUNS);
const FIRST_SEED = seedOf(import.meta.filename);
/** The checks of a long run read thousands of rows, so they are made less often. */
const CHECK_EVERY = Math.max(50, Math.ceil(OPERATIONS / 8));

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
});
after(() => service.close());

type Operation = (driver: Driver) => Promise<documents.Done>;

const passDays: Operation = async ({ passDays: pass, random }) => {
  pass(random.int(1, 12));
  return { refused: 'nobody did anything' };
};

/** How often each is tried, of the sum of all. */
const OPERATIONS_BY_WEIGHT: readonly (readonly [number, string, Operation])[] = [
  [3, 'create_counterparty', documents.createCounterparty],
  [12, 'create_bill', documents.createBill],
  [6, 'create_invoice', documents.createDraft],
  [14, 'import invoices', documents.importInvoice],
  [9, 'import bills', documents.importBill],
  [20, 'record_invoice_payment', (driver) => money.pay(driver, 'invoice')],
  [16, 'record_bill_payment', (driver) => money.pay(driver, 'bill')],
  [12, 'invoice credit', money.credit],
  [10, 'bill decisions', documents.decide],
  [3, 'bill deductibility', documents.deductibility],
  [3, 'invoice discard', documents.discard],
  [4, 'import invoice_payments', (driver) => money.importPayment(driver, 'invoice')],
  [4, 'import bill_payments', (driver) => money.importPayment(driver, 'bill')],
  [5, 'payment reverse', money.reverse],
  [4, 'payment apply', money.apply],
  [3, 'import invoice_credit_notes', (driver) => money.importCreditNote(driver, 'invoice')],
  [3, 'import bill_credit_notes', (driver) => money.importCreditNote(driver, 'bill')],
  [5, 'days pass', passDays],
  [6, 'statement import', bank.statement],
  [3, 'run_ai_matching', bank.match],
  [9, 'confirm_bank_match', bank.confirm],
  [4, 'confirm_bank_match, split', bank.split],
  [3, 'reject_ai_suggestion', bank.reject],
  [4, 'bank match undo', bank.undo],
  [1, 'bank no-match', bank.noMatch],
];
const WEIGHT = OPERATIONS_BY_WEIGHT.reduce((sum, [weight]) => sum + weight, 0);

const nextOperation = ({ random }: Driver): readonly [number, string, Operation] => {
  let left = random.int(1, WEIGHT);
  const found = OPERATIONS_BY_WEIGHT.find(([weight]) => (left -= weight) <= 0);
  return found ?? assert.fail();
};

const trailOf = async ({ entity }: Driver): Promise<{ readonly audits: number; readonly events: number }> => {
  const ctx = { db: service.database.reader, entity };
  const count = async (table: 'audit' | 'event'): Promise<number> => {
    const rows = scoped(ctx, table as 'audit').select();
    return (await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  };
  const [audits, events] = await Promise.all([count('audit'), count('event')]);
  return { audits, events };
};

/** Every change leaves an audit row and an event of the record; a refusal leaves neither. */
const runOne = async (driver: Driver, name: string, operation: Operation): Promise<boolean> => {
  const before = await trailOf(driver);
  const done = await operation(driver);
  const after = await trailOf(driver);
  assert.equal(
    after.audits - before.audits,
    after.events - before.events,
    `${name}: an event for each audit row`,
  );
  if ('refused' in done) {
    assert.deepEqual(after, before, `${name} was refused (${done.refused}) and left a trail`);
    return false;
  }
  assert.ok(after.audits > before.audits, `${name} left no trail`);
  for (const id of done.changed) {
    const ctx = { db: service.database.reader, entity: driver.entity };
    const { n } = await scoped(ctx, 'audit')
      .select()
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(n > 0, `${name}: no audit row of ${id}`);
  }
  return true;
};

const CHECKS = [
  checkTables,
  checkInvoices,
  checkBills,
  checkSummary,
  checkKept,
  checkLedger,
  checkCounterparties,
  bank.checkImported,
  checkBank,
  ({ entity }: Driver) => checkStates(service.database, entity.id),
];

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run;
  test(`${OPERATIONS} operations, run ${run + 1}`, { timeout: 3_600_000 }, async (t) => {
    const driver = await startDriver(service, randomOf(seed));
    const log: string[] = [];
    const carriedOut = new Map<string, number>();
    try {
      await bank.openBank(driver);
      // From here on the sums of its accounts and months follow every change.
      const parts = { database: service.database, now: () => new Date() };
      await countSomeAccounts(parts);
      await countSomeMonths(parts);
      for (let begun = 0; begun < 3; begun += 1) await documents.createCounterparty(driver);
      for (let made = 1; made <= OPERATIONS; made += 1) {
        const [, name, operation] = nextOperation(driver);
        log.push(name);
        if (await runOne(driver, name, operation)) carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
        if (made % CHECK_EVERY === 0 || made === OPERATIONS) for (const check of CHECKS) await check(driver);
      }
    } catch (error) {
      t.diagnostic(
        `SEED=${seed} fails after ${log.length} operations, the last ones: ${log.slice(-5).join(', ')}`,
      );
      throw error;
    }
    t.diagnostic([...carriedOut].map(([name, count]) => `${count} ${name}`).join(', '));
  });
}
