// Every fault of the database, its driver and its disk has a name, as the server itself raises it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ERRORS } from '../../../generated/errors.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { faultOf } from '../../../src/db/fault.ts';
import { createSpace, FREE_MIB_FLOOR } from '../../../src/db/space.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError, callTool } from '../../support/wire.ts';
import { changingNothing } from '../support.ts';
import { type Proxy, startProxy } from '../../db/proxy.ts';

const MADE = { name: 'Nadie', country_code: 'DE' };

const create = async (
  { url, keys }: TestService,
  args: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> => {
  const { structuredContent, content } = await callTool(url, keys.mx, 'create_counterparty', args, headers);
  return structuredContent ?? assert.fail(content[0]?.text);
};

const told = (error: Record<string, unknown>): object => ({
  code: error['code'],
  retryable: error['retryable'],
});

test('a server that takes no writes is not ready, and says why', async (t) => {
  const { address, close } = await createTestDatabase();
  t.after(close);
  const database = await openDatabase(address, { connections: 1 });
  t.after(() => database.close());
  await database.ready();
  await sql`set session transaction read only`.execute(database.kysely);
  await assert.rejects(database.ready(), { name: 'NotReady', reason: 'database_read_only' });
});

describe('errors as the server raises them', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ database: 'own' });
    await run('create table tries (n int) engine = MEMORY');
  });
  after(() => service.close());
  beforeEach(() => run('drop trigger if exists refuse'));
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(service.database.kysely);
  const refuse = (body: string): Promise<unknown> =>
    run(`create trigger refuse before insert on counterparty for each row ${body}`);
  const fail = (): Promise<Record<string, unknown>> =>
    changingNothing(service.database, () =>
      callError(service.url, service.keys.mx, 'create_counterparty', MADE),
    );

  const unavailable = { code: 'database_unavailable', retryable: true };
  const full = { code: 'storage_full', retryable: true };
  for (const [errno, text, expected] of [
    [1114, 'The table is full', full],
    [1021, 'Disk full', full],
    [1030, 'Got error 28 "No space left on device" from storage engine InnoDB', full],
    [1180, 'Got error 28 "No space left on device" during COMMIT', full],
    [1030, 'Got error 5 "Input/output error" from storage engine InnoDB', unavailable],
    [1040, 'Too many connections', unavailable],
    [1142, 'INSERT command denied', unavailable],
    [1206, 'The total number of locks exceeds the lock table size', unavailable],
    [1969, 'Query execution was interrupted (max_statement_time exceeded)', unavailable],
    [1064, 'You have an error in your SQL syntax', { code: 'internal_error', retryable: false }],
  ] as const) {
    test(`${errno} ${text}`, async () => {
      await refuse(`signal sqlstate 'HY000' set mysql_errno = ${errno}, message_text = '${text}'`);
      assert.deepEqual(told(await fail()), expected);
    });
  }

  for (const errno of [1180, 3101, 1290, 1836, 1792, 3100]) {
    test(`${errno} is tried again, and the second try is stored once`, async () => {
      await run('delete from tries');
      await refuse(`begin
        insert into tries values (1);
        if (select count(*) from tries) < 2 then
          signal sqlstate 'HY000' set mysql_errno = ${errno}, message_text = 'not now';
        end if;
      end`);
      const args = { ...MADE, name: `Otra vez ${errno}` };
      await create(service, args);
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from counterparty where name = ${args.name}`.execute(service.database.kysely);
      assert.equal(Number(rows[0]?.n), 1);
    });
  }

  test('a table that is really full', async () => {
    await run('create table heap (filler char(250)) engine = MEMORY max_rows = 1');
    await assert.rejects(
      (async () => {
        for (let round = 0; round < 40; round += 1)
          await run(
            round === 0 ? "insert into heap values ('x')" : 'insert into heap select filler from heap',
          );
      })(),
      (error) => faultOf(error) === 'full',
    );
    await refuse('insert into heap select filler from heap');
    assert.deepEqual(told(await fail()), full);
    assert.equal(await service.database.space.isFull(), true, '/ready tells it');
    await run('drop trigger refuse');
    await create(service, MADE);
    assert.equal(await service.database.space.isFull(), false, 'what is stored shows that there is space');
  });

  test('below the floor of a private server writes are refused and reads go on', async (t) => {
    const { database } = service;
    const space = createSpace('/', async () => FREE_MIB_FLOOR - 1);
    const before = { ...database.space };
    t.after(() => Object.assign(database.space, before));
    Object.assign(database.space, space);
    assert.deepEqual(told(await fail()), full);
    const read = await callTool(service.url, service.keys.mx, 'list_counterparties', {});
    assert.equal(read.isError, false);
  });
});

describe('a COMMIT without an answer', () => {
  let proxy: Proxy;
  let service: TestService;
  before(async () => {
    const made = await createTestDatabase();
    proxy = await startProxy(made.address);
    const database = await openDatabase(proxy.address, { connections: 3 });
    const close = async (): Promise<void> => {
      await database.close();
      proxy.close();
      await made.close();
    };
    service = await startTestService({ database: { ...made, database, close } });
  });
  after(() => service.close());
  const loseOnce = (): void => {
    let lost = false;
    proxy.fateOf = (statement) => {
      if (lost || statement !== 'commit') return 'pass';
      lost = true;
      return 'lost after';
    };
  };

  test('is outcome_unknown, with the tool that shows what became of it', async () => {
    loseOnce();
    const error = await callError(service.url, service.keys.mx, 'create_counterparty', MADE);
    const { message, hint } = ERRORS.outcome_unknown;
    assert.deepEqual(
      { ...error, request_id: '' },
      {
        type: 'upstream',
        code: 'outcome_unknown',
        message,
        path: null,
        received: null,
        check_with: 'list_counterparties',
        hint: hint.replace('{check_with}', 'list_counterparties'),
        retryable: false,
        request_id: '',
      },
    );
  });

  test('with an idempotency key is looked up by the service itself', async () => {
    // The first call with a key also forgets what is past, in a transaction of its own, whose loss nobody notices.
    loseOnce();
    const first = await create(service, { ...MADE, name: 'Antes' }, { 'idempotency-key': 'k0' });
    assert.equal(first['idempotent_replay'], false);
    loseOnce();
    const args = { ...MADE, name: 'Una sola vez' };
    const answer = await create(service, args, { 'idempotency-key': 'k1' });
    assert.equal(answer['idempotent_replay'], true);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from counterparty where name = ${args.name}`.execute(service.database.kysely);
    assert.equal(Number(rows[0]?.n), 1);
  });
});

test('a queue of callers beyond its limit is a fault that passes', async (t) => {
  const { database, close } = await createTestDatabase({ connections: 1 });
  t.after(close);
  const ask = (): Promise<unknown> => sql`select sleep(0.0001)`.execute(database.kysely);
  const outcomes = await Promise.allSettled(Array.from({ length: 1_010 }, ask));
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.ok(failed.length > 0);
  for (const error of failed) assert.equal(faultOf(error), 'unavailable', String(error));
});
