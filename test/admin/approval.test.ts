// Approvals on the command line: what is shown, who may decide, and what follows from it, to the filed document.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { ANA, BETO, eventsOf, type Office, openOffice, QUICK } from '../support/office.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

const by = `--by=${ANA}`;

for (const side of ['mx', 'de'] as const) {
  test(`${side}: created, submitted, approved, filed, mailed, and its document handed out`, async () => {
    const id = await office.draft(side, { title: 'Proyecto' });
    const { approval_request_id: request } = await office.submit(side, id);
    const listed = await office.admin.json(
      'approval',
      'list',
      `--org=${service.organisation_id}`,
      '--status=pending',
    );
    const shown = listed.find((row: { id: string }) => row.id === request);
    assert.equal(shown.entity.id, service.entities[side]);
    assert.equal(shown.buyer.id, office.customers[side]);
    assert.equal(shown.line_count, 1);
    assert.equal(shown.total, side === 'mx' ? '1160.00' : '1190.00');

    const told = await office.admin.json('approval', 'approve', request, by);
    assert.equal(told.id, request);
    assert.equal(told.status, 'approved');
    assert.equal(told.outcome, 'filed', JSON.stringify(told.filing));
    const invoice = await office.get(side, id);
    assert.equal(invoice.status, 'filed');
    assert.equal(invoice.internal_status, 'filed');
    assert.equal(invoice.folio, told.folio);
    assert.equal(invoice.series, side === 'mx' ? 'F' : 'RE');
    assert.equal(invoice.filing.sandbox, true);
    assert.ok(invoice.filing.uuid !== null);
    assert.equal(invoice.filing.approval?.status, 'approved');
    assert.equal(invoice.balance_due, invoice.total);

    const xml = await office.admin.run('invoice', 'document', id, '--json');
    assert.equal(xml.code, 0);
    assert.match(
      xml.out,
      side === 'mx' ? /<cfdi:Comprobante[\s\S]*tfd:TimbreFiscalDigital/ : /<(ubl:)?Invoice/,
    );
    assert.ok(xml.out.includes(side === 'mx' ? invoice.filing.uuid : String(invoice.folio)));

    const sent = await office.when(side, id, ({ filing }) => filing.delivery.status === 'sent');
    assert.ok(sent.filing.delivery.recipient?.includes('@'));
    assert.ok(readdirSync(join(service.dataDir ?? '', 'mail')).length > 0);
    const pdf = await office.admin.run('invoice', 'document', id, '--kind=pdf');
    assert.match(pdf.out, /^%PDF-/);

    const found = await service.client(service.keys[side]).search({ query: String(invoice.folio) });
    assert.ok(JSON.stringify(found).includes(id), 'search knows its folio');
    const { data: tasks } = await service.client(service.keys[side]).list_tasks({ status: 'completed' });
    assert.ok(tasks.some(({ taskable_id }) => taskable_id === id));
    assert.deepEqual(await eventsOf(office, side, id), [
      'invoice.created',
      'invoice.submitted',
      'invoice.approved',
      'invoice.filed',
      'invoice.delivered',
    ]);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  });
}

describe('who decides', () => {
  test('a member who is no administrator does not, nor does a stranger', async () => {
    const id = await office.draft('mx');
    const { approval_request_id: request } = await office.submit('mx', id);
    for (const command of [
      ['approve', request],
      ['reject', request, '--reason=No'],
    ]) {
      const member = await office.admin.refused('approval', ...command, `--by=${BETO}`);
      assert.equal(member.code, 'not_allowed');
      assert.match(member.message, /without the role administrator/);
      const stranger = await office.admin.refused('approval', ...command, '--by=eva@other.example');
      assert.equal(stranger.code, 'not_found');
    }
    assert.equal((await office.get('mx', id)).filing.status, 'awaiting_approval');
  });

  test('a request that is not there', async () => {
    const error = await office.admin.refused('approval', 'approve', newId('ApprovalRequestId'), by);
    assert.equal(error.code, 'not_found');
    assert.match(error.message, /no approval request/);
  });
});

describe('what is no longer what was asked', () => {
  test('is refused and cancelled, and the sentence says what changed', async () => {
    const id = await office.draft('mx');
    const { approval_request_id: request } = await office.submit('mx', id);
    await office.admin.run('counterparty', 'update', office.customers.mx, '--postal-code=03100');
    const error = await office.admin.refused('approval', 'approve', request, by);
    assert.equal(error.code, 'wrong_state');
    assert.match(error.message, /cancelled.*buyer\.postal_code/);
    const invoice = await office.get('mx', id);
    assert.equal(invoice.filing.status, 'not_submitted');
    assert.equal(invoice.filing.approval?.status, 'cancelled');
    const again = await office.submit('mx', id);
    const told = await office.admin.json('approval', 'approve', again.approval_request_id, by);
    assert.equal(told.outcome, 'filed');
  });

  test('a request that ran out is refused, and its draft is free', async () => {
    const id = await office.draft('de');
    const { approval_request_id: request } = await office.submit('de', id);
    const tenant = service.database.kysely
      .updateTable('approval')
      .set({ expires_at: '2026-01-01 00:00:00.000' });
    await tenant.where('id', '=', request).execute();
    const error = await office.admin.refused('approval', 'approve', request, by);
    assert.match(error.message, /ran out on 2026-01-01/);
    const invoice = await office.get('de', id);
    assert.equal(invoice.filing.approval?.status, 'expired');
    assert.equal(invoice.filing.status, 'not_submitted');
    assert.deepEqual(await eventsOf(office, 'de', request), ['approval.expired']);
    const listed = await office.admin.json('approval', 'list', '--status=expired');
    assert.ok(listed.some((row: { id: string }) => row.id === request));
  });

  test('the worker sweeps requests that ran out', async () => {
    const id = await office.draft('de');
    const { approval_request_id: request } = await office.submit('de', id);
    const { kysely } = service.database;
    const past = '2026-01-01 00:00:00.000';
    await kysely.updateTable('approval').set({ expires_at: past }).where('id', '=', request).execute();
    await kysely
      .updateTable('outbox')
      .set({ next_attempt_at: past })
      .where('approval_id', '=', request)
      .execute();
    const invoice = await office.when('de', id, ({ filing }) => filing.approval?.status === 'expired');
    assert.equal(invoice.filing.status, 'not_submitted');
  });
});

describe('repeated and late decisions', () => {
  test('approving again answers the same outcome, and files once', async () => {
    const { id, request } = await office.approved('mx');
    const first = await office.settled('mx', id);
    const told = await office.admin.json('approval', 'approve', request, by);
    assert.equal(told.outcome, 'filed');
    assert.equal(told.filing.uuid, first.filing.uuid);
  });

  test('what is rejected cannot be approved, and what is approved cannot be rejected', async () => {
    const id = await office.draft('mx');
    const { approval_request_id: request } = await office.submit('mx', id);
    const rejected = await office.admin.json('approval', 'reject', request, by, '--reason=Falta anexo');
    assert.equal(rejected.status, 'rejected');
    assert.equal(rejected.outcome, 'failed');
    assert.deepEqual(await eventsOf(office, 'mx', id), [
      'invoice.created',
      'invoice.submitted',
      'invoice.rejected',
    ]);
    assert.deepEqual(await lastAudited(id), {
      action: 'approval reject',
      filing_status: 'failed',
      approval_request_id: request,
      reason: 'Falta anexo',
    });
    const error = await office.admin.refused('approval', 'approve', request, by);
    assert.match(error.message, /rejected already \(Falta anexo\)/);
    const other = await office.approved('mx');
    const late = await office.admin.refused('approval', 'reject', other.request, by, '--reason=No');
    assert.match(late.message, /approved already/);
    await office.settled('mx', other.id);
  });
});

/** The newest audit row of a record, in short. */
const lastAudited = async (id: string): Promise<object> => {
  const { action, after: state } = await service.database.kysely
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { filing_status, approval_request_id, reason } = Object(state) as Record<string, unknown>;
  return { action, filing_status, approval_request_id, reason };
};

test('a draft that was refused gives its number to the next one when it is discarded', async () => {
  const { id } = await office.approved('mx', { counterparty_id: await refusedBuyer() });
  const failed = await office.settled('mx', id);
  assert.equal(failed.filing.status, 'failed');
  assert.equal(failed.status, 'draft');
  assert.equal(failed.number, null, 'a draft shows no number');
  assert.ok(failed.filing.last_error !== null);
  const kept = await numberKept(id);
  await office.admin.json('invoice', 'discard', id, by);
  const next = await office.approved('mx');
  const filed = await office.settled('mx', next.id);
  assert.equal(filed.number, kept);
});

/** A buyer whom the sandbox refuses by its name. */
const refusedBuyer = (): Promise<string> => {
  return addMexicanCustomer(service, 'SANDBOX REJECT');
};

const numberKept = async (id: string): Promise<string | null> => {
  const row = await service.database.kysely
    .selectFrom('invoice')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.number;
};

describe('invoice void', () => {
  test('Mexico: cancelled with the authority, then void', async () => {
    const { id } = await office.approved('mx');
    await office.settled('mx', id);
    const told = await office.admin.json('invoice', 'void', id, by, '--reason=02');
    assert.equal(told.filing.cancellation.status, 'cancelled', JSON.stringify(told.filing));
    assert.equal(told.status, 'void');
    assert.equal(told.filing.status, 'cancelled');
    assert.equal(told.balance_due, 0);
    assert.ok((await eventsOf(office, 'mx', id)).includes('invoice.voided'));
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
    const again = await office.admin.refused('invoice', 'void', id, by, '--reason=02');
    assert.match(again.message, /its state is: void/);
  });

  test('reason 01 names the invoice that takes its place', async () => {
    const { id } = await office.approved('mx');
    const other = await office.approved('mx');
    await office.settled('mx', id);
    await office.settled('mx', other.id);
    assert.match(
      (await office.admin.refused('invoice', 'void', id, by, '--reason=01')).message,
      /--replacement/,
    );
    const wrong = await office.admin.refused('invoice', 'void', id, by, '--reason=01', `--replacement=${id}`);
    assert.match(wrong.message, /not another filed document/);
    const instead = `--replacement=${other.id}`;
    const unrelated = await office.admin.refused('invoice', 'void', id, by, '--reason=01', instead);
    assert.match(unrelated.message, /does not say that it replaces/);
    const global = await office.admin.refused('invoice', 'void', id, by, '--reason=04');
    assert.match(global.message, /only for a global invoice/);
  });

  test('Germany: refused, with the command that does it', async () => {
    const { id } = await office.approved('de');
    await office.settled('de', id);
    const error = await office.admin.refused('invoice', 'void', id, by, '--reason=02');
    assert.match(error.message, /invoice credit invc_/);
  });

  test('not while payments exist, not a draft, and by administrators only', async () => {
    const draft = await office.draft('mx');
    assert.match(
      (await office.admin.refused('invoice', 'void', draft, by, '--reason=02')).message,
      /discard/,
    );
    const { id } = await office.approved('mx');
    await office.settled('mx', id);
    await service.client(service.keys.mx).record_invoice_payment({ invoice_id: id, amount: 100 });
    const error = await office.admin.refused('invoice', 'void', id, by, '--reason=02');
    assert.match(error.message, /100 MXN is paid/);
    const { id: credited } = await office.approved('mx');
    await office.settled('mx', credited);
    // As an imported credit note leaves it, which names no document that was filed here.
    await service.database.kysely
      .updateTable('invoice')
      .set({ credited_minor: 10_000, balance_minor: 106_000 })
      .where('id', '=', credited)
      .execute();
    const partly = await office.admin.refused('invoice', 'void', credited, by, '--reason=02');
    assert.match(partly.message, /is credited in part, so it is not cancelled; credit the rest/);
    const member = await office.admin.refused('invoice', 'void', id, `--by=${BETO}`, '--reason=02');
    assert.equal(member.code, 'not_allowed');
  });
});

test('a document that is not there is one sentence', async () => {
  const id = await office.draft('mx');
  assert.equal((await office.admin.refused('invoice', 'document', id)).code, 'not_found');
});
