// Books that are older than what the log covers after the fact, and instances of the version before beside new ones.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { catchUpLog } from '../../src/domain/views/trail/log/catch-up.ts';
import { NONE_KEPT } from '../../src/domain/views/trail/verify/kept.ts';
import { verifyTrail } from '../../src/domain/views/trail/verify/verify.ts';
import { fill, type Office, openTrailOffice, SIGNER } from './office.ts';
import { ANA } from '../support/office.ts';

let office: Office;
before(async () => {
  office = await openTrailOffice();
  await fill(office);
  // As the version before left it: nothing in the log names them, and the books are of the day before.
  await office.run(`delete from trail_state where kind in ('touched', 'covered')`);
  await office.run(
    'delete from trail_pending where id not in (select id from audit union select id from trail_state)',
  );
  await office.run(
    `update audit set occurred_at = occurred_at - interval 1 day where entity_id = '${office.org}'`,
  );
  await office.run(
    'update event set occurred_at = occurred_at - interval 1 day where entity_id = organisation_id',
  );
});
after(() => office.service.close());

const found = async (hours: number) => {
  const now = new Date(Date.now() + hours * 3_600_000);
  const { database, organisation_id: id } = office.service;
  assert.ok(await catchUpLog({ database, signer: SIGNER, now: () => now }, id, 20_000));
  const { faults } = await verifyTrail({ database, key: SIGNER, now }, { id, name: '' }, NONE_KEPT);
  return faults.map(({ kind, record_type, record_id }) => [kind, record_type, record_id]);
};

test('what is there is taken as it is; what the version before writes within the hour too, and nothing after it', async () => {
  const [member] = await office.rows<{ id: string }>(
    "select id from member where email = 'beto@ibarra.example'",
  );
  const id = member?.id;
  assert.deepEqual(await found(0), []);
  await office.run(`update member set name = 'Beto Ruiz' where id = '${id}'`);
  assert.deepEqual(await found(0.5), []);
  await office.run(`update member set name = 'Beto R' where id = '${id}'`);
  // The first visit after the hour is the last that takes it.
  assert.deepEqual(await found(2), []);
  await office.run(`update member set role = 'administrator' where id = '${id}'`);
  assert.deepEqual(await found(3), [['state', 'member', id]]);
  await office.run('update trail_log set covered_at = null');
  assert.deepEqual(await found(4), [['state', 'member', id]], 'it is not begun anew');
  await office.run(`delete from member where id = '${id}'`);
  assert.deepEqual(await found(5), [['missing', 'member', id]]);
});

test('a person takes what was found as it is, and what changes then is found again', async () => {
  const [member] = await office.rows<{ id: string }>(`select id from member where email = '${ANA}'`);
  const id = member?.id;
  await office.run(`update member set name = 'Ana' where id = '${id}'`);
  const { accepted } = await office.admin.json('audit', 'accept', `--by=${ANA}`, '--reason=repaired');
  assert.equal(
    (accepted as { record_type: string }[]).every(({ record_type }) => record_type === 'member'),
    true,
  );
  assert.deepEqual((await office.verify()).faults, []);
  await office.run(`update member set role = 'viewer' where id = '${id}'`);
  const { faults } = await office.verify();
  assert.deepEqual(
    faults.map(({ kind, record_type, record_id }) => [kind, record_type, record_id]),
    [['state', 'member', id]],
  );
});
