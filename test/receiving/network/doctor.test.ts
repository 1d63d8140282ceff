// What the doctor says of receiving from the network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../../src/base/config.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { checkNetwork } from '../../../src/doctor/network.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { changeDetails, newCompany, SECRET } from './support.ts';

let db: TestDatabase;
before(async () => {
  db = await createTestDatabase();
});
after(() => db.close());

const NOW = new Date();
const says = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly [string, string]> => {
  const { status, detail, fix } = await checkNetwork(db.database, readConfig(environment), NOW);
  return [status, `${detail} ${fix ?? ''}`.trim()];
};
const message = (message_id: string, status: 'held' | 'refused', updated_at = toInstant(NOW)) =>
  db.database.kysely
    .insertInto('network_message')
    .values({
      message_id,
      access_point: 'phoss-ap',
      status,
      reason: 'unknown',
      receiver: '9930:DE1',
      bytes: 0,
      attempts: 1,
      created_at: updated_at,
      updated_at,
    })
    .execute();

const REAL = { ACCESS_POINT_URL: 'https://api.storecove.com', ACCESS_POINT_PULL: '1' };

test('the doctor tells what does not come, and what to do', async () => {
  assert.deepEqual(await says(), ['OK', 'no company receives; "network register" registers one']);
  const company = await newCompany(db.database);
  assert.deepEqual(await says(), ['OK', '1 receive']);
  const { ACCESS_POINT_PULL: _pull, ...unasked } = REAL;
  assert.deepEqual(await says(unasked), [
    'WARN',
    '1 are registered, and nothing is received. Set ACCESS_POINT_PULL (Storecove) or ACCESS_POINT_SECRET (phoss-ap).',
  ]);
  assert.deepEqual(await says({ ...unasked, ACCESS_POINT_SECRET: SECRET }), ['OK', '1 receive']);
  const [short, told] = await says({ ACCESS_POINT_SECRET: 'short' });
  assert.deepEqual([short, told.includes('can be guessed'), told.includes('short')], ['WARN', true, false]);
  await changeDetails(db.database, company.id, { participant_id: '0088:4012345000009' });
  assert.match((await says()).join(' '), /^WARN enti_\w+ is registered as 9930:de\d+ and receives nothing: /);
  await message('long-ago', 'refused', toInstant(new Date(NOW.getTime() - 8 * 86_400_000)));
  assert.match((await says()).join(' '), /receives nothing/);
  await message('refused-1', 'refused');
  assert.match(
    (await says()).join(' '),
    /^WARN 1 document was refused within 7 days; last refused-1 for 9930:DE1: Nobody receives here .*"network list --status refused" shows all\.$/,
  );
  await message('held-1', 'held');
  assert.match(
    (await says()).join(' '),
    /^WARN 1 document is held and seen by no company; last held-1 .*"network retry" delivers one\.$/,
  );
  await db.database.kysely
    .insertInto('network_queue')
    .values({ access_point: 'storecove', lease_fence: 0, failing_since: toInstant(NOW), fault: 'HTTP 401.' })
    .execute();
  assert.match(
    (await says(REAL)).join(' '),
    /^WARN Nothing is received since .*: HTTP 401\. Make the access point reachable/,
  );
});
