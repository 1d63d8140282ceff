// invoice update, duplicate and submit: drafts are corrected under their id, and a pending approval is withdrawn.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ANA, type Office, openOffice } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let office: Office;
let folder: string;
before(async () => {
  service = await startTestService();
  office = await openOffice(service);
  folder = mkdtempSync(join(tmpdir(), 'folio-drafts-'));
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const BY = `--by=${ANA}`;

let files = 0;
const file = (content: object | string): string => {
  const path = join(folder, `${(files += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return `--file=${path}`;
};

const update = (id: string, changes: object) => office.admin.json('invoice', 'update', id, file(changes), BY);
const refusal = (id: string, changes: object | string) =>
  office.admin.refused('invoice', 'update', id, file(changes), BY);

describe('invoice update', () => {
  test('changes the fields given and keeps the others, the id and the trail', async () => {
    const id = await office.draft('mx', { title: 'Obra', notes: 'Gracias', payment_terms_days: 15 });
    const record = await update(id, {
      notes: null,
      line_items: [{ description: 'Servicio', unit_price: 500, discount: { percent: 10 } }],
      country_details: { payment_form: '04' },
    });
    assert.deepEqual(
      [record.id, record.title, record.notes, record.payment_terms_days, record.subtotal],
      [id, 'Obra', null, 15, 450],
    );
    assert.equal(record.country_details.payment_form, '04');
    assert.deepEqual(await office.get('mx', id).then(({ total }) => total), 522);
    const audit = await service.database.kysely
      .selectFrom('audit')
      .select(['action', 'actor_type'])
      .where('record_id', '=', id)
      .where('action', '=', 'invoice update')
      .execute();
    assert.deepEqual(audit, [{ action: 'invoice update', actor_type: 'member' }]);
  });

  test('withdraws a pending approval, which can no longer be decided', async () => {
    const id = await office.draft('mx');
    const { approval_request_id } = await office.submit('mx', id);
    const record = await update(id, { title: 'Otra' });
    assert.deepEqual([record.filing.status, record.filing.approval.status], ['not_submitted', 'cancelled']);
    const { message } = await office.admin.refused('approval', 'approve', approval_request_id, BY);
    assert.match(message, /was cancelled/);
    const again = await office.admin.json('invoice', 'submit', id, BY);
    assert.notEqual(again.approval_request_id, approval_request_id);
  });

  test('refuses what create_invoice would refuse, and leaves the draft as it was', async () => {
    const id = await office.draft('mx', { title: 'Obra' });
    const before = (await office.get('mx', id)).updated_at;
    const unknown = await refusal(id, { titel: 'Otra' });
    assert.match(unknown.message, /titel/);
    const both = await refusal(id, {
      line_items: [{ description: 'x', unit_price: 1, discount: { percent: 1, amount: 1 } }],
    });
    assert.match(both.message, /line_items\[0\]\.discount/);
    const german = await refusal(id, { delivery_date: '2026-11-20' });
    assert.match(german.message, /delivery_date/);
    const text = await refusal(id, 'no json');
    assert.match(text.message, /is not JSON/);
    assert.equal((await office.get('mx', id)).updated_at, before);
  });

  test('refuses a draft that is being filed, and an invoice that is none', async () => {
    const { id } = await office.approved('mx');
    assert.match((await refusal(id, { title: 'Otra' })).message, /filing|filed/);
  });

  test('keeps the files of a German draft unless others are given', async () => {
    const content_base64 = Buffer.from('%PDF-1.7 plan').toString('base64');
    const plan = { name: 'plan.pdf', mime_type: 'application/pdf', content_base64 };
    const id = await office.draft('de', { attachments: [plan] });
    const kept = await update(id, { title: 'Wartung' });
    assert.deepEqual(kept.attachments, [
      { name: 'plan.pdf', mime_type: 'application/pdf', size: 13, description: null },
    ]);
    const none = await update(id, { attachments: null });
    assert.deepEqual(none.attachments, []);
  });

  test('takes files that are too large for a call from the command line', async () => {
    const id = await office.draft('de');
    const path = join(folder, 'plan.pdf');
    writeFileSync(path, Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(9 * 1024 * 1024, 7)]));
    const record = await office.admin.json('invoice', 'attach', id, path, '--description=Plan', BY);
    assert.deepEqual(
      [record.attachments, record.compliance.ready],
      [[{ name: 'plan.pdf', mime_type: 'application/pdf', size: 9_437_193, description: 'Plan' }], true],
    );
    // A later correction keeps it, though no call could give it.
    assert.equal((await update(id, { title: 'Wartung' })).attachments.length, 1);
    const twice = await office.admin.refused('invoice', 'attach', id, path, BY);
    assert.match(twice.message, /10 MB in all/);
    const text = join(folder, 'plan.txt');
    writeFileSync(text, 'x');
    assert.match((await office.admin.refused('invoice', 'attach', id, text, BY)).message, /must end in/);
  });
});

describe('invoice duplicate', () => {
  test('makes a new draft of the same content, dated today', async () => {
    const id = await office.draft('mx', { title: 'Obra', exchange_rate: 18.5, currency: 'USD' });
    const copy = await office.admin.json('invoice', 'duplicate', id, BY);
    assert.notEqual(copy.id, id);
    const original = await office.get('mx', id);
    assert.deepEqual(
      [copy.title, copy.total, copy.currency, copy.status, copy.exchange_rate_source],
      ['Obra', original.total, 'USD', 'draft', 'bundled'],
    );
    assert.deepEqual([original.exchange_rate, original.exchange_rate_source], [18.5, 'given']);
  });
});
