// `npm run bench:matching [-- --quick | --through-tool | --plain-rules]`: how well the matcher does on worlds whose seeds it
// was never fitted or tuned on, what it costs, and how simple rules do on the same lines. The full run writes RESULTS.md
// and reliability.svg beside this folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../../../src/base/package-root.ts';
import { BASELINES } from '../baselines.ts';
import { type Judged, type Score, summarise } from '../score.ts';
import {
  MATCHED_CATEGORIES,
  UNMATCHED_CATEGORIES,
  type Country,
  type Profile,
} from '../../../codegen/matching/worlds/types.ts';
import { type Cell, type Measured, measureApart } from './cell.ts';
import { reliabilityDiagram } from './diagram.ts';
import { percent, textTable } from './text-table.ts';
import { benchThroughTool } from './through-tool.ts';

/** Never trained or tuned on: those ranges end at 2999. */
const REPORTED = 7_000;
const SEEDS: Readonly<Record<number, number>> = { 200: 20, 2_000: 6, 20_000: 2 };
const QUICK: Readonly<Record<number, number>> = { 200: 5, 2_000: 2 };

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => REPORTED + index);

interface Done extends Measured {
  readonly cell: Cell;
  readonly score: Score;
}

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
  `${cell.country} ${cell.lines.toLocaleString('en')} ${cell.profile}`,
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

const pooledRow = (name: string, judged: readonly Judged[]): string[] => {
  const score = summarise(judged);
  const { right, of } = score.autoPrecision;
  return [
    name,
    `${of - right} wrong of ${of}`,
    percent(score.autoPrecision.share, 2),
    percent(score.autoPrecision.bound, 2),
    percent(score.autoRecall.share),
    percent(score.recall.share),
    percent(score.suggestPrecision.share),
    percent(score.valuePrecision, 2),
    score.brier.toFixed(4),
  ];
};

const POOLED_HEAD = [
  'pooled',
  'auto-confirmed',
  'right',
  'bound 95 %',
  'auto recall',
  'recall >= 0.70',
  'suggestions right',
  'right by value',
  'Brier',
];

const categoryTable = (judged: readonly Judged[]): string => {
  const known = new Map(summarise(judged).categories.map((row) => [row.category, row]));
  const rows = [...MATCHED_CATEGORIES, ...UNMATCHED_CATEGORIES].flatMap((category) => {
    const row = known.get(category);
    if (row === undefined) return [];
    const { lines, autoRight, autoWrong, suggestRight, suggestWrong } = row;
    return [
      [
        category,
        String(lines),
        percent(autoRight / lines),
        percent((autoRight + suggestRight) / lines),
        String(autoWrong),
        String(suggestWrong),
      ],
    ];
  });
  return textTable(
    ['category', 'lines', 'auto recall', 'recall >= 0.70', 'wrong autos', 'wrong suggestions'],
    rows,
  );
};

const reliabilityTable = (score: Score): string =>
  textTable(
    ['said', 'matches', 'mean said', 'right'],
    (['byProbability', 'byConfidence'] as const).flatMap((key) =>
      score[key].map(({ from, to, count, right, mean }) => [
        `${key === 'byProbability' ? 'probability' : 'confidence'} ${from} to ${to}`,
        String(count),
        mean.toFixed(3),
        percent(right / count, 2),
      ]),
    ),
  );

/** t ~ lines^e between the two larger sizes. */
const exponents = (done: readonly Done[]): string =>
  (['MX', 'DE'] as const)
    .flatMap((country) => {
      const seconds = (lines: number): number | undefined =>
        done.find(
          ({ cell }) => cell.country === country && cell.lines === lines && cell.profile === 'standard',
        )?.cpuSeconds;
      const [small, large] = [seconds(2_000), seconds(20_000)];
      if (small === undefined || large === undefined) return [];
      return [
        `${country}: ${small.toFixed(2)} CPU s for 2,000 lines, ${large.toFixed(2)} s for 20,000, exponent ${Math.log10(large / small).toFixed(2)}`,
      ];
    })
    .join('\n');

const measureAll = async (sizes: Readonly<Record<number, number>>): Promise<Done[]> => {
  const done: Done[] = [];
  for (const [lines, count] of Object.entries(sizes)) {
    for (const profile of ['standard', 'hard'] satisfies Profile[]) {
      for (const country of ['MX', 'DE'] satisfies Country[]) {
        const cell: Cell = {
          matcher: 'folio',
          country,
          profile,
          lines: Number(lines),
          seeds: seedsOf(count),
        };
        const measured = await measureApart(cell);
        done.push({ ...measured, cell, score: summarise(measured.judged) });
        console.error(`${country} ${lines} ${profile}: ${measured.seconds.toFixed(2)} s`);
      }
    }
  }
  return done;
};

const measureBaselines = async (): Promise<string> => {
  const rows: string[][] = [];
  for (const matcher of Object.keys(BASELINES) as (keyof typeof BASELINES)[]) {
    const judged: Judged[] = [];
    for (const country of ['MX', 'DE'] satisfies Country[]) {
      const measured = await measureApart({
        matcher,
        country,
        profile: 'standard',
        lines: 2_000,
        seeds: seedsOf(SEEDS[2_000] ?? 1),
      });
      judged.push(...measured.judged);
    }
    rows.push(pooledRow(`${matcher}, standard`, judged));
  }
  return textTable(POOLED_HEAD, rows);
};

const judgedOf = (done: readonly Done[], profile: Profile): Judged[] =>
  done.filter(({ cell }) => cell.profile === profile).flatMap(({ judged }) => judged);

const report = async (done: readonly Done[]): Promise<string> => {
  const [standard, hard] = [judgedOf(done, 'standard'), judgedOf(done, 'hard')];
  return `# Matching: results

Written by \`npm run bench:matching\`; model ${done[0]?.modelVersion ?? 'unknown'}, Node ${process.version}. Worlds are made from
seeds ${REPORTED} and up; weights are fitted on 1000-1999 and tuned on 2000-2999. Worlds are cold: nothing was learned from earlier
lines. A match is right only if its documents and amounts equal the truth exactly. Bounds are one-sided and exact.

${textTable(POOLED_HEAD, [pooledRow('standard', standard), pooledRow('hard', hard)])}

## By size

${textTable(HEAD, done.map(rowOf))}

${exponents(done)}

## Simple rules on the same 2,000-line worlds

${await measureBaselines()}

## By category, standard

${categoryTable(standard)}

## By category, hard

${categoryTable(hard)}

## Reliability, standard

![reliability](reliability.svg)

${reliabilityTable(summarise(standard))}
`;
};

const benchMemory = async (sizes: Readonly<Record<number, number>>, keep: boolean): Promise<void> => {
  const done = await measureAll(sizes);
  const words = await report(done);
  console.log(words);
  if (!keep) return;
  const folder = join(packageRoot(), 'test', 'matching');
  const { byProbability, byConfidence } = summarise(judgedOf(done, 'standard'));
  writeFileSync(join(folder, 'RESULTS.md'), words);
  writeFileSync(join(folder, 'reliability.svg'), reliabilityDiagram(byProbability, byConfidence));
  console.log(`written: ${folder}/RESULTS.md and reliability.svg`);
};

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => !['--quick', '--through-tool', '--plain-rules'].includes(flag));
if (unknown.length > 0)
  throw new Error(`unknown ${unknown.join(', ')}; there are --quick, --through-tool and --plain-rules`);
if (flags.includes('--through-tool')) await benchThroughTool(flags.includes('--quick') ? 2_000 : 20_000);
else if (flags.includes('--plain-rules')) console.log(await measureBaselines());
else await benchMemory(flags.includes('--quick') ? QUICK : SEEDS, !flags.includes('--quick'));
