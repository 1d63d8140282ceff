// The log takes every entry once, whoever takes it, whatever the clock says, and however often it is interrupted.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OrganisationId } from '../../generated/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { openOutlets } from '../../src/jobs/checkpoint-outlets.ts';
import { type Office, usingTrail } from './office.ts';
import { addOrganisation } from '../support/books.ts';
import { until } from '../support/office.ts';
import { childFile } from '../support/programs.ts';

const held = usingTrail();

const LOG = createLog(process.env['LOG_LEVEL'] ?? 'silent');

const count = async ({ rows }: Office, table: string): Promise<number> =>
  Number((await rows<{ count: number }>(`select count(*) as count from ${table}`))[0]?.count);

/** Audit rows of the organisation, one transaction each. */
const change = async (
  { service }: Office,
  times: number,
  now = new Date(),
  organisation: OrganisationId = service.organisation_id,
): Promise<void> => {
  const books = openBooks(service.database);
  for (let at = 0; at < times; at += 1)
    await books.changeOrganisation(organisation, newAct(SYSTEM, 'org update', at, now), async (ctx) =>
      ctx.record({
        event: 'organisation.updated',
        record_type: 'organisation',
        record_id: organisation,
        before: { at },
        after: { at: at + 1 },
      }),
    );
};

const settled = (office: Office): Promise<number> =>
  until(
    () => count(office, 'trail_pending'),
    (waiting) => waiting === 0,
  );

test('two workers at once take every entry once', async (t) => {
  const { office } = held;
  const workers = [office.work({ batch: 3 }), office.work({ batch: 3 })];
  t.after(() => Promise.all(workers.map((worker) => worker.stop())));
  await Promise.all([change(office, 30), change(office, 30)]);
  await settled(office);
  await Promise.all(workers.map((worker) => worker.stop()));
  const { ok, rows, states } = await office.verify();
  assert.deepEqual({ ok, leaves: await count(office, 'trail_leaf') }, { ok: true, leaves: rows + states });
});

test('an organisation whose log another process holds keeps no other waiting', async (t) => {
  const { office } = held;
  await office.verify();
  await office.run(
    `update trail_log set lease_owner = 'x', lease_until = utc_timestamp() + interval 30 minute`,
  );
  await change(office, 1);
  const other = await addOrganisation(office.service.database, 'Otro Despacho');
  await change(office, 1, new Date(), other);
  const worker = office.work();
  t.after(() => worker.stop());
  await until(
    () => office.rows<{ id: string }>(`select id from trail_pending where entity_id = '${other}'`),
    (rows) => rows.length === 0,
  );
  // The log of the other is taken over its older entries meanwhile, for which more of its own waits now and then.
  const waiting = await office.rows(`select id from trail_pending where entity_id = '${office.org}'`);
  assert.equal(waiting.length, 1, 'that of the held log still waits');
  await office.run('update trail_log set lease_owner = null, lease_until = null');
  await settled(office);
  await worker.stop();
  assert.equal((await office.verify()).ok, true);
});

test('a worker killed between batches loses nothing, and the next one goes on', async (t) => {
  const { office } = held;
  await change(office, 60);
  const before = await count(office, 'trail_leaf');
  const file = childFile(import.meta.dirname, 'kill-child');
  const child = fork(file, [office.service.databaseUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  await until(
    () => count(office, 'trail_leaf'),
    (leaves) => leaves > before + 4,
  );
  child.kill('SIGKILL');
  await gone;
  // The lease of the dead has run out.
  await office.run(`update trail_log set lease_until = '2000-01-01'`);
  const worker = office.work();
  t.after(() => worker.stop());
  await settled(office);
  await worker.stop();
  assert.equal(await count(office, 'trail_leaf'), before + 60);
  assert.equal((await office.verify()).ok, true);
});

test('a clock that jumps back disturbs no order', async () => {
  const { office } = held;
  const [last] = await office.rows<{ at: number }>('select max(position) as at from trail_leaf');
  await change(office, 1, new Date(Date.now() - 3_600_000));
  await office.verify();
  await change(office, 1);
  const { ok } = await office.verify();
  const after = await office.rows<{ position: number; late: number }>(
    `select position, occurred_at > utc_timestamp() - interval 30 minute as late from trail_leaf join audit
     on audit.entity_id = trail_leaf.entity_id and audit.id = trail_leaf.id
     where position > ${last?.at} order by position`,
  );
  assert.deepEqual(
    after.map(({ position, late }) => [position - Number(last?.at), late]),
    [
      [1, 0],
      [2, 1],
    ],
  );
  assert.equal(ok, true);
});

test('books that are older than the log are taken into it, also when that is interrupted', async (t) => {
  const { office } = held;
  const all = await office.verify();
  for (const table of ['trail_state', 'trail_leaf', 'trail_log', 'trail_checkpoint', 'trail_pending'])
    await office.run(`delete from ${table}`);
  for (const table of ['invoice', 'bill', 'payment', 'approval'])
    await office.run(`update ${table} set state_version = 1`);
  const first = office.work({ batch: 5 });
  await until(
    () => count(office, 'trail_leaf'),
    (leaves) => leaves > 5,
  );
  await first.stop();
  const [interrupted] = await office.rows<{ adopted_at: string | null }>(
    `select adopted_at from trail_log where organisation_id = '${office.org}'`,
  );
  const second = office.work();
  t.after(() => second.stop());
  await until(
    () =>
      office.rows<{ adopted_at: string | null }>(
        `select adopted_at from trail_log where organisation_id = '${office.org}'`,
      ),
    ([log]) => typeof log?.adopted_at === 'string',
  );
  // A change of what was adopted, and of what was not yet.
  await second.stop();
  const { ok, rows, records, states } = await office.verify();
  assert.deepEqual(
    { ok, rows, records, states },
    { ok: true, rows: all.rows, records: all.records, states: await count(office, 'trail_state') },
  );
  assert.ok(interrupted !== undefined);
  await held.office.books.draft('mx');
  assert.equal((await office.verify()).ok, true);
});

test('checkpoints reach the file and the address, also after those failed, the newest of each log', async (t) => {
  const { office } = held;
  const bodies: string[] = [];
  let fails = true;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (!fails) bodies.push(body);
      response.writeHead(fails ? 500 : 204).end();
      fails = false;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const file = join(office.admin.folder, 'checkpoints.ndjson');
  const outlets = openOutlets(
    {
      audit_checkpoint_file: file,
      audit_checkpoint_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
    LOG,
  );
  const worker = office.work({ outlets });
  await change(office, 3);
  // Before, one of them may be kept as the newest.
  await settled(office);
  const [kept] = await until(
    () =>
      office.rows<{ size: number; kept_size: number; signed_size: number }>(
        `select * from trail_log where organisation_id = '${office.org}'`,
      ),
    ([log]) => log !== undefined && log.kept_size === log.size,
  );
  await worker.stop();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const own = lines.filter((line) => line.includes(office.org)).at(-1) ?? '';
  assert.equal((JSON.parse(own) as { size: number }).size, kept?.size);
  assert.equal(bodies.filter((body) => body.includes(office.org)).at(-1), `${own}\n`);
  assert.equal((await office.verify(`--checkpoints=${file}`)).ok, true);
});
