// A key that three revoke at once is revoked by one; the others are told that it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { race, type Rivals, startRivals, times } from '../concurrency/rivals.ts';
import { dose } from '../support/dose.ts';
import { newKey } from './tools.ts';

let rivals: Rivals;
before(async () => {
  rivals = await startRivals();
});
after(() => rivals.close());

test('revoke_api_key', async () => {
  const { secret } = await newKey(rivals);
  for (let round = 0; round < dose(20); round += 1) {
    const { id: api_key_id } = await newKey(rivals);
    const { done, refused } = await race(
      times(3, (index) => rivals.clientOf(index, secret).revoke_api_key({ api_key_id })),
    );
    assert.deepEqual([done.map(({ status }) => status), refused], [['revoked'], { api_key_revoked: 2 }]);
  }
});
