// The trail of many companies is read from those with the newest rows alone, and is the same as that of all of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { AuditId } from '../../../generated/ids.ts';
import { readTrail } from '../../../src/domain/views/trail/trail.ts';
import { randomOf } from '../../property/random.ts';
import { seedOf } from '../../support/dose.ts';
import { type Counters, countersOf } from '../../support/counters.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const SEED = seedOf(import.meta.filename);
const OWNERS = Array.from({ length: 40 }, (_, n) => `enti_trail${String(n).padStart(4, '0')}`);
const LIMIT = 5;

let service: TestService;
let counters: Counters;
before(async () => {
  const kept = await createTestDatabase({ connections: 2 });
  service = await startTestService({ database: kept });
  counters = countersOf(kept.address);
});
after(() => service.close());

test('page after page, also where many rows are of one moment', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const random = randomOf(SEED);
  const rows = OWNERS.flatMap((entity_id) =>
    Array.from({ length: random.int(0, 6) }, () => ({
      entity_id,
      id: `audt_${String(random.int(0, 9_999_999)).padStart(10, '0')}${entity_id.slice(-4)}` as AuditId,
      occurred_at: `2026-03-0${random.int(1, 3)} 10:0${random.int(0, 9)}:${random.int(0, 1)}0.000` as never,
      actor_type: 'key' as const,
      actor_id: 'akey_one',
      action: 'create_bill',
      arguments_hash: '0',
      record_type: 'bill',
      record_id: 'bill_one',
      before: 'null' as never,
      after: '{}' as never,
      request_id: 'req_one',
    })),
  );
  await service.database.kysely.insertInto('audit').values(rows).execute();
  const expected = rows
    .toSorted((a, b) =>
      a.occurred_at === b.occurred_at ? (a.id < b.id ? 1 : -1) : a.occurred_at < b.occurred_at ? 1 : -1,
    )
    .map(({ id }) => id);
  const ctx = { db: service.database.reader, organisation_id: service.organisation_id, now: new Date() };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readTrail(ctx, { owners: OWNERS, limit: LIMIT, cursor });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, expected);
});

test('a page reads no more of many long trails than of short ones', async () => {
  const rows = OWNERS.flatMap((entity_id) =>
    Array.from({ length: 250 }, (_, n) => ({
      entity_id,
      id: `audt_${String(n).padStart(10, '0')}${entity_id.slice(-4)}` as AuditId,
      occurred_at: '2026-02-01 10:00:00.000' as never,
      actor_type: 'key' as const,
      actor_id: 'akey_one',
      action: 'create_bill',
      arguments_hash: '0',
      record_type: 'bill',
      record_id: 'bill_two',
      before: 'null' as never,
      after: '{}' as never,
      request_id: 'req_one',
    })),
  );
  for (let from = 0; from < rows.length; from += 1000)
    await service.database.kysely
      .insertInto('audit')
      .values(rows.slice(from, from + 1000))
      .execute();
  const ctx = { db: service.database.reader, organisation_id: service.organisation_id, now: new Date() };
  const { reads } = await counters.count(() => readTrail(ctx, { owners: OWNERS, limit: 50 }));
  assert.ok(reads < 9_000, `${reads} rows read`);
});
