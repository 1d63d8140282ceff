// Faults of what the matcher confirms because a second fact stands beside the first.
import type { Planted } from './planted.ts';

const RECALL = ['test/matching/rules/recall'];

export const MATCHING_RULES: readonly Planted[] = [
  {
    name: 'credit-note-is-the-banks-word',
    file: 'src/matching/text/read-line.ts',
    find: '/^ *[,;|]/.test(text.slice(end))',
    put: '/^ *[,;|]?/.test(text.slice(end))',
    tests: RECALL,
  },
  {
    name: 'filled-up-number-is-unknown',
    file: 'src/matching/decide/contradictions.ts',
    find: '?? LEVEL.none) >= LEVEL.padded',
    put: '?? LEVEL.none) > LEVEL.full',
    tests: RECALL,
  },
  {
    name: 'number-of-a-bill-names-an-invoice',
    file: 'src/matching/books/mentions.ts',
    find: 'sure.some(({ document }) => document.type === type)',
    put: 'sure.length > 0',
    tests: RECALL,
  },
  {
    name: 'each-dash-of-a-list-is-a-range',
    file: 'src/matching/books/lists.ts',
    find: ' && !isChain(line, at, bases)',
    put: '',
    tests: RECALL,
  },
  {
    name: 'payer-is-known-without-its-account',
    file: 'src/matching/decide/identified.ts',
    find: 'learned?.account === true && hypothesis.kind',
    put: 'learned !== null && hypothesis.kind',
    tests: RECALL,
  },
  {
    name: 'rate-of-a-card-by-the-name-alone',
    file: 'src/matching/decide/currency.ts',
    find: 'isFarSure && isTold &&',
    put: 'isFarSure &&',
    tests: [...RECALL, 'test/matching/rules/bank-words'],
  },
  {
    name: 'list-of-bills-with-an-unknown-number',
    file: 'src/matching/decide/residuals.ts',
    find: "view.type === 'invoice' && isSole",
    put: 'isSole',
    tests: RECALL,
  },
];
