// What a command ends with: scripts decide by it what to do next.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { adminOn } from './support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

const by = `--by=${ANA}`;
const asked = async (args: object = {}): Promise<string> => {
  const id = await office.draft('mx', args);
  return (await office.submit('mx', id)).approval_request_id;
};

test('0: filed, or approved and still waiting', async () => {
  assert.equal((await office.admin.run('approval', 'approve', await asked(), by)).code, 0);
  const waiting = await office.admin.run('approval', 'approve', await asked(), by, '--wait=0', '--json');
  assert.equal(waiting.code, 0, waiting.err);
});

test('1: refused', async () => {
  assert.equal((await office.admin.run('approval', 'approve', newId('ApprovalRequestId'), by)).code, 1);
});

test('2: not understood', async () => {
  for (const args of [
    ['aproval'],
    ['approval', 'approve'],
    ['approval', 'list', '--status=maybe'],
    ['entity', 'list', '--nothing'],
  ])
    assert.equal((await office.admin.run(...args)).code, 2, args.join(' '));
});

test('3: approved, and refused by the authority; the answer is on standard output all the same', async () => {
  const buyer = await addMexicanCustomer(service, 'SANDBOX REJECT');
  const { code, out, err } = await office.admin.run(
    'approval',
    'approve',
    await asked({ counterparty_id: buyer }),
    by,
    '--json',
  );
  assert.equal(code, 3, err);
  assert.equal((JSON.parse(out) as { outcome: string }).outcome, 'failed');
  assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, 'not_filed');
});

test('3: no database', async () => {
  const { code, err } = await adminOn('mysql://nobody:x@127.0.0.1:1/none').run('entity', 'list', '--json');
  assert.equal(code, 3, err);
  assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, 'cannot_start');
});

test('4: approved, and nobody knows yet whether it was filed; of several the gravest counts', async () => {
  const unclear = await asked({ counterparty_id: await addMexicanCustomer(service, 'SANDBOX ERROR') });
  const { code, err } = await office.admin.run(
    'approval',
    'approve',
    await asked(),
    unclear,
    by,
    '--wait=3',
    '--json',
  );
  assert.equal(code, 4, err);
  assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, 'filing_unclear');
});
