// Refuses prose of the spec that types a figure: it would stay behind when the figure changes.
import type { Source } from '../load/load.ts';
import type { Path, Problems } from '../problem.ts';
import { COINCIDENCE, isProse, placeOf } from './fill.ts';
import type { Figures } from './figures.ts';
import {
  findCodes,
  findDefaults,
  findLimits,
  findMeasures,
  findRates,
  findShares,
  type Typed,
} from './typed.ts';

const KEYWORDS = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum', 'exclusiveMinimum'];

type Table = Readonly<Record<string, unknown>>;

/** A keyword beside the sentence that it repeats, such as `18 digits` beside `maxLength: 18`. */
const findKeywords = (text: string, beside: Table): readonly Typed[] =>
  [...text.matchAll(/(?<![\w.])\d+\b(?![\w%-]|[.:]\d)/g)].flatMap(([number]) => {
    const names = KEYWORDS.filter((keyword) => number !== '0' && String(beside[keyword]) === number);
    return names.length === 0 ? [] : [{ text: number, names }];
  });

const show = ({ text, names }: Typed): string =>
  `"${text}" is typed where the spec has ${names.slice(0, 3).join(', ')}: write {${names[0] ?? ''}}, or {=${text}} if it only happens to be the same`;

const findTyped = (text: string, path: Path, beside: Table, figures: Figures): readonly Typed[] => {
  const key = String(path.at(-1));
  const isOfField = key === 'description' || key === 'derived_default';
  const found = [
    ...findMeasures(text, figures),
    ...findShares(text, figures),
    ...findRates(text, figures),
    ...findCodes(text, figures),
    ...(key === 'derived_default' ? findDefaults(text, figures) : []),
    ...(isOfField ? findKeywords(text, beside) : []),
    ...findLimits(text, figures),
  ];
  return found.filter(
    ({ text: each }, index) => found.findIndex((other) => other.text.includes(each)) === index,
  );
};

/** A value in the answer of an example that repeats a figure of the same name. */
const findInExample = (value: unknown, path: Path, figures: Figures): readonly Typed[] => {
  const isAnswer = path[0] === 'examples' && path[2] === 'output';
  if (!isAnswer || typeof value !== 'number') return [];
  const names = [...figures].filter(
    ([name, figure]) => figure === value && name.split('.').at(-1) === path.at(-1),
  );
  return names.length === 0 ? [] : [{ text: String(value), names: names.map(([name]) => name) }];
};

/** What a country says of itself repeats no figure of another. */
const figuresFor = ({ file }: Source, figures: Figures): Figures => {
  const own = /^spec\/countries\/(\w+)\.yaml$/.exec(file)?.[1];
  return own === undefined
    ? figures
    : new Map([...figures].filter(([name]) => !/^[A-Z]{2}\./.test(name) || name.startsWith(`${own}.`)));
};

export const lintTyped = (sources: readonly Source[], all: Figures, problems: Problems): void => {
  const visit = (source: Source, value: unknown, path: Path, beside: Table, figures: Figures): void => {
    const prose = typeof value === 'string' && isProse(path);
    // Placeholders and marked coincidences hold nothing that is typed.
    const text = prose ? value.replaceAll(COINCIDENCE, '').replaceAll(/\{[^{}]*\}/g, ' ') : '';
    const found = prose ? findTyped(text, path, beside, figures) : findInExample(value, path, figures);
    for (const typed of found) problems.flaw('typed-figure', placeOf(source, path, typed.text), show(typed));
    if (Array.isArray(value))
      value.forEach((each, index) => visit(source, each, [...path, index], beside, figures));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        visit(source, inner, [...path, key], value as Table, figures);
  };
  for (const source of sources)
    if (!/^spec\/(?:(?:currencies|accepted-breaks)\.yaml$|(?:checks|demo|vocabulary)\/)/.test(source.file))
      visit(source, source.value, [], {}, figuresFor(source, all));
};
