// The official v2 SDK server as its guide shows it: a McpServer with the same 30 tools registered, arguments validated,
// and a handler that answers a constant.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

import tools from '../../../generated/tools.json' with { type: 'json' };
import { serveParent } from '../child.ts';

const constant = JSON.parse(readFileSync(process.env['BENCH_BODY'] ?? '', 'utf8')) as { result: object };

/** Compiled once; a server is made for each request. */
const registered = tools.tools.map(({ name, description, inputSchema }) => ({
  name,
  config: { description, inputSchema: fromJsonSchema(inputSchema as never) },
}));

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'constant', version: '1.0.0' });
  for (const { name, config } of registered)
    server.registerTool(name, config, () => constant.result as never);
  return server;
});

const respond = toNodeHandler(handler);
const server = createServer((request, answer) => {
  void respond(request as never, answer);
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
