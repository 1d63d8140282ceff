// update_invoice and update_counterparty: what is given changes, the rest stays, and the whole is checked anew.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { CounterpartyId } from '../../../generated/ids.ts';
import { updateInvoice } from '../../../generated/tools/update_invoice.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  callLoosely,
  changingNothing,
  declared,
  refused,
  warned,
} from '../support.ts';

let service: TestService;
let luna: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T18:00:00Z'));
  luna = await addMexicanCustomer(service, 'Café Luna', { email: 'pagos@luna.example' });
  await addMexicanCustomer(service, 'Café Sol');
  await addGermanCustomer(service, 'Nordwind Energie GmbH');
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);
const de = () => service.client(service.keys.de);

const draft = () =>
  mx().create_invoice({
    counterparty_name: 'Café Luna',
    title: 'Igualas',
    notes: 'Gracias',
    country_details: { payment_method: 'PPD', cfdi_use: 'G01' },
    line_items: [{ description: 'Consultoría', unit_price: 100 }],
  });

const codes = (warnings: readonly { readonly code: string }[]): string[] => warnings.map(({ code }) => code);

const addThem = async (name: string, email: string) => ({
  id: await addMexicanCustomer(service, name, { email }),
});

describe('a draft', () => {
  test('changes in what is given, one field of the country at a time, and nowhere else', async () => {
    const was = await draft();
    const { warnings, idempotent_replay, changed, ...is } = await mx().update_invoice({
      invoice_id: was.id,
      country_details: { cfdi_use: 'G03' },
      line_items: [{ description: 'Consultoría', quantity: 2, unit_price: 100 }],
      clear: ['notes'],
    });
    assert.deepEqual([warnings, idempotent_replay], [[], false]);
    assert.deepEqual(changed, ['country_details.cfdi_use', 'line_items', 'notes']);
    assert.deepEqual(
      [is.id, is.title, is.notes, is.subtotal, is.total, is.country_details],
      [was.id, 'Igualas', null, 200, 232, { ...was.country_details, cfdi_use: 'G03' }],
    );
    const { entity: _entity, ...read } = await mx().get_invoice({ invoice_id: was.id });
    const { entity: _same, ...told } = is;
    assert.deepEqual({ ...told, compliance: null }, { ...read, compliance: null });
  });

  test('takes another customer by name', async () => {
    const { id } = await draft();
    const { counterparty } = await mx().update_invoice({ invoice_id: id, counterparty_name: 'Café Sol' });
    assert.equal(counterparty.name, 'Café Sol');
  });

  test('with nothing to change stays as it is, and so does the request for its approval', async () => {
    const { id } = await draft();
    const request = await mx().submit_invoice({ invoice_id: id });
    await changingNothing(service.database, () => mx().update_invoice({ invoice_id: id }));
    const again = await mx().submit_invoice({ invoice_id: id });
    assert.equal(again.approval_request_id, request.approval_request_id);
  });

  test('that waits for a person is taken back from them', async () => {
    const { id } = await draft();
    const request = await mx().submit_invoice({ invoice_id: id });
    const { filing } = await mx().update_invoice({ invoice_id: id, title: 'Noviembre' });
    assert.deepEqual([filing.status, filing.approval?.status], ['not_submitted', 'cancelled']);
    const next = await mx().submit_invoice({ invoice_id: id });
    assert.notEqual(next.approval_request_id, request.approval_request_id);
  });

  test('is refused as create_invoice refuses: the error names the field, and nothing changes', async () => {
    const { id } = await draft();
    for (const [change, code, path] of [
      [{ country_details: { cfdi_use: 'X99' } }, 'code_unknown', 'country_details.cfdi_use'],
      [
        { country_details: { buyer_reference: 'PO' } },
        'country_field_not_allowed',
        'country_details.buyer_reference',
      ],
      [{ counterparty_name: 'Nadie' }, 'counterparty_no_match', 'counterparty_name'],
      [{ line_items: [] }, 'invalid_parameter', 'line_items'],
      [{ clear: ['line_items'] }, 'invalid_parameter', 'clear[0]'],
    ] as const) {
      const told = await changingNothing(service.database, () =>
        refused(service, 'mx', 'update_invoice', { invoice_id: id, ...change }),
      );
      assert.deepEqual([told['code'], told['path']], [code, path], JSON.stringify(change));
    }
  });

  test(declared('update_invoice', 'country_field_missing', 'a German reference cannot go'), async () => {
    const { id } = await de().create_invoice({
      counterparty_name: 'Nordwind Energie GmbH',
      country_details: { buyer_reference: 'PO-1' },
      line_items: [{ description: 'Wartung', unit_price: 480 }],
    });
    const changed = await de().update_invoice({
      invoice_id: id,
      country_details: { buyer_reference: 'PO-2' },
    });
    assert.equal(changed.country_details.buyer_reference, 'PO-2');
    const told = await refused(service, 'de', 'update_invoice', {
      invoice_id: id,
      clear: ['country_details'],
    });
    assert.equal(told['code'], 'country_field_missing');
  });

  test(declared('update_invoice', 'invoice_not_found', 'of another company, or of nobody'), async () => {
    const { id } = await draft();
    for (const invoice_id of [id, newId('InvoiceId')]) {
      const told = await changingNothing(service.database, () =>
        refused(service, 'de', 'update_invoice', { invoice_id, title: 'Fremd' }),
      );
      assert.deepEqual([told['code'], told['path']], ['invoice_not_found', 'invoice_id']);
    }
  });

  test('null and an empty text remove what can go, one field of the country too', async () => {
    for (const none of [null, '']) {
      const { id } = await draft();
      const changed = await callLoosely(service, 'mx', 'update_invoice', {
        invoice_id: id,
        notes: none,
        title: 'Noviembre',
        country_details: { cfdi_use: none },
      });
      assert.deepEqual(changed['changed'], ['title', 'country_details.cfdi_use', 'notes']);
      const { title, notes, country_details } = await mx().get_invoice({ invoice_id: id });
      assert.deepEqual([title, notes, country_details.cfdi_use], ['Noviembre', null, 'G03']);
    }
  });

  test('of a client that sends every parameter, null says nothing', async () => {
    const { id } = await draft();
    const all = Object.keys(updateInvoice.inputSchema.properties ?? {});
    const none = Object.fromEntries(all.map((name) => [name, null]));
    const { notes } = await callLoosely(service, 'mx', 'update_invoice', {
      ...none,
      entity_id: service.entities.mx,
      invoice_id: id,
      title: 'Noviembre',
    });
    assert.equal(notes, 'Gracias');
  });

  test(warned('update_invoice', 'nothing_changed', 'the same values leave all as it is'), async () => {
    const { id } = await draft();
    const request = await mx().submit_invoice({ invoice_id: id });
    for (const same of [
      { title: 'Igualas' },
      { counterparty_name: 'Café Luna', country_details: { cfdi_use: 'G01' } },
      { line_items: [{ unit_price: 100, description: 'Consultoría' }] },
    ]) {
      const { warnings, changed } = await changingNothing(service.database, () =>
        mx().update_invoice({ invoice_id: id, ...same }),
      );
      assert.deepEqual([codes(warnings), changed], [['nothing_changed'], []], JSON.stringify(same));
    }
    const again = await mx().submit_invoice({ invoice_id: id });
    assert.equal(again.approval_request_id, request.approval_request_id);
  });

  test(warned('update_invoice', 'nothing_given', 'says what can be given'), async () => {
    const { id } = await draft();
    const { warnings, changed } = await mx().update_invoice({ invoice_id: id });
    assert.deepEqual([codes(warnings), changed], [['nothing_given'], []]);
    assert.match(warnings[0]?.message ?? '', / title, .*notes/u);
  });

  test(warned('update_invoice', 'approval_withdrawn', 'a change tells of it'), async () => {
    const { id } = await draft();
    const request = await mx().submit_invoice({ invoice_id: id });
    const { warnings } = await mx().update_invoice({ invoice_id: id, title: 'Diciembre' });
    assert.deepEqual(codes(warnings), ['approval_withdrawn']);
    assert.ok(warnings[0]?.message.includes(request.approval_request_id ?? 'none'));
  });

  test('changed by two at once says what both said', async () => {
    const { id } = await draft();
    await Promise.all([
      mx().update_invoice({ invoice_id: id, title: 'Uno' }),
      mx().update_invoice({ invoice_id: id, notes: 'Dos' }),
    ]);
    const { title, notes } = await mx().get_invoice({ invoice_id: id });
    assert.deepEqual([title, notes], ['Uno', 'Dos']);
  });
});

describe('a counterparty', () => {
  test('changes in what is given; drafts follow, and an e-mail address can go', async () => {
    const { id: invoice_id } = await draft();
    const changed = await mx().update_counterparty({
      counterparty_id: luna,
      postal_code: '64000',
      clear: ['email'],
    });
    assert.deepEqual(
      [changed.id, changed.name, changed.email, changed.postal_code],
      [luna, 'Café Luna', null, '64000'],
    );
    await mx().update_counterparty({ counterparty_id: luna, name: 'Café Luna Norte' });
    const { counterparty } = await mx().get_invoice({ invoice_id });
    assert.equal(counterparty.name, 'Café Luna Norte');
    await mx().update_counterparty({ counterparty_id: luna, name: 'Café Luna' });
  });

  test('null removes an address, and the answer says what has changed', async () => {
    const { id } = await addThem('Café Estrella', 'pagos@estrella.example');
    const { changed, email } = await callLoosely(service, 'mx', 'update_counterparty', {
      counterparty_id: id,
      email: null,
      country_details: { cfdi_use_code: 'G01' },
    });
    assert.deepEqual([changed, email], [['country_details.cfdi_use_code', 'email'], null]);
  });

  test(warned('update_counterparty', 'nothing_changed', 'the same values'), async () => {
    const { warnings, changed } = await changingNothing(service.database, () =>
      mx().update_counterparty({ counterparty_id: luna, name: 'Café Luna', is_customer: true }),
    );
    assert.deepEqual([codes(warnings), changed], [['nothing_changed'], []]);
  });

  test(warned('update_counterparty', 'nothing_given', 'no field at all'), async () => {
    const { warnings } = await changingNothing(service.database, () =>
      mx().update_counterparty({ counterparty_id: luna }),
    );
    assert.deepEqual(codes(warnings), ['nothing_given']);
  });

  test(declared('update_counterparty', 'tax_id_invalid', 'refused as at its creation'), async () => {
    const told = await changingNothing(service.database, () =>
      refused(service, 'mx', 'update_counterparty', {
        counterparty_id: luna,
        country_details: { rfc: 'PRO84022' },
      }),
    );
    assert.deepEqual([told['code'], told['path']], ['tax_id_invalid', 'country_details.rfc']);
  });

  test(declared('update_counterparty', 'counterparty_without_role', 'neither role'), async () => {
    const told = await refused(service, 'mx', 'update_counterparty', {
      counterparty_id: luna,
      is_customer: false,
      is_supplier: false,
    });
    assert.equal(told['code'], 'counterparty_without_role');
  });

  test(declared('update_counterparty', 'counterparty_not_found', 'of another company'), async () => {
    for (const counterparty_id of [luna, newId('CounterpartyId')]) {
      const told = await changingNothing(service.database, () =>
        refused(service, 'de', 'update_counterparty', { counterparty_id, name: 'Fremd' }),
      );
      assert.deepEqual([told['code'], told['path']], ['counterparty_not_found', 'counterparty_id']);
    }
  });
});
