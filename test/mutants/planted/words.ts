// Faults of what hints propose, and of what bank files are read into.
import type { Planted } from './planted.ts';

const OPPOSITES = ['test/dispatch/opposites', 'test/base/closest'];

export const WORDS: readonly Planted[] = [
  {
    name: 'words-opposites-proposed',
    file: 'src/base/words.ts',
    find: 'clash(opposites(), left, right) ||',
    put: '',
    tests: OPPOSITES,
  },
  {
    name: 'words-changed-into-others',
    file: 'src/base/closest.ts',
    find: 'if (!changesWord(words, meant, lexicon))',
    put: '',
    tests: OPPOSITES,
  },
  {
    name: 'words-slips-taken-in-reads',
    file: 'src/base/arguments/unknown-name.ts',
    find: 'isKnown: !meant.isLike',
    put: 'isKnown: true',
    tests: ['test/mutations/understood'],
  },
  {
    name: 'words-marks-of-files',
    file: 'src/domain/bank/statements/file.ts',
    find: 'withoutMarks(decode(path, bytes))',
    put: 'decode(path, bytes)',
    tests: ['test/texts/outside'],
  },
  {
    name: 'history-turned-round',
    file: 'src/domain/bank/statements/csv/derived.ts',
    find: "isOut ? `-${amount}` : at('direction')",
    put: 'amount',
    tests: ['test/domain/bank-statements/layouts'],
  },
  {
    name: 'payer-and-payee-swapped',
    file: 'src/domain/bank/statements/csv/texts.ts',
    find: "at(side[isCredit ? 'credit' : 'debit'])",
    put: "at(side[isCredit ? 'debit' : 'credit'])",
    tests: ['test/tools/corrections/import_statement-banks'],
  },
  {
    name: 'undone-return-without-its-note',
    file: 'src/domain/documents/payments/reinstate.ts',
    find: 'minor === undefined ? null : await redraft(record_id, minor, currency)',
    put: 'null',
    tests: ['test/tools/bank/discount-notes'],
  },
];
