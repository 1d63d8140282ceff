// Documents that change, or grow too old to be filed, between approval and filing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANA, BETO, outboxOf, until } from '../support/office.ts';
import {
  accepted,
  clock,
  failFirst,
  office,
  provider,
  refusal,
  sent,
  service,
  start,
  unknown,
  worker,
  usingProvider,
} from './provider.ts';

usingProvider();

const HOUR = 3_600_000;

test('MX: a document that may have been filed is never built anew, however old it grows, until a person has looked', async () => {
  provider.send = failFirst(1);
  provider.recover = async () => unknown;
  const { id } = await office.approved('mx');
  start();
  const asking = await office.when('mx', id, ({ filing }) => filing.status === 'unclear');
  assert.equal(asking.filing.last_error?.code, 'outcome_unknown');
  assert.match(asking.filing.last_error.message, /not known yet: the connection broke/);
  const hasty = await office.admin.run('invoice', 'not-filed', id, `--by=${ANA}`);
  assert.match(hasty.err, /give it a few minutes|right now/);
  clock.moment = new Date(Date.now() + 73 * HOUR);
  provider.recover = async () => refusal;
  const told = await office.when(
    'mx',
    id,
    ({ filing }) => filing.last_error?.message.includes('too old to be stamped (CFDI40999)') === true,
  );
  assert.equal(told.filing.status, 'unclear');
  assert.match(
    told.filing.last_error?.fix ?? '',
    /An administrator looks the invoice up .* an administrator makes it a draft again/,
  );
  assert.equal(new Set(sent.map(({ key, sha256 }) => `${key} ${sha256}`)).size, 1);
  await until(
    () => outboxOf(office, id),
    (rows) => rows.some(({ kind, attempts }) => kind === 'file' && attempts >= 4),
  );
  await worker?.stop();
  const { code } = await office.admin.run('invoice', 'not-filed', id, `--by=${BETO}`);
  assert.equal(code, 1);
  await office.admin.json('invoice', 'not-filed', id, `--by=${ANA}`);
  const freed = await office.get('mx', id);
  assert.equal(freed.status, 'draft');
  assert.equal(freed.filing.last_error?.code, 'not_filed');
  const again = await office.admin.run('invoice', 'not-filed', id, `--by=${ANA}`);
  assert.match(again.err, /filing status of .* is: failed/);
  clock.moment = undefined;
  const { approval_request_id } = await office.submit('mx', id);
  await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  start();
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2);
  assert.equal(new Set(sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1])).size, 1);
});

test('MX: a document that was never taken in grows old and is built anew under the same approval', async () => {
  provider.send = async () => ({ ...unknown, turnedAway: true });
  provider.recover = () => assert.fail('nothing was sent that could be asked about');
  const { id, request } = await office.approved('mx');
  start();
  const told = await office.when('mx', id, ({ filing }) => filing.status === 'unclear');
  assert.match(told.filing.last_error?.message ?? '', /not filed yet: the connection broke/);
  await until(
    async () => sent.length,
    (count) => count >= 2,
  );
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  clock.moment = new Date(Date.now() + 73 * HOUR);
  provider.send = async (submission) => accepted(submission);
  const filed = await office.settled('mx', id);
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing.last_error));
  assert.equal(filed.filing.approval?.id, request);
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2);
  assert.equal(new Set(sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1])).size, 1);
});

test('what changed between approval and filing is not filed', async () => {
  const { id } = await office.approved('mx');
  await office.admin.run('counterparty', 'update', office.customers.mx, '--postal-code=03100');
  start();
  const { filing, status } = await office.settled('mx', id);
  assert.equal(status, 'draft');
  assert.equal(filing.last_error?.code, 'changed_after_approval');
  assert.equal(filing.last_error.path, 'buyer.postal_code');
  assert.equal(sent.length, 0);
});

test('issue date, due date and rate are those of the filing', async () => {
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  const id = await office.draft('mx', { currency: 'USD', country_details: { payment_method: 'PPD' } });
  const draft = await office.get('mx', id);
  assert.equal(draft.issue_date, '2026-03-10');
  const { approval_request_id } = await office.submit('mx', id);
  service.setNow(undefined);
  const { kysely } = service.database;
  await kysely
    .updateTable('approval')
    .set({ expires_at: '2099-01-01 00:00:00.000' })
    .where('id', '=', approval_request_id)
    .execute();
  await office.admin.json('approval', 'approve', approval_request_id, '--by=ana@ibarra.example', '--wait=0');
  clock.moment = new Date('2026-03-20T18:00:00Z');
  start();
  const filed = await office.settled('mx', id);
  assert.equal(filed.filing.status, 'filed', JSON.stringify(filed.filing));
  assert.equal(filed.issue_date, '2026-03-20');
  assert.equal(filed.due_date, '2026-04-19');
  assert.ok(filed.exchange_rate_date !== null && filed.exchange_rate_date <= '2026-03-20');
  assert.match(sent[0]?.bytes ?? '', /Fecha="2026-03-20T12:00:00"/);
});
