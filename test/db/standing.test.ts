import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from 'mysql2';
import { readStanding } from '../../src/db/standing.ts';

type Facts = Readonly<Record<string, string>>;

interface Server {
  readonly variables?: Facts;
  readonly status?: Facts;
  /** State and role of each member of its group; the first is the server itself. */
  readonly members?: readonly (readonly [state: string, role: string])[];
}

const named = (facts: Facts = {}) =>
  Object.entries(facts).map(([name, value]) => ({ Variable_name: name, Value: value }));

/** Answers as servers of each kind do, of which the machine of the tests has none. */
const answering = ({ variables, status, members = [] }: Server): Connection => {
  const answer = (text: string): readonly object[] => {
    if (text.startsWith('show global variables')) return named({ server_uuid: 'm0', ...variables });
    if (text.startsWith('show global status')) return named(status);
    if (text.includes('replication_group_members'))
      return members.map(([state, role], at) => ({ id: `m${at}`, state, role }));
    return [{ books: '0001_first 2026-01-01 00:00:00.000' }];
  };
  const query = (text: string, done: (error: null, rows: readonly object[]) => void): void =>
    done(null, answer(text));
  return { query } as unknown as Connection;
};

const GALERA = {
  wsrep_ready: 'ON',
  wsrep_cluster_status: 'Primary',
  wsrep_cluster_state_uuid: 'c1',
  wsrep_local_state_comment: 'Synced',
};
const GROUP = { group_replication_group_name: 'g1' };
const PRIMARY = ['ONLINE', 'PRIMARY'] as const;
const SECONDARY = ['ONLINE', 'SECONDARY'] as const;
const LOST = ['UNREACHABLE', 'SECONDARY'] as const;

const OBSTACLES: readonly (readonly [string, Server, string | null])[] = [
  ['a server by itself', {}, null],
  ['one that is read-only', { variables: { read_only: 'ON' } }, 'is read-only'],
  ['one that is read-only for all', { variables: { super_read_only: '1' } }, 'is read-only'],
  ['one with the library and without a cluster', { status: { wsrep_ready: 'OFF' } }, null],
  ['a member of a cluster', { status: GALERA }, null],
  ['one that serves another', { status: { ...GALERA, wsrep_local_state_comment: 'Donor/Desynced' } }, null],
  ['one that joins', { status: { ...GALERA, wsrep_local_state_comment: 'Joined' } }, 'is Joined'],
  [
    'one that is not ready',
    { status: { ...GALERA, wsrep_ready: 'OFF', wsrep_local_state_comment: 'Initialized' } },
    'is not ready (Initialized)',
  ],
  [
    'one of the minority of its cluster',
    { status: { ...GALERA, wsrep_cluster_status: 'non-Primary' } },
    'is cut off from the majority of its cluster',
  ],
  ['the primary of a group', { variables: GROUP, members: [PRIMARY, SECONDARY, LOST] }, null],
  ['a secondary', { variables: GROUP, members: [SECONDARY, PRIMARY] }, 'is a secondary of its group'],
  [
    'a primary that recovers',
    { variables: GROUP, members: [['RECOVERING', 'PRIMARY'], SECONDARY] },
    'is RECOVERING in its group',
  ],
  [
    'a primary with half of its group',
    { variables: GROUP, members: [PRIMARY, SECONDARY, LOST, LOST] },
    'is cut off from the majority of its group',
  ],
];

for (const [what, server, obstacle] of OBSTACLES)
  test(`${what}: ${obstacle ?? 'takes writes'}`, async () => {
    const { status, variables } = server;
    assert.deepEqual(await readStanding(answering(server)), {
      obstacle,
      donor: status?.['wsrep_local_state_comment']?.startsWith('Donor') ?? false,
      cluster: status?.['wsrep_cluster_state_uuid'] ?? variables?.['group_replication_group_name'] ?? null,
      server: 'm0',
      books: '0001_first 2026-01-01 00:00:00.000',
    });
  });
