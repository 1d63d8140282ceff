import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import { underAny } from '../../src/base/any-signal.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

it('work under several signals ends with the first, for its reason, and leaves nothing behind', async () => {
  const [service, lease] = [new AbortController(), new AbortController()];
  const signals = [service.signal, lease.signal];
  await underAny(signals, async (signal) => {
    assert.deepEqual([signal.aborted, ...signals.map(listeners)], [false, 1, 1]);
    lease.abort('lost');
    service.abort('stopped');
    assert.deepEqual([signal.aborted, signal.reason], [true, 'lost']);
  });
  assert.deepEqual(signals.map(listeners), [0, 0]);
  await underAny(signals, async (signal) =>
    assert.deepEqual([signal.aborted, signal.reason], [true, 'stopped']),
  );
  const lives = new AbortController();
  await assert.rejects(
    underAny([lives.signal], () => Promise.reject(new Error('no'))),
    /no/u,
  );
  assert.equal(listeners(lives.signal), 0);
});
