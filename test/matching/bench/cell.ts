// One measurement in a process of its own, so that its time and memory are its own: worlds of one kind, matched and judged.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { MatchInput, MatchOutput } from '../../../src/matching/types.ts';
import { matchLines } from '../../../src/matching/index.ts';
import { BASELINES } from '../baselines.ts';
import { judge, type Judged } from '../score.ts';
import { makeWorld } from '../../../codegen/matching/worlds/make-world.ts';
import type { Country, Profile } from '../../../codegen/matching/worlds/types.ts';

export interface Cell {
  readonly matcher: 'folio' | keyof typeof BASELINES;
  readonly country: Country;
  readonly profile: Profile;
  readonly lines: number;
  readonly seeds: readonly number[];
  readonly warm?: boolean;
}

export interface Measured {
  readonly judged: readonly Judged[];
  /** Seconds for one world, the fastest of the seeds: by the clock, and of processor time, which a busy machine does not move. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of the whole process, the world itself among it. */
  readonly peakMebibytes: number;
  readonly modelVersion: string;
}

const matcherOf = (name: Cell['matcher']): ((input: MatchInput) => MatchOutput) =>
  name === 'folio' ? matchLines : BASELINES[name];

const measure = ({ matcher, country, profile, lines, seeds, warm }: Cell): Measured => {
  const match = matcherOf(matcher);
  const judged: Judged[] = [];
  let seconds = Number.POSITIVE_INFINITY;
  let cpuSeconds = Number.POSITIVE_INFINITY;
  let modelVersion = '';
  for (const seed of seeds) {
    const world = makeWorld({ country, lines, seed, profile, warm: warm ?? false });
    const began = performance.now();
    const before = process.cpuUsage();
    const output = match(world.input);
    const { user, system } = process.cpuUsage(before);
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
    cpuSeconds = Math.min(cpuSeconds, (user + system) / 1e6);
    modelVersion = output.modelVersion;
    for (const one of judge(world, output)) judged.push(one);
  }
  return { judged, seconds, cpuSeconds, peakMebibytes: process.resourceUsage().maxRSS / 1024, modelVersion };
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
