// The whole way: a world's books and statement go in through `import` and `statement import`, run_ai_matching is called over
// /mcp until it has finished, and what the books say afterwards is judged. The service runs in a process of its own.
import { programFile } from '../../support/programs.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient, type FolioClient } from '../../support/client.ts';
import type { MatchAllocation, MatchOutput, MatchResult } from '../../../src/matching/types.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { withService } from '../../bench/durable-server.ts';
import { judge, summarise } from '../score.ts';
import { toImportFiles } from '../../worlds/import-files.ts';
import { makeWorld } from '../../worlds/make-world.ts';
import { toStatementCsv } from '../../worlds/statements.ts';
import type { Country, World } from '../../worlds/types.ts';
import { percent } from './text-table.ts';

const SEED = 7_100;
const TIME_LIMIT_MS = 10 * 60_000;

/** Of a run over 20,000 lines: processor time of all threads, and memory beyond what the service has when it is idle. */
const GOALS = { lines: 20_000, cpuSeconds: 20, mebibytes: 512 } as const;

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

interface Running {
  readonly url: string;
  peakMebibytes(): number;
  /** Processor time so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** `npm start` without the launcher, on the bench's database. */
const startService = async (databaseUrl: string, dataDir: string): Promise<Running> => {
  const environment = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  };
  const child: ChildProcess = spawn(process.execPath, [programFile('main')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.once('exit', (code) => fail(new Error(`the service ended with code ${String(code)}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at (\S+)/u.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
  });
  return {
    url,
    peakMebibytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
    },
    cpuSeconds: () => {
      // Behind the name in brackets: the 12th and 13th are user and system time, in hundredths of a second.
      const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(times[11] ?? 0) + Number(times[12] ?? 0)) / 100;
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
};

/** What was imported is indexed by then, which is no part of a run. */
const untilIdle = async ({ cpuSeconds }: Running): Promise<void> => {
  let [last, calm] = [cpuSeconds(), 0];
  const deadline = performance.now() + TIME_LIMIT_MS;
  while (calm < 4 && performance.now() < deadline) {
    await new Promise((wait) => setTimeout(wait, 2_500));
    const now = cpuSeconds();
    calm = now - last < 0.15 ? calm + 1 : 0;
    last = now;
  }
};

const judgeCost = (lines: number, cpu: number, mebibytes: number): void => {
  const isOver = cpu > GOALS.cpuSeconds || mebibytes > GOALS.mebibytes;
  if (lines > GOALS.lines || !isOver) return;
  process.exitCode = 1;
  console.error(`  over the goal of ${GOALS.cpuSeconds} s and ${GOALS.mebibytes} MiB`);
};

interface Loaded {
  readonly account: string;
  readonly secret: string;
  /** Ids of the books to ids of the world. */
  readonly worldIds: ReadonlyMap<string, string>;
}

const ENTITY: Readonly<Record<Country, readonly string[]>> = {
  MX: ['--tax-id', 'PRO840423SG8', '--postal-code', '06600', '--fiscal-regime', '601'],
  DE: `--tax-id DE136695976 --vat-id DE136695976 --postal-code 10117 --city Berlin --street Friedrichstraße_12
--contact-name Jana_Brückner --contact-email rechnung@brueckner.example --contact-phone +49_30_1234567`
    .split(/\s+/u)
    .map((word) => word.replaceAll('_', ' ')),
};

const must = async (admin: Admin, ...args: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await admin.run(...args, '--json');
  if (code !== 0)
    throw new Error(`${args.slice(0, 3).join(' ')}: ${out.slice(0, 2_000)} ${err.slice(0, 2_000)}`);
  return JSON.parse(out) as Record<string, unknown>;
};

const makeAccounts = async (admin: Admin, world: World, entity: string): Promise<string> => {
  const { country, currency, ownAccounts } = world.input;
  const key = country === 'MX' ? '--clabe' : '--iban';
  const ids: string[] = [];
  for (const [index, number] of ownAccounts.entries()) {
    const about = ['--entity', entity, '--name', `Account ${index + 1}`, '--currency', currency, key, number];
    ids.push(String((await must(admin, 'bank-account', 'create', ...about))['id']));
  }
  return ids[0] ?? '';
};

const fill = async (admin: Admin, world: World): Promise<Loaded> => {
  const { country } = world.options;
  const org = String((await must(admin, 'org', 'create', '--name', 'Bench'))['id']);
  const named = ['--org', org, '--name', world.facts.ownName, '--country', country];
  const entity = String((await must(admin, 'entity', 'create', ...named, ...ENTITY[country]))['id']);
  const account = await makeAccounts(admin, world, entity);
  const worldIds = new Map<string, string>();
  for (const { type, content } of toImportFiles(world)) {
    const file = admin.file(`${type}.ndjson`, content);
    const map = join(admin.folder, `${type}.map`);
    const target = type === 'exchange_rates' ? ['--org', org] : ['--entity', entity, '--map', map];
    const began = performance.now();
    const { imported } = await must(admin, 'import', type, ...target, file);
    console.log(`  ${type}: ${String(imported)} imported in ${seconds(began)} s`);
    if (type !== 'invoices' && type !== 'bills') continue;
    for (const line of readFileSync(map, 'utf8').trim().split('\n')) {
      const { external_id, id } = JSON.parse(line) as { external_id: string; id: string };
      worldIds.set(id, external_id);
    }
  }
  await importStatement(admin, world, account);
  const secret = String(
    (await must(admin, 'key', 'create', '--org', org, '--entity', entity, '--scopes', '*'))['secret'],
  );
  return { account, secret, worldIds };
};

/** In the bank's own layout; where that is refused, it says so and takes the plain one. */
const importStatement = async (admin: Admin, world: World, account: string): Promise<void> => {
  for (const layout of ['bank', 'plain'] as const) {
    const { name, content } = toStatementCsv(world, layout);
    const began = performance.now();
    try {
      const report = await must(
        admin,
        'statement',
        'import',
        '--bank-account',
        account,
        admin.file(name, content),
      );
      console.log(
        `  ${name}: ${String(report['imported'])} of ${String(report['rows'])} rows in ${seconds(began)} s`,
      );
      return;
    } catch (error) {
      if (layout === 'plain') throw error;
      console.error(`  ${name}: ${String(error).slice(0, 400)}`);
    }
  }
};

const seconds = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

/** Calls until the run has finished; says how long it took. */
const runToEnd = async (client: FolioClient, account: string): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const run = await client.run_ai_matching({ bank_account_id: account as never });
    if (run.status === 'completed') {
      const { processed, auto_confirmed, suggested, unmatched } = run;
      console.log(
        `  ${processed} processed: ${auto_confirmed} confirmed, ${suggested} suggested, ${unmatched} unmatched`,
      );
      return (performance.now() - began) / 1000;
    }
    if (performance.now() - began > TIME_LIMIT_MS) throw new Error('the run did not end within 10 minutes');
    await new Promise((wait) => setTimeout(wait, 250));
  }
};

interface Settled {
  readonly matched_record_id: string;
  readonly amount: number;
}

const CENTS = 100;

/** The first proposal: as many documents as it takes to make up the line. */
const allocationsOf = (
  rows: readonly Settled[],
  lineMinor: number,
  worldIds: Loaded['worldIds'],
): MatchAllocation[] => {
  const allocations: MatchAllocation[] = [];
  let left = lineMinor;
  for (const { matched_record_id, amount } of rows) {
    if (left <= 0) break;
    const settled = Math.round(amount * 100);
    // What was settled without money is in the amount of the document; of the truth only cents are.
    const amountMinor = settled - left > CENTS ? left : settled;
    allocations.push({ documentId: worldIds.get(matched_record_id) ?? matched_record_id, amountMinor });
    left -= amountMinor;
  }
  return allocations;
};

/** What the books say about each line of the statement, in the form of a matcher's answer. */
const readBooks = async (client: FolioClient, world: World, loaded: Loaded): Promise<MatchOutput> => {
  const results = new Map<number, MatchResult>();
  let cursor: string | undefined;
  do {
    const page = await client.search_bank_transactions({
      bank_account_id: loaded.account as never,
      // Longer pages do not say which line of the statement a row is.
      limit: 10,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const found of page.data) {
      const index = (found.statement_line ?? 0) - 1;
      const line = world.input.lines[index];
      if (line === undefined) throw new Error(`${found.id} is on no line of the statement`);
      const auto = found.match_status === 'confirmed';
      const rows = auto ? found.matches : found.match_status === 'suggested' ? found.suggestions : [];
      const allocations = allocationsOf(rows, line.amountMinor, loaded.worldIds);
      const outcome = allocations.length === 0 ? 'none' : auto ? 'auto' : 'suggest';
      const confidence = outcome === 'auto' ? 0.9 : (found.suggestions[0]?.confidence ?? 0);
      const kind = outcome === 'none' ? 'none' : 'exact';
      const rest = { basis: 'other' as const, reasons: [], runnerUp: null, explainedBy: null };
      results.set(index, {
        lineId: line.id,
        outcome,
        kind,
        confidence,
        probability: confidence,
        allocations,
        ...rest,
      });
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const nothing = { outcome: 'none', kind: 'none', confidence: 0, probability: 0, allocations: [] } as const;
  const none = (lineId: string): MatchResult => ({
    lineId,
    ...nothing,
    basis: 'other',
    reasons: [],
    runnerUp: null,
    explainedBy: null,
  });
  return {
    modelVersion: 'through the tool',
    results: world.input.lines.map(({ id }, index) => results.get(index) ?? none(id)),
  };
};

const benchWorld = async (
  databaseUrl: string,
  dataDir: string,
  country: Country,
  lines: number,
): Promise<void> => {
  const world = makeWorld({ country, lines, seed: SEED, profile: 'standard', openPerLine: 1 });
  const open = world.input.documents.filter((document) => document.open).length;
  console.log(
    `${country}: ${lines.toLocaleString('en')} lines, ${open.toLocaleString('en')} open documents, ${world.facts.bank}`,
  );
  const admin = adminOn(databaseUrl, new Date());
  const loaded = await fill(admin, world);
  const service = await startService(databaseUrl, dataDir);
  try {
    const client = createClient({ url: service.url, key: loaded.secret });
    await untilIdle(service);
    const idle = service.peakMebibytes();
    const before = service.cpuSeconds();
    const took = await runToEnd(client, loaded.account);
    const peak = service.peakMebibytes();
    const cpu = service.cpuSeconds() - before;
    const score = summarise(judge(world, await readBooks(client, world, loaded)));
    console.log(
      `  ${took.toFixed(1)} s through the tool, ${cpu.toFixed(1)} s of the service's processor time (goal ${GOALS.cpuSeconds}); peak RSS ${peak.toFixed(0)} MiB, ${(peak - idle).toFixed(0)} above idle (goal ${GOALS.mebibytes})`,
    );
    judgeCost(lines, cpu, peak - idle);
    console.log(
      `  confirmed right ${percent(score.autoPrecision.share, 2)} (bound ${percent(score.autoPrecision.bound, 2)}), recall ${percent(score.autoRecall.share)}, with suggestions ${percent(score.recall.share)}`,
    );
  } finally {
    await service.stop();
  }
};

export const benchThroughTool = (lines: number): Promise<void> =>
  withService(async ({ databaseUrl }) => {
    // Of both: it holds the key that opens the secrets of the database.
    const dataDir = mkdtempSync(join(tmpdir(), 'folio-bench-'));
    for (const country of ['MX', 'DE'] satisfies Country[]) {
      try {
        await benchWorld(databaseUrl, dataDir, country, lines);
      } catch (error) {
        // The other country is measured all the same.
        process.exitCode = 1;
        console.error(`${country}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    rmSync(dataDir, { recursive: true });
  });
