// The service is killed while it matches, again and again, and started anew: in the end each line is booked once, and
// what the books say is whole.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createClient } from '../../support/client.ts';
import { SERVICE } from '../../../generated/service.ts';
import { randomOf } from '../../property/random.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { childFile } from '../../support/programs.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMatchingBooks, type MatchingBooks } from './matching-books.ts';
import { dose, seedOf } from '../../support/dose.ts';

const LINES = Math.max(1_250, dose(400));
const KILLS = dose(1);
const SEED = seedOf(import.meta.filename);

const random = randomOf(SEED);
const children = new Set<ChildProcess>();
let service: TestService;
let books: MatchingBooks;

before(async () => {
  service = await startTestService({ database: 'own' });
  books = await addMatchingBooks(service, random, LINES);
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.close();
});

interface Started {
  readonly url: string;
  kill(): Promise<void>;
}

const start = async (): Promise<Started> => {
  const file = childFile(import.meta.dirname, 'matching-child');
  const child = fork(file, [service.databaseUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.add(child);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { readonly url: string }) => resolve(message.url));
    void gone.then(() => reject(new Error('the service ended before it was ready')));
  });
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
      children.delete(child);
    },
  };
};

const call = ({ url }: Started) =>
  createClient({ url, key: service.keys.mx }).run_ai_matching({ bank_account_id: books.account });

const countOf = async (what: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await what.execute(service.database.kysely)).rows[0]?.n ?? 0;

const confirmedLines = (): Promise<number> =>
  countOf(sql`select count(*) as n from bank_transaction where match_status = 'confirmed'`);

/** Time passes for the leases of the dead. */
const expireLeases = () =>
  service.database.kysely
    .updateTable('matching_run')
    .set({ lease_until: '2000-01-01 00:00:00.000' })
    .where('status', '=', 'running')
    .execute();

/** At any moment of a run, or just when something new is being written. */
const momentToKill = async (answered: Promise<unknown>): Promise<void> => {
  if (random.chance(0.3)) return pause(random.int(50, 1_500));
  const waiting = { over: false };
  void answered.then(() => (waiting.over = true));
  const earlier = await confirmedLines();
  while (!waiting.over && (await confirmedLines()) === earlier) await pause(10);
  return pause(random.int(0, 250));
};

const checkBooks = async (): Promise<void> => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  const figures = {
    overpaid: await countOf(sql`select count(*) as n from invoice where paid_minor > total_minor`),
    'confirmed lines without exactly their amount in matches': await countOf(
      sql`select count(*) as n from bank_transaction t where match_status = 'confirmed' and amount_minor <> coalesce(
        (select sum(m.amount_minor) from bank_match m where m.bank_transaction_id = t.id), 0)`,
    ),
    'matches of lines that are not confirmed': await countOf(
      sql`select count(*) as n from bank_match m join bank_transaction t on t.id = m.bank_transaction_id
        where t.match_status <> 'confirmed'`,
    ),
    'confirmed lines without exactly one payment of their amount': await countOf(
      sql`select count(*) as n from bank_transaction t where match_status = 'confirmed' and 1 <>
        (select count(*) from payment p where p.bank_transaction_id = t.id and p.amount_minor = t.amount_minor)`,
    ),
    'suggested lines without a suggestion': await countOf(
      sql`select count(*) as n from bank_transaction t where match_status = 'suggested' and not exists
        (select 1 from bank_suggestion s where s.bank_transaction_id = t.id)`,
    ),
  };
  assert.deepEqual(
    Object.entries(figures).filter(([, count]) => count !== 0),
    [],
  );
  const confirmed = await confirmedLines();
  assert.equal(await countOf(sql`select count(*) as n from payment`), confirmed);
  assert.equal(
    await countOf(sql`select count(*) as n from event where type = 'bank_transaction.confirmed'`),
    confirmed,
  );
  assert.equal(
    await countOf(sql`select count(*) as n from search_record where type = 'invoice_payments'`),
    confirmed,
  );
};

test(`${KILLS} kills in a run of ${LINES} lines and more`, async (t) => {
  assert.ok(books.lines > 2 * SERVICE.limits.matching_batch_lines, 'several batches');
  const killed: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const one = await start();
    const both = random.chance(0.3) ? [one, await start()] : [one];
    // They die unanswered.
    const calls = both.map((each) => call(each).catch(() => undefined));
    await momentToKill(Promise.race(calls));
    await Promise.all(both.map((each) => each.kill()));
    await Promise.all(calls);
    killed.push(await confirmedLines());
    await checkBooks();
    await expireLeases();
  }
  t.diagnostic(`confirmed when killed: ${killed.join(', ')}`);
  const last = await start();
  let answer = await call(last);
  while (answer.status === 'running') answer = await call(last);
  await checkBooks();
  const found = await countOf(
    sql`select count(*) as n from bank_transaction where match_status in ('confirmed', 'suggested')`,
  );
  assert.ok((await confirmedLines()) >= LINES * 0.75, 'what is sure is booked in the end');
  assert.ok(found >= LINES * 0.9, 'and what is likely is suggested');
  const { rows } = await sql`select id from matching_run where status = 'running'`.execute(
    service.database.kysely,
  );
  assert.deepEqual(rows, []);
  assert.equal(answer.processed, answer.auto_confirmed + answer.suggested + answer.unmatched);
  const again = await call(last);
  assert.deepEqual([again.run_id, again.replayed], [answer.run_id, true]);
});
