// Characters that nobody sees, or that make what is seen deceive: controls (C0, DEL, C1), those that turn the order of
// letters (UAX #9), invisible ones (Default_Ignorable_Code_Point of Unicode, tags, line separators), letters and signs
// whose picture is blank, and what is no character at all (halves of a pair, noncharacters). Names with them look like
// other names. What XML 1.0 excludes is among them: an invoice with one could never be filed.

/** Of scripts whose letters are joined or kept apart by what nobody sees, and of emoji that are put together. */
const JOINS =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}' +
  '\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}' +
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f';

/** Marks of direction belong beside these: a name in them may end in a bracket or a number. */
const RIGHT_TO_LEFT = '\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}';

/** What has several shapes, of which a mark behind it chooses one. */
const SHAPED =
  '\\p{sc=Han}\\p{sc=Mymr}\\p{sc=Phag}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u2190-\\u2bff\\u3001\\u3002\\uff01-\\uff60';

const C0 = '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]';
const OTHERS = [
  '[\\u007f-\\u009f]',
  '[\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2028-\\u202e\\u2060-\\u206f]',
  '[\\u3164\\ufeff\\uffa0\\ufff0-\\ufffc]',
  '[\\ud800-\\udfff\\p{Noncharacter_Code_Point}]',
  // Blank, and belonging only beside others of their script: braille, Khitan, hieroglyphs, musical notes.
  '(?<![\\u2801-\\u28ff])\\u2800',
  '[\\u{16fe4}\\u{1d159}]|(?<![\\p{sc=Egyp}])[\\u{13430}-\\u{1343f}]',
  // Chooses the shape of the letter before: of Mongolian, Han, signs and emoji.
  '(?<!\\p{sc=Mong})[\\u180b-\\u180d\\u180f]',
  `(?<![${SHAPED}])[\\ufe00-\\ufe0f](?!\\u20e3)`,
  '[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]',
  `(?<![${JOINS}])[\\u200c\\u200d]`,
  `(?<![${RIGHT_TO_LEFT}])[\\u061c\\u200e\\u200f](?![${RIGHT_TO_LEFT}])`,
].join('|');

const FIRST = new RegExp(`${C0}|${OTHERS}`, 'u');
const EVERY = new RegExp(`${C0}|${OTHERS}`, 'gu');
/** In files the controls of C0 are marks of the format, such as the end of an old text file. */
const IN_FILES = new RegExp(OTHERS, 'gu');

export interface Hidden {
  /** As `U+202E`. */
  readonly code: string;
  /** From 1, in characters. */
  readonly position: number;
}

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The first one; undefined for a text without any. */
export const findHidden = (text: string): Hidden | undefined => {
  const found = FIRST.exec(text);
  return found === null
    ? undefined
    : { code: codeOf(found[0]), position: Array.from(text.slice(0, found.index)).length + 1 };
};

/** Each as `<U+202E>`, for showing what came. */
export const showHidden = (text: string): string => text.replaceAll(EVERY, (char) => `<${codeOf(char)}>`);

/** JSON that says the same and hides nothing: each as `\\u202e`. */
export const escapeHidden = (json: string): string =>
  json.replaceAll(EVERY, (char) =>
    Array.from(
      { length: char.length },
      (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Of the text of a file: each as a character that is not known, and how many there were. */
export const replaceHidden = (text: string): { readonly text: string; readonly count: number } =>
  replaceAll(text, IN_FILES);

/** The same for every text in a record of a file, where the controls of C0 have no meaning either. */
export const replaceHiddenIn = (value: unknown): { readonly value: unknown; readonly count: number } => {
  if (typeof value === 'string') {
    const { text, count } = replaceAll(value, EVERY);
    return { value: text, count };
  }
  if (typeof value !== 'object' || value === null) return { value, count: 0 };
  let count = 0;
  const inner = (each: unknown): unknown => {
    const replaced = replaceHiddenIn(each);
    count += replaced.count;
    return replaced.value;
  };
  const replaced = Array.isArray(value)
    ? value.map(inner)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
  return count === 0 ? { value, count } : { value: replaced, count };
};

const replaceAll = (text: string, characters: RegExp): { text: string; count: number } => {
  let count = 0;
  const replaced = text.replaceAll(characters, () => {
    count += 1;
    return '\ufffd';
  });
  return { text: replaced, count };
};
