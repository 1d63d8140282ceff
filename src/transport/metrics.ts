// What the service counts, for Prometheus. Every label has a closed set of values.
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
  const { requests, calls, mismatches, durations, inFlight, deliveries } = createInstruments(registry);
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
    render: () => registry.metrics(),
  };
};
