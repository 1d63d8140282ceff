// What the caller of the bench asks for.
import { parseArgs } from 'node:util';

import type { Generator } from './cell.ts';

export const SECTIONS = ['sizes', 'three', 'weekly', 'buckets', 'gates'] as const;
export type Section = (typeof SECTIONS)[number];

export interface BenchOptions {
  readonly quick: boolean;
  readonly throughTool: boolean;
  readonly plainRules: boolean;
  readonly sections: readonly Section[];
  readonly generators: readonly Generator[];
  /** Worlds of 2,000 lines of each kind. */
  readonly seeds: number | undefined;
  /** Lines of the worlds of one run. */
  readonly sizes: readonly number[];
  /** RESULTS.md and reliability.svg are written, whatever was measured. */
  readonly write: boolean;
  /** Where wrong confirms are listed. */
  readonly wrong: string | undefined;
}

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value);

const choose = <T extends string>(option: string, all: readonly T[], given: readonly string[] = []): T[] => {
  const chosen = given.flatMap((value) => value.split(','));
  return chosen.length === 0
    ? [...all]
    : chosen.map((value) => {
        if (isOneOf(all, value)) return value;
        throw new Error(`unknown --${option} ${value}; there are ${all.join(', ')}`);
      });
};

export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      'through-tool': { type: 'boolean', default: false },
      'plain-rules': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      worlds: { type: 'string', multiple: true },
      seeds: { type: 'string' },
      sizes: { type: 'string' },
      write: { type: 'boolean', default: false },
      wrong: { type: 'string' },
    },
  });
  const seeds = values.seeds === undefined ? undefined : Number(values.seeds);
  if (seeds !== undefined && !(Number.isInteger(seeds) && seeds >= 1 && seeds <= 500))
    throw new Error(`--seeds is ${values.seeds}; a whole number from 1 to 500 is expected`);
  return {
    quick: values.quick,
    throughTool: values['through-tool'],
    plainRules: values['plain-rules'],
    sections: choose('only', SECTIONS, values.only),
    generators: choose('worlds', ['fitted', 'other', 'everyday'], values.worlds),
    seeds,
    sizes: (values.sizes ?? '200,2000,20000').split(',').map(Number),
    write: values.write,
    wrong: values.wrong,
  };
};
