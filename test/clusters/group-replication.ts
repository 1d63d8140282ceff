// Three nodes of MySQL Group Replication, single primary, by the server program that MYSQLD names.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  addMysqlUser,
  asRoot,
  bootMysql,
  initialiseMysql,
  type MysqlPlace,
} from '../support/mysql-server.ts';
import {
  ask,
  type Cluster,
  freePorts,
  HOST,
  LOGIN,
  type Node,
  type Running,
  until,
  withConnection,
} from './node.ts';

const START_MS = 90_000;

interface Place extends MysqlPlace {
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
  const settings = (place: Place): readonly string[] => [
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
  const boot = (place: Place): Promise<Running> => bootMysql(program, place, settings(place));
  const join_ = async (place: Place, first: boolean): Promise<void> => {
    await withConnection(asRoot(place), async (connection) => {
      await ask(connection, `set global group_replication_bootstrap_group = ${first ? 'on' : 'off'}`);
      await connection.query({ sql: 'start group_replication', timeout: START_MS });
      await ask(connection, 'set global group_replication_bootstrap_group = off');
    });
    await until(`node ${place.port} in the group`, START_MS, place.log, () => isOnline(place));
  };
  const isOnline = (place: Place): Promise<boolean> =>
    withConnection(asRoot(place), async (connection) => {
      const rows = await ask(
        connection,
        `select member_state as state from performance_schema.replication_group_members where member_id = @@server_uuid`,
      );
      return rows[0]?.['state'] === 'ONLINE';
    });
  const servers = new Map<Place, Running>();
  for (const [index, place] of places.entries()) {
    await initialiseMysql(program, place);
    servers.set(place, await boot(place));
    await withConnection(asRoot(place), async (connection) => {
      for (const text of [
        'set sql_log_bin = 0',
        ...addMysqlUser(LOGIN.user, LOGIN.password),
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
