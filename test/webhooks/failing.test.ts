// When an endpoint that takes nothing is switched off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { toInstant } from '../../src/db/instant.ts';
import { findEndpoint } from '../../src/domain/outgoing/store/endpoints.ts';
import { disableFailing } from '../../src/domain/webhooks/failing.ts';
import { usingOffice } from './office.ts';

const held = usingOffice();
const LONG_MS = SERVICE.webhooks.failing_hours * 3_600_000;

test('an endpoint is switched off once it has failed for its hours, not before', async () => {
  const { books, db, organisation, entity } = held.office;
  const { webhook } = await held.office.webhook({ url: 'http://127.0.0.1:9/hook' });
  const now = new Date();
  const failing = {
    endpoint_id: webhook.id,
    organisation_id: organisation,
    tenant_id: entity,
    reason: 'It answered 500.',
    gone: false,
  };
  const since = async (ms: number | null): Promise<boolean> => {
    await db.database.kysely
      .updateTable('webhook_endpoint')
      .set({ failing_since: ms === null ? null : toInstant(new Date(now.getTime() - ms)) })
      .where('id', '=', webhook.id)
      .execute();
    return disableFailing(books, failing, now);
  };
  const status = async () => (await findEndpoint(db.database.reader, null, webhook.id, now))?.status;
  assert.deepEqual([await since(null), await since(0), await since(LONG_MS - 1)], [false, false, false]);
  assert.equal(await status(), 'enabled');
  assert.equal(await since(LONG_MS), true);
  assert.equal(await status(), 'disabled');
});
