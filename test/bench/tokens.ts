// What a call costs with the token of a connected app beside the same call with a key, of one server in turn.
import { tokenAs } from '../oauth/support.ts';
import { startTestService } from '../support/service.ts';
import { startServer } from './child.ts';
import { compare } from './compare.ts';
import { postMessage } from './load.ts';

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_entities', arguments: {} },
};

export const benchTokens = async (rounds: number, connections: number): Promise<void> => {
  const service = await startTestService();
  try {
    const member = { email: 'app@bench.example', role: 'administrator', scopes: ['invoices:read'] } as const;
    const token = await tokenAs(service, member, { now: new Date() });
    const server = await startServer('folio', { BENCH_DATABASE_URL: service.databaseUrl });
    const side = (name: string, secret: string) => ({
      server: { ...server, name },
      message: postMessage(server.port, secret, CALL),
    });
    try {
      await compare({
        title: 'list_entities of a connected app beside that of a key',
        ours: side('token', token),
        bare: side('key', service.keys.organisation),
        requests: 5_000,
        rounds,
        connections,
        goal: 'token',
      });
    } finally {
      await server.stop();
    }
  } finally {
    await service.close();
  }
};
