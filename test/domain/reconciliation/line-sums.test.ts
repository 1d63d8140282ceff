// The sums of bank lines are what a recount says: after many changes at once, some of them undone, and recounts between.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { type MatchStatus, MatchStatusValues } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import {
  insertLines,
  lockLines,
  readLine,
  updateLine,
  updateLines,
  withdrawSuggested,
} from '../../../src/domain/bank/transactions/store/lines.ts';
import {
  recountLines,
  sumsOfAccounts,
  unequalAccount,
  uncountedAccounts,
} from '../../../src/domain/bank/transactions/store/sums.ts';
import { compareSums, countSomeAccounts, mayCount } from '../../../src/jobs/sums.ts';
import { randomOf } from '../../property/random.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, addStatement, NOW } from '../../tools/bank/support.ts';

const SEED = seedOf(import.meta.filename);
const WRITERS = 6;
const CHANGES = Math.round(dose(25));
const AT = '2026-03-09 10:00:00.000';

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
});
after(() => service.close());

const ofMx = () => ({ db: service.database.reader, entity: { id: service.entities.mx } });

const counts = async (account: string) => {
  const kept = (await sumsOfAccounts(ofMx())).get(account);
  const lines = await scoped(ofMx(), 'bank_transaction')
    .select()
    .select(['match_status', 'amount_minor'])
    .where('bank_account_id', '=', account)
    .execute();
  const counted = Object.fromEntries(
    MatchStatusValues.flatMap((status) => {
      const own = lines.filter(({ match_status }) => match_status === status);
      const minor = own.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
      return [
        [`${status}_count`, own.length],
        [`${status}_minor`, minor],
      ];
    }),
  );
  return { kept, counted };
};

const agree = async (account: string): Promise<void> => {
  const { kept, counted } = await counts(account);
  assert.deepEqual(
    Object.fromEntries(
      MatchStatusValues.flatMap((status) => [
        [`${status}_count`, kept?.[`${status}_count`]],
        [`${status}_minor`, kept?.[`${status}_minor`]],
      ]),
    ),
    counted,
  );
  assert.equal(await unequalAccount(ofMx()), null);
};

test('an account counts only once all its lines were counted', async () => {
  const account = await addAccount(service, service.entities.mx, { name: 'Nueva' });
  const line = await addLine(service, service.entities.mx, account, { amount_minor: 700 });
  const waiting = async () =>
    (await service.client(service.keys.mx).list_bank_accounts({})).data.find(({ id }) => id === account);
  assert.equal((await counts(account)).kept, undefined);
  assert.equal((await waiting())?.unmatched_count, 1);

  // As an instance of the version before changes it, which keeps no sums.
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ match_status: 'suggested' })
    .where('id', '=', line)
    .execute();
  assert.equal((await waiting())?.suggested_count, 1);

  // A change of this version adds to its sums, which do not yet say all.
  const ctx = { entity: { id: service.entities.mx } };
  const template = await readLine(ofMx(), line);
  const next = newId('BankTransactionId');
  await inTransaction(service.database, (db) =>
    insertLines({ ...ctx, db }, [{ ...template, id: next, fingerprint: next, match_status: 'suggested' }]),
  );
  assert.equal((await counts(account)).kept, undefined);
  assert.equal((await waiting())?.suggested_count, 2);

  while (await countSomeAccounts({ database: service.database, now: () => new Date() }));
  await agree(account);
  assert.deepEqual(await uncountedAccounts(ofMx().db, [service.entities.mx], 5), []);
  assert.equal((await waiting())?.suggested_count, 2);
});

test('tables that are older than the sums are counted an hour after these began', async () => {
  const { kysely } = service.database;
  const set = (applied_at: string, like: string): Promise<unknown> =>
    kysely
      .updateTable('schema_migration' as never)
      .set({ applied_at } as never)
      .where('name' as never, 'like', like as never)
      .execute();
  await set('2026-01-01 00:00:00.000', '0370%');
  await set('2026-03-01 12:00:00.000', '0387%');
  const at = (now: string) => mayCount({ database: service.database, now: () => new Date(now) });
  assert.equal(await at('2026-03-01T12:59:00Z'), false);
  assert.equal(await at('2026-03-01T13:01:00Z'), true);
  // An installation that was updated soon after it was made had a version before, too.
  await set('2026-03-01 11:50:00.000', '%');
  await set('2026-03-01 12:00:00.000', '0387%');
  assert.equal(await at('2026-03-01T12:59:00Z'), false);
  await set('2026-03-01 11:59:00.000', '%');
  await set('2026-03-01 12:00:00.000', '0387%');
  assert.equal(await at('2026-03-01T12:00:01Z'), true);
});

test('what a release that keeps no sums wrote, when it came back, is counted in by a comparison', async () => {
  const told: unknown[] = [];
  const compare = () =>
    compareSums({
      database: service.database,
      now: () => new Date(),
      log: { warn: (what: unknown) => void told.push(what) },
    });
  const ctx = { entity: { id: service.entities.mx } };
  const accounts = [
    await addAccount(service, ctx.entity.id, { name: 'Vuelta' }),
    await addAccount(service, ctx.entity.id, { name: 'Otra' }),
    await addAccount(service, ctx.entity.id, { name: 'Igual' }),
  ];
  const lines: string[] = [];
  for (const account of accounts)
    lines.push(await addLine(service, ctx.entity.id, account, { amount_minor: 300 }));
  while (await countSomeAccounts({ database: service.database, now: () => new Date() }));
  await compare();
  assert.deepEqual(told, []);
  const { kysely } = service.database;
  const change = (id: string | undefined) =>
    kysely.updateTable('bank_transaction').where('id', '=', id ?? '');
  await change(lines[0]).set({ match_status: 'no_match' }).execute();
  await change(lines[1]).set({ match_status: 'suggested' }).execute();
  await compare();
  assert.deepEqual(
    told,
    accounts
      .slice(0, 2)
      .toSorted()
      .map((bank_account_id) => ({ entity_id: ctx.entity.id, bank_account_id })),
  );
  for (const account of accounts) await agree(account);
  told.length = 0;
  await compare();
  assert.deepEqual(told, []);
});

test(`${WRITERS} writers at once, ${CHANGES} changes each`, async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const entity = { id: service.entities.mx };
  const accounts = [
    await addAccount(service, entity.id, { name: 'Uno' }),
    await addAccount(service, entity.id, { name: 'Dos' }),
  ] as const;
  const made: { id: string; account: BankAccountId }[] = [];
  const templates = new Map<BankAccountId, Awaited<ReturnType<typeof readLine>>[]>();
  for (const account of accounts) {
    const own: Awaited<ReturnType<typeof readLine>>[] = [];
    for (let statement = 0; statement < 3; statement += 1) {
      const bank_statement_id = await addStatement(service, entity.id, account);
      const id = await addLine(service, entity.id, account, { bank_statement_id });
      own.push(await readLine(ofMx(), id));
      made.push({ id, account });
    }
    templates.set(account, own);
    await inTransaction(service.database, (db) => recountLines({ db, entity }, account));
  }

  const write = async (writer: number): Promise<void> => {
    const random = randomOf(SEED + writer);
    const pick = <T>(of: readonly T[]): T => of[random.int(0, of.length - 1)] as T;
    for (let change = 0; change < CHANGES; change += 1) {
      const what = random.int(1, 20);
      const account = pick(accounts);
      const status = pick<MatchStatus>(MatchStatusValues);
      const isUndone = random.int(1, 6) === 1;
      const fresh: typeof made = [];
      await inTransaction(service.database, async (db) => {
        const ctx = { db, entity };
        fresh.length = 0;
        if (what <= 6) {
          const rows = Array.from({ length: random.int(1, 5) }, () => {
            const template = pick(templates.get(account) ?? []);
            const id = newId('BankTransactionId');
            fresh.push({ id, account });
            return {
              ...template,
              id,
              fingerprint: id,
              amount_minor: random.int(1, 900_000),
              match_status: status,
            };
          });
          await insertLines(ctx, rows);
        } else if (what <= 10) {
          const ids = Array.from({ length: 4 }, () => pick(made).id);
          const lines = await lockLines(ctx, [...new Set(ids)]);
          await updateLines(ctx, lines, { match_status: status }, AT);
        } else if (what <= 15) {
          const [line] = await lockLines(ctx, [pick(made).id]);
          assert.ok(line !== undefined && (await updateLine(ctx, line, { match_status: status }, AT)));
        } else if (what <= 17) await withdrawSuggested(ctx, [pick(made).id, pick(made).id], AT);
        else if (what === 18) {
          const [line] = await lockLines(ctx, [pick(made).id]);
          assert.ok(line !== undefined && (await updateLine(ctx, line, { transfer_status: null }, AT)));
        } else await recountLines(ctx, account);
        if (isUndone) throw new Error('undone');
      }).then(
        () => made.push(...fresh),
        (error: unknown) => assert.equal((error as Error).message, 'undone'),
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (const account of accounts) await agree(account);
  const page = await service.client(service.keys.mx).list_bank_statements({ bank_account_id: accounts[0] });
  for (const { id, counts_by_match_status } of page.data) {
    const lines = await scoped(ofMx(), 'bank_transaction')
      .select()
      .select('match_status')
      .where('bank_statement_id', '=', id)
      .execute();
    for (const status of MatchStatusValues)
      assert.equal(
        counts_by_match_status[status],
        lines.filter((line) => line.match_status === status).length,
      );
  }
});
