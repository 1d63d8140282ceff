// One run over worlds of each size, with what it costs; and simple rules on the same worlds.
import { BASELINES } from '../baselines.ts';
import { type Judged, type Score, summarise } from '../score.ts';
import type { Country, Profile } from '../../worlds/types.ts';
import { type Cell, type Generator, type Measured, measureApart, type Runs } from './cell.ts';
import type { BenchOptions } from './options.ts';
import { POOLED_HEAD, pooledRow } from './score-tables.ts';
import { percent, textTable } from './text-table.ts';

/** Never trained or tuned on: those ranges end at 2999. */
export const REPORTED = 7_000;
const SEEDS: Readonly<Record<number, number>> = { 200: 20, 2_000: 6, 20_000: 2 };
const QUICK: Readonly<Record<number, number>> = { 200: 5, 2_000: 2 };
export const COUNTRIES: readonly Country[] = ['MX', 'DE'];
export const PROFILES: readonly Profile[] = ['standard', 'hard'];

export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

export interface Done extends Measured {
  readonly cell: Cell;
  readonly score: Score;
}

export const measureCells = async (cells: readonly Cell[]): Promise<Done[]> => {
  const done: Done[] = [];
  for (const cell of cells) {
    const measured = await measureApart(cell);
    done.push({ ...measured, cell, score: summarise(measured.judged) });
    const { generator, runs, country, lines, profile } = cell;
    console.error(`${generator} ${runs} ${country} ${lines} ${profile}: ${measured.seconds.toFixed(2)} s`);
  }
  return done;
};

/** One month for each country, written by hand. */
const EVERYDAY = {
  matcher: 'folio',
  generator: 'everyday',
  profile: 'standard',
  lines: 150,
  seeds: [1],
} as const;

export const cellsOf = (
  generator: Generator,
  runs: Runs,
  lines: number,
  seeds: readonly number[],
  profiles: readonly Profile[] = PROFILES,
): Cell[] => {
  if (generator === 'everyday')
    return profiles.includes('standard') ? COUNTRIES.map((country) => ({ ...EVERYDAY, runs, country })) : [];
  return profiles.flatMap((profile) =>
    COUNTRIES.map(
      (country) => ({ matcher: 'folio', generator, runs, country, profile, lines, seeds }) as const,
    ),
  );
};

export const sizeCells = (
  generator: Generator,
  { quick, seeds, sizes }: Pick<BenchOptions, 'quick' | 'seeds' | 'sizes'>,
): Cell[] => {
  if (generator === 'everyday') return cellsOf(generator, 'one', 0, []);
  const wanted = Object.entries(quick ? QUICK : SEEDS).filter(([lines]) => sizes.includes(Number(lines)));
  return wanted.flatMap(([lines, count]) =>
    cellsOf(
      generator,
      'one',
      Number(lines),
      seedsFrom(REPORTED, lines === '2000' ? (seeds ?? count) : count),
    ),
  );
};

const HEAD = [
  'world',
  'worlds',
  'auto right',
  'bound 95 %',
  'auto recall',
  'recall >= 0.70',
  'suggestions right',
  's a world',
  'CPU s',
  'peak MiB',
];

const rowOf = ({ cell, score, seconds, cpuSeconds, peakMebibytes }: Done): string[] => [
  `${cell.generator === 'fitted' ? '' : `${cell.generator} `}${cell.country} ${cell.lines.toLocaleString('en')} ${cell.profile}`,
  String(cell.seeds.length),
  percent(score.autoPrecision.share, 2),
  percent(score.autoPrecision.bound, 2),
  percent(score.autoRecall.share),
  percent(score.recall.share),
  percent(score.suggestPrecision.share),
  seconds.toFixed(2),
  cpuSeconds.toFixed(2),
  peakMebibytes.toFixed(0),
];

export const sizeTable = (done: readonly Done[]): string => textTable(HEAD, done.map(rowOf));

/** t ~ lines^e between the two larger sizes. */
export const exponents = (done: readonly Done[]): string =>
  COUNTRIES.flatMap((country) => {
    const seconds = (lines: number): number | undefined =>
      done.find(
        ({ cell }) =>
          cell.generator === 'fitted' &&
          cell.country === country &&
          cell.lines === lines &&
          cell.profile === 'standard',
      )?.cpuSeconds;
    const [small, large] = [seconds(2_000), seconds(20_000)];
    if (small === undefined || large === undefined) return [];
    return [
      `${country}: ${small.toFixed(2)} CPU s for 2,000 lines, ${large.toFixed(2)} s for 20,000, exponent ${Math.log10(large / small).toFixed(2)}`,
    ];
  }).join('\n');

export const measureBaselines = async (): Promise<string> => {
  const rows: string[][] = [];
  for (const matcher of Object.keys(BASELINES) as (keyof typeof BASELINES)[]) {
    const judged: Judged[] = [];
    for (const cell of cellsOf('fitted', 'one', 2_000, seedsFrom(REPORTED, SEEDS[2_000] ?? 1), [
      'standard',
    ])) {
      judged.push(...(await measureApart({ ...cell, matcher })).judged);
    }
    rows.push(pooledRow(`${matcher}, standard`, judged));
  }
  return textTable(POOLED_HEAD, rows);
};
