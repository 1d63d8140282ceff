// The same transaction as a writing tool call through bare mysql2 behind a bare node:http server. BENCH_STATEMENTS is
// what Folio really sent for one call; each request runs it again for another record, with new ids for new rows and with
// another slot, in the parts of which it books.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { PoolConnection, ResultSetHeader } from 'mysql2/promise';
import { v7 as uuid } from 'uuid';

import { serveParent } from '../child.ts';
import { openPool } from '../pool.ts';

interface Recorded {
  readonly statements: readonly { readonly sql: string }[];
  /** The parameter that names the record, and what it was in the recorded call. */
  readonly parameter: string;
  readonly value: string;
  /** Ids and hashes that the recorded call made. */
  readonly made: readonly string[];
  /** How many there are to draw from. */
  readonly slots: number;
}

const recorded = JSON.parse(readFileSync(process.env['BENCH_STATEMENTS'] ?? '', 'utf8')) as Recorded;
const pool = openPool();
pool.on('connection', (connection) => {
  void connection.query('set session transaction isolation level read committed');
});

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** As long, as unique and in the same order of time as the ids of the service. */
const newSuffix = (): string => {
  let value = BigInt(`0x${uuid().replaceAll('-', '')}`);
  let text = '';
  for (let digit = 0; digit < 26; digit += 1) {
    text = `${ALPHABET[Number(value & 31n)] ?? ''}${text}`;
    value >>= 5n;
  }
  return text;
};

const renewed = (made: string): string => {
  if (made.startsWith('req_')) return `req_${randomUUID()}`;
  return made.includes('_') ? `${made.slice(0, 5)}${newSuffix()}` : randomBytes(32).toString('hex');
};

/** The recorded statements hold their values already; those that name records are put in anew, and so is the slot. */
const statementFor = (record: string): ((sql: string) => string) => {
  const replaced = new Map([[recorded.value, record]]);
  for (const id of recorded.made) replaced.set(id, renewed(id));
  const slot = `\`slot\` = ${Math.floor(Math.random() * recorded.slots)}`;
  return (sql) => sql.replace(SLOT, slot).replace(PLACES, (found) => replaced.get(found) ?? found);
};

const SLOT = /`slot` = \d+/g;
const PLACES = new RegExp([recorded.value, ...recorded.made].join('|'), 'g');

const runTransaction = async (connection: PoolConnection, record: string): Promise<unknown> => {
  const fill = statementFor(record);
  let last: unknown = null;
  for (const { sql } of recorded.statements) {
    [last] = await connection.query(fill(sql));
    // Else it would be faster for writing less.
    if (sql.startsWith('update') && (last as ResultSetHeader).affectedRows === 0)
      throw new Error(`no row is changed by ${sql}`);
  }
  return last;
};

const answerOf = async (body: string): Promise<string> => {
  const { id, params } = JSON.parse(body) as { id: unknown; params: { arguments: Record<string, string> } };
  const connection = await pool.getConnection();
  try {
    const structuredContent = await runTransaction(connection, params.arguments[recorded.parameter] ?? '');
    return JSON.stringify({ jsonrpc: '2.0', id, result: { structuredContent } });
  } finally {
    connection.release();
  }
};

const server = createServer((request, answer) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answerOf(Buffer.concat(chunks).toString()).then(
      (text) => {
        answer.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        });
        answer.end(text);
      },
      (error: unknown) => {
        answer.writeHead(500);
        answer.end(String(error));
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port, () => pool.end()));
