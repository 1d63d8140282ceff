// What the embedded font of printed documents can show. It is known here, below the room that prints, so that a rule can
// name a character that cannot be printed before the invoice is filed.
import { RANGES } from '../../generated/typeface.ts';
import { remembered } from '../base/remembered.ts';

/** The replacement character stands for one that was lost already; the object replacement for none at all. */
const STAND_INS: readonly number[] = [0xfffc, 0xfffd];

const ranges = RANGES.trim()
  .split(' ')
  .map((range) => {
    const [from = '', to = from] = range.split('-');
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
  });

const covers = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return !STAND_INS.includes(code) && ranges.some(({ from, to }) => code >= from && code <= to);
};

const INVISIBLE = /[\p{Control}\p{Format}\p{Variation_Selector}]/u;

/** Signs of plain text that the font lacks, as typewriters wrote them. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['→', '->'],
  ['←', '<-'],
]);

/** The character as it is printed; undefined when it cannot be. */
const setCharacter = remembered((character): string | undefined => {
  if (character === '\n') return character;
  if (/[\t\r\p{Zs}]/u.test(character))
    return covers(character) && /\p{Zs}/u.test(character) ? character : ' ';
  if (INVISIBLE.test(character)) return '';
  if (covers(character)) return character;
  const spelling = SPELLINGS.get(character) ?? character.normalize('NFKC');
  return [...spelling].every(covers) ? spelling : undefined;
});

/** The distinct characters of the text that cannot be printed. */
export const unsetCharacters = (text: string): readonly string[] => [
  ...new Set([...text.normalize('NFC')].filter((character) => setCharacter(character) === undefined)),
];

/** `北` becomes `[U+5317]`: readable, and never mistaken for a letter of the text. */
const nameCharacter = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** The text as it is printed. Only documents filed before the rule existed have characters that are named instead. */
export const setText = (text: string): string =>
  [...text.normalize('NFC')].map((character) => setCharacter(character) ?? nameCharacter(character)).join('');
