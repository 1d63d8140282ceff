// Faults of what the matcher confirms because a second fact stands beside the first.
import type { Planted } from './planted.ts';

const RECALL = ['test/matching/rules/recall'];
const HELD_BACK = ['test/matching/rules/held-back'];

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
  {
    name: 'number-of-somebody-else',
    file: 'src/matching/decide/contradictions.ts',
    find: 'introducesAnother(choice, hypothesis) ??',
    put: '',
    tests: HELD_BACK,
  },
  {
    name: 'number-typed-wrongly-is-anothers',
    file: 'src/matching/decide/contradictions.ts',
    find: 'const TYPED_WRONGLY = 0.985',
    put: 'const TYPED_WRONGLY = 1',
    tests: HELD_BACK,
  },
  {
    name: 'end-of-a-number-is-anothers',
    file: 'src/matching/decide/contradictions.ts',
    find: ' && !core.endsWith(number)',
    put: '',
    tests: HELD_BACK,
  },
  {
    name: 'order-on-any-day',
    file: 'src/matching/decide/gates.ts',
    find: "topics.has('order') && probability < SURE_ORDER",
    put: "topics.has('order') && probability < 0",
    tests: HELD_BACK,
  },
  {
    name: 'order-never-confirmed',
    file: 'src/matching/decide/gates.ts',
    find: ' && probability < SURE_ORDER)',
    put: ')',
    tests: HELD_BACK,
  },
  {
    name: 'pair-out-of-the-middle',
    file: 'src/matching/decide/contradictions.ts',
    find: '(size >= MANY || set.gaps === 0 || set.olderLeft === 0)',
    put: 'true',
    tests: HELD_BACK,
  },
  {
    name: 'three-out-of-the-middle',
    file: 'src/matching/decide/contradictions.ts',
    find: '(size >= MANY || ',
    put: '(',
    tests: HELD_BACK,
  },
  {
    name: 'shortfall-of-a-cut-name-on-any-day',
    file: 'src/matching/decide/residuals.ts',
    find: 'choice.probability >= LIKELY_RESIDUAL && ',
    put: '',
    tests: HELD_BACK,
  },
  {
    name: 'shortfall-of-a-cut-name-never',
    file: 'src/matching/decide/residuals.ts',
    find: '(evidence.name >= LIKELY_PARTY || isNamed)',
    put: 'isNamed',
    tests: HELD_BACK,
  },
  {
    name: 'credit-note-paid-out',
    file: 'src/matching/text/read-line.ts',
    find: "direction === 'debit' && paysCreditNote(plain)",
    put: 'false',
    tests: HELD_BACK,
  },
  {
    name: 'short-number-of-any-series',
    file: 'src/matching/decide/identified.ts',
    find: ' &&\n    !INVOICE_WORDS.has(series)',
    put: '',
    tests: HELD_BACK,
  },
];
