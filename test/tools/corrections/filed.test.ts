// What a key with the set can do about a filed invoice: get its files, credit it, and have the credit note filed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';

import type { InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { ANA, type Office, openOffice, outboxOf, QUICK, until } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { changingNothing, declared, refused } from '../support.ts';

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

const mx = () => service.client(service.keys.mx);

/** The mail to the customer follows what is filed. */
const workDone = (id: string) =>
  until(
    () => outboxOf(office, id),
    (rows) => rows.every(({ kind, open }) => kind === 'expire' || !open),
  );

const filed = async (side: 'mx' | 'de'): Promise<InvoiceId> => {
  const { id } = await office.approved(side);
  assert.equal((await office.settled(side, id)).status, 'filed');
  await workDone(id);
  return id;
};

describe('a credit note', () => {
  test('is drafted by an amount, approved by a person, filed, and then changes what is owed', async () => {
    const invoice_id = await filed('mx');
    const note = await mx().create_credit_note({ invoice_id, amount: 116 });
    assert.deepEqual(
      [note.object, note.status, note.folio, note.reason, note.total, note.tax_total, note.compliance.ready],
      ['credit_note', 'draft', null, 'discount', 116, 16, true],
    );
    assert.equal((await mx().get_invoice({ invoice_id })).balance_due, 1160);
    const request = await mx().submit_credit_note({ credit_note_id: note.id });
    assert.deepEqual([request.approval_status, request.credit_note_id], ['pending', note.id]);
    assert.match(request.next, /get_credit_note/);
    const again = await mx().submit_credit_note({ credit_note_id: note.id });
    assert.equal(again.approval_request_id, request.approval_request_id);
    assert.deepEqual(
      again.warnings.map(({ code, path }) => [code, path]),
      [['already_awaiting_approval', 'credit_note_id']],
    );
    await office.admin.json('approval', 'approve', request.approval_request_id, `--by=${ANA}`, '--wait=0');
    const read = await until(
      () => mx().get_credit_note({ credit_note_id: note.id }),
      ({ status }) => status === 'filed',
    );
    assert.match(String(read.folio), /\d$/);
    await workDone(note.id);
    assert.equal((await mx().get_invoice({ invoice_id })).balance_due, 1044);
    const told = await refused(service, 'mx', 'submit_credit_note', { credit_note_id: note.id });
    assert.deepEqual([told['code'], told['path']], ['invoice_not_draft', 'credit_note_id']);
  });

  test('of a line takes its quantity, and without either takes all that is left', async () => {
    const invoice_id = await filed('de');
    const client = service.client(service.keys.de);
    const some = await client.create_credit_note({ invoice_id, lines: [{ line: 1, quantity: 0.25 }] });
    assert.deepEqual([some.reason, some.subtotal, some.total], ['return', 250, 297.5]);
    assert.deepEqual(
      some.line_items.map(({ invoice_line, subtotal }) => [invoice_line, subtotal]),
      [[1, 250]],
    );
    // A draft takes nothing from the invoice.
    const whole = await client.create_credit_note({ invoice_id });
    assert.deepEqual([whole.reason, whole.total], ['error', 1190]);
    const told = await changingNothing(service.database, () =>
      refused(service, 'de', 'create_credit_note', { invoice_id, amount: 1190.01 }),
    );
    assert.equal(told['code'], 'credit_amount_outside');
  });

  test(declared('create_credit_note', 'credit_needs_filed_invoice', 'on a draft'), async () => {
    const told = await refused(service, 'mx', 'create_credit_note', { invoice_id: await office.draft('mx') });
    assert.equal(told['code'], 'credit_needs_filed_invoice');
  });

  test('by lines and an amount at once is refused', async () => {
    const told = await refused(service, 'mx', 'create_credit_note', {
      invoice_id: newId('InvoiceId'),
      amount: 1,
      lines: [{ line: 1 }],
    });
    assert.equal(told['code'], 'only_one_of');
  });

  test(declared('create_credit_note', 'invoice_not_found', 'on an invoice of another company'), async () => {
    const invoice_id = await filed('mx');
    const told = await changingNothing(service.database, () =>
      refused(service, 'de', 'create_credit_note', { invoice_id }),
    );
    assert.equal(told['code'], 'invoice_not_found');
  });

  for (const tool of ['get_credit_note', 'submit_credit_note'] as const)
    test(declared(tool, 'credit_note_not_found', `of another company, or of nobody (${tool})`), async () => {
      const { id } = await mx().create_credit_note({ invoice_id: await filed('mx') });
      for (const credit_note_id of [id, newId('InvoiceCreditNoteId')]) {
        const told = await changingNothing(service.database, () =>
          refused(service, 'de', tool, { credit_note_id }),
        );
        assert.deepEqual([told['code'], told['path']], ['credit_note_not_found', 'credit_note_id']);
      }
    });
});

describe('a file', () => {
  test('stands in an embedded resource, and the client puts it into the answer', async () => {
    const record_id = await filed('mx');
    const raw = await callTool(service.url, service.keys.mx, 'get_document', { record_id });
    assert.equal(raw.structuredContent?.['content'], undefined);
    assert.deepEqual(
      raw.content.map(({ type }) => type),
      ['text', 'resource'],
    );
    const xml = await mx().get_document({ record_id });
    assert.match(String(xml.content), /^<\?xml[^>]+>\s*<cfdi:Comprobante/);
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    assert.deepEqual(
      [xml.encoding, xml.mime_type, xml.size, xml.sha256],
      [
        'text',
        'application/xml',
        Buffer.byteLength(String(xml.content)),
        hash(Buffer.from(String(xml.content))),
      ],
    );
    const pdf = await mx().get_document({ record_id, format: 'pdf' });
    const bytes = Buffer.from(String(pdf.content), 'base64');
    assert.deepEqual(
      [pdf.encoding, pdf.mime_type, bytes.subarray(0, 5).toString(), bytes.length, pdf.sha256],
      ['base64', 'application/pdf', '%PDF-', pdf.size, hash(bytes)],
    );
    assert.match(pdf.name, /\.pdf$/);
  });

  test(declared('get_document', 'document_not_filed', 'of a draft'), async () => {
    const record_id = await office.draft('mx');
    const told = await refused(service, 'mx', 'get_document', { record_id });
    assert.deepEqual([told['code'], told['path']], ['document_not_filed', 'record_id']);
  });

  test(declared('get_document', 'document_not_found', 'of another company, or of nobody'), async () => {
    for (const record_id of [await filed('mx'), newId('InvoiceId'), service.entities.de]) {
      const told = await refused(service, 'de', 'get_document', { record_id });
      assert.deepEqual([told['code'], told['path']], ['document_not_found', 'record_id']);
    }
  });
});
