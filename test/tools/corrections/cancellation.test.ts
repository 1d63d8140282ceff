// An agent asks for a cancellation, a person decides, and only then is the authority asked.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addKey, addOrganisation } from '../../support/books.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import {
  ANA,
  BETO,
  eventsOf,
  type Office,
  openOffice,
  outboxOf,
  QUICK,
  until,
} from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, codesOf, declared, refused, warned } from '../support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(async () => {
  for (const entity of [service.entities.mx, service.entities.de])
    assert.deepEqual(await ledgerDifferences(service.database, entity), []);
  await service.close();
});

const TOOL = 'request_cancellation';
const mx = () => service.client(service.keys.mx);
const BY_ANA = `--by=${ANA}`;

const filed = async (side: 'mx' | 'de' = 'mx', args: object = {}): Promise<InvoiceId> => {
  const { id } = await office.approved(side, args);
  assert.equal((await office.settled(side, id)).status, 'filed');
  await until(
    () => outboxOf(office, id),
    (rows) => rows.every(({ kind, open }) => kind === 'expire' || !open),
  );
  return id;
};

const voided = (id: InvoiceId) =>
  until(
    () => office.get('mx', id),
    ({ status }) => status === 'void',
  );

describe('a request for a cancellation', () => {
  test('changes nothing until a person approves; then the invoice is cancelled', async () => {
    const invoice_id = await filed();
    const asked = await mx().request_cancellation({ invoice_id, reason: '02', note: 'Otro RFC' });
    assert.deepEqual(
      [asked.object, asked.status, asked.reason, asked.note, asked.cancellation, asked.decided_at],
      ['cancellation_request', 'pending', '02', 'Otro RFC', null, null],
    );
    assert.match(asked.next, /person decides/);
    const { status, filing } = await office.get('mx', invoice_id);
    assert.deepEqual([status, filing.cancellation], ['filed', null]);
    assert.ok((await outboxOf(office, invoice_id)).every(({ kind }) => kind !== 'cancel'));

    const approved = await office.admin.json('cancellation', 'approve', asked.id, BY_ANA, '--wait=0');
    assert.equal(approved.status, 'approved');
    await voided(invoice_id);
    const read = await mx().get_cancellation_request({ invoice_id });
    assert.deepEqual(
      [read.status, read.cancellation?.status, read.cancellation?.reason],
      ['approved', 'cancelled', '02'],
    );
    assert.deepEqual(await eventsOf(office, 'mx', asked.id), [
      'cancellation_request.created',
      'cancellation_request.approved',
    ]);
    assert.ok((await eventsOf(office, 'mx', invoice_id)).includes('invoice.void_requested'));
    const again = await office.admin.refused('cancellation', 'approve', asked.id, BY_ANA);
    assert.deepEqual([again.code, again.message.includes('approved already')], ['wrong_state', true]);
  });

  test('names the invoice that takes its place with reason 01, and with no other', async () => {
    const invoice_id = await filed();
    const other = await filed();
    const told = async (args: object): Promise<string> => {
      const { code } = await refused(service, 'mx', TOOL, { invoice_id, ...args });
      return String(code);
    };
    assert.equal(await told({ reason: '01' }), 'cancel_needs_replacement');
    assert.equal(await told({ reason: '02', replacement_invoice_id: other }), 'cancel_takes_no_replacement');
    assert.equal(await told({ reason: '01', replacement_invoice_id: other }), 'cancel_not_replaced');
    const unknown = newId('InvoiceId');
    const nobody = await refused(service, 'mx', TOOL, {
      invoice_id,
      reason: '01',
      replacement_invoice_id: unknown,
    });
    assert.deepEqual([nobody['code'], nobody['path']], ['invoice_not_found', 'replacement_invoice_id']);
    // The filing of a replacement asks for the cancellation by itself.
    await filed('mx', { replaces_invoice_id: invoice_id });
    await voided(invoice_id);
    assert.equal(await told({ reason: '02' }), 'cancel_not_filed');
  });

  test(warned(TOOL, 'cancellation_already_asked', 'that waits is answered again'), async () => {
    const invoice_id = await filed();
    const wish = { invoice_id, reason: '03' } as const;
    const first = await mx().request_cancellation(wish);
    const again = await changingNothing(service.database, () => mx().request_cancellation(wish));
    assert.deepEqual([again.id, codesOf(again.warnings)], [first.id, ['cancellation_already_asked']]);
    const differs = await refused(service, 'mx', TOOL, { invoice_id, reason: '02' });
    assert.deepEqual(
      [differs['code'], differs['cancellation_request_id']],
      ['cancellation_asked_otherwise', first.id],
    );
  });

  test('made by many at once is one', async () => {
    const invoice_id = await filed();
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => mx().request_cancellation({ invoice_id, reason: '02' })),
    );
    assert.equal(new Set(asked.map(({ id }) => id)).size, 1);
  });

  test('approved by many at once asks the authority once', async () => {
    const invoice_id = await filed();
    const { id } = await mx().request_cancellation({ invoice_id, reason: '02' });
    const runs = await Promise.all(
      Array.from({ length: 4 }, () =>
        office.admin.run('cancellation', 'approve', id, BY_ANA, '--wait=0', '--json'),
      ),
    );
    assert.equal(runs.filter(({ code }) => code === 0).length, 1);
    await voided(invoice_id);
    const cancels = (await outboxOf(office, invoice_id)).filter(({ kind }) => kind === 'cancel');
    assert.equal(cancels.length, 1);
  });

  test('that is refused leaves the invoice, and the agent reads why', async () => {
    const invoice_id = await filed();
    const { id } = await mx().request_cancellation({ invoice_id, reason: '02' });
    await office.admin.json('cancellation', 'reject', id, BY_ANA, '--reason=El cliente ya pagó');
    const read = await mx().get_cancellation_request({ invoice_id });
    assert.deepEqual(
      [read.status, read.rejection, read.cancellation],
      ['rejected', 'El cliente ya pagó', null],
    );
    assert.equal((await office.get('mx', invoice_id)).status, 'filed');
    // It may be asked for anew.
    const next = await mx().request_cancellation({ invoice_id, reason: '02' });
    assert.notEqual(next.id, id);
  });

  test('is answered by a person who cancels the invoice on their own', async () => {
    const invoice_id = await filed();
    const { id } = await mx().request_cancellation({ invoice_id, reason: '03' });
    await office.admin.json('invoice', 'void', invoice_id, BY_ANA, '--reason=02', '--wait=0');
    const read = await mx().get_cancellation_request({ invoice_id });
    assert.deepEqual([read.id, read.status, read.cancellation?.reason], [id, 'approved', '02']);
    assert.deepEqual(await eventsOf(office, 'mx', id), [
      'cancellation_request.created',
      'cancellation_request.approved',
    ]);
    const listed = await office.admin.json('cancellation', 'list', `--org=${service.organisation_id}`);
    assert.ok(listed.every((row: { id: string }) => row.id !== id));
    await voided(invoice_id);
  });

  test('that nobody decides expires, cannot be approved then, and may be made anew', async () => {
    const invoice_id = await filed();
    const { id, expires_at } = await mx().request_cancellation({ invoice_id, reason: '02' });
    await service.database.kysely
      .updateTable('cancellation_request')
      .set({ expires_at: '2026-01-01 00:00:00.000' })
      .where('id', '=', id)
      .execute();
    assert.ok(expires_at > new Date().toISOString());
    assert.equal((await mx().get_cancellation_request({ invoice_id })).status, 'expired');
    const late = await office.admin.refused('cancellation', 'approve', id, BY_ANA);
    assert.match(late.message, /ran out on 2026-01-01/);
    const next = await mx().request_cancellation({ invoice_id, reason: '02' });
    assert.notEqual(next.id, id);
    assert.deepEqual(await eventsOf(office, 'mx', id), [
      'cancellation_request.created',
      'cancellation_request.expired',
    ]);
  });

  test('is decided by administrators alone, and not by who made the key where two are wanted', async () => {
    const { admin } = office;
    const org = service.organisation_id;
    const invoice_id = await filed();
    const { secret } = await admin.json(
      'key',
      'create',
      '--org',
      org,
      '--scopes',
      '*',
      '--by',
      ANA,
      '--toolsets',
      'corrections',
    );
    const { id } = await service
      .client(secret)
      .request_cancellation({ entity_id: service.entities.mx, invoice_id, reason: '02' });
    const member = await admin.refused('cancellation', 'approve', id, `--by=${BETO}`);
    assert.equal(member.code, 'not_allowed');
    await admin.json('org', 'update', org, '--separate-approver', 'on', '--by', ANA);
    const maker = await admin.refused('cancellation', 'approve', id, BY_ANA);
    assert.deepEqual([maker.code, maker.message.includes('made the key that asked')], ['not_allowed', true]);
    await admin.json('org', 'update', org, '--separate-approver', 'off');
    const listed = await admin.json('cancellation', 'list', '--org', org);
    assert.ok(listed.some((row: { id: string }) => row.id === id));
    const shown = await admin.json('cancellation', 'show', id);
    assert.deepEqual([shown.status, shown.invoice_id], ['pending', invoice_id]);
  });

  test('whose invoice was paid meanwhile is refused when it is approved, and waits', async () => {
    const invoice_id = await filed();
    const { id } = await mx().request_cancellation({ invoice_id, reason: '02' });
    await mx().record_invoice_payment({ invoice_id, amount: 100 });
    const told = await office.admin.refused('cancellation', 'approve', id, BY_ANA);
    assert.equal(told.code, 'wrong_state');
    assert.equal((await mx().get_cancellation_request({ invoice_id })).status, 'pending');
    assert.ok((await outboxOf(office, invoice_id)).every(({ kind }) => kind !== 'cancel'));
  });

  test(declared(TOOL, 'cancel_draft', 'for what the authority would not take'), async () => {
    const draft = await office.draft('mx');
    const paid = await filed();
    await mx().record_invoice_payment({ invoice_id: paid, amount: 100 });
    const german = await filed('de');
    for (const [key, invoice_id, reason, why] of [
      ['mx', draft, '02', 'cancel_draft'],
      ['mx', paid, '02', 'cancel_paid'],
      ['de', german, '02', 'cancel_on_network'],
      ['mx', await filed(), '04', 'cancel_reason_global'],
    ] as const) {
      const told = await changingNothing(service.database, () =>
        refused(service, key, TOOL, { invoice_id, reason }),
      );
      assert.equal(told['code'], why);
    }
  });

  test(declared(TOOL, 'invoice_not_found', 'of an invoice of another company'), async () => {
    const invoice_id = await filed();
    for (const id of [invoice_id, newId('InvoiceId')]) {
      const told = await refused(service, 'de', TOOL, { invoice_id: id, reason: '02' });
      assert.equal(told['code'], 'invoice_not_found');
    }
  });

  test(declared('get_cancellation_request', 'invoice_not_found', 'of others, or of nobody'), async () => {
    const own = await filed();
    await mx().request_cancellation({ invoice_id: own, reason: '02' });
    for (const invoice_id of [own, newId('InvoiceId')]) {
      const told = await refused(service, 'de', 'get_cancellation_request', { invoice_id });
      assert.deepEqual([told['code'], told['path']], ['invoice_not_found', 'invoice_id']);
    }
  });

  test(declared('get_cancellation_request', 'cancellation_not_requested', 'that nobody made'), async () => {
    const told = await refused(service, 'mx', 'get_cancellation_request', { invoice_id: await filed() });
    assert.deepEqual([told['code'], told['path']], ['cancellation_not_requested', 'invoice_id']);
  });

  test('counts among what waits in the portfolio, and not for strangers', async () => {
    const before = await service.client().get_portfolio({});
    const own = (rows: typeof before) =>
      rows.data.find(({ entity_id }) => entity_id === service.entities.mx)?.pending_approvals ?? 0;
    const { id, expires_at } = await mx().request_cancellation({
      invoice_id: await filed(),
      reason: '02',
    });
    assert.equal(own(await service.client().get_portfolio({})), own(before) + 1);
    const { data } = await service
      .client()
      .list_deadlines({ days: 365, kind: 'approval_expires', limit: 100 });
    assert.ok(data.some(({ record_id, due_on }) => record_id === id && due_on === expires_at.slice(0, 10)));
    const stranger = await addKey(service.database, await addOrganisation(service.database, 'Otra'));
    assert.deepEqual((await service.client(stranger).list_deadlines({ days: 365 })).data, []);
  });
});
