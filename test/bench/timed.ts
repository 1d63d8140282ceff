// Times one piece of work in this process, again and again, and prints where most and nearly all of the runs lie.
import { type GoalName, judge } from './goals.ts';
import { percentile } from './load.ts';

const WARM_UP = 200;
const RUNS = 500;

export const timed = (what: string, goal: GoalName | undefined, work: () => unknown): void => {
  for (let run = 0; run < WARM_UP; run += 1) work();
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  }).toSorted((left, right) => left - right);
  const at = (share: number): string => `${percentile(times, share).toFixed(2)} ms`.padStart(10);
  console.log(
    `  ${what.padEnd(20)} p50 ${at(0.5)}  p95 ${at(0.95)}  ${goal === undefined ? '' : judge(goal, percentile(times, 0.95), what)}`,
  );
};
