// The year of the demo: what an agent finds in it, and that it is made once however often it is begun.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dayIn } from '../../../src/base/time/day.ts';
import { findEntity } from '../../../src/domain/ground/entities/store.ts';
import { loadFilable } from '../../../src/domain/filing/filable.ts';
import { findRisks } from '../../../src/domain/filing/risks/risks.ts';
import { sandboxStore } from '../../../src/sandbox/access-point/store.ts';
import { addOrganisation } from '../../support/books.ts';
import { createClient, type FolioClient } from '../../support/client.ts';
import { rowCounts } from '../../tools/support.ts';
import { type DemoService, startDemoService } from '../../demo/support.ts';

/** A Monday afternoon in both countries. */
const BEGAN = Date.now();
const now = (): Date => new Date(Date.parse('2026-11-23T18:00:00Z') + Date.now() - BEGAN);

/** What the network sent has come, and is read. */
const hasRead = async ({ db: { database } }: DemoService): Promise<boolean> => {
  if ((await sandboxStore(database).waiting()) !== undefined) return false;
  const { count } = database.kysely.fn;
  const unread = database.kysely.selectFrom('received_document').where('due_at', 'is not', null);
  return Number((await unread.select(count('id').as('n')).executeTakeFirstOrThrow()).n) === 0;
};

/** Once mails are sent and nothing is written any more. */
const countRows = async (service: DemoService, quietMs = 700): Promise<Record<string, number>> => {
  while (!(await hasRead(service))) await pause(200);
  for (let last = ''; ;) {
    // Sums of months and of bank lines are kept in slots, of which the connections that book at the same time take any. A filing leaves a
    // state in the trail with each transaction that it takes.
    const {
      period_slot: _slots,
      ledger_month: _ledger,
      open_month: _open,
      bank_line_sum: _lines,
      trail_state: _states,
      trail_pending: _pending,
      ...rows
    } = await rowCounts(service.db.database);
    if (JSON.stringify(rows) === last) return rows;
    last = JSON.stringify(rows);
    await pause(quietMs);
  }
};

const entityOf = ({ demo }: DemoService, country: string) =>
  demo.entities.find(({ country_code }) => country_code === country)?.id ?? assert.fail();

/** What a company's books say, without ids and instants. */
const tell = async (folio: FolioClient, service: DemoService, country: string): Promise<object> => {
  const entity_id = entityOf(service, country);
  const invoices = await folio.export_invoices({ entity_id });
  const bills = await folio.export_bills({ entity_id });
  const summary = await folio.get_payment_summary({ entity_id });
  const lines = await folio.search_bank_transactions({ entity_id, limit: 50 });
  const tasks = await folio.list_tasks({ entity_id, limit: 50 });
  const dayless = (text: string): string => text.replaceAll(/[a-z]{4}_[0-9a-z]{26}|[0-9a-f-]{36}/g, '-');
  return {
    invoices: dayless(JSON.stringify(invoices)).split('\\n').sort(),
    bills: dayless(JSON.stringify(bills)).split('\\n').sort(),
    summary: [summary.receivable, summary.payable],
    lines: lines.data
      .map(
        ({ date, amount, description, match_status }) => `${date} ${amount} ${description} ${match_status}`,
      )
      .sort(),
    tasks: tasks.data.map(({ title, due_at, status }) => `${title} ${due_at} ${status}`).sort(),
  };
};

describe('the year of the demo', () => {
  let service: DemoService;
  let folio: FolioClient;
  let rows: Record<string, number>;
  before(async () => {
    service = await startDemoService(now);
    const begun = performance.now();
    assert.equal(await service.fill(), 2);
    assert.ok(performance.now() - begun < 60_000);
    folio = createClient({ url: service.url, key: service.key });
    rows = await countRows(service);
  });
  after(() => service.close());

  for (const [country, currency] of [
    ['MX', 'MXN'],
    ['DE', 'EUR'],
  ] as const)
    test(`what an agent finds in ${country}`, async () => {
      const entity_id = entityOf(service, country);
      const { receivable, payable } = await folio.get_payment_summary({ entity_id });
      const ours = receivable.find((each) => each.currency === currency);
      assert.ok((ours?.overdue_count ?? 0) >= 3 && (ours?.count ?? 0) > (ours?.overdue_count ?? 0));
      assert.ok((payable[0]?.overdue_count ?? 0) >= 1);
      for (const status of ['paid', 'overdue', 'partially_paid', 'pending', 'draft'] as const) {
        const { data } = await folio.search_invoices({ entity_id, status });
        assert.ok(data.length > 0, `${status} invoices`);
      }
      const { data: drafts } = await folio.search_invoices({ entity_id, status: 'draft', limit: 50 });
      const states = drafts.map(({ filing_status }) => filing_status);
      assert.ok(states.includes('awaiting_approval') && states.includes('failed'), states.join());
      for (const status of ['inbox', 'received', 'validated', 'rejected', 'reversed'] as const) {
        const { data } = await folio.search_bills({ entity_id, status });
        assert.ok(data.length > 0, `${status} bills`);
      }
      assert.ok((await folio.search_bills({ entity_id, overdue_only: true })).data.length > 0);
      const { data: accounts } = await folio.list_bank_accounts({ entity_id });
      assert.equal(accounts.length, 2);
      assert.ok(accounts.every(({ unmatched_count }) => unmatched_count > 0));
      assert.equal((await folio.list_bank_statements({ entity_id })).data.length, 4);
      for (const match_status of ['suggested', 'unmatched', 'confirmed', 'no_match'] as const) {
        const { data } = await folio.search_bank_transactions({ entity_id, match_status });
        assert.ok(data.length > 0, `${match_status} lines`);
      }
      const { data: tasks } = await folio.list_tasks({ entity_id });
      assert.ok(tasks.some(({ title }) => title.startsWith('Approve filing')));
      assert.equal((await folio.list_tasks({ entity_id, overdue_only: true })).data.length, 1);
      assert.ok((await folio.list_tasks({ entity_id, status: 'completed' })).data.length > 0);
    });

  test('what suppliers sent to both: booked, doubtful, a picture, and through the network', async () => {
    const told = async (country: string): Promise<readonly string[]> => {
      const entity_id = entityOf(service, country);
      const { data } = await service.inbox.list_received_documents({ entity_id, limit: 50 });
      const rows = [];
      for (const { id, file_name, channel, status, kind } of data) {
        const { issues } = await service.inbox.get_received_document({ entity_id, received_document_id: id });
        const rules = issues.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule);
        const name = channel === 'network' ? channel : file_name;
        rows.push([name, kind, status, ...rules].join(' '));
      }
      return rows.sort();
    };
    assert.deepEqual(await told('DE'), [
      'RE-4417.xml bill needs_review account_new supplier_new',
      'miete.xml bill needs_review probable_duplicate',
      'network bill needs_review',
      'rechenzentrum-2026.xml bill needs_review iban_changed',
      'rechenzentrum-migration.xml bill booked account_new',
      'stromrechnung.pdf unknown ticket no_structured_data',
    ]);
    assert.deepEqual(await told('MX'), [
      'CFDI-A-907.xml bill needs_review supplier_new',
      'EMF-2291.xml bill booked',
      'complemento-EMF-2291.xml payment_proof booked',
      'factura-2290.xml bill needs_review probable_duplicate',
      'recibo-luz.pdf unknown ticket no_structured_data',
    ]);
  });

  test('of what was filed in the year at most one in twenty was out of the ordinary', async () => {
    const told: string[] = [];
    let looked = 0;
    for (const country of ['MX', 'DE']) {
      const { kysely, reader } = service.db.database;
      const entity = await findEntity(reader, service.demo.organisation_id, entityOf(service, country));
      assert.ok(entity !== undefined);
      const rows = await kysely
        .selectFrom('invoice')
        .select('id')
        .where('entity_id', '=', entity.id)
        .where('status', '<>', 'draft')
        .execute();
      const ctx = { db: reader, entity, now: now(), today: dayIn(entity.time_zone, now()) };
      for (const { id } of rows) {
        const filable = await loadFilable(ctx, id);
        if (filable === undefined) assert.fail(id);
        const flags = (await findRisks(ctx, filable)).filter(({ code }) => code !== 'first_document');
        looked += 1;
        if (flags.length > 0) told.push(`${id}: ${flags.map(({ message }) => message).join(' ')}`);
      }
    }
    assert.ok(looked > 100, `${looked}`);
    assert.ok(told.length * 20 <= looked, `${told.length} of ${looked}: ${told.join('\n')}`);
  });

  test('nothing happens on a weekend', async () => {
    const { data } = await folio.search_invoices({ entity_id: entityOf(service, 'MX'), limit: 50 });
    const paid = data.filter(({ folio: number }) => number?.startsWith('A-') === true);
    assert.ok(paid.every(({ issue_date }) => ![0, 6].includes(new Date(issue_date).getUTCDay())));
  });

  test('begun again it changes nothing', async () => {
    assert.equal(await service.fill(), 0);
    assert.deepEqual(await countRows(service), rows);
  });

  test('stopped again and again, and made by two instances at once, it is the same', async () => {
    const other = await startDemoService(now);
    try {
      for (const ms of [300, 900, 2_000])
        await assert.rejects(other.fill(AbortSignal.timeout(ms)), /aborted|stopping|timeout/i);
      await Promise.all([other.fill(), other.fill()]);
      assert.deepEqual(await countRows(other), rows);
      const there = createClient({ url: other.url, key: other.key });
      for (const country of ['MX', 'DE'])
        assert.deepEqual(await tell(there, other, country), await tell(folio, service, country));
    } finally {
      await other.close();
    }
  });

  test('beside real books, or where no year was wanted, nothing is made', async () => {
    const beside = await startDemoService(now);
    const bare = await startDemoService(now, false);
    try {
      await addOrganisation(beside.db.database);
      for (const each of [beside, bare]) {
        // Nothing is filed or sent here.
        const before = await countRows(each, 50);
        assert.equal(await each.fill(), 0);
        assert.deepEqual(await countRows(each, 50), before);
      }
    } finally {
      await beside.close();
      await bare.close();
    }
  });
});
