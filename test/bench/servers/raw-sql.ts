// The same statements as a tool call through bare mysql2 behind a bare node:http server: parse the body, run them one
// after the other, answer the rows as JSON. BENCH_STATEMENTS is a JSON file with what Folio really sent.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { RowDataPacket } from 'mysql2/promise';

import { serveParent } from '../child.ts';
import { openPool } from '../pool.ts';

interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

const statements = JSON.parse(readFileSync(process.env['BENCH_STATEMENTS'] ?? '', 'utf8')) as Statement[];
const pool = openPool();

const answerOf = async (id: unknown): Promise<string> => {
  const rows: RowDataPacket[][] = [];
  for (const { sql, values } of statements) {
    const [result] = await pool.query<RowDataPacket[]>(sql, values);
    rows.push(result);
  }
  return JSON.stringify({ jsonrpc: '2.0', id, result: { structuredContent: rows } });
};

const server = createServer((request, answer) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown };
    void answerOf(id).then((text) => {
      answer.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      answer.end(text);
    });
  });
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port, () => pool.end()));
