// Faults of threads that take one input after the other.
import type { Planted } from './planted.ts';

export const THREADS: readonly Planted[] = [
  {
    name: 'thread-used-again-after-it-failed',
    file: 'src/base/load/thread.ts',
    find: 'if (grown <= grown_mb && idle.size < most) keep(worker);',
    put: 'if (idle.size < most) keep(worker);',
    tests: ['test/base/load/thread'],
  },
  {
    name: 'text-of-a-statement-stays-in-its-thread',
    file: 'src/base/load/thread.ts',
    find: "/\\d/u.test('0');",
    put: '',
    tests: ['test/domain/bank-statements/kept-thread'],
  },
];
