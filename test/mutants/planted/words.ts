// Faults of what hints propose.
import type { Planted } from './planted.ts';

const OPPOSITES = ['test/dispatch/opposites', 'test/base/closest'];

export const WORDS: readonly Planted[] = [
  {
    name: 'words-opposites-proposed',
    file: 'src/base/words.ts',
    find: 'clash(OPPOSITES, left, right) ||',
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
];
