// Faults of statements that are sent with the next one.
import type { Planted } from './planted.ts';

const HELD = ['test/db/held'];
const SENDING = 'src/db/sending.ts';
const CONNECTION = 'src/db/connection.ts';

export const HELD_STATEMENTS: readonly Planted[] = [
  {
    name: 'held-error-swallowed',
    file: SENDING,
    find: '    if (fault !== null) {\n      const told',
    put: '    if (fault !== null && at === last) {\n      const told',
    tests: HELD,
  },
  {
    name: 'held-error-caught-and-the-rest-stored',
    file: SENDING,
    find: 'if (at < last) spoil(told);',
    put: '',
    tests: HELD,
  },
  {
    name: 'held-sent-in-one-packet-with-commit',
    file: CONNECTION,
    find: "if (text !== 'commit' || waiting === 0) return",
    put: 'return',
    tests: HELD,
  },
  {
    name: 'held-sent-before-rollback',
    file: CONNECTION,
    find: "if (text === 'rollback') held.take();",
    put: "if (text === 'rollback') void held;",
    tests: HELD,
  },
  {
    name: 'held-duplicate-told-as-that-of-the-next',
    file: SENDING,
    find: 'at === last ? fault : faultOfHeld(fault)',
    put: 'at === last ? fault : fault',
    tests: HELD,
  },
  {
    name: 'held-row-that-is-gone-ignored',
    file: SENDING,
    find: 'if (error === null) return goneIn(statement, result);',
    put: 'if (error === null) return goneIn(statement, null);',
    tests: HELD,
  },
  {
    name: 'held-mode-not-set-back',
    file: SENDING,
    find: 'return inTransaction ? BY_COMMIT : AT_ONCE;',
    put: 'return inTransaction ? BY_COMMIT : undefined;',
    tests: HELD,
  },
  {
    name: 'held-failed-commit-left-open',
    file: CONNECTION,
    find: "(text === 'commit' && error === null)",
    put: "text === 'commit'",
    tests: HELD,
  },
  {
    name: 'ahead-without-a-trial',
    file: 'src/db/ahead.ts',
    find: 'may: () => proven !== undefined && proven === pool() && !refusing.has(place),',
    put: 'may: () => true,',
    tests: ['test/db/ahead'],
  },
  {
    name: 'ahead-never',
    file: 'src/db/together.ts',
    find: 'if (isSent && isCommand(command)) startAhead',
    put: 'if (!isSent && isCommand(command)) startAhead',
    tests: ['test/db/ahead', ...HELD],
  },
];
