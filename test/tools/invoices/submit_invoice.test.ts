// submit_invoice asks a person, once: what it answers, what it opens, and what it refuses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { adminOn } from '../../admin/support.ts';
import { addInvoice } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  callLoosely,
  codesOf,
  declared,
  factsOf,
  refusals,
  refused,
  warned,
} from '../support.ts';
import { callError } from '../../support/wire.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');
const DAY = 86_400_000;

let service: TestService;
let luna: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  luna = await addMexicanCustomer(service, 'CAFE LUNA');
  await addGermanCustomer(service, 'Nordwind Energie GmbH', {
    country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
  const { organisation_id } = service;
  const admin = adminOn(service.databaseUrl, NOW);
  await admin.json(
    'member',
    'add',
    `--org=${organisation_id}`,
    '--email=ana@ibarra.example',
    '--name=Ana',
    '--role=administrator',
  );
});
after(() => service.close());

const mexican = async (args: object = {}): Promise<InvoiceId> => {
  const { id } = await callLoosely(service, 'mx', 'create_invoice', {
    counterparty_id: luna,
    title: 'Diseño',
    line_items: [{ description: 'Logotipo', unit_price: 1000 }],
    ...args,
  });
  return id;
};

const german = async (): Promise<InvoiceId> => {
  const { id } = await callLoosely(service, 'de', 'create_invoice', {
    counterparty_name: 'Nordwind Energie',
    country_details: { buyer_reference: 'PO-7' },
    line_items: [{ description: 'Wartung', unit_price: 480 }],
  });
  return id;
};

const submit = (as: 'mx' | 'de', invoice_id: string): Promise<AnswerOf<'submit_invoice'>> =>
  callLoosely(service, as, 'submit_invoice', { invoice_id });

const make = { mx: mexican, de: german } as const;

for (const as of ['mx', 'de'] as const) {
  test(`a draft of ${as} that is ready becomes a request that nobody has decided`, async () => {
    service.setNow(NOW);
    const id = await make[as]();
    const answer = await submit(as, id);
    const { approval_request_id, snapshot_hash, message, next, entity, risk_flags, ...facts } = answer;
    assert.deepEqual(
      risk_flags.map(({ code }) => code),
      ['first_document'],
    );
    assert.match(approval_request_id, /^aprv_/);
    assert.match(snapshot_hash, /^[0-9a-f]{64}$/);
    assert.match(message, /nothing is filed/);
    assert.match(next, /get_invoice/);
    assert.equal(entity.id, service.entities[as]);
    assert.deepEqual(facts, {
      object: 'approval_request',
      approval_status: 'pending',
      invoice_id: id,
      submitted_at: NOW.toISOString(),
      expires_at: new Date(NOW.getTime() + 30 * DAY).toISOString(),
      review_url: null,
      warnings: [],
      idempotent_replay: false,
    });
    const invoice = await service.client(service.keys[as]).get_invoice({ invoice_id: id });
    assert.equal(invoice.status, 'draft');
    assert.equal(invoice.internal_status, 'awaiting_approval');
    assert.equal(invoice.number, null);
    assert.equal(invoice.filing.status, 'awaiting_approval');
    assert.deepEqual(invoice.filing.approval, {
      id: approval_request_id,
      status: 'pending',
      requested_at: NOW.toISOString(),
      decided_at: null,
      reason: null,
    });
  });
}

test('a task is opened for whoever administers, and it is about the invoice', async () => {
  const id = await mexican({ title: 'Taller' });
  await submit('mx', id);
  const { data } = await service.client(service.keys.mx).list_tasks({});
  const task = data.find(({ taskable_id }) => taskable_id === id);
  assert.ok(task !== undefined);
  assert.equal(task.title, 'Approve filing of the invoice “Taller” to CAFE LUNA');
  assert.equal(task.taskable_type, 'Invoice');
  assert.equal(task.status, 'pending');
  assert.equal(task.assignee, null);
});

test('the trail says who asked, with the request', async () => {
  const id = await german();
  const { approval_request_id } = await submit('de', id);
  const tenant = { db: service.database.reader, entity: { id: service.entities.de } };
  const events = await scoped(tenant, 'event').select().selectAll().where('record_id', '=', id).execute();
  const event = events.find(({ type }) => type === 'invoice.submitted');
  assert.ok(event !== undefined);
  assert.equal((event.data as { approval_request_id: string }).approval_request_id, approval_request_id);
  const audit = await scoped(tenant, 'audit')
    .select()
    .select(['action', 'actor_type'])
    .where('record_id', '=', id)
    .where('action', '=', 'submit_invoice')
    .executeTakeFirstOrThrow();
  assert.deepEqual(audit, { action: 'submit_invoice', actor_type: 'key' });
});

describe('a second time', () => {
  test(warned('submit_invoice', 'already_awaiting_approval', 'the same request is answered'), async () => {
    const id = await mexican();
    const first = await submit('mx', id);
    const second = await submit('mx', id);
    assert.deepEqual(codesOf(second.warnings), ['already_awaiting_approval']);
    const { warnings: _first, ...told } = first;
    const { warnings: _second, ...again } = second;
    assert.deepEqual(again, told);
  });

  test('with the buyer corrected meanwhile it is another request, and the old one is cancelled', async () => {
    const customer = await addMexicanCustomer(service, 'CAFE MARTE');
    const id = await mexican({ counterparty_id: customer });
    const first = await submit('mx', id);
    const admin = adminOn(service.databaseUrl, NOW);
    await admin.run('counterparty', 'update', customer, '--postal-code=03100');
    const second = await submit('mx', id);
    assert.ok(!codesOf(second.warnings).includes('already_awaiting_approval'));
    assert.notEqual(second.approval_request_id, first.approval_request_id);
    assert.notEqual(second.snapshot_hash, first.snapshot_hash);
    const requests = await admin.json('approval', 'list', `--org=${service.organisation_id}`);
    const old = requests.find((request: { id: string }) => request.id === first.approval_request_id);
    assert.equal(old.status, 'cancelled');
    assert.match(old.reason, /buyer\.postal_code/);
  });

  test('after it ran out it is a new request', async () => {
    const id = await mexican();
    const first = await submit('mx', id);
    service.setNow(new Date(NOW.getTime() + 30 * DAY + 1));
    const lapsed = await service.client(service.keys.mx).get_invoice({ invoice_id: id });
    assert.equal(lapsed.filing.status, 'not_submitted');
    assert.equal(lapsed.filing.approval?.status, 'expired');
    assert.equal(lapsed.internal_status, 'compliance_draft');
    const second = await submit('mx', id);
    assert.deepEqual(
      second.warnings.map(({ code }) => code),
      [],
    );
    assert.notEqual(second.approval_request_id, first.approval_request_id);
    service.setNow(NOW);
  });

  test('after a person refused it, it may be asked again', async () => {
    const id = await mexican();
    const first = await submit('mx', id);
    const admin = adminOn(service.databaseUrl, NOW);
    await admin.json(
      'approval',
      'reject',
      first.approval_request_id,
      '--by=ana@ibarra.example',
      '--reason=Falta el contrato',
    );
    const failed = await service.client(service.keys.mx).get_invoice({ invoice_id: id });
    assert.equal(failed.filing.status, 'failed');
    assert.equal(failed.filing.approval?.reason, 'Falta el contrato');
    assert.equal(failed.filing.last_error?.code, 'approval_rejected');
    assert.equal(failed.filing.last_error?.source, 'person');
    const second = await submit('mx', id);
    assert.equal(second.approval_status, 'pending');
    assert.deepEqual(second.warnings, [], 'asking again is no second record');
    assert.notEqual(second.approval_request_id, first.approval_request_id);
  });
});

describe('is refused', () => {
  const unknown = newId('InvoiceId');
  refusals(() => service, 'submit_invoice', [
    {
      title: declared('submit_invoice', 'invoice_not_found', 'for an invoice that is not there'),
      args: { invoice_id: unknown },
      error: { code: 'invoice_not_found', path: 'invoice_id', received: unknown },
    },
  ]);

  test(declared('submit_invoice', 'invoice_not_draft', 'for an invoice that is filed'), async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: luna,
      total: '116.00',
      number: '77',
    });
    assert.deepEqual(await refused(service, 'mx', 'submit_invoice', { invoice_id: id }), {
      code: 'invoice_not_draft',
      path: 'invoice_id',
      status: 'filed',
    });
  });

  test(declared('submit_invoice', 'filing_in_progress', 'while it is being filed'), async () => {
    const id = await mexican();
    const { approval_request_id } = await submit('mx', id);
    const admin = adminOn(service.databaseUrl, NOW);
    const approved = await admin.json(
      'approval',
      'approve',
      approval_request_id,
      '--by=ana@ibarra.example',
      '--wait=0',
    );
    assert.equal(approved.outcome, 'pending');
    assert.deepEqual(await refused(service, 'mx', 'submit_invoice', { invoice_id: id }), {
      code: 'filing_in_progress',
      path: 'invoice_id',
      filing_status: 'pending',
    });
  });

  for (const as of ['mx', 'de'] as const) {
    test(
      declared('submit_invoice', 'compliance_not_ready', `for a draft of ${as} that breaks rules`),
      async () => {
        const id = await (as === 'mx' ? withoutRegime() : withoutCity());
        const before = await service.client(service.keys[as]).get_invoice({ invoice_id: id });
        const args = { invoice_id: id };
        const error = factsOf(await callError(service.url, service.keys[as], 'submit_invoice', args), args);
        const errors = before.compliance.issues.filter(({ severity }) => severity === 'error');
        assert.ok(errors.length > 0);
        assert.deepEqual(error, {
          code: 'compliance_not_ready',
          path: 'invoice_id',
          issue_count: errors.length,
          issues: errors,
        });
        const after = await service.client(service.keys[as]).get_invoice({ invoice_id: id });
        assert.equal(after.filing.status, 'not_submitted');
        assert.equal(after.filing.approval, null);
      },
    );
  }
});

/** A buyer of whom the authority or the network would ask more. */
const withoutRegime = async (): Promise<InvoiceId> => {
  const customer = await addMexicanCustomer(service, 'SIN REGIMEN', {
    country_details: { rfc: 'SRE200101AA2' },
  });
  return mexican({ counterparty_id: customer });
};

const withoutCity = async (): Promise<InvoiceId> => {
  const customer = await addGermanCustomer(service, 'Ohne Ort GmbH', { country_details: {} });
  const { id } = await callLoosely(service, 'de', 'create_invoice', {
    counterparty_id: customer,
    country_details: { buyer_reference: 'PO-8' },
    line_items: [{ description: 'Wartung', unit_price: 480 }],
  });
  return id;
};
