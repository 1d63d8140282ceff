// Credit notes as documents: drafted, approved, filed by the worker in the sandboxes, printed, cancelled.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { creditInvoice } from '../support/credit.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, eventsOf, type Office, openOffice, QUICK, type Side, until } from '../support/office.ts';
import { openBooks } from '../support/scope.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(async () => {
  for (const side of ['mx', 'de'] as const)
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  await service.close();
});

const by = `--by=${ANA}`;

const filed = async (side: Side, args?: object): Promise<string> => {
  const { id } = await office.approved(side, args);
  const invoice = await office.settled(side, id);
  assert.equal(invoice.status, 'filed', JSON.stringify(invoice.filing));
  return id;
};

const draftCredit = (id: string, ...options: string[]): Promise<{ id: string; approval_id: string }> =>
  office.admin.json('invoice', 'credit', id, by, ...options);

const approve = (request: string) => office.admin.json('approval', 'approve', request, by);

const creditFiled = async (id: string, ...options: string[]) => {
  const draft = await draftCredit(id, ...options);
  const told = await approve(draft.approval_id);
  assert.equal(told.outcome, 'filed', JSON.stringify(told.filing));
  return draft.id;
};

const xmlOf = (id: string): Promise<string> =>
  office.admin.run('invoice', 'document', id).then(({ out }) => out);

const noteOf = async (id: string) => {
  const row = await service.database.kysely
    .selectFrom('credit_note')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row;
};

const linesFile = (lines: object): string => {
  const path = join(tmpdir(), `credit-lines-${process.pid}.json`);
  writeFileSync(path, JSON.stringify(lines));
  return path;
};

for (const side of ['mx', 'de'] as const) {
  describe(`a credit note in ${side}`, () => {
    test('moves the books when it is filed, and not before', async () => {
      const id = await filed(side);
      const invoice = await office.get(side, id);
      const draft = await draftCredit(id, '--amount', '250');
      assert.match(draft.id, /^icrn_/);
      assert.deepEqual((await office.get(side, id)).amount_credited, 0);
      const request = await office.admin.json('approval', 'show', draft.approval_id);
      assert.equal(request.document_id, draft.id);
      assert.equal(request.total, '250.00');
      const told = await approve(draft.approval_id);
      assert.equal(told.outcome, 'filed', JSON.stringify(told.filing));
      assert.equal(told.folio, side === 'mx' ? 'NC-1' : 'RK-1');
      const after = await office.get(side, id);
      assert.deepEqual(
        [after.status, after.amount_credited, after.balance_due],
        ['filed', 250, Number((invoice.total - 250).toFixed(2))],
      );
      await until(
        () => eventsOf(office, side, draft.id),
        (events) => events.includes('credit_note.delivered'),
      );
      assert.deepEqual((await eventsOf(office, side, draft.id)).slice(0, 5), [
        'credit_note.created',
        'credit_note.submitted',
        'credit_note.approved',
        'credit_note.filed',
        'credit_note.delivered',
      ]);
    });

    test('of all that is left reverses the invoice', async () => {
      const id = await filed(side);
      await creditFiled(id, '--amount', '99.99');
      const note = await creditFiled(id);
      const after = await office.get(side, id);
      assert.deepEqual([after.status, after.balance_due], ['reversed', 0]);
      assert.equal((await noteOf(note)).content?.whole, true);
      const error = await office.admin.refused('invoice', 'credit', id, by);
      assert.match(error.message, /Only a filed invoice is credited; .* is in the state: reversed/);
    });

    test('that is refused or discarded leaves no trace', async () => {
      const id = await filed(side);
      const before = await office.get(side, id);
      const draft = await draftCredit(id);
      await office.admin.json('approval', 'reject', draft.approval_id, by, '--reason=No');
      const discarded = await office.admin.json('invoice', 'discard', draft.id, by);
      assert.equal(discarded.id, draft.id);
      const after = await office.get(side, id);
      assert.deepEqual([after.balance_due, after.amount_credited], [before.balance_due, 0]);
      assert.deepEqual((await eventsOf(office, side, draft.id)).at(-1), 'credit_note.discarded');
    });

    test('by lines takes what is returned, and no more than is left', async () => {
      const id = await filed(side, {
        line_items: [
          { description: 'Silla', quantity: 4, unit_price: 100 },
          { description: 'Mesa', quantity: 1, unit_price: 500 },
        ],
      });
      const note = await creditFiled(id, '--lines', linesFile([{ line: 1, quantity: 3 }]));
      const { content, total_minor } = await noteOf(note);
      assert.equal(content?.reason, 'return');
      assert.equal(content?.subtotal, '300');
      assert.equal(total_minor, side === 'mx' ? 34_800 : 35_700);
      const error = await office.admin.refused(
        ...(['invoice', 'credit', id, by, '--lines', linesFile([{ line: 1, quantity: 2 }])] as const),
      );
      assert.match(error.message, /at most 1, the quantity that is left/);
      await creditFiled(id);
      assert.equal((await office.get(side, id)).status, 'reversed');
    });

    test('of a paid invoice leaves the surplus as credit of the customer', async () => {
      const id = await filed(side);
      const { total } = await office.get(side, id);
      const client = service.client(service.keys[side]);
      const payment = await client.record_invoice_payment({ invoice_id: id as never });
      await creditFiled(id);
      const after = await office.get(side, id);
      assert.deepEqual([after.status, after.amount_paid], ['reversed', 0]);
      const other = await filed(side);
      const applied = await office.admin.json('payment', 'apply', payment.id, '--invoice', other, by);
      assert.equal(applied.unallocated_amount, 0);
      const settled = await office.get(side, other);
      assert.deepEqual([settled.balance_due, settled.amount_paid], [0, total]);
    });

    test('beside another that does not fit: the second is refused when it is to be filed', async () => {
      const id = await filed(side);
      const { total } = await office.get(side, id);
      const first = await draftCredit(id, '--amount', '714');
      const second = await draftCredit(id, '--amount', '714');
      await Promise.all(
        [first, second].map(({ approval_id }) =>
          office.admin.run('approval', 'approve', approval_id, by, '--json'),
        ),
      );
      const notes = await Promise.all(
        [first, second].map((draft) =>
          until(
            () => noteOf(draft.id),
            ({ filing_status }) => filing_status === 'filed' || filing_status === 'failed',
          ),
        ),
      );
      assert.deepEqual(notes.map(({ filing_status }) => filing_status).toSorted(), ['failed', 'filed']);
      const after = await office.get(side, id);
      assert.equal(after.balance_due, Number((total - 714).toFixed(2)));
      const failed = notes.find(({ filing_status }) => filing_status === 'failed');
      assert.match(JSON.stringify(failed?.filing), /credit_exceeds_invoice/);
      await office.admin.json('invoice', 'discard', failed?.id ?? '', by);
    });
  });
}

describe('the file', () => {
  test('Mexico: type E that names the invoice', async () => {
    const id = await filed('mx');
    const { uuid } = (await office.get('mx', id)).filing;
    const xml = await xmlOf(await creditFiled(id, '--amount', '100'));
    assert.match(xml, /TipoDeComprobante="E"/);
    assert.match(xml, /MetodoPago="PUE"/);
    assert.match(xml, /FormaPago="15"/);
    assert.match(xml, /TipoRelacion="01"/);
    assert.ok(xml.toLowerCase().includes(`uuid="${uuid?.toLowerCase()}"`), xml);
    assert.match(xml, /ClaveProdServ="84111506"/);
    assert.match(xml, /Total="100.00"/);
  });

  test('Mexico: with the taxes and retentions of the invoice, each in its share', async () => {
    const withholdings = [
      { tax: 'ISR', rate: 10 },
      { tax: 'IVA', rate: 10.6667 },
    ];
    const id = await filed('mx', {
      line_items: [
        { description: 'Asesoría', unit_price: 1000, country_details: { withholdings } },
        { description: 'Refresco', quantity: 12, unit_price: 15, country_details: { excise: { rate: 8 } } },
        { description: 'Libro', unit_price: 300, country_details: { tax_rate: 0 } },
      ],
    });
    const part = await creditFiled(id, '--amount', '500');
    const xml = await xmlOf(part);
    assert.match(xml, /Total="500.00"/);
    assert.equal(xml.match(/<cfdi:Concepto /g)?.length, 3);
    assert.match(xml, /<cfdi:Retencion Base="[\d.]+" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000"/);
    assert.match(xml, /Impuesto="003" TipoFactor="Tasa" TasaOCuota="0.080000"/);
    assert.match(xml, /TasaOCuota="0.000000"/);
    await creditFiled(id);
    const after = await office.get('mx', id);
    assert.deepEqual([after.status, after.balance_due], ['reversed', 0]);
  });

  test('Germany: it goes as the invoice went, or as the command says', async () => {
    const wish = { channel: 'email', format: 'zugferd' };
    const id = await filed('de', { delivery: wish });
    const wayOf = async (...options: string[]) => {
      const draft = await draftCredit(id, '--amount=100', ...options);
      return (await noteOf(draft.id)).content?.terms.delivery;
    };
    assert.deepEqual(await wayOf(), wish);
    assert.deepEqual(await wayOf('--delivery-channel=network'), { channel: 'network', format: null });
    assert.deepEqual(await wayOf('--delivery-format=pdf'), { channel: null, format: 'pdf' });
    const error = await office.admin.refused(
      ...(['invoice', 'credit', id, by, '--delivery-channel=network', '--delivery-format=pdf'] as const),
    );
    assert.match(error.message, /form of documents by e-mail/);
  });

  test('Germany: CreditNote 381 that names the invoice', async () => {
    const id = await filed('de');
    const { folio } = await office.get('de', id);
    const note = await creditFiled(id);
    const xml = await xmlOf(note);
    assert.match(xml, /<(ubl:)?CreditNote /);
    assert.match(xml, /CreditNoteTypeCode>381</);
    assert.ok(xml.includes(`>${folio}<`), xml);
    const pdf = await office.admin.run('invoice', 'document', note, '--kind', 'pdf');
    assert.match(pdf.out, /^%PDF/);
  });
});

describe('cancellation', () => {
  test('an invoice that a credit note names is not cancelled first', async () => {
    const id = await filed('mx');
    const note = await creditFiled(id, '--amount', '100');
    const error = await office.admin.refused('invoice', 'void', id, by, '--reason=02');
    assert.match(error.message, /NC-\d+/);
    const told = await office.admin.json('invoice', 'void', note, by, '--reason=02');
    assert.equal(told.status, 'void', JSON.stringify(told.filing));
    const after = await office.get('mx', id);
    assert.deepEqual([after.amount_credited, after.balance_due], [0, after.total]);
    const voided = await office.admin.json('invoice', 'void', id, by, '--reason=02');
    assert.equal(voided.status, 'void');
  });

  test('the balance of a reversed invoice returns with its credit note', async () => {
    const id = await filed('mx');
    const note = await creditFiled(id);
    assert.equal((await office.get('mx', id)).status, 'reversed');
    await office.admin.json('invoice', 'void', note, by, '--reason=02');
    const after = await office.get('mx', id);
    assert.deepEqual([after.status, after.balance_due], ['filed', after.total]);
  });
});

test('refusals change nothing', async () => {
  const id = await filed('mx');
  const refusal = async (...options: string[]): Promise<string> =>
    (await office.admin.refused('invoice', 'credit', id, by, ...options)).message;
  assert.match(await refusal('--amount', '1160.01'), /at most 1160 MXN/);
  assert.match(await refusal('--amount', '1.001'), /at most 2 decimals/);
  assert.match(await refusal('--amount', '10', '--reason', 'return'), /names the lines/);
  assert.match(await refusal('--lines', linesFile([{ line: 9 }])), /the lines 1 to 1, and no line 9/);
  assert.match(await refusal('--lines', linesFile([{ row: 9 }])), /must be \{line, quantity\}/);
  assert.match(await refusal('--lines', '/nowhere.json'), /^\/nowhere\.json does not exist\.$/);
  assert.match(await refusal('--lines', office.admin.file('lines.json', '[{')), /lines\.json is no JSON/);
  const draft = await office.draft('mx');
  const error = await office.admin.refused('invoice', 'credit', draft, by);
  assert.match(error.message, /Only a filed invoice is credited; .* is in the state: draft/);
});

test('what an earlier release credited in the books alone is told', async () => {
  const id = await filed('mx');
  const books = await openBooks(service.database, service.organisation_id, service.entities.mx);
  const { result } = await books.write((ctx) => creditInvoice(ctx, id, 10));
  const { out } = await office.admin.run('doctor', '--json');
  assert.match(out, new RegExp(`never filed: ${result.id}`));
  const { data } = await service
    .client(service.keys.mx)
    .search({ query: 'CAFE LUNA', types: ['invoice_credit_notes'] });
  assert.deepEqual(
    data.filter((hit) => hit.id === result.id).map(({ sublabel }) => sublabel),
    ['(not filed)'],
  );
});
