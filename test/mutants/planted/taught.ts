// Faults of what bank lines teach, and of what they are known by.
import type { Planted } from './planted.ts';

const LEARNED = ['test/tools/bank/learned-aliases'];
const ATTACKS = ['test/tools/bank/learned-attacks'];
const EXPLAINED = ['test/tools/corrections/explain-aliases'];
const ALIASES = ['test/tools/corrections/counterparty-aliases'];

export const TAUGHT: readonly Planted[] = [
  {
    name: 'one-confirm-teaches',
    file: 'src/domain/bank/aliases/learn.ts',
    find: 'const ENOUGH = 2;',
    put: 'const ENOUGH = 1;',
    tests: LEARNED,
  },
  {
    name: 'learned-though-it-stood-for-two',
    file: 'src/domain/bank/aliases/learn.ts',
    find: 'teachers.length === 1 &&',
    put: 'teachers.length >= 1 &&',
    tests: LEARNED,
  },
  {
    name: 'a-reject-forgets-nothing',
    file: 'src/domain/bank/aliases/learn.ts',
    find: 'if (isKnown) await drop(ctx, known);',
    put: 'if (isKnown && booked) await drop(ctx, known);',
    tests: LEARNED,
  },
  {
    name: 'an-alias-of-two-counterparties',
    file: 'src/domain/bank/aliases/write.ts',
    find: 'if (other !== undefined) throw refuseOther(ctx, read, counterparty, other);',
    put: '',
    tests: ALIASES,
  },
  {
    name: 'two-months-confirm-by-themselves',
    file: 'src/matching/books/taught.ts',
    find: 'const MONTHS_ALIKE = 3;',
    put: 'const MONTHS_ALIKE = 2;',
    tests: [...LEARNED, ...ATTACKS],
  },
  {
    name: 'learned-for-any-amount',
    file: 'src/matching/books/taught.ts',
    find: 'Math.abs(line.amountMinor - minor) <= minor * WITHIN',
    put: 'line.amountMinor <= minor * 9',
    tests: [...LEARNED, ...ATTACKS],
  },
  {
    name: 'learned-account-beside-another-name',
    file: 'src/matching/decide/taught.ts',
    find: '!isNamedAnew(state, hypothesis, evidence);',
    put: 'isNamedAnew(state, hypothesis, evidence) !== null;',
    tests: ATTACKS,
  },
  {
    name: 'taught-beside-the-whole-name-of-another',
    file: 'src/matching/decide/taught.ts',
    find: "return isOther ? 'gate_other_party' : null;",
    put: 'return null;',
    tests: ATTACKS,
  },
  {
    name: 'what-is-taught-is-known-to-no-later-run',
    file: 'src/matching/decide/gates.ts',
    find: '(document.enteredSince === true || isKnown) &&',
    put: 'document.enteredSince === true &&',
    tests: ATTACKS,
  },
  {
    name: 'explained-without-what-was-taught',
    file: 'src/domain/bank/reconciliation/nearby.ts',
    find: '    ...(aliases === undefined ? {} : { aliases }),\n',
    put: '',
    tests: EXPLAINED,
  },
  {
    name: 'explained-without-who-pays',
    file: 'src/domain/bank/reconciliation/nearby.ts',
    find: '    ...(paysFor === undefined ? {} : { paysFor }),\n',
    put: '',
    tests: EXPLAINED,
  },
  {
    name: 'explained-by-a-number-that-is-not-there',
    file: 'src/matching/explain/compare.ts',
    find: 'return view.mentions.unknown.length > 0 ?',
    put: 'return view.mentions.unknown.length >= 0 ?',
    tests: EXPLAINED,
  },
];
