// `npm run clusters -- galera|group-replication [SECONDS]`: two instances of the service on three nodes, under load, while
// the node that is written to is killed twice. Exit code 1 if an acknowledged write is lost, anything is there twice, or
// errors last longer than they may beyond the cluster's own fail-over. `npm run clusters -- restore`: see restore.ts.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { adminOn } from '../admin/support.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { createClient } from '../support/client.ts';
import { ANA } from '../support/office.ts';
import { checkBooks } from './check.ts';
import { prepare, startGalera } from './galera.ts';
import { startGroupReplication } from './group-replication.ts';
import { startInstances } from './instance.ts';
import { loadInstances, longestPause, type Outcome } from './load.ts';
import { ask, type Cluster, LOGIN, type Node, urlOf, withConnection } from './node.ts';
import { runRestore } from './restore.ts';

const STARTS = { galera: startGalera, 'group-replication': startGroupReplication };
const CALLERS = 8;
/** How long errors may last beyond the fail-over of the cluster itself. */
const ALLOWED_MS = 5_000;
const SETTLE_MS = 40_000;

const [kind = '', seconds = '10'] = process.argv.slice(2);
/** Under load before and after each kill. */
const step_ms = Number(seconds) * 1_000;
const isKnown = kind === 'restore' || Object.hasOwn(STARTS, kind);
if (!isKnown || !(step_ms >= 5_000 && step_ms <= 600_000)) {
  console.error(
    'usage: npm run clusters -- galera|group-replication [SECONDS of load around each kill, 5 to 600], or restore',
  );
  process.exit(2);
}

interface Kill {
  readonly at: number;
  readonly port: number;
  /** When another node took writes. */
  readonly over: number;
}

/** The node that takes writes and that the instances are connected to. All are up, so that each has to answer. */
const writerOf = async ({ nodes }: Cluster): Promise<Node> => {
  for (const end = Date.now() + SETTLE_MS; ; await pause(500)) {
    const used = await Promise.all(nodes.map((node) => connections(node).catch(() => null)));
    const most = Math.max(...used.map((count) => count ?? 0));
    const node = nodes[used.indexOf(most)];
    if (node !== undefined && most > 0 && !used.includes(null)) return node;
    if (Date.now() > end) throw new Error(`no node is written to: ${used.join(', ')} connections`);
  }
};

/** None to a member that is read-only. */
const connections = ({ port }: Node): Promise<number> =>
  withConnection({ port, connectTimeout: 10_000 }, async (connection) => {
    const readOnly = await ask(
      connection,
      "show global variables where variable_name = 'super_read_only' and value = 'ON'",
    );
    if (readOnly.length > 0) return 0;
    const [row] = await ask(
      connection,
      `select count(*) as n from information_schema.processlist where db = '${LOGIN.database}'`,
    );
    return Number(row?.['n'] ?? 0);
  });

const takesWrites = async ({ port }: Node): Promise<boolean> => {
  try {
    return await withConnection({ port, database: LOGIN.database }, async (connection) => {
      await ask(connection, `replace into clusters_probe (id, at) values (${port}, now(3))`);
      return true;
    });
  } catch {
    return false;
  }
};

const killWriter = async (cluster: Cluster): Promise<{ readonly kill: Kill; readonly node: Node }> => {
  const node = await writerOf(cluster);
  const others = cluster.nodes.filter((each) => each !== node);
  const at = Date.now();
  await node.kill();
  while (Date.now() < at + 60_000) {
    if ((await Promise.all(others.map(takesWrites))).some(Boolean)) break;
    await pause(50);
  }
  return { kill: { at, port: node.port, over: Date.now() }, node };
};

const tell = (outcome: Outcome, kill: Kill, to: number): boolean => {
  const own = kill.over - kill.at;
  const errors = outcome.failures.filter(({ at }) => at >= kill.at && at < to);
  const lasted = errors.length === 0 ? 0 : Math.max(...errors.map(({ at }) => at)) - kill.at;
  const codes: Record<string, number> = {};
  for (const { code } of errors) codes[code] = (codes[code] ?? 0) + 1;
  console.log(`node ${kill.port} killed: the cluster took writes again after ${own} ms`);
  let fine = lasted <= own + ALLOWED_MS;
  for (const [name, times] of outcome.answered) {
    const longest = longestPause(times, kill.at, to);
    fine &&= times.some((at) => at > kill.over && at < to) && longest <= own + ALLOWED_MS;
    console.log(`  ${name}: longest pause ${longest} ms`);
  }
  console.log(`  errors: ${errors.length}, the last after ${lasted} ms ${JSON.stringify(codes)}`);
  console.log(`  not retryable: ${errors.filter(({ retryable }) => !retryable).length}`);
  return fine;
};

const folder = join(packageRoot(), '.data/clusters', kind);
prepare(folder);
if (kind === 'restore') {
  await runRestore(folder);
  process.exit(0);
}
const cluster = await STARTS[kind as keyof typeof STARTS](folder);
let code = 1;
try {
  const url = urlOf(cluster);
  await withConnection({ port: (cluster.nodes[0] as Node).port }, async (connection) => {
    await ask(
      connection,
      `create database if not exists ${LOGIN.database} character set utf8mb4 collate utf8mb4_unicode_ci`,
    );
    await ask(
      connection,
      `create table ${LOGIN.database}.clusters_probe (id int primary key, at datetime(3))`,
    );
  });
  await migrate(parseDatabaseUrl(url));
  const database = await openDatabase(parseDatabaseUrl(url));
  const organisation = await addOrganisation(database);
  const entity = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  const key = await addKey(database, organisation, { entity_id: entity });
  await database.close();
  const admin = adminOn(url, new Date());
  await admin.json(
    'member',
    'add',
    `--org=${organisation}`,
    `--email=${ANA}`,
    '--name=Ana',
    '--role=administrator',
  );
  const { instances, stop } = await startInstances(url, folder, ['one', 'two']);
  await createClient({ url: instances[0]?.url ?? '', key }).create_counterparty({
    name: 'CAFE LUNA',
    postal_code: '06600',
    email: 'pagos@luna.example',
    country_details: { rfc: 'XAXX010101000', fiscal_regime_code: '616' },
  });
  const ending = new AbortController();
  const load = loadInstances({ instances, key, admin, callers: CALLERS, stop: ending.signal });
  await pause(step_ms);
  const first = await killWriter(cluster);
  await pause(step_ms);
  await first.node.start();
  await pause(step_ms);
  const second = await killWriter(cluster);
  await pause(step_ms);
  const ended = Date.now();
  ending.abort();
  const outcome = await load;
  await second.node.start();
  await pause(SETTLE_MS / 8);
  console.log(
    `${cluster.name}: ${instances.length} instances, ${CALLERS} callers ${JSON.stringify(outcome.counts)}`,
  );
  const fine = [tell(outcome, first.kill, second.kill.at), tell(outcome, second.kill, ended)].every(Boolean);
  const verdict = await checkBooks(cluster, outcome.acknowledged);
  console.log(JSON.stringify(verdict, null, 2));
  const { lost, twice, double_numbers, nodes_that_differ } = verdict;
  const whole =
    verdict.acknowledged > 0 && lost.length + twice.length + double_numbers + nodes_that_differ.length === 0;
  console.log(whole ? 'nothing lost, nothing twice' : 'BOOKS ARE WRONG');
  if (!fine) console.log(`ERRORS LASTED more than ${ALLOWED_MS} ms beyond the cluster's own fail-over`);
  code = whole && fine ? 0 : 1;
  await stop();
} finally {
  await cluster.stop();
}
process.exit(code);
