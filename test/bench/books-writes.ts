// A writing tool beside the very transaction that it sends, through bare mysql2: how many a second with 8 connections.
import { SLOTS } from '../../src/domain/ground/periods/store.ts';
import { post } from '../support/wire.ts';
import type { TestService } from '../support/service.ts';
import { warmSlots } from '../support/warm-slots.ts';
import { type BenchServer, startServer } from './child.ts';
import { judge } from './goals.ts';
import { median, percentile, postMessage, runLoad } from './load.ts';
import { statementsOf } from './statements.ts';

const CONNECTIONS = 8;
const REQUESTS = Number(process.env['BENCH_WRITES'] ?? 800);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

export interface Write {
  readonly tool: 'record_invoice_payment' | 'create_bill';
  /** The parameter whose value names another record in each call. */
  readonly parameter: string;
  /** Of the nth call; the first two are used up before anything is measured. */
  argumentsOf(index: number): Record<string, unknown>;
  /** Keeps a value in a file and answers its name. */
  keep(name: string, value: unknown): string;
}

/** Calls that a measurement needs: two to record it, then each side warms up and runs its rounds. */
export const CALLS_NEEDED = 2 + 2 * (ROUNDS + 1) * REQUESTS;

const ID = /[a-z]{4}_[0-9a-hjkmnp-tv-z]{26}/g;
/** Of the request, of its arguments and of what it made: no other call has the same. */
const OWN = /req_[0-9a-f-]{36}|\b[0-9a-f]{64}\b/g;

const allIn = (values: readonly unknown[], pattern: RegExp): string[] =>
  values.flatMap((value) => (typeof value === 'string' ? (value.match(pattern) ?? []) : []));

const call = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** What one call sends, key and entity being remembered, and which ids and hashes it made up. */
const record = async (service: TestService, { tool, parameter, argumentsOf }: Write) => {
  await post(service.url, service.keys.mx, call(tool, argumentsOf(0)));
  await warmSlots(service.database);
  const args = argumentsOf(1);
  const statements = await statementsOf(() => post(service.url, service.keys.mx, call(tool, args)));
  // An id is new when an INSERT is the first to name it; those of the call and its surroundings stay.
  const known = new Set([...allIn(Object.values(args), ID), service.entities.mx, service.organisation_id]);
  const made = allIn(
    statements.flatMap(({ values }) => values),
    OWN,
  );
  for (const { sql, values } of statements) {
    const fresh = allIn(values, ID).filter((id) => !known.has(id));
    if (/^insert/i.test(sql)) made.push(...new Set(fresh.filter((id) => !/^(akey|ctpy)_/.test(id))));
    for (const id of fresh) known.add(id);
  }
  return { statements, parameter, value: String(args[parameter]), made: [...new Set(made)], slots: SLOTS };
};

interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50: number;
  readonly p99: number;
}

const print = (name: string, rounds: readonly Figures[]): void => {
  const of = (pick: (figures: Figures) => number): number => median(rounds.map(pick));
  console.log(
    `  ${name.padEnd(18)} ${of((f) => f.perSecond).toFixed(0)}/s, ${of((f) => f.cpuMicros).toFixed(0)} us CPU, ` +
      `p50 ${of((f) => f.p50).toFixed(2)} ms, p99 ${of((f) => f.p99).toFixed(2)} ms`,
  );
};

export const compareWrites = async (
  service: TestService,
  environment: Record<string, string>,
  write: Write,
): Promise<void> => {
  const recorded = await record(service, write);
  let used = 2;
  const file = write.keep(`${write.tool}.json`, recorded);
  const [folio, raw] = await Promise.all([
    startServer('folio', environment),
    startServer('raw-transaction', { ...environment, BENCH_STATEMENTS: file }),
  ]);
  const measure = async (server: BenchServer): Promise<Figures> => {
    const messages = Array.from({ length: REQUESTS }, (_, index) =>
      postMessage(server.port, service.keys.mx, call(write.tool, write.argumentsOf(used + index))),
    );
    used += REQUESTS;
    const before = await server.cpu();
    const { seconds, latencies } = await runLoad({
      port: server.port,
      connections: CONNECTIONS,
      requests: REQUESTS,
      message: (index) => messages[index] ?? Buffer.alloc(0),
    });
    const cpuMicros = ((await server.cpu()) - before) / REQUESTS;
    return {
      perSecond: REQUESTS / seconds,
      cpuMicros,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  };
  try {
    await measure(folio);
    await measure(raw);
    const ours: Figures[] = [];
    const bare: Figures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(folio));
      bare.push(await measure(raw));
    }
    const { statements } = recorded;
    console.log(
      `\n${write.tool} beside its ${statements.length} statements in bare mysql2 (${CONNECTIONS} connections, ${ROUNDS} x ${REQUESTS} in turn)`,
    );
    print('folio', ours);
    print('raw-transaction', bare);
    const ratios = ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 1));
    const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
    console.log(`  rate ratio ${median(ratios).toFixed(2)} (${range}), ${judge(write.tool, median(ratios))}`);
  } finally {
    await Promise.all([folio.stop(), raw.stop()]);
  }
};
