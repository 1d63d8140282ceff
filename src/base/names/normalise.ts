// One spelling for names that people write in many: no accents, no case, no punctuation, single spaces.

/** Letters that have no accent to strip but a usual spelling in plain letters. */
const PLAIN_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/** `S.A. de C.V.` is `sa de cv`: points between single letters join them, all other punctuation parts words. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const inPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/gu, (letter) => PLAIN_SPELLINGS.get(letter) ?? letter);

const withoutSigns = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** The normal spelling of a name or a query: `Müller & Söhne GmbH` becomes `muller sohne gmbh`. */
export const normaliseName = (text: string): string =>
  withoutSigns(
    inPlainLetters(text)
      .replace(INITIALS, (initials) => initials.replaceAll('.', ''))
      .replace(/['’‘`´]/gu, ''),
  );

/** The words of a normal spelling. */
export const wordsOf = (normalised: string): string[] => (normalised === '' ? [] : normalised.split(' '));

/** Each letter by itself, so that the words of any stretch of a text are stretches of the words of the text. */
export const plainWords = (text: string): readonly string[] =>
  wordsOf(withoutSigns(inPlainLetters(text).replaceAll('ς', 'σ').replaceAll('ґ', 'г')));

/** `Mueller` and `Müller` are one name; both fold to `muller`. Only for comparing, never for storing. */
export const foldUmlauts = (word: string): string => word.replace(/([aou])e/gu, '$1');
