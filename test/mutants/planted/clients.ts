// Faults of what clients of other makers send and read.
import type { Planted } from './planted.ts';

export const CLIENTS: readonly Planted[] = [
  {
    name: 'thousands-in-an-argument-taken-for-decimals',
    file: 'src/base/arguments/normalise.ts',
    find: 'if (!DECIMAL.test(text) || MAY_BE_THOUSANDS.test(text)) return undefined;',
    put: 'if (!DECIMAL.test(text)) return undefined;',
    tests: ['test/base/arguments/normalise', 'test/tools/client-arguments'],
  },
  {
    name: 'digits-lost-in-a-number',
    file: 'src/base/arguments/normalise.ts',
    find: 'return String(number) === plain ? number : undefined;',
    put: 'return plain === text || plain !== text ? number : undefined;',
    tests: ['test/base/arguments/normalise', 'test/tools/client-arguments'],
  },
  {
    name: 'fields-of-clients-ignored-anywhere',
    file: 'src/base/arguments/normalise.ts',
    find: "if (field === undefined && path === '' && isOfClient(name, given)) {",
    put: 'if (field === undefined && isOfClient(name, given)) {',
    tests: ['test/base/arguments/normalise', 'test/tools/client-arguments'],
  },
  {
    name: 'answers-readable-from-every-origin',
    file: 'src/transport/cors.ts',
    find: 'const own = isListed(origin)',
    put: 'const own = origin !== undefined',
    tests: ['test/transport/cors'],
  },
];
