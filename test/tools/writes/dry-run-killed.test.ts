// Whatever ends a dry run in its middle, nothing of it is written: a service that is killed, a connection that is lost.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import { TOOL_NAMES, TOOLS } from '../../../generated/dispatch.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { createLog } from '../../../src/base/log.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { startApp } from '../../../src/start/app.ts';
import { addParties } from '../../concurrency/books.ts';
import { type Rivals, startRivals } from '../../concurrency/rivals.ts';
import { type Fate, type Proxy, startProxy } from '../../db/proxy.ts';
import { databaseState } from '../../isolation/database-state.ts';
import { type Course, newKey, raceOf } from '../../races/tools.ts';
import { childFile } from '../../support/programs.ts';
import { WEBHOOK_PARTS } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { addAccount } from '../bank/support.ts';

const DRY = TOOL_NAMES.filter((tool) => TOOLS[tool].dryRun);

interface Asked {
  readonly tool: string;
  readonly args: object;
}

let rivals: Rivals;
let course: Course;
/** A dry run of each tool. */
let asked: readonly Asked[];
before(async () => {
  rivals = await startRivals();
  const { service, entity } = rivals;
  const parties = await addParties(rivals);
  const key = await newKey(rivals);
  const account = await addAccount(service, entity.id);
  const none = parties.customer as never;
  const client = service.client(key.secret);
  const entity_id = service.entities.mx;
  course = { rivals, parties, accounts: [account, account], stamped: [none, none], key, client, entity_id };
  asked = await Promise.all(
    DRY.map(async (tool) => ({
      tool,
      args: { entity_id, ...(await raceOf(tool).args(course)), dry_run: true },
    })),
  );
});
after(() => rivals.close());

const state = (): Promise<Record<string, string>> => databaseState(rivals.service.database);

const ask = (url: string, { tool, args }: Asked) => callTool(url, course.key.secret, tool, args);

/** The server shows its transactions anew only when nobody has looked for 100 ms: who looks more often sees old ones. */
const LOOK_MS = 150;

/** Until no transaction is open that a dead process has left here; those of other databases of the server are not meant. */
const settled = async ({ kysely }: Database): Promise<void> => {
  for (let tries = 0; tries < 40; tries += 1) {
    await pause(LOOK_MS);
    const { rows } = await sql`select t.trx_id as trx_id from information_schema.innodb_trx t
      left join information_schema.processlist p on p.id = t.trx_mysql_thread_id
      where t.trx_rows_modified > 0 and (p.id is null or p.db = database())`.execute(kysely);
    if (rows.length === 0) return;
  }
  assert.fail('a transaction stays open');
};

describe('a service that is killed', () => {
  for (const delay of [5, 40, 120]) {
    test(`among dry runs, after ${delay} ms, has written nothing`, async () => {
      const { service } = rivals;
      const held = await state();
      const child = fork(childFile(import.meta.dirname, 'dry-run-child'), [service.databaseUrl]);
      const [{ url }] = await new Promise<[{ url: string }]>((resolve) =>
        child.once('message', (message) => resolve([message as { url: string }])),
      );
      const counted = { answered: 0 };
      const gone = new Promise((resolve) => child.once('exit', resolve));
      const keepAsking = async (from: number): Promise<void> => {
        for (let at = from; child.exitCode === null && child.signalCode === null; at += 1) {
          const each = asked[at % asked.length];
          if (each === undefined) return;
          const { isError, content } = await ask(url, each);
          assert.equal(isError, false, content[0]?.text);
          counted.answered += 1;
        }
      };
      const callers = [0, 2, 4, 6].map((from) => keepAsking(from).catch(() => undefined));
      while (counted.answered < 4) await pause(5);
      await pause(delay);
      child.kill('SIGKILL');
      await gone;
      await Promise.all(callers);
      await settled(service.database);
      assert.deepEqual(await state(), held);
    });
  }
});

describe('a connection that is lost', () => {
  let proxy: Proxy;
  let database: Database;
  let app: Awaited<ReturnType<typeof startApp>>;
  before(async () => {
    const address = parseDatabaseUrl(rivals.service.databaseUrl);
    proxy = await startProxy(address);
    database = await openDatabase(proxy.address, { connections: 2 });
    app = await startApp({
      database,
      log: createLog('silent'),
      transport: {
        host: '127.0.0.1',
        port: 0,
        allowedOrigins: [],
        rateLimit: { requestsPerSecond: 0, burst: 0 },
      },
      webhooks: WEBHOOK_PARTS,
      answerCheck: { compile: undefined, onMismatch: () => undefined },
    });
  });
  after(async () => {
    await app.close();
    await database.close();
    proxy.close();
  });

  for (const fate of ['lost before', 'lost after'] as const)
    for (const [at, what] of ['rollback', 'insert', 'update'].entries())
      test(`${fate} ${what} makes no write of a dry run`, async () => {
        for (const each of asked) {
          const held = await state();
          let left = 1 + at;
          const sent: string[] = [];
          proxy.fateOf = (statement): Fate => {
            sent.push(statement.slice(0, 20));
            if (!statement.startsWith(what) || (left -= 1) > 0) return 'pass';
            left = Number.POSITIVE_INFINITY;
            return fate;
          };
          const { isError, content } = await ask(app.url, each);
          proxy.fateOf = () => 'pass';
          assert.equal(isError, false, content[0]?.text);
          await settled(rivals.service.database);
          assert.deepEqual(await state(), held, each.tool);
          assert.ok(!sent.includes('commit'), 'no commit is sent');
        }
      });
});
