// Counters for Prometheus, text format 0.0.4. Every label has a closed set of values.
export interface Metrics {
  opened(): void;
  closed(method: string, status: number, seconds: number): void;
  call(tool: string, outcome: string): void;
  /** An answer that does not fit its output schema. */
  mismatch(tool: string): void;
  render(): string;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

const counterOf = (table: Map<string, Map<string, number>>, outer: string, inner: string): void => {
  let row = table.get(outer);
  if (row === undefined) table.set(outer, (row = new Map()));
  row.set(inner, (row.get(inner) ?? 0) + 1);
};

const head = (name: string, type: string, help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

const renderCounter = (
  name: string,
  help: string,
  labels: readonly [string, string],
  table: ReadonlyMap<string, ReadonlyMap<string, number>>,
): string => {
  let text = head(name, 'counter', help);
  for (const [outer, row] of table) {
    for (const [inner, count] of row)
      text += `${name}{${labels[0]}="${outer}",${labels[1]}="${inner}"} ${count}\n`;
  }
  return text;
};

const renderHistograms = (name: string, help: string, table: ReadonlyMap<string, Histogram>): string => {
  let text = head(name, 'histogram', help);
  for (const [method, { counts, sum, count }] of table) {
    let total = 0;
    for (const [index, bound] of BUCKETS_S.entries()) {
      total += counts[index] ?? 0;
      text += `${name}_bucket{method="${method}",le="${bound}"} ${total}\n`;
    }
    text += `${name}_bucket{method="${method}",le="+Inf"} ${count}\n`;
    text += `${name}_sum{method="${method}"} ${sum}\n${name}_count{method="${method}"} ${count}\n`;
  }
  return text;
};

const gauge = (name: string, help: string, value: number): string =>
  `${head(name, 'gauge', help)}${name} ${value}\n`;

const renderProcess = (): string => {
  const { user, system } = process.cpuUsage();
  const cpu = 'process_cpu_seconds_total';
  return (
    `${head(cpu, 'counter', 'CPU time of the process.')}${cpu} ${(user + system) / 1e6}\n` +
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss())
  );
};

export const createMetrics = (): Metrics => {
  const requests = new Map<string, Map<string, number>>();
  const calls = new Map<string, Map<string, number>>();
  const mismatches = new Map<string, Map<string, number>>();
  const latencies = new Map<string, Histogram>();
  let inFlight = 0;

  const observe = (method: string, seconds: number): void => {
    let histogram = latencies.get(method);
    if (histogram === undefined) {
      histogram = { counts: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
      latencies.set(method, histogram);
    }
    const bucket = BUCKETS_S.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
    histogram.sum += seconds;
    histogram.count += 1;
  };

  return {
    opened() {
      inFlight += 1;
    },
    closed(method, status, seconds) {
      inFlight -= 1;
      counterOf(requests, method, String(status));
      observe(method, seconds);
    },
    call(tool, outcome) {
      counterOf(calls, tool, outcome);
    },
    mismatch(tool) {
      counterOf(mismatches, tool, 'output_schema');
    },
    render: () =>
      renderCounter('folio_requests_total', 'Requests answered.', ['method', 'status'], requests) +
      renderCounter('folio_tool_calls_total', 'Tool calls by outcome.', ['tool', 'outcome'], calls) +
      renderCounter(
        'folio_answer_mismatches_total',
        'Answers unlike their schema.',
        ['tool', 'check'],
        mismatches,
      ) +
      renderHistograms(
        'folio_request_duration_seconds',
        'Time from the head of a request to its answer.',
        latencies,
      ) +
      gauge('folio_requests_in_flight', 'Requests not answered yet.', inFlight) +
      renderProcess(),
  };
};
