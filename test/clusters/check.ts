// What the tables say after a run: acknowledged writes that are not there, writes that are there twice, numbers given
// twice or left out, nodes that differ.
import type { Connection } from 'mysql2/promise';
import { ask, type Cluster, LOGIN, withConnection } from './node.ts';

export interface Verdict {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly double_numbers: number;
  readonly left_out_numbers: number;
  readonly filed: number;
  readonly nodes_that_differ: readonly string[];
}

const count = async (connection: Connection, text: string): Promise<number> =>
  Number((await ask(connection, text))[0]?.['n'] ?? 0);

const TABLES = ['invoice', 'invoice_line', 'task', 'audit', 'event', 'outbox', 'approval', 'invoice_counter'];

const checksums = (port: number): Promise<string> =>
  withConnection({ port, database: LOGIN.database }, async (connection) => {
    const rows = await ask(connection, `checksum table ${TABLES.join(', ')}`);
    return rows.map((row) => `${String(row['Table'])}:${String(row['Checksum'])}`).join(' ');
  });

export const checkBooks = (cluster: Cluster, acknowledged: ReadonlyMap<string, string>): Promise<Verdict> =>
  withConnection({ port: cluster.nodes[0]?.port ?? 0, database: LOGIN.database }, async (connection) => {
    const rows = await ask(connection, 'select id, title from invoice');
    const ids = new Map(rows.map((row) => [String(row['id']), String(row['title'])]));
    const seen = new Set<string>();
    const twice = [...ids.values()].filter((title) => seen.size === seen.add(title).size);
    const sums = new Map<number, string>();
    for (const { port } of cluster.nodes) sums.set(port, await checksums(port));
    const [first] = sums.values();
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter(([title, id]) => ids.get(id) !== title).map(([title]) => title),
      twice,
      double_numbers: await count(
        connection,
        `select count(*) as n from (select 1 from invoice where number is not null
           group by entity_id, series, number having count(*) > 1) doubles`,
      ),
      left_out_numbers: await count(
        connection,
        `select coalesce(sum(highest - numbers), 0) as n from
           (select max(cast(number as unsigned)) as highest, count(*) as numbers from invoice
             where number is not null group by entity_id, series) series`,
      ),
      filed: await count(connection, `select count(*) as n from invoice where status = 'filed'`),
      nodes_that_differ: [...sums].filter(([, sum]) => sum !== first).map(([port]) => String(port)),
    };
  });
