// The least that a node:http server can do: read the body, answer the same bytes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serveParent } from '../child.ts';

const body = readFileSync(process.env['BENCH_BODY'] ?? '');
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

const server = createServer((request, answer) => {
  request.on('data', () => undefined);
  request.on('end', () => {
    answer.writeHead(200, headers);
    answer.end(body);
  });
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
