// What the service counts, for Prometheus. Every label has a closed set of values.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  opened(): void;
  closed(method: string, status: number, seconds: number): void;
  call(tool: string, outcome: string): void;
  /** An answer that does not fit its output schema. */
  mismatch(tool: string): void;
  /** The outcome of a step of the worker: at a provider, the mail server or the network. */
  delivered(kind: string, outcome: string): void;
  /** What an endpoint for apps answered: `ok`, or its error. */
  connected(endpoint: string, outcome: string): void;
  render(): Promise<string>;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const createInstruments = (registry: Registry) => {
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'folio_requests_total',
      help: 'Requests answered.',
      labelNames: ['method', 'status'],
      registers,
    }),
    calls: new Counter({
      name: 'folio_tool_calls_total',
      help: 'Tool calls by outcome.',
      labelNames: ['tool', 'outcome'],
      registers,
    }),
    mismatches: new Counter({
      name: 'folio_answer_mismatches_total',
      help: 'Answers unlike their schema.',
      labelNames: ['tool', 'check'],
      registers,
    }),
    durations: new Histogram({
      name: 'folio_request_duration_seconds',
      help: 'Time from the head of a request to its answer.',
      labelNames: ['method'],
      buckets: BUCKETS_S,
      registers,
    }),
    inFlight: new Gauge({ name: 'folio_requests_in_flight', help: 'Requests not answered yet.', registers }),
    deliveries: new Counter({
      name: 'folio_deliveries_total',
      help: 'Filings, cancellations, mails, looks for evidence and webhooks, by outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    connections: new Counter({
      name: 'folio_oauth_requests_total',
      help: 'Requests of apps to the endpoints by which people connect them, by outcome.',
      labelNames: ['endpoint', 'outcome'],
      registers,
    }),
  };
};

/** Under Prometheus's standard names; the library's default set would add some thirty more. */
const addProcess = (registry: Registry): void => {
  registry.registerMetric(
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process.',
      registers: [],
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / 1e6);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      registers: [],
      collect() {
        this.set(process.memoryUsage.rss());
      },
    }),
  );
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const { requests, calls, mismatches, durations, inFlight, deliveries, connections } =
    createInstruments(registry);
  addProcess(registry);
  return {
    registry,
    opened() {
      inFlight.inc();
    },
    closed(method, status, seconds) {
      inFlight.dec();
      requests.inc({ method, status });
      durations.observe({ method }, seconds);
    },
    call(tool, outcome) {
      calls.inc({ tool, outcome });
    },
    mismatch(tool) {
      mismatches.inc({ tool, check: 'output_schema' });
    },
    delivered(kind, outcome) {
      deliveries.inc({ kind, outcome });
    },
    connected(endpoint, outcome) {
      connections.inc({ endpoint, outcome });
    },
    render: () => registry.metrics(),
  };
};

/** What is read at each scrape. */
export interface GaugeSources {
  poolUse(): { readonly in_use: number; readonly idle: number; readonly waiting: number };
  /** A database query: it may fail, or outlast the scrape. */
  backlog(): Promise<Backlogs>;
  /** The same of webhooks. */
  webhooks(): Promise<Backlogs>;
  /** Of the trail and its log. */
  trail(): Promise<Backlogs>;
  /** How often this process read a file whose bytes are not those that were kept. */
  damagedReads(): number;
}

type Backlogs = Readonly<Record<string, { readonly entries: number; readonly oldest_s: number }>>;

/** Well within the ten seconds that Prometheus allows a scrape by default. */
const READ_WITHIN_MS = 1_000;

/** Gauges of the event loop, the database pool and the backlogs. */
export const addGauges = (registry: Registry, { poolUse, damagedReads, ...sources }: GaugeSources): void => {
  const { backlog, webhooks, trail } = sources;
  addEventLoop(registry);
  addPool(registry, poolUse);
  addDamaged(registry, damagedReads);
  addBacklog(registry, backlog, 'outbox', 'Entries of the outbox that are not done');
  addBacklog(registry, webhooks, 'webhook', 'Deliveries of webhooks that are not done');
  addBacklog(
    registry,
    trail,
    'trail',
    'Entries of the trail that its log has not taken, and logs with a checkpoint not kept',
  );
};

const RESOLUTION_MS = 20;

const addEventLoop = (registry: Registry): void => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  registry.registerMetric(
    new Gauge({
      name: 'folio_event_loop_delay_seconds',
      help: 'How late the event loop came to its timers since the last scrape.',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        for (const quantile of [0.5, 0.9, 0.99, 1]) {
          // Node measures from tick to tick, so the interval itself is included.
          const late_ms = delays.percentile(quantile * 100) / 1e6 - RESOLUTION_MS;
          this.set({ quantile }, Math.max(0, late_ms / 1_000));
        }
        delays.reset();
      },
    }),
  );
};

const addDamaged = (registry: Registry, read: GaugeSources['damagedReads']): void => {
  registry.registerMetric(
    new Counter({
      name: 'folio_damaged_reads_total',
      help: 'Reads of kept files whose bytes are not those that were kept.',
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    }),
  );
};

const addPool = (registry: Registry, read: GaugeSources['poolUse']): void => {
  registry.registerMetric(
    new Gauge({
      name: 'folio_database_pool_connections',
      help: 'Database connections by state.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { in_use, idle } = read();
        this.set({ state: 'in_use' }, in_use);
        this.set({ state: 'idle' }, idle);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'folio_database_pool_waiting',
      help: 'Callers who wait for a database connection.',
      registers: [],
      collect() {
        this.set(read().waiting);
      },
    }),
  );
};

const addBacklog = (
  registry: Registry,
  backlog: () => Promise<Backlogs>,
  name: 'outbox' | 'webhook' | 'trail',
  what: string,
): void => {
  const readInTime = boundRead(backlog);
  const add = (gauge: string, help: string, field: 'entries' | 'oldest_s') =>
    registry.registerMetric(
      new Gauge({
        name: gauge,
        help,
        labelNames: ['kind'],
        registers: [],
        async collect() {
          const kinds = await readInTime();
          this.reset();
          for (const [kind, figures] of Object.entries(kinds ?? {})) this.set({ kind }, figures[field]);
        },
      }),
    );
  add(`folio_${name}_backlog`, `${what}.`, 'entries');
  add(`folio_${name}_oldest_age_seconds`, `Age of the oldest of them; 0 if none.`, 'oldest_s');
};

/**
 * Undefined when the read failed or is late. One read at a time, so that scrapes cannot exhaust the pool of a database
 * that hangs.
 */
const boundRead = <T>(read: () => Promise<T>): (() => Promise<T | undefined>) => {
  let running: Promise<T | undefined> | undefined;
  return () => {
    running ??= Promise.resolve()
      .then(read)
      .catch(() => undefined)
      .finally(() => (running = undefined));
    return Promise.race([running, setTimeout(READ_WITHIN_MS, undefined, { ref: false })]);
  };
};
