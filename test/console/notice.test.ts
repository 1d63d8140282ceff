import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret, readNotice, writeNotice } from '../../src/console/cookies.ts';
import type { Origin } from '../../src/base/net/origin.ts';

test('a sentence for the next page is shown to the browser it was written for, and nobody else’s words', () => {
  const origin = { secure: true, port: '443' } as unknown as Origin;
  const [own, other] = [newSecret(), newSecret()];
  const shown = (by: string): string | undefined => {
    const [cookie = ''] = writeNotice(origin, by, 'Done.').split(';');
    return readNotice(origin, own, { headers: { cookie } });
  };
  assert.deepEqual([shown(own), shown(other)], ['Done.', undefined]);
});
