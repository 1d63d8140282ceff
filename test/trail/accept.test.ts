// A person takes records as they are: from there on they are judged again, and the acceptance is told for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANA } from '../support/office.ts';
import { usingTrail } from './office.ts';

const held = usingTrail();

const ACCEPT = ['audit', 'accept', `--by=${ANA}`, '--reason=repaired by hand'] as const;

test('where nothing is wrong, there is nothing to accept', async () => {
  const { admin } = held.office;
  assert.equal((await admin.refused(...ACCEPT)).code, 'wrong_state');
});

test('faulty records are accepted, and every later change of them is judged again', async () => {
  const { office, made } = held;
  const { admin, run, books } = office;
  await run(`update invoice set title = 'mended' where id = '${made.draft}'`);
  await run(`update invoice set state_version = 1, title = 'x' where id = '${made.approved}'`);
  await run(`delete from payment where id = '${made.payment}'`);
  await run(`delete from payment_allocation where payment_id = '${made.payment}'`);
  const copy = `invc_${'0'.repeat(26)}`;
  const columns = await office.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = database()
     and table_name = 'invoice' and column_name <> 'id'`,
  );
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  await run(`update bill set bill_number = 'A-2' where id = '${made.bill}'`);
  await run(
    `insert into invoice (id, ${names}) select '${copy}', ${names} from invoice where id = '${made.draft}'`,
  );
  const before = await office.verify();
  assert.deepEqual(
    new Set(before.faults.map(({ kind, record_id }) => `${kind} ${record_id}`)),
    new Set([
      `missing ${made.payment}`,
      `state ${made.approved}`,
      `state ${made.bill}`,
      `state ${made.draft}`,
      `unknown ${copy}`,
    ]),
  );

  const { accepted, by, reason } = await admin.json(...ACCEPT);
  assert.deepEqual([accepted.length, by, reason], [5, ANA, 'repaired by hand']);
  const after = await office.verify();
  assert.deepEqual(after.faults, []);
  const told = after.organisations[0]?.accepted as readonly {
    record_id: string;
    by: string;
    reason: string;
  }[];
  assert.deepEqual(
    new Set(told.map((each) => `${each.record_id} ${each.by} ${each.reason}`)),
    new Set(
      [made.payment, made.approved, made.bill, made.draft, copy].map((id) => `${id} ${ANA} repaired by hand`),
    ),
  );
  const [entry] = (await admin.json('audit', 'list', '--action=audit accept')).data;
  assert.equal(entry.actor.name, 'Ana');

  await admin.json('invoice', 'discard', made.draft, `--by=${ANA}`);
  assert.equal((await office.verify()).ok, true);
  await office.tampered([`update invoice set title = 'again' where id = '${made.approved}'`], async () => {
    const { faults } = await office.verify();
    assert.deepEqual(
      faults.map(({ kind, record_id }) => [kind, record_id]),
      [['state', made.approved]],
    );
  });
  await books.draft('mx');
  assert.equal((await office.verify()).ok, true);
});

test('a broken trail cannot be accepted, nor by a viewer, nor without a reason', async () => {
  const { office, made } = held;
  const { admin } = office;
  await office.tampered(
    [
      `update audit set actor_id = 'x' order by id limit 1`,
      `update invoice set title = 'again' where id = '${made.approved}'`,
    ],
    async () => {
      const { code, message } = await admin.refused(...ACCEPT);
      assert.equal(code, 'wrong_state');
      assert.match(message, /the trail itself is faulty/);
    },
  );
  assert.equal((await admin.refused('audit', 'accept', `--by=${ANA}`, '--reason= ')).code, 'usage');
  await admin.json(
    'member',
    'add',
    `--org=${office.org}`,
    '--email=vera@ibarra.example',
    '--name=Vera',
    '--role=viewer',
  );
  const viewer = await admin.refused('audit', 'accept', '--by=vera@ibarra.example', '--reason=because');
  assert.equal(viewer.code, 'not_allowed');
});
