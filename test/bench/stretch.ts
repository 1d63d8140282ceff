// How long the event loop is held at a stretch, in the process that it is called in: CPU time between two of its turns.
// What else the machine does lengthens only the clock's time, and what other threads do only the process's: the least is
// taken.
import type { Profiler } from 'node:inspector';
import { openSync, readSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

export interface Stretch {
  readonly ms: number;
  /** Where most of it went, when it was profiled. */
  readonly places: readonly string[];
}

export interface Watch {
  end(): Promise<Stretch>;
}

interface Longest {
  readonly ms: number;
  readonly from: number;
  readonly to: number;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** Of the main thread alone, to a few milliseconds; other systems than Linux do not tell. */
const openThreadTime = (): (() => number) => {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => {
      readSync(file, bytes, 0, bytes.length, 0);
      return Number(bytes.toString('latin1', 0, bytes.indexOf(' '))) / 1e6;
    };
  } catch {
    return cpuMs;
  }
};
const threadMs = openThreadTime();
/** The clock of profiles. */
const clockUs = (): number => Number(process.hrtime.bigint() / 1000n);

const followTurns = (): { readonly longest: () => Longest } => {
  let longest: Longest = { ms: 0, from: 0, to: 0 };
  let isOver = false;
  let from = clockUs();
  let used = cpuMs();
  let own = threadMs();
  const turn = (): void => {
    const to = clockUs();
    const now = cpuMs();
    const thread = threadMs();
    const ms = Math.min((to - from) / 1000, now - used, thread - own);
    if (ms > longest.ms) longest = { ms, from, to };
    from = to;
    used = now;
    own = thread;
    // Always another turn: the loop that waits for nothing is seen each time round.
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    longest: () => {
      isOver = true;
      return longest;
    },
  };
};

const SAMPLING_US = 200;
const PLACES = 20;
const OWN = /\/dist\/(src|generated)\//;

const nameOf = ({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string =>
  `${functionName === '' ? '(anonymous)' : functionName} ${url.replace(/^.*\/dist\//, '')}:${lineNumber + 1}`;

/** Samples within the stretch, counted for each of the service's own functions that were under way. */
const placesOf = (
  { nodes, startTime, samples = [], timeDeltas = [] }: Profiler.Profile,
  { from, to }: Longest,
) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  /** Of the service's own functions that were under way, each once; else what was. */
  const namesOf = (id: number): ReadonlySet<string> => {
    const names = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node !== undefined && OWN.test(node.callFrame.url)) names.add(nameOf(node.callFrame));
    }
    const node = byId.get(id);
    return names.size > 0 ? names : new Set([node === undefined ? 'unknown' : nameOf(node.callFrame)]);
  };
  const counts = new Map<string, number>();
  let at = startTime;
  samples.forEach((id, index) => {
    at += timeDeltas[index] ?? 0;
    if (at < from || at > to) return;
    for (const name of namesOf(id)) counts.set(name, (counts.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, PLACES)
    .map(([name, us]) => `${(us / 1000).toFixed(1)} ms ${name}`);
};

export const watchLoop = async (isProfiled: boolean): Promise<Watch> => {
  const session = isProfiled ? new Session() : undefined;
  session?.connect();
  await session?.post('Profiler.enable');
  await session?.post('Profiler.setSamplingInterval', { interval: SAMPLING_US });
  await session?.post('Profiler.start');
  const { longest } = followTurns();
  return {
    end: async () => {
      const found = longest();
      const profiled = await session?.post('Profiler.stop');
      session?.disconnect();
      return { ms: found.ms, places: profiled === undefined ? [] : placesOf(profiled.profile, found) };
    },
  };
};
