// The words of a name: `dueDate`, `DueDate` and `due_date` are one.
import type { Synonyms } from './synonyms.ts';

const singular = (word: string): string =>
  word.length > 5 && word.endsWith('ies') && word !== 'series'
    ? `${word.slice(0, -3)}y`
    : word === 'ids' || (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word))
      ? word.slice(0, -1)
      : word;

/** In their order, in small letters, without the s of several. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/IDs(?![a-z])/g, 'Ids')
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);

/** Names with the same fold differ in how they are written only. */
export const fold = (name: string): string => [...wordsOf(name)].sort().join('_');

/** Why one name must not stand for the other: `min is the opposite of max`. */
export const contradiction = (
  a: string,
  b: string,
  { opposites, negations }: Synonyms,
): string | undefined => {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const alone = left.filter((word) => !right.includes(word));
  const others = right.filter((word) => !left.includes(word));
  for (const word of alone) {
    const against = opposites.filter((group) => group.includes(word)).flat();
    const other = others.find((each) => each !== word && against.includes(each));
    if (other !== undefined) return `${word} is the opposite of ${other}`;
  }
  const negates = (word: string, other: string): boolean =>
    negations.some((prefix) => word === `${prefix}${other}`);
  const isNegated = alone.some((word) => right.some((other) => negates(word, other)));
  const isAffirmed = others.some((word) => left.some((other) => negates(word, other)));
  // `not_matched` is `unmatched`: both are negated.
  const isTwice = [...alone, ...others].some((word) => negations.includes(word));
  return (isNegated || isAffirmed) && !isTwice ? 'one denies the other' : undefined;
};
