// The official v2 SDK server, its low-level form, with the same 30 tools and a handler that answers a constant.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

import tools from '../../../generated/tools.json' with { type: 'json' };
import { serveParent } from '../child.ts';

const constant = JSON.parse(readFileSync(process.env['BENCH_BODY'] ?? '', 'utf8')) as { result: object };

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'constant', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: tools.tools }) as never);
  server.setRequestHandler('tools/call', () => constant.result as never);
  return server;
});

const respond = toNodeHandler(handler);
const server = createServer((request, answer) => {
  void respond(request as never, answer);
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
