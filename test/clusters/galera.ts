// Three nodes of Galera: MariaDB as the private server has it, with the provider of Debian's package `galera-4`.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/package-root.ts';
import { fetchPackage } from '../../src/db/embedded/apt.ts';
import { bootstrap } from '../../src/db/embedded/bootstrap.ts';
import { downloadServer } from '../../src/db/embedded/download.ts';
import {
  type Binary,
  buildEnvironment,
  findBinary,
  findUnpacked,
  searchFolders,
} from '../../src/db/embedded/find-binary.ts';
import { serverFlags } from '../../src/db/embedded/flags.ts';
import {
  downloadFolder,
  makeFolders,
  makeSocketFolder,
  planLayout,
  type Layout,
} from '../../src/db/embedded/layout.ts';
import {
  ask,
  type Cluster,
  freePorts,
  HOST,
  LOGIN,
  type Node,
  run,
  type Running,
  until,
  withConnection,
} from './node.ts';

const START_MS = 60_000;
const PROVIDER = 'usr/lib/galera/libgalera_smm.so';
const INSTALLED = '/usr/lib/galera/libgalera_smm.so';

const findServer = async (folder: string): Promise<Binary> => {
  const unpacked = downloadFolder(folder);
  const known = (await findBinary(searchFolders())) ?? (await findUnpacked(unpacked));
  const found = known ?? (await downloadServer(unpacked, console.error));
  if ('refused' in found) throw new Error(`no MariaDB server: ${found.refused}`);
  return found;
};

const findProvider = async (): Promise<string> => {
  if (existsSync(INSTALLED)) return INSTALLED;
  const folder = join(packageRoot(), '.data/galera');
  const path = join(folder, PROVIDER);
  if (!existsSync(path)) await fetchPackage('galera-4', join(folder, 'apt'), folder);
  return path;
};

interface Place {
  readonly layout: Layout;
  readonly port: number;
  readonly group: number;
  readonly transfer: number;
}

export const startGalera = async (folder: string, size = 3): Promise<Cluster> => {
  const binary = await findServer(folder);
  const provider = await findProvider();
  const ports = await freePorts(size * 3);
  const places = Array.from({ length: size }, (_, index): Place => ({
    layout: planLayout(join(folder, `node${index + 1}`)),
    port: ports[index] ?? 0,
    group: ports[size + index] ?? 0,
    transfer: ports[2 * size + index] ?? 0,
  }));
  const all = places.map(({ group }) => `${HOST}:${group}`).join(',');
  const flags = ({ layout, port, group, transfer }: Place): readonly string[] => [
    ...serverFlags(binary, layout, 'test'),
    '--skip-networking=0',
    `--bind-address=${HOST}`,
    `--port=${port}`,
    '--wsrep_on=ON',
    `--wsrep_provider=${provider}`,
    '--wsrep_cluster_name=folio_scratch',
    `--wsrep_cluster_address=gcomm://${all}`,
    `--wsrep_node_address=${HOST}:${group}`,
    `--wsrep_node_name=node${port}`,
    `--wsrep_provider_options=gmcast.listen_addr=tcp://${HOST}:${group};ist.recv_addr=${HOST}:${transfer};gcache.size=256M`,
    '--wsrep_sst_method=memory',
    '--wsrep_slave_threads=2',
    '--binlog_format=ROW',
    '--innodb_autoinc_lock_mode=2',
  ];
  const transfers = join(folder, 'transfers');
  mkdirSync(transfers);
  // The server looks for the program of its method by this name.
  cpSync(join(packageRoot(), 'test/clusters/sst.sh'), join(transfers, 'wsrep_sst_memory'));
  chmodSync(join(transfers, 'wsrep_sst_memory'), 0o700);
  const env = {
    ...buildEnvironment(binary),
    SST_FOLDER: transfers,
    PATH: `${transfers}:${process.env['PATH'] ?? ''}`,
  };
  const server = (place: Place, ...more: readonly string[]): Running =>
    run({ program: binary.program, args: [...flags(place), ...more], env, log: place.layout.log });

  const [first, ...others] = places;
  if (first === undefined) throw new Error('a cluster needs nodes');
  for (const { layout } of places) {
    makeFolders(layout);
    makeSocketFolder(layout);
  }
  await bootstrap(binary, first.layout, 'test');
  const alone = server(first, '--wsrep_on=OFF', `--init-file=${writeLogin(first)}`);
  const answers = () => withConnection({ port: first.port }, () => Promise.resolve(true));
  await until('the first node', START_MS, first.layout.log, answers, alone);
  await alone.kill('SIGTERM');
  const isSynced = (place: Place, want: number) => async (): Promise<boolean> =>
    withConnection({ port: place.port }, async (connection) => {
      const rows = await ask(
        connection,
        "show status where variable_name in ('wsrep_local_state_comment', 'wsrep_cluster_size')",
      );
      const state = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
      return (
        state.get('wsrep_local_state_comment') === 'Synced' && Number(state.get('wsrep_cluster_size')) >= want
      );
    });
  const up = async (place: Place, want: number, ...more: readonly string[]): Promise<Running> => {
    const started = server(place, ...more);
    await until(`node ${place.port}`, START_MS, place.layout.log, isSynced(place, want), started);
    return started;
  };
  // The others begin as copies of the first, so that none needs a transfer of its whole state.
  await (await up(first, 1, '--wsrep-new-cluster')).kill('SIGTERM');
  for (const { layout } of others) {
    rmSync(layout.data, { recursive: true, force: true });
    cpSync(first.layout.data, layout.data, { recursive: true });
  }
  const servers = new Map<Place, Running>();
  servers.set(first, await up(first, 1, '--wsrep-new-cluster'));
  for (const [index, place] of others.entries()) servers.set(place, await up(place, index + 2));

  const nodes = places.map((place): Node => ({
    port: place.port,
    kill: async () => servers.get(place)?.kill('SIGKILL'),
    start: async () => {
      const position = await recover(binary, [...flags(place)], env);
      servers.set(place, await up(place, size, `--wsrep_start_position=${position}`));
    },
  }));
  const stop = async (): Promise<void> => {
    await Promise.all([...servers.values()].map((each) => each.kill('SIGTERM')));
    for (const { layout } of places) rmSync(layout.socketFolder, { recursive: true, force: true });
  };
  return { name: 'Galera', nodes, stop };
};

/** The login over TCP, made before the nodes are copied. */
const writeLogin = ({ layout }: Place): string => {
  const file = join(layout.home, 'login.sql');
  const user = `${LOGIN.user}@'${HOST}'`;
  writeFileSync(
    file,
    `create or replace user ${user} identified by '${LOGIN.password}';\ngrant all on *.* to ${user};\n`,
  );
  return file;
};

/** Where the node stood when it was killed. */
const recover = async (binary: Binary, flags: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(binary.program, [...flags, '--wsrep-recover'], {
    env,
    timeout: START_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  const position = /Recovered position:\s*(\S+)/.exec(`${stdout}${stderr}`)?.[1];
  if (position === undefined) throw new Error(`the node does not say where it stood: ${stderr.slice(-500)}`);
  return position;
};

export const prepare = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
};
