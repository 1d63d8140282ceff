// What others call things: lists of words may be written as one text, which takes a tenth of the lines.
import type { Spec } from '../model.ts';
import type { Source } from './load.ts';

const LISTS = new Set(['also', 'words', 'in']);

const split = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : value;

const mapped = (value: unknown, change: (key: string, inner: unknown) => unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(key, inner)]))
    : value;

/** The file with every list of words as a list. */
export const spreadWords = (source: Source): Source => {
  const row = (value: unknown): unknown =>
    mapped(value, (key, inner) => (LISTS.has(key) ? split(inner) : inner));
  const value = mapped(source.value, (key, part) => {
    if (Array.isArray(part))
      return key === 'negations' ? part : part.map((each) => (Array.isArray(each) ? each : row(each)));
    return key === 'verbs' || key === 'nouns' ? mapped(part, (_, words) => split(words)) : part;
  });
  return { ...source, value, position: (path, part) => source.position(path, part) };
};

/** Without the file nothing has another name. */
export const readSynonyms = (source: Source | undefined): Spec['synonyms'] => ({
  names: [],
  values: [],
  nothing: [],
  verbs: {},
  nouns: {},
  ends: {},
  opposites: [],
  negations: [],
  units: [],
  ...(source?.value as Partial<Spec['synonyms']> | undefined),
  where: source === undefined ? undefined : { source, path: [] },
});
