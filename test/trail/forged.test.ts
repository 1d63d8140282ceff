// What somebody tries who knows the trail: to have other books signed, to keep entries from the log, to hide rows beside
// records, and to write an export anew. And what looks like that and is none.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { append, EMPTY_TREE, packFrontier, rootOf } from '../../src/domain/views/trail/merkle.ts';
import { readConfig } from '../../src/base/config.ts';
import { createLog } from '../../src/base/log.ts';
import { catchUp } from '../../src/admin/commands/audit-verify.ts';
import { headsFolder, knownHeadsIn } from '../../src/domain/views/trail/log/known-heads.ts';
import { NONE_KEPT } from '../../src/domain/views/trail/verify/kept.ts';
import { verifyTrail } from '../../src/domain/views/trail/verify/verify.ts';
import { ANA, until } from '../support/office.ts';
import { type FaultFound, type Office, SIGNER, usingTrail, type Verified } from './office.ts';

const headsOf = ({ admin }: Office) => knownHeadsIn(headsFolder(readConfig(admin.environment)));

/** Has a service on this machine take and sign the log as it is now. */
const seenOn = async (office: Office): Promise<void> => {
  const heads = headsOf(office);
  const worker = office.work({ heads });
  const size = async () => (await office.rows<{ size: number }>('select size from trail_log'))[0]?.size ?? 0;
  const waiting = async () => (await office.rows('select id from trail_pending')).length;
  await until(
    async () => [await waiting(), (await heads.read(office.org)).size - (await size()), await size()],
    ([pending, behind, all]) => pending === 0 && behind === 0 && all !== 0,
  );
  await worker.stop();
};

const held = usingTrail(seenOn);

const TABLES = ['trail_state', 'trail_leaf', 'trail_log', 'trail_checkpoint', 'trail_pending'] as const;
const AUDIT_COLUMNS =
  'entity_id, occurred_at, actor_type, actor_id, action, arguments_hash, record_type, record_id, `before`, `after`, request_id, session_id, method';

const kindsOf = ({ faults }: { readonly faults: readonly FaultFound[] }): string[] =>
  faults.map(({ kind }) => kind).toSorted();
const aChange = (name: string) =>
  held.office.admin.json(
    'member',
    'add',
    `--org=${held.office.org}`,
    `--email=${name}@ibarra.example`,
    `--name=${name}`,
  );

/** As of the database, without taking anything into the log before. */
const asItStands = (minutes = 0) => {
  const { database, organisation_id: id } = held.office.service;
  const now = new Date(Date.now() + minutes * 60_000);
  return verifyTrail({ database, key: SIGNER, now }, { id, name: 'Despacho Ibarra' }, NONE_KEPT);
};

test('a log that was emptied is not begun again over other books, and is told', async () => {
  const { office, made } = held;
  await office.tampered(
    [
      `update invoice set title = 'other' where id = '${made.approved}'`,
      ...TABLES.map((table) => `delete from ${table}`),
    ],
    async () => {
      const verified = await office.verify();
      assert.ok(kindsOf(verified).includes('checkpoint'));
      const [{ leaves }] = (await office.rows<{ leaves: number }>(
        'select count(*) as leaves from trail_leaf',
      )) as [{ leaves: number }];
      assert.equal(leaves, 0, 'nothing was taken');
      const refused: string[] = [];
      const log = Object.assign(createLog('silent'), {
        error: ({ err }: { readonly err: Error }) => refused.push(err.message),
      });
      const worker = office.work({ heads: headsOf(office), log });
      await until(
        async () => refused.join(''),
        (text) => /had \d+ entries when this machine saw it last, and the database has 0/u.test(text),
      );
      await worker.stop();
      assert.equal(refused.length, 1, 'it rests');
      assert.deepEqual(await office.rows('select * from trail_checkpoint'), []);
    },
  );
  assert.equal((await office.verify()).ok, true);
});

test('a log that was rewritten is signed by nobody who has seen the one before', async () => {
  const { office } = held;
  await aChange('Rita');
  await seenOn(office);
  const leaves = await office.rows<{ hash: string }>('select hash from trail_leaf order by position');
  const last = leaves.length - 1;
  const forged = '0'.repeat(64);
  const tree = leaves.reduce(
    (grown, { hash }, at) => append(grown, Buffer.from(at === last ? forged : hash, 'hex')),
    EMPTY_TREE,
  );
  await office.tampered(
    [
      `update trail_leaf set hash = '${forged}' where position = ${last}`,
      `delete from trail_checkpoint where size > ${last}`,
      `update trail_log set root = '${rootOf(tree).toString('hex')}', frontier = '${JSON.stringify(packFrontier(tree))}',
       signed_size = (select max(trail_checkpoint.size) from trail_checkpoint)`,
    ],
    async () => {
      const { faults } = await office.verify();
      assert.ok(faults.some(({ kind, message }) => kind === 'checkpoint' && /kept elsewhere/u.test(message)));
      await aChange('Rosa');
      await office.verify();
      assert.deepEqual(await office.rows(`select size from trail_checkpoint where size > ${last}`), []);
      await office.run(
        `delete from event where record_id = (select id from member where name = 'Rosa' limit 1)`,
      );
      await office.run(`delete from member where name = 'Rosa'`);
      for (const table of ['audit', 'trail_state'])
        await office.run(`delete from ${table} where id in (select id from trail_pending)`);
      await office.run('delete from trail_pending');
    },
  );
  assert.equal((await office.verify()).ok, true);
});

test('a mark for what the log has already holds nothing up', async () => {
  const { office } = held;
  await office.run('insert into trail_pending (entity_id, id) select entity_id, id from trail_leaf limit 1');
  await aChange('Sara');
  const { ok, waiting } = await office.verify();
  assert.deepEqual([ok, waiting], [true, 0]);
});

test('a lease that never ends does not keep entries from the log', async () => {
  const { office } = held;
  await office.run(`update trail_log set lease_owner = 'x', lease_until = '9999-01-01'`);
  await aChange('Tere');
  const { ok, waiting } = await office.verify();
  assert.deepEqual([ok, waiting], [true, 0]);
});

test('entries that wait for long are told; for a moment they may', async () => {
  await aChange('Ulla');
  assert.deepEqual(kindsOf(await asItStands()), []);
  const late = await asItStands(10);
  assert.deepEqual(kindsOf(late), ['log']);
  assert.match(
    late.faults[0]?.message ?? '',
    /^2 entries wait for the log and are not taken, the first since 20/u,
  );
  assert.equal((await held.office.verify()).ok, true);
});

test('rows of a record that is not there are told', async () => {
  const { office, made } = held;
  const other = `paym_${'0'.repeat(26)}`;
  const columns = await office.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = database()
     and table_name = 'payment_allocation' and column_name <> 'payment_id' and extra <> 'auto_increment'`,
  );
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  await office.tampered(
    [
      `insert into payment_allocation (payment_id, ${names}) select '${other}', ${names} from payment_allocation where payment_id = '${made.payment}'`,
    ],
    async () => {
      const { faults } = await asItStands();
      assert.deepEqual(
        faults.map(({ kind, record_id }) => [kind, record_id]),
        [['unknown', other]],
      );
    },
  );
});

test('what an instance of a version without the log wrote is taken in by a person, and named for ever', async () => {
  const { office, made } = held;
  const { admin, run } = office;
  const row = `audt_${'1'.repeat(26)}`;
  await run(
    `insert into audit (id, ${AUDIT_COLUMNS}) select '${row}', ${AUDIT_COLUMNS} from audit where record_id = '${made.draft}' limit 1`,
  );
  await run(`update invoice set title = 'of before' where id = '${made.draft}'`);
  assert.deepEqual(kindsOf(await office.verify()), ['inserted', 'state']);
  const { accepted } = await admin.json('audit', 'accept', `--by=${ANA}`, '--reason=rolling upgrade');
  assert.deepEqual(
    accepted
      .map(({ record_type, record_id }: Record<string, unknown>) => [record_type, record_id])
      .toSorted(),
    [
      ['audit', row],
      ['invoice', made.draft],
    ],
  );
  const after = await office.verify();
  assert.deepEqual(kindsOf(after), []);
  const told = after.organisations[0]?.accepted as readonly { record_id: string; reason: string }[];
  assert.deepEqual(told.map((each) => `${each.record_id} ${each.reason}`).toSorted(), [
    `${row} rolling upgrade`,
    `${made.draft} rolling upgrade`,
  ]);
  await office.tampered([`update audit set actor_id = 'x' where id = '${row}'`], async () =>
    assert.deepEqual(kindsOf(await office.verify()), ['altered']),
  );
});

test('a record that is as it should is not accepted with an audit row about it', async () => {
  const { office, made } = held;
  const row = `audt_${'2'.repeat(26)}`;
  await office.run(
    `insert into audit (id, ${AUDIT_COLUMNS}) select '${row}', ${AUDIT_COLUMNS} from audit where record_id = '${made.bill}' limit 1`,
  );
  const { accepted } = await office.admin.json('audit', 'accept', `--by=${ANA}`, '--reason=found');
  assert.deepEqual(
    accepted.map(({ record_type, record_id }: Record<string, unknown>) => [record_type, record_id]),
    [['audit', row]],
  );
  assert.equal((await office.verify()).ok, true);
});

test('a copy of the books in another database has a log of its own', () => {
  const at = (url: string) => headsFolder(readConfig({ DATA_DIR: '/d', DATABASE_URL: url }));
  const one = at('mysql://a:b@one:3306,two:3306/books');
  assert.equal(at('mysql://other:c@two:3306,one:3306/books'), one);
  assert.notEqual(at('mysql://a:b@one:3306,two:3306/copy'), one);
  assert.equal(headsFolder(readConfig({ DATA_DIR: '/d' })), '/d/trail/private');
});

test('books that the log has not taken yet are not judged', async () => {
  const { office } = held;
  const { database } = office.service;
  const unseen = knownHeadsIn(join(office.admin.folder, 'elsewhere'));
  await office.tampered(
    TABLES.map((table) => `delete from ${table}`),
    async () => {
      const of = { id: office.service.organisation_id, name: 'Despacho Ibarra' };
      await assert.rejects(
        catchUp({ database, now: new Date() }, unseen, SIGNER, of, 0),
        /has not taken all books of Despacho Ibarra/u,
      );
    },
  );
});

const exported = async (...options: string[]): Promise<string[]> => {
  const file = join(held.office.admin.folder, 'export.ndjson');
  rmSync(file, { force: true });
  await held.office.admin.json('audit', 'export', `--out=${file}`, ...options);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
};

const judged = (lines: readonly string[]): Promise<Verified> => {
  const file = join(held.office.admin.folder, 'forged.ndjson');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return held.office.verify(`--file=${file}`, `--key=${SIGNER.text}`);
};

test('an export is sealed: what no checkpoint covers cannot be changed in it either', async () => {
  const { office, made } = held;
  const lines = await exported();
  assert.equal((await judged(lines)).ok, true);
  const at = lines.findIndex(
    (line) => line.includes(`"record":"${made.payment}"`) && line.includes('"kind":"payment"'),
  );
  const forged = lines.with(at, (lines[at] ?? '').replace(/"amount_minor":\d+/u, '"amount_minor":1'));
  assert.deepEqual(kindsOf(await judged(forged)), ['file', 'state']);
  const leaf = lines.findIndex((line) => line.includes('"audit":'));
  const state = (lines.find((line) => line.includes('"state":')) ?? '').replace(
    /^.*("state":\{.*\}).*$/u,
    '$1',
  );
  const both = join(office.admin.folder, 'both.ndjson');
  writeFileSync(both, `${lines.with(leaf, `${lines[leaf]?.slice(0, -1)},${state}`).join('\n')}\n`);
  assert.equal((await office.admin.refused('audit', 'verify', `--file=${both}`)).code, 'unreadable_file');
});

test('an entry of an excerpt without its proof is not believed', async () => {
  const lines = await exported('--action=create_bill');
  assert.equal((await judged(lines)).ok, true);
  const entry = JSON.parse(lines[1] ?? '') as { audit: object; proof: object | null };
  const forged = JSON.stringify({ audit: { ...entry.audit, actor_id: 'memb_other' }, proof: null });
  assert.deepEqual(kindsOf(await judged(lines.with(1, forged))), ['file']);
});

test('of the demo, whose id is the same in every database, nothing is kept', async () => {
  const folder = join(held.office.admin.folder, 'demo');
  const known = knownHeadsIn(folder, 'orgn_demo');
  const tree = append(EMPTY_TREE, Buffer.alloc(32, 1));
  for (const id of ['orgn_demo', 'orgn_real']) await known.write(id, tree);
  assert.deepEqual([(await known.read('orgn_demo')).size, (await known.read('orgn_real')).size], [0, 1]);
});
