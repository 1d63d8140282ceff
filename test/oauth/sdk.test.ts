// The official clients find the way by themselves: discovery, consent, call, step-up, refresh, revocation.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { startTestConsole } from '../console/support.ts';
import { newProvider } from './provider.ts';
import { allow, post, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());

const clients = {
  'v1 (1.32)': {
    open: (url: string, provider: ReturnType<typeof newProvider>['provider']) => {
      const client = new ClientV1({ name: 'test', version: '1' });
      const transport = new TransportV1(new URL(url), { authProvider: provider });
      return {
        client,
        finish: (back: URL) => transport.finishAuth(back.searchParams.get('code') ?? ''),
        connect: () => client.connect(transport),
      };
    },
    Unauthorized: UnauthorizedV1,
  },
  'v2 (2.4)': {
    open: (url: string, provider: ReturnType<typeof newProvider>['provider']) => {
      const client = new ClientV2({ name: 'test', version: '1' });
      const transport = new TransportV2(new URL(url), { authProvider: provider });
      return {
        client,
        finish: (back: URL) => transport.finishAuth(back.searchParams),
        connect: () => client.connect(transport),
      };
    },
    Unauthorized: UnauthorizedV2,
  },
} as const;

for (const [name, { open, Unauthorized }] of Object.entries(clients))
  for (const host of ['localhost', '127.0.0.1'])
    test(`the client ${name} comes in at ${host} by consent, calls, refreshes and is revoked`, async () => {
      const ana = folio.as('administrator');
      const registered = await registerClient(folio);
      const { kept, provider } = newProvider(registered);
      const url = `http://${host}:${folio.port}/mcp`;
      const first = open(url, provider);
      await assert.rejects(first.connect(), Unauthorized);
      const { asked } = kept;
      assert.ok(asked !== undefined);
      assert.equal(asked.origin, `http://${host}:${folio.port}`);
      assert.equal(asked.searchParams.get('resource'), url);
      const back = await allow(ana, asked.href, { scope: ['counterparties:read'] });
      assert.equal(back.searchParams.get('iss'), asked.origin, 'the issuer that the client found');
      await first.finish(back);
      const { client, connect } = open(url, provider);
      await connect();
      const called = await client.callTool({ name: 'list_entities', arguments: {} });
      assert.notEqual(called.isError, true);
      assert.equal(kept.tokens?.scope, 'counterparties:read');
      const before = kept.tokens;
      await folio.service.database.kysely
        .updateTable('oauth_token')
        .set({ expires_at: '2020-01-01 00:00:00.000' })
        .where('token_hash', '=', hashSecret(before?.access_token ?? ''))
        .execute();
      await new Promise((resolve) => setTimeout(resolve, 1100));
      await client.callTool({ name: 'list_entities', arguments: {} });
      assert.notEqual(kept.tokens?.access_token, before?.access_token, 'it refreshed by itself');
      const token = kept.tokens?.refresh_token ?? '';
      await post(`${folio.origin}/oauth/revoke`, { client_id: registered.id, token });
      await new Promise((resolve) => setTimeout(resolve, 1100));
      kept.asked = undefined;
      await assert.rejects(client.callTool({ name: 'list_entities', arguments: {} }), Unauthorized);
      assert.ok(kept.asked, 'it asks the person again');
      await client.close();
    });

test('the client v2 asks for what it lacks beside what it has', async () => {
  const ana = folio.as('administrator');
  const { kept, provider } = newProvider(await registerClient(folio));
  const { open } = clients['v2 (2.4)'];
  const url = `${folio.origin}/mcp`;
  const first = open(url, provider);
  await assert.rejects(first.connect(), UnauthorizedV2);
  const back = await allow(ana, kept.asked?.href ?? '', { scope: ['counterparties:read'] });
  await first.finish(back);
  const { client, connect } = open(url, provider);
  await connect();
  kept.asked = undefined;
  const entity_id = folio.service.entities.mx;
  await assert.rejects(client.callTool({ name: 'search_bills', arguments: { entity_id } }), UnauthorizedV2);
  const asked: URL | undefined = kept.asked;
  assert.equal(new URL(String(asked)).searchParams.get('scope'), 'counterparties:read bills:read');
  await client.close();
});
