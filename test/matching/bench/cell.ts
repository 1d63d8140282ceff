// One measurement in a process of its own, so that its time and memory are its own: worlds of one kind, matched and judged.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { MatchInput, MatchOutput, MatchResult } from '../../../src/matching/types.ts';
import { matchLines } from '../../../src/matching/index.ts';
import { BASELINES } from '../baselines.ts';
import { makeOtherWorld } from '../../worlds/other/make-world.ts';
import { readEverydayLines } from '../../worlds/everyday-lines/read.ts';
import { replay, type ReplayWorld, RUNS_IN_A_ROW, type Standing, weeksOf } from '../replay.ts';
import { type Judged, judgeLine } from '../score.ts';
import { makeWorld } from '../../worlds/make-world.ts';
import type { Country, Profile } from '../../worlds/types.ts';
import { makeWrongText } from './wrong.ts';

/**
 * One run over all lines, three of them in a row, or one a week; `answered` weeks are those whose suggestions a person
 * decides, in `late` ones a third of the bills are entered weeks after they were issued.
 */
export type Runs = 'one' | 'three' | 'weekly' | 'answered' | 'late';
export type Generator = 'fitted' | 'other' | 'everyday';

export interface Cell {
  readonly matcher: 'folio' | keyof typeof BASELINES;
  readonly generator: Generator;
  readonly runs: Runs;
  readonly country: Country;
  readonly profile: Profile;
  readonly lines: number;
  readonly seeds: readonly number[];
  readonly warm?: boolean;
}

/** With the run that decided the line, from 1. */
export interface JudgedInRun extends Judged {
  readonly run: number;
}

export interface Measured {
  readonly judged: readonly JudgedInRun[];
  /** Seconds for one world, the fastest of the seeds: by the clock, and of processor time, which a busy machine does not move. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of the whole process, the world itself among it. */
  readonly peakMebibytes: number;
  readonly modelVersion: string;
  /** Each wrong confirm in words. */
  readonly wrong: readonly string[];
}

const matcherOf = (name: Cell['matcher']): ((input: MatchInput) => MatchOutput) =>
  name === 'folio' ? matchLines : BASELINES[name];

const makeWorldOf = (cell: Cell, seed: number): ReplayWorld => {
  const { country, lines, profile, warm } = cell;
  if (cell.generator === 'everyday') return readEverydayLines(country);
  if (cell.generator === 'other') return makeOtherWorld({ country, lines, seed, profile });
  return makeWorld({ country, lines, seed, profile, warm: warm ?? false });
};

const standingsOf = (
  { runs }: Cell,
  world: ReplayWorld,
  match: (input: MatchInput) => MatchOutput,
): ReadonlyMap<string, Standing> => {
  if (runs === 'three') return replay(world, match, RUNS_IN_A_ROW);
  if (runs !== 'one')
    return replay(world, match, weeksOf(world), {
      answered: runs === 'answered',
      lateBills: runs === 'late',
    });
  return new Map(match(world.input).results.map((result) => [result.lineId, { result, run: 1 }]));
};

const UNSEEN: Omit<MatchResult, 'lineId'> = {
  outcome: 'none',
  kind: 'none',
  basis: 'other',
  confidence: 0,
  probability: 0,
  allocations: [],
  reasons: [],
  runnerUp: null,
  explainedBy: null,
};

const measure = (cell: Cell): Measured => {
  const match = matcherOf(cell.matcher);
  const judged: JudgedInRun[] = [];
  const wrong: string[] = [];
  let seconds = Number.POSITIVE_INFINITY;
  let cpuSeconds = Number.POSITIVE_INFINITY;
  let modelVersion = '';
  for (const seed of cell.seeds) {
    const world = makeWorldOf(cell, seed);
    const began = performance.now();
    const before = process.cpuUsage();
    const standings = standingsOf(cell, world, (input) => {
      const output = match(input);
      ({ modelVersion } = output);
      return output;
    });
    const { user, system } = process.cpuUsage(before);
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
    cpuSeconds = Math.min(cpuSeconds, (user + system) / 1e6);
    for (const [index, truth] of world.truth.entries()) {
      const line = world.input.lines[index];
      if (line === undefined) continue;
      const { result, run } = standings.get(line.id) ?? { result: { ...UNSEEN, lineId: line.id }, run: 0 };
      const one = { ...judgeLine(truth, line, result), run };
      judged.push(one);
      if (one.outcome === 'auto' && !one.right)
        wrong.push(makeWrongText(world, { cell, seed, run, truth, line, result }));
    }
  }
  const peakMebibytes = process.resourceUsage().maxRSS / 1024;
  return { judged, seconds, cpuSeconds, peakMebibytes, modelVersion, wrong };
};

/** Runs the cell in a child process. */
export const measureApart = (cell: Cell): Promise<Measured> =>
  new Promise((done, fail) => {
    const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(cell)], { stdio: 'inherit' });
    let answer: Measured | undefined;
    child.once('message', (message) => (answer = message as Measured));
    child.once('error', fail);
    child.once('exit', (code) => {
      if (answer === undefined) fail(new Error(`the measurement ended with code ${String(code)}`));
      else done(answer);
    });
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const measured = measure(JSON.parse(process.argv[2] ?? '') as Cell);
  process.send?.(measured, () => process.disconnect());
}
