// A filed document that somebody changed past the service is handed to nobody: not to agents, not at the command line, not by
// mail, and not to the authority.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InvoiceId } from '../../../generated/ids.ts';
import { type Office, openOffice, outboxOf, QUICK, until } from '../../support/office.ts';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ database: 'own', filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

const filed = async (side: 'mx' | 'de'): Promise<InvoiceId> => {
  const { id } = await office.approved(side);
  assert.equal((await office.settled(side, id)).status, 'filed');
  await until(
    () => outboxOf(office, id),
    (rows) => rows.every(({ kind, open }) => kind === 'expire' || !open),
  );
  return id;
};

const rewrite = async (id: string, kind: 'xml' | 'pdf', bytes: Buffer): Promise<void> => {
  await service.database.kysely
    .updateTable('filed_document')
    .set({ bytes })
    .where('document_id', '=', id)
    .where('kind', '=', kind)
    .execute();
};

const message = (id: string, kind: string): string =>
  `The ${kind} file of ${id} is not the one that was filed: somebody changed it outside the service.`;

test(declared('get_document', 'document_altered', 'however it is asked for'), async () => {
  const record_id = await filed('mx');
  const { content } = await service.client(service.keys.mx).get_document({ record_id });
  const { name } = await service.database.reader
    .selectFrom('entity')
    .select('name')
    .where('id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  const before = await service.database.reader
    .selectFrom('filed_document')
    .select('bytes')
    .where('document_id', '=', record_id)
    .where('kind', '=', 'pdf')
    .executeTakeFirstOrThrow();
  for (const [kind, bytes, whole] of [
    [
      'xml',
      Buffer.from(String(content).replace(/ Total="[^"]+"/, ' Total="1.00"')),
      Buffer.from(String(content)),
    ],
    ['pdf', Buffer.concat([before.bytes, Buffer.from('\n')]), before.bytes],
  ] as const) {
    await rewrite(record_id, kind, bytes);
    const told = await refused(service, 'mx', 'get_document', { record_id, format: kind });
    assert.deepEqual(
      [told['code'], told['record_id'], told['format']],
      ['document_altered', record_id, kind],
    );
    const command = await office.admin.run('invoice', 'document', record_id, `--kind=${kind}`, '--json');
    assert.deepEqual([command.code, command.out], [1, '']);
    assert.match(command.err, /"code":"document_altered"/);
    const checks = JSON.parse((await office.admin.run('doctor', '--json')).out) as {
      check: string;
      status: string;
      detail: string;
    }[];
    assert.deepEqual(
      checks.filter(({ check }) => check === 'documents').map(({ status, detail }) => [status, detail]),
      [
        [
          'FAIL',
          `The ${kind} of ${record_id} (${name}) is not the one that was filed: somebody changed it past the service.`,
        ],
      ],
    );
    await rewrite(record_id, kind, whole);
    assert.equal(
      (await service.client(service.keys.mx).get_document({ record_id, format: kind })).format,
      kind,
    );
  }
});

/** Has the worker take this entry of the document again. */
const again = async (id: string, kind: 'file' | 'deliver', columns: object = {}): Promise<string | null> => {
  await service.database.kysely
    .updateTable('outbox')
    .set({
      open: true,
      open_key: id,
      state: 'ready',
      next_attempt_at: sql<string>`utc_timestamp(3)`,
      ...columns,
    })
    .where('document_id', '=', id)
    .where('kind', '=', kind)
    .execute();
  const reason = async () =>
    (await outboxOf(office, id)).find((row) => row.kind === kind && row.last_reason !== null)?.last_reason;
  return (await until(reason, (told) => told !== undefined && /changed/.test(told ?? ''))) ?? null;
};

test('no mail goes out with it', async () => {
  const id = await filed('mx');
  await rewrite(id, 'xml', Buffer.from('<x/>'));
  assert.equal(await again(id, 'deliver'), message(id, 'xml'));
  const entry = (await outboxOf(office, id)).find(({ kind }) => kind === 'deliver');
  assert.deepEqual([entry?.open, entry?.attempts], [false, 0]);
});

test('what waits to be filed is not sent once it is not what was built', async () => {
  const id = await filed('de');
  const stamps = () => sql`select count(*) as n from sandbox_access_point`.execute(service.database.kysely);
  const sent = await stamps();
  const reason = await again(id, 'file', {
    payload: Buffer.from('<Invoice/>'),
    maybe_sent: false,
    submission_key: 'another',
  });
  assert.equal(
    reason,
    'what was approved and built was changed past the service and is not sent; "audit verify" names what was changed',
  );
  assert.deepEqual((await stamps()).rows, sent.rows);
});
