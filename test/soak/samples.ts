// What an instance uses while it runs, read from outside: its metrics, its open files, and its heap after each collection.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Watched {
  readonly name: string;
  readonly operations: string;
  readonly log: string;
  readonly server: { readonly pid: number };
}

export interface Sample {
  readonly at_s: number;
  readonly resident_mb: number;
  /** What the last full collection left; null before the first one. */
  readonly heap_mb: number | null;
  /** Null where the system does not tell. */
  readonly files: number | null;
  readonly connections: number;
  readonly waiting: number;
  readonly in_flight: number;
  /** The 99th percentile since the sample before. */
  readonly late_ms: number;
}

const MB = 1_048_576;

/** Written by `node --trace-gc`: `Mark-Compact 58.2 (81.5) -> 41.3 (77.9) MB`. */
const COLLECTED = /Mark-Compact[^\n]*? -> (\d+(?:\.\d+)?) \(/g;

const heapIn = (log: string): number | null => {
  const last = [...readFileSync(log, 'utf8').matchAll(COLLECTED)].at(-1)?.[1];
  return last === undefined ? null : Number(last);
};

const filesOf = (pid: number): number | null => {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : null;
};

const sum = (text: string, name: string): number => {
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  if (lines.length === 0) throw new Error(`/metrics has no ${name}`);
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
};

export const takeSample = async (
  { operations, log, server: { pid } }: Watched,
  began: number,
): Promise<Sample> => {
  const text = await (await fetch(`${operations}/metrics`)).text();
  return {
    at_s: (performance.now() - began) / 1_000,
    resident_mb: sum(text, 'process_resident_memory_bytes') / MB,
    heap_mb: heapIn(log),
    files: filesOf(pid),
    connections: sum(text, 'folio_database_pool_connections'),
    waiting: sum(text, 'folio_database_pool_waiting'),
    in_flight: sum(text, 'folio_requests_in_flight'),
    late_ms: sum(text, 'folio_event_loop_delay_seconds{quantile="0.99"}') * 1_000,
  };
};
