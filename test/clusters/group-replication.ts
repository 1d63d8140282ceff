// Three nodes of MySQL Group Replication, single primary, by the server program that MYSQLD names.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

const START_MS = 90_000;

interface Place {
  readonly folder: string;
  readonly log: string;
  readonly port: number;
  readonly group: number;
  readonly id: number;
}

export const startGroupReplication = async (folder: string, size = 3): Promise<Cluster> => {
  const program = process.env['MYSQLD'];
  if (program === undefined)
    throw new Error('MYSQLD must name the program of a MySQL server 8.0 or newer with group_replication.so');
  const ports = await freePorts(size * 2);
  const places = Array.from({ length: size }, (_, index): Place => ({
    folder: join(folder, `node${index + 1}`),
    log: join(folder, `node${index + 1}.log`),
    port: ports[index] ?? 0,
    group: ports[size + index] ?? 0,
    id: index + 1,
  }));
  const group = randomUUID();
  const seeds = places.map((place) => `${HOST}:${place.group}`).join(',');
  const base = (place: Place): readonly string[] => [
    '--no-defaults',
    `--datadir=${join(place.folder, 'data')}`,
    `--socket=/tmp/folio-gr-${place.port}.sock`,
    `--pid-file=${join(place.folder, 'pid')}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  const flags = (place: Place): readonly string[] => [
    ...base(place),
    `--port=${place.port}`,
    `--bind-address=${HOST}`,
    '--mysqlx=OFF',
    '--secure-file-priv=',
    `--server-id=${place.id}`,
    '--gtid-mode=ON',
    '--enforce-gtid-consistency=ON',
    `--log-bin=${join(place.folder, 'binlog')}`,
    `--relay-log=${join(place.folder, 'relay')}`,
    '--sync-binlog=0',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=256M',
    `--report-host=${HOST}`,
    `--report-port=${place.port}`,
    '--plugin-load-add=group_replication.so',
    `--loose-group-replication-group-name=${group}`,
    `--loose-group-replication-local-address=${HOST}:${place.group}`,
    `--loose-group-replication-group-seeds=${seeds}`,
    '--loose-group-replication-start-on-boot=OFF',
    '--loose-group-replication-recovery-get-public-key=ON',
    // Hosts of this machine only.
    '--loose-group-replication-ip-allowlist=127.0.0.1',
  ];
  const env = process.env;
  const rootOf = ({ port }: Place) => ({ socketPath: `/tmp/folio-gr-${port}.sock`, user: 'root' });
  const boot = async (place: Place): Promise<Running> => {
    const server = run({ program, args: flags(place), env, log: place.log });
    const answers = () => withConnection(rootOf(place), () => Promise.resolve(true));
    await until(`node ${place.port}`, START_MS, place.log, answers, server);
    return server;
  };
  const join_ = async (place: Place, first: boolean): Promise<void> => {
    await withConnection(rootOf(place), async (connection) => {
      await ask(connection, `set global group_replication_bootstrap_group = ${first ? 'on' : 'off'}`);
      await connection.query({ sql: 'start group_replication', timeout: START_MS });
      await ask(connection, 'set global group_replication_bootstrap_group = off');
    });
    await until(`node ${place.port} in the group`, START_MS, place.log, () => isOnline(place));
  };
  const isOnline = (place: Place): Promise<boolean> =>
    withConnection(rootOf(place), async (connection) => {
      const rows = await ask(
        connection,
        `select member_state as state from performance_schema.replication_group_members where member_id = @@server_uuid`,
      );
      return rows[0]?.['state'] === 'ONLINE';
    });
  const servers = new Map<Place, Running>();
  for (const [index, place] of places.entries()) {
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    await promisify(execFile)(program, [...base(place), '--initialize-insecure'], { env, timeout: START_MS });
    servers.set(place, await boot(place));
    await withConnection(rootOf(place), async (connection) => {
      for (const text of [
        'set sql_log_bin = 0',
        `create user ${LOGIN.user}@'${HOST}' identified by '${LOGIN.password}'`,
        `grant all on *.* to ${LOGIN.user}@'${HOST}'`,
        'set sql_log_bin = 1',
        `change replication source to source_user = '${LOGIN.user}', source_password = '${LOGIN.password}'
           for channel 'group_replication_recovery'`,
      ])
        await ask(connection, text);
    });
    await join_(place, index === 0);
  }
  const nodes = places.map((place): Node => ({
    port: place.port,
    kill: async () => servers.get(place)?.kill('SIGKILL'),
    start: async () => {
      servers.set(place, await boot(place));
      await join_(place, false);
    },
  }));
  const stop = async (): Promise<void> => {
    await Promise.all([...servers.values()].map((each) => each.kill('SIGTERM')));
  };
  return { name: 'Group Replication', nodes, stop };
};
