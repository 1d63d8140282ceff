// What a server says of itself: whether it takes writes, of which cluster it is, and which books it holds.
import type { Connection } from 'mysql2';

export interface Standing {
  /** Null if the server takes writes; else why it does not. */
  readonly obstacle: string | null;
  /** Takes writes, but serves another member meanwhile: the last choice. */
  readonly donor: boolean;
  /** The same for all members of a cluster, null for a server by itself. */
  readonly cluster: string | null;
  /** The same under all names and proxies that lead to it; null where it does not say. */
  readonly server: string | null;
  /** The same for all servers that hold these books, null for an empty database. */
  readonly books: string | null;
}

/** A member of a cluster that is cut off answers SHOW, but not SELECT. */
const VARIABLES = `show global variables where variable_name in
  ('read_only', 'super_read_only', 'group_replication_group_name', 'server_uuid', 'server_uid')`;
const STATUS = `show global status where variable_name in
  ('wsrep_ready', 'wsrep_local_state_comment', 'wsrep_cluster_status', 'wsrep_cluster_state_uuid')`;
const MEMBERS = `select member_id as id, member_state as state, member_role as role
  from performance_schema.replication_group_members`;
/** Servers that replicate each other have the same row here, to the millisecond. */
const BOOKS = `select concat(name, ' ', applied_at) as books from schema_migration order by name limit 1`;

type Row = Readonly<Partial<Record<string, string>>>;

const ask = (connection: Connection, text: string): Promise<readonly Row[]> =>
  new Promise((resolve, reject) => {
    connection.query(text, (error, rows) => {
      if (error === null) resolve(Array.isArray(rows) ? (rows as Row[]) : []);
      else reject(error);
    });
  });

const askNames = async (connection: Connection, text: string): Promise<Map<string, string>> => {
  const rows = await ask(connection, text);
  return new Map(rows.map((row) => [(row['Variable_name'] ?? '').toLowerCase(), row['Value'] ?? '']));
};

export const readStanding = async (connection: Connection): Promise<Standing> => {
  const variables = await askNames(connection, VARIABLES);
  const wsrep = await askNames(connection, STATUS);
  const group = variables.get('group_replication_group_name') ?? '';
  const galera = wsrep.get('wsrep_cluster_state_uuid') ?? '';
  const members = group === '' ? [] : await ask(connection, MEMBERS).catch(() => []);
  const obstacle =
    outsideGalera(wsrep) ??
    outsideGroup(members, variables.get('server_uuid') ?? '', group) ??
    readOnly(variables);
  return {
    obstacle,
    donor: (wsrep.get('wsrep_local_state_comment') ?? '').startsWith('Donor'),
    cluster: [galera, group].find((name) => name !== '') ?? null,
    server: variables.get('server_uuid') ?? variables.get('server_uid') ?? null,
    books: await readBooks(connection),
  };
};

const readOnly = (variables: ReadonlyMap<string, string>): string | null =>
  ['read_only', 'super_read_only'].some((name) => /^(on|1)$/i.test(variables.get(name) ?? ''))
    ? 'is read-only'
    : null;

const outsideGalera = (status: ReadonlyMap<string, string>): string | null => {
  const ready = status.get('wsrep_ready');
  // A server with the library and without a cluster reports an empty state.
  if (ready === undefined || (status.get('wsrep_cluster_state_uuid') ?? '') === '') return null;
  const state = status.get('wsrep_local_state_comment') ?? '';
  if (!/^on$/i.test(ready)) return `is not ready (${state === '' ? 'no state' : state})`;
  if (status.get('wsrep_cluster_status') !== 'Primary') return 'is cut off from the majority of its cluster';
  return state === 'Synced' || state.startsWith('Donor') ? null : `is ${state}`;
};

const outsideGroup = (members: readonly Row[], own: string, group: string): string | null => {
  // Without the right to ask, `super_read_only` still tells: the group sets it on all but its primaries.
  if (group === '' || members.length === 0) return null;
  const self = members.find(({ id }) => id === own);
  if (self?.['state'] !== 'ONLINE') return `is ${self?.['state'] ?? 'OFFLINE'} in its group`;
  if (self['role'] !== 'PRIMARY') return 'is a secondary of its group';
  const online = members.filter(({ state }) => state === 'ONLINE' || state === 'RECOVERING').length;
  // Without a majority commits hang until their statement times out.
  return online * 2 > members.length ? null : 'is cut off from the majority of its group';
};

const readBooks = async (connection: Connection): Promise<string | null> => {
  try {
    const [row] = await ask(connection, BOOKS);
    return row?.['books'] ?? null;
  } catch {
    return null;
  }
};
