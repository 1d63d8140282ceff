// Runs two servers in turn, A B A B …, and prints CPU per request and rate as ratios. CPU time is the steady figure on
// a shared machine; rates are given beside it.
import type { BenchServer } from './child.ts';
import { type GoalName, judge } from './goals.ts';
import { median, percentile, runLoad } from './load.ts';

export interface Side {
  readonly server: BenchServer;
  readonly message: Buffer;
}

export interface Comparison {
  readonly title: string;
  readonly ours: Side;
  readonly bare: Side;
  readonly requests: number;
  readonly rounds: number;
  readonly connections: number;
  /** What the ratio of CPU times should be. */
  readonly goal: GoalName;
}

interface Figures {
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const measure = async (
  { server, message }: Side,
  requests: number,
  connections: number,
): Promise<Figures> => {
  const before = await server.cpu();
  const { seconds, latencies } = await runLoad({ port: server.port, connections, requests, message });
  const cpuMicros = ((await server.cpu()) - before) / requests;
  return {
    cpuMicros,
    perSecond: requests / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
};

const summary = (name: string, rounds: readonly Figures[]): string => {
  const of = (pick: (figures: Figures) => number): number => median(rounds.map(pick));
  const cells = [
    `${of((f) => f.cpuMicros).toFixed(1)} us CPU`,
    `${of((f) => f.perSecond).toFixed(0)}/s`,
    `p50 ${of((f) => f.p50).toFixed(2)} ms`,
    `p99 ${of((f) => f.p99).toFixed(2)} ms`,
  ];
  return `  ${name.padEnd(24)} ${cells.map((cell) => cell.padStart(16)).join('')}`;
};

export const compare = async (comparison: Comparison): Promise<number> => {
  const { title, ours, bare, requests, rounds, connections, goal } = comparison;
  const warmUp = requests;
  await measure(ours, warmUp, connections);
  await measure(bare, warmUp, connections);
  const pairs: [Figures, Figures][] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([await measure(ours, requests, connections), await measure(bare, requests, connections)]);
  }
  const cpu = pairs.map(([a, b]) => a.cpuMicros / b.cpuMicros);
  const rate = pairs.map(([a, b]) => a.perSecond / b.perSecond);
  console.log(`\n${title} (${connections} connections, ${rounds} x ${requests} requests in turn)`);
  console.log(
    summary(
      ours.server.name,
      pairs.map(([a]) => a),
    ),
  );
  console.log(
    summary(
      bare.server.name,
      pairs.map(([, b]) => b),
    ),
  );
  console.log(
    `  CPU ratio ${median(cpu).toFixed(2)} (${Math.min(...cpu).toFixed(2)}-${Math.max(...cpu).toFixed(2)}), ${judge(goal, median(cpu), title)}; rate ratio ${median(rate).toFixed(2)}`,
  );
  return median(cpu);
};
