// Two instances on one database: what one ends has ended on the other within two seconds, and either can be replaced under
// load.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { FolioConnectionError, FolioError, FolioHttpError } from '../../generated/client/index.ts';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { createLog } from '../../src/base/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startApp } from '../../src/start/app.ts';
import { startFiling } from '../../src/start/filing.ts';
import { type Admin, adminOn, temporaryFolder } from '../admin/support.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { createClient, type FolioClient } from '../support/client.ts';
import { ANA, numbersOf, openOffice, type Office, QUICK, upTo } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

const log = createLog('silent');
const folder = temporaryFolder('folio-instances-');

interface Instance {
  readonly url: string;
  client(key: string): FolioClient;
  stop(): Promise<void>;
}

/** As `npm start` puts it together, and stopped in the same order. */
const startInstance = async ({ databaseUrl }: TestService): Promise<Instance> => {
  const database = await openDatabase(parseDatabaseUrl(databaseUrl), { connections: 6 });
  const config = {
    master_key: null,
    data_dir: folder,
    pac: null,
    access_point: null,
    smtp_url: null,
    mail_from: 'invoices@localhost',
  };
  const filing = await startFiling({ config, database, log, now: () => new Date(), timing: QUICK });
  const rateLimit = { requestsPerSecond: 0, burst: 0 };
  const app = await startApp({
    database,
    log,
    transport: { host: '127.0.0.1', port: 0, allowedOrigins: [], rateLimit },
    answerCheck: { compile: undefined, onMismatch: () => undefined },
  });
  return {
    url: app.url,
    client: (key) => createClient({ url: app.url, key }),
    stop: async () => {
      await app.close();
      await filing.close();
      await database.close();
    },
  };
};

let service: TestService;
let console_: TestConsole;
let office: Office;
let admin: Admin;
let instances: [Instance, Instance];

before(async () => {
  service = await startTestService({ database: 'own' });
  // Its worker takes part in the filing too, with the one master key.
  console_ = await startTestConsole({ DATA_DIR: folder }, service);
  office = await openOffice(service);
  admin = adminOn(service.databaseUrl, new Date());
  instances = [await startInstance(service), await startInstance(service)];
});
after(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await console_.close();
});

/** How long both instances, which have just used it, still take the secret. */
const endsAfter = async (t: TestContext, what: string, secret: string, end: () => Promise<unknown>) => {
  const clients = instances.map((instance) => instance.client(secret));
  for (const client of clients) await client.list_entities();
  await end();
  const ended = performance.now();
  for (const client of clients) {
    for (;;) {
      const refused = await client.list_entities().then(
        () => false,
        (error: unknown) => error instanceof FolioHttpError && error.status === 401,
      );
      if (refused) break;
      assert.ok(performance.now() - ended < 2_000, `${what}: it still works after two seconds`);
      await pause(20);
    }
  }
  t.diagnostic(`${what}: refused by both after ${(performance.now() - ended).toFixed(0)} ms`);
};

const newKey = async (): Promise<{ readonly id: string; readonly secret: string }> =>
  (await admin.json('key', 'create', `--org=${service.organisation_id}`, '--scopes=*', `--by=${ANA}`)) as {
    id: string;
    secret: string;
  };

test('a key that was revoked, rolled or whose maker left ends on both', async (t) => {
  const revoked = await newKey();
  await endsAfter(t, 'revoked', revoked.secret, () => admin.json('key', 'revoke', revoked.id, `--by=${ANA}`));
  const rolled = await newKey();
  let next = '';
  await endsAfter(t, 'rolled', rolled.secret, async () => {
    next = String((await admin.json('key', 'roll', rolled.id, '--now', `--by=${ANA}`)).secret);
  });
  for (const instance of instances) await instance.client(next).list_entities();
});

test('the session of a member who is removed ends with the next request', async () => {
  const email = 'fermin@ibarra.example';
  const person = console_.as('accountant', { email });
  assert.equal((await person.get('/')).path, '/');
  await admin.json('member', 'remove', email, `--org=${service.organisation_id}`, `--by=${ANA}`);
  assert.match((await person.get('/')).path, /^\/sign-in/);
});

/** Replaces both, one by one, while callers go on at whichever instance takes the call. */
const replaceBoth = async (): Promise<void> => {
  for (const index of [0, 1] as const) {
    await pause(100);
    await instances[index].stop();
    instances[index] = await startInstance(service);
  }
};

const mayPass = (error: unknown): boolean =>
  error instanceof FolioConnectionError ||
  (error instanceof FolioHttpError && error.status === 503) ||
  (error instanceof FolioError && error.retryable);

test('both are replaced under load: nothing is lost, done twice or refused for good', async (t) => {
  const load = new AbortController();
  const acknowledged = new Map<string, string>();
  const passing: string[] = [];
  const caller = async (index: number): Promise<void> => {
    for (let turn = 0; !load.signal.aborted || turn === 0; turn += 1) {
      const title = `task-${index}-${turn}`;
      // The client of a slot, asked again at the other one under the same key.
      for (let attempt = index; ; attempt += 1) {
        const instance = instances[attempt % 2 === 0 ? 0 : 1];
        try {
          const task = await instance
            .client(service.keys.mx)
            .create_task(
              { title, taskable_type: 'Counterparty', taskable_id: office.customers.mx },
              { idempotencyKey: title },
            );
          acknowledged.set(title, task.id);
          break;
        } catch (error) {
          assert.ok(mayPass(error), String(error));
          passing.push(error instanceof Error ? error.name : '');
          await pause(5);
        }
      }
    }
  };
  const filed: string[] = [];
  const file = async (): Promise<void> => {
    while (!load.signal.aborted || filed.length < 4) filed.push((await office.approved('mx')).id);
  };
  const ended = Promise.all([...upTo(6).map(caller), file()]);
  await replaceBoth().finally(() => load.abort());
  await ended;
  const settled = await Promise.all(filed.map((id) => office.settled('mx', id)));
  assert.deepEqual(
    settled.map(({ status, filing }) => [status, filing.last_error]),
    filed.map(() => ['filed', null]),
  );
  assert.deepEqual(await numbersOf(office, 'mx', settled[0]?.series ?? ''), upTo(filed.length));
  const tasks = await service.database.reader
    .selectFrom('task')
    .select(['id', 'title'])
    .where('entity_id', '=', service.entities.mx)
    .where('title', 'like', 'task-%')
    .execute();
  assert.equal(tasks.length, new Set(tasks.map(({ title }) => title)).size, 'nothing twice');
  const there = new Map(tasks.map(({ id, title }) => [title, id]));
  for (const [title, id] of acknowledged) assert.equal(there.get(title), id, `${title} is lost`);
  assert.ok(acknowledged.size >= 6, `${acknowledged.size} were acknowledged`);
  t.diagnostic(
    `${acknowledged.size} tasks, ${filed.length} invoices filed, ${passing.length} errors that pass`,
  );
});
