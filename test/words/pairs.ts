// The pairs of `pairs.yaml` and `own.yaml`: a word that an agent gives, and what it means here.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Pair {
  readonly kind: 'name' | 'value' | 'tool';
  readonly tool: string;
  /** Where the word stands: for a name its whole path, for a value the path of its parameter. */
  readonly path: string;
  /** The name or value as the agent gives it. */
  readonly sent: unknown;
  /** What may be proposed; nothing when the service has to tell or ask. */
  readonly right: readonly string[];
  readonly from: string;
  /** May be asked about as well. */
  readonly debatable: boolean;
}

/** By source. */
type Words = Readonly<Record<string, readonly (string | number | boolean)[]>>;
/** By tool, parameter and, for values, the value that is meant; `-` where nothing is. */
type Names = Readonly<Record<string, Readonly<Record<string, Words>>>>;

interface File {
  readonly names?: Names;
  readonly values?: Readonly<Record<string, Names>>;
  readonly tools?: Readonly<Record<string, Words>>;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

const within = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

/** A name stands where its parameter does, unless it climbs. */
const resolve = (right: string, name: string): string => {
  let place = parentOf(right);
  let rest = name;
  while (rest.startsWith('../')) [place, rest] = [parentOf(place), rest.slice(3)];
  return within(place, rest);
};

const meanings = (text: string): readonly string[] => (text.startsWith('-') ? [] : text.split(' | '));

const marked = (word: string | number | boolean): { word: unknown; debatable: boolean } =>
  typeof word === 'string' && word.endsWith('?')
    ? { word: word.slice(0, -1), debatable: true }
    : { word, debatable: false };

const each = <T>(words: Words, make: (word: unknown, from: string, debatable: boolean) => T): readonly T[] =>
  Object.entries(words).flatMap(([from, list]) =>
    list.map((given) => {
      const { word, debatable } = marked(given);
      return make(word, from, debatable);
    }),
  );

const namesOf = (names: Names): readonly Pair[] =>
  Object.entries(names).flatMap(([tool, parameters]) =>
    Object.entries(parameters).flatMap(([key, words]) => {
      const right = meanings(key);
      const place = right[0] ?? key.slice(1);
      return each(words, (word, from, debatable): Pair => {
        const path = resolve(place, String(word));
        return { kind: 'name', tool, path, sent: path, right, from, debatable };
      });
    }),
  );

export const readPairs = (file: string): readonly Pair[] => {
  const { names = {}, values = {}, tools = {} } = parse(readFileSync(`test/words/${file}`, 'utf8')) as File;
  return [
    ...namesOf(names),
    ...Object.entries(values).flatMap(([tool, parameters]) =>
      Object.entries(parameters).flatMap(([path, byValue]) =>
        Object.entries(byValue).flatMap(([meant, words]) =>
          each(words, (sent, from, debatable): Pair => ({
            kind: 'value',
            tool,
            path,
            sent,
            from,
            debatable,
            right: meanings(meant),
          })),
        ),
      ),
    ),
    ...Object.entries(tools).flatMap(([meant, words]) =>
      each(words, (sent, from, debatable): Pair => ({
        kind: 'tool',
        tool: String(sent),
        path: '',
        sent,
        from,
        debatable,
        right: meanings(meant),
      })),
    ),
  ];
};
