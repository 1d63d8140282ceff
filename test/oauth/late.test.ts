// A member of a cluster that lags: a token that another instance has just made is ended here all the same, and not only told
// to be. The lag is made by moving its row out of sight.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';
import { call, connect, post, registerClient } from './support.ts';

let folio: TestConsole;
let arrive: (() => Promise<unknown>) | undefined;
before(async () => {
  const made = await createTestDatabase();
  const catchUp = async (): Promise<boolean> => {
    await arrive?.();
    return arrive !== undefined;
  };
  const service = await startTestService({ database: { ...made, database: { ...made.database, catchUp } } });
  folio = await startTestConsole({}, service);
});
after(() => folio.close());

const rename = async (from: string, to: string): Promise<void> => {
  const { numUpdatedRows } = await folio.service.database.kysely
    .updateTable('oauth_token')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .executeTakeFirstOrThrow();
  assert.equal(numUpdatedRows, 1n);
};

for (const kind of ['refresh_token', 'access_token'] as const)
  test(`a revoked ${kind} that has not arrived here has ended when it does`, async () => {
    const client = await registerClient(folio);
    const tokens = await connect(folio, folio.as('administrator'), client);
    const hash = hashSecret(tokens[kind] ?? '');
    await rename(hash, 'f'.repeat(hash.length));
    arrive = async () => {
      arrive = async () => undefined;
      await rename('f'.repeat(hash.length), hash);
    };
    const { status } = await post(`${folio.origin}/oauth/revoke`, {
      token: tokens[kind] ?? '',
      client_id: client.id,
    });
    assert.equal(status, 200);
    assert.equal((await call(folio, tokens['access_token'])).status, 401);
    const again = await post(`${folio.origin}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
      client_id: client.id,
    });
    assert.equal(again.status, kind === 'refresh_token' ? 400 : 200, JSON.stringify(again.body));
  });
