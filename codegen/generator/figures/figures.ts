// The figures of the spec by name: what spec/service.yaml and spec/countries state once, and prose names.
import type { Source } from '../load/load.ts';
import { compareText, editDistance } from '../problem.ts';

export type Scalar = string | number | boolean;
export type FigureValue = Scalar | readonly unknown[];

/** `windows.bill_due_days`, `MX.tax.default_rate`, `MX.tax.rates` and their values. */
export type Figures = ReadonlyMap<string, FigureValue>;

/** Prose and protocol of the service, which hold figures but are none. */
const NO_FIGURES = new Set([
  'http_errors',
  'oauth_errors',
  'instructions',
  'title',
  'protocol',
  'search_read_scopes',
  'groups',
]);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const collect = (value: unknown, path: string, found: Map<string, FigureValue>): void => {
  if (isScalar(value) || Array.isArray(value)) found.set(path, value);
  else if (isTable(value))
    for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, found);
};

export const collectFigures = (sources: readonly Source[]): Figures => {
  const found = new Map<string, FigureValue>();
  for (const { file, value } of sources) {
    if (!isTable(value)) continue;
    if (file === 'spec/service.yaml') {
      for (const [key, part] of Object.entries(value))
        if (isTable(part) && !NO_FIGURES.has(key)) collect(part, key, found);
    } else if (file.startsWith('spec/countries/') && typeof value['country'] === 'string')
      for (const [key, part] of Object.entries(value)) collect(part, `${value['country']}.${key}`, found);
  }
  // Those of the service first: they are the likelier ones that prose means.
  const isOfCountry = (name: string): number => (/^[A-Z]{2}\./.test(name) ? 1 : 0);
  return new Map([...found].sort(([a], [b]) => isOfCountry(a) - isOfCountry(b)));
};

const NEAREST = 3;

/** The names most like this one, the likest first. */
export const nearestFigures = (name: string, figures: Iterable<string>): readonly string[] =>
  [...figures]
    .map((each) => [editDistance(name.toLowerCase(), each.toLowerCase()), each] as const)
    .sort(([a, first], [b, second]) => a - b || compareText(first, second))
    .slice(0, NEAREST)
    .map(([, each]) => each);
