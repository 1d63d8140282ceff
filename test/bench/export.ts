// Peak memory of the admin command's exports at 10,000 and 100,000 rows: a process of its own for each, so that the
// figure is its own. It must not grow with the rows.
import { programFile } from '../support/programs.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CounterpartyId, EntityId } from '../../generated/ids.ts';
import { judge } from './goals.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addCounterparty, addInvoices, counterpartyId, postAll } from '../tools/ledgers/support.ts';

const SMALL = 10_000;
const LARGE = 100_000;
const ROWS_AT_ONCE = 2_000;

const fill = async (
  service: TestService,
  entity_id: EntityId,
  counterparty_id: CounterpartyId,
  rows: number,
): Promise<void> => {
  await addCounterparty(service, entity_id, counterparty_id, 'Distribuidora del Bajío SA de CV');
  for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: ROWS_AT_ONCE }, (_, n) => start + n);
    const day = (n: number): string => `2026-${String(1 + (n % 12)).padStart(2, '0')}-${10 + (n % 18)}`;
    await addInvoices(
      service,
      entity_id,
      numbers.map((n) => ({
        counterparty_id,
        issue_date: day(n),
        series: 'A',
        number: String(n),
        title: 'Asesoría mensual',
        filing: JSON.stringify({ uuid: 'AD662D33-6934-459C-A128-BDF0393F0F44' }),
      })),
    );
    await postAll(
      service,
      entity_id,
      numbers.map((n) => ({
        counterparty_id,
        entry_type: 'invoice',
        date: day(n),
        amount_minor: 11_600,
        number: `A-${n}`,
      })),
    );
  }
};

interface Figures {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** V8 lets garbage lie while there is room; with a small heap the figure is what the export needs. */
const HEAP_MEGABYTES = 64;

/** Prints what the process used at most, in kilobytes, when it ends. */
const TELL_PEAK = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'))`;

const runExport = (environment: Record<string, string>, args: readonly string[]): Promise<Figures> =>
  new Promise((done, fail) => {
    const started = performance.now();
    const preload = `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`;
    const program = programFile('admin');
    const node = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--import', preload];
    const child = spawn(process.execPath, [...node, program, 'export', ...args, '--json'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      const peak = /peak (\d+)/.exec(err)?.[1];
      if (code !== 0 || peak === undefined)
        return fail(new Error(`the export ended with ${String(code)}: ${err}`));
      const { rows, bytes } = JSON.parse(out) as { rows: number; bytes: number };
      done({ rows, bytes, seconds, peakMegabytes: Number(peak) / 1024 });
    });
  });

const line = ({ rows, bytes, seconds, peakMegabytes }: Figures): string =>
  [
    `  ${String(rows).padStart(8)} rows`,
    `${(bytes / 1e6).toFixed(1).padStart(7)} MB of CSV`,
    `${seconds.toFixed(1).padStart(6)} s`,
    `${(rows / seconds).toFixed(0).padStart(8)} rows/s`,
    `peak RSS ${peakMegabytes.toFixed(0).padStart(5)} MB`,
  ].join(' ');

/** Fills the books of both entities, the German with the fewer rows, and exports them. */
export const benchExport = async (service: TestService): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bench-export-'));
  const environment = { DATABASE_URL: service.databaseUrl, DATA_DIR: join(folder, 'data') };
  const { mx, de } = service.entities;
  try {
    await fill(service, de, counterpartyId(1), SMALL);
    await fill(service, mx, counterpartyId(2), LARGE);
    for (const what of ['invoices', 'ledger']) {
      console.log(`\nadmin export ${what}: the whole process, from its start to its end`);
      const figures: Figures[] = [];
      for (const entity of [de, mx]) {
        const out = join(folder, `${what}-${entity}.csv`);
        figures.push(await runExport(environment, [what, '--entity', entity, '--out', out]));
      }
      for (const of of figures) console.log(line(of));
      const [small, large] = figures.map(({ peakMegabytes }) => peakMegabytes);
      const more = (large ?? 0) - (small ?? 0);
      console.log(
        `  ten times the rows take ${more.toFixed(0)} MB more, ${judge('export_memory', more, what)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** `node dist/test/bench/export.js` runs this one alone. */
if (process.argv[1] === import.meta.filename) {
  const service = await startTestService();
  try {
    await benchExport(service);
  } finally {
    await service.close();
  }
}
