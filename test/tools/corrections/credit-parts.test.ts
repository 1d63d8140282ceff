// What a credit note carries of the invoice that it credits, and what a caller is told who asks for too much.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InvoiceId } from '../../../generated/ids.ts';
import { lockFilable } from '../../../src/domain/filing/filable.ts';
import { fileNow } from '../../support/file-now.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { type Office, openOffice, type Side } from '../../support/office.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { changingNothing, codesOf, declared, refused, warned } from '../support.ts';

let service: TestService;
let office: Office;
let books: Readonly<Record<Side, TestBooks>>;
before(async () => {
  service = await startTestService({ database: 'own' });
  office = await openOffice(service);
  const open = (side: Side) => openBooks(service.database, service.organisation_id, service.entities[side]);
  books = { mx: await open('mx'), de: await open('de') };
});
after(async () => {
  for (const side of ['mx', 'de'] as const)
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  await service.close();
});

const A = { description: 'A', unit_price: 100 };
const B = { description: 'B', unit_price: 100 };

const filed = async (side: Side, args: object): Promise<InvoiceId> => {
  const id = await office.draft(side, args);
  await books[side].write((ctx) => fileNow(ctx, id));
  return id;
};

const draft = (side: Side, invoice_id: InvoiceId, request: object = {}) =>
  service.client(service.keys[side]).create_credit_note({ invoice_id, ...request });

/** Drafted over the wire, and filed. */
const credited = async (side: Side, invoice_id: InvoiceId, request: object = {}) => {
  const note = await draft(side, invoice_id, request);
  assert.ok(note.compliance.ready, JSON.stringify(note.compliance));
  await books[side].write((ctx) => fileNow(ctx, note.id));
  const { status, balance_due, amount_credited } = await office.get(side, invoice_id);
  const codes = codesOf(note.warnings).filter((code) => code !== 'similar_write_recently');
  return { note, codes, invoice: [status, balance_due, amount_credited] as const };
};

const refusedCredit = async (side: Side, invoice_id: InvoiceId, request: object) => {
  const error = await changingNothing(service.database, () =>
    callError(service.url, service.keys[side], 'create_credit_note', { invoice_id, ...request }),
  );
  const { code, path, received, allowed, hint, message } = error;
  return { told: { code, path, received, allowed }, hint: String(hint), message: String(message) };
};

/** As it is sent. */
const xmlOf = async (side: Side, id: string): Promise<string> => {
  const { result } = await books[side].write(async (ctx) => {
    const document = await lockFilable(ctx, id);
    return document?.build(ctx, { series: 'X', number: '1' });
  });
  return String(result?.bytes);
};

const textsIn = (xml: string, ...names: readonly string[]): readonly (string | undefined)[] =>
  names.map((name) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1]);

const HALF = [{ percent: 50, reason: 'Rabatt' }];

describe('allowances and charges of the whole', () => {
  test('a returned line takes its share, and all lines together are the invoice', async () => {
    const id = await filed('de', { line_items: [A, B], allowances: HALF });
    const first = await credited('de', id, { lines: [{ line: 1 }] });
    assert.deepEqual([first.note.subtotal, first.note.total], [50, 59.5]);
    assert.deepEqual(first.invoice, ['filed', 59.5, 59.5]);
    const xml = await xmlOf('de', first.note.id);
    assert.deepEqual(textsIn(xml, 'ChargeIndicator', 'AllowanceTotalAmount', 'AllowanceChargeReasonCode'), [
      'false',
      '50.00',
      '95',
    ]);
    assert.match(xml, /<cbc:AllowanceChargeReason>Rabatt</);
    const second = await credited('de', id, { lines: [{ line: 2 }] });
    assert.deepEqual([second.note.total, second.codes, second.invoice], [59.5, [], ['reversed', 0, 119]]);
  });

  test('all lines at once, with a charge and an odd allowance', async () => {
    const id = await filed('de', {
      line_items: [A, { ...B, country_details: { tax_rate: 7 } }],
      allowances: [{ amount: 33.33, reason: 'Bonus' }],
      charges: [{ amount: 10, reason: 'Fracht' }],
    });
    const { total } = await office.get('de', id);
    const { note, invoice } = await credited('de', id, { lines: [{ line: 1 }, { line: 2 }] });
    assert.deepEqual([note.total, invoice], [total, ['reversed', 0, total]]);
  });

  test('an amount on a line is at most what the line costs after its share', async () => {
    const id = await filed('de', { line_items: [A, B], allowances: HALF });
    const { told, hint } = await refusedCredit('de', id, {
      reason: 'discount',
      lines: [{ line: 1, amount: 50.01 }],
    });
    assert.deepEqual(told, {
      code: 'credit_line_amount_outside',
      path: 'lines[0].amount',
      received: 50.01,
      allowed: ['above 0 and at most 50'],
    });
    assert.match(hint, /^Give an amount above 0 and of at most 50; ask which/);
    const note = await draft('de', id, { reason: 'discount', lines: [{ line: 1, amount: 50 }] });
    assert.equal(note.total, 59.5);
  });
});

describe('what was paid before the invoice', () => {
  test(
    warned('create_credit_note', 'prepaid_refunded', 'what is owed is credited first, then it is given back'),
    async () => {
      const id = await filed('de', { line_items: [A], prepaid_amount: 50 });
      const steps = [
        [{ amount: 9 }, 9, [], ['filed', 60, 9]],
        [{ amount: 70 }, 70, ['prepaid_refunded'], ['filed', 0, 69]],
        [{}, 40, ['prepaid_refunded'], ['reversed', 0, 69]],
      ] as const;
      for (const [request, total, codes, invoice] of steps) {
        const step = await credited('de', id, request);
        assert.deepEqual([step.note.total, step.codes, step.invoice], [total, codes, invoice]);
      }
      const { data } = await service
        .client(service.keys.de)
        .search({ query: 'Nordwind', types: ['invoice_payments'] });
      assert.ok(data.length >= 2, 'what is given back stands as money of the customer');
      const payments = await service.database.kysely
        .selectFrom('payment')
        .select(['amount_minor', 'unallocated_minor', 'notes'])
        .where('entity_id', '=', service.entities.de)
        .orderBy('id')
        .execute();
      const { folio } = await office.get('de', id);
      assert.deepEqual(
        payments.map(({ amount_minor, unallocated_minor, notes }) => [
          amount_minor,
          unallocated_minor,
          notes,
        ]),
        [
          [1000, 1000, `Paid before ${folio}`],
          [4000, 4000, `Paid before ${folio}`],
        ],
      );
    },
  );

  test('the whole at once credits the whole, and is written so', async () => {
    const id = await filed('de', { line_items: [A], prepaid_amount: 50 });
    const { note, invoice } = await credited('de', id, {});
    assert.deepEqual([note.total, invoice], [119, ['reversed', 0, 69]]);
    const xml = await xmlOf('de', note.id);
    assert.deepEqual(textsIn(xml, 'TaxInclusiveAmount', 'PrepaidAmount', 'PayableAmount'), [
      '119.00',
      undefined,
      '119.00',
    ]);
  });

  test('an invoice that asks for no money is credited too', async () => {
    const id = await filed('de', { line_items: [A], prepaid_amount: 119 });
    const part = await credited('de', id, { amount: 19 });
    assert.deepEqual(part.invoice, ['filed', 0, 0]);
    const rest = await credited('de', id);
    assert.deepEqual([rest.note.total, rest.invoice], [100, ['reversed', 0, 0]]);
  });
});

describe('day, references and delivery', () => {
  const SUPPLY = ['ActualDeliveryDate', 'StartDate', 'EndDate', 'BuyerReference', 'CustomizationID'] as const;
  const orderOf = (xml: string) =>
    [/OrderReference>\s*<cbc:ID>([^<]*)/, /ContractDocumentReference>\s*<cbc:ID>([^<]*)/].map(
      (pattern) => pattern.exec(xml)?.[1],
    );
  for (const [title, terms] of [
    ['a day of supply', { delivery_date: '2026-01-31' }],
    ['a period', { delivery_period: { from: '2026-01-01', to: '2026-01-31' } }],
    ['neither', {}],
  ] as const)
    for (const request of [{}, { amount: 50 }, { lines: [{ line: 1, quantity: 0.5 }] }])
      test(`${title}, credited by ${JSON.stringify(request)}`, async () => {
        const id = await filed('de', {
          line_items: [A],
          order_reference: 'PO-77',
          contract_reference: 'V-9',
          ...terms,
        });
        const { note } = await credited('de', id, request);
        const [invoice, credit] = [await xmlOf('de', id), await xmlOf('de', note.id)];
        assert.deepEqual(textsIn(credit, ...SUPPLY), textsIn(invoice, ...SUPPLY));
        assert.deepEqual(orderOf(credit), ['PO-77', 'V-9']);
      });

  test('a note goes as its invoice went, unless the caller wishes otherwise', async () => {
    const delivery = { channel: 'email', format: 'zugferd' };
    const id = await filed('de', { line_items: [A], delivery });
    const wayOf = async (request: object) => {
      const { note } = await credited('de', id, { amount: 10, ...request });
      const { content } = await service.database.kysely
        .selectFrom('credit_note')
        .select('content')
        .where('id', '=', note.id)
        .executeTakeFirstOrThrow();
      const [profile] = textsIn(await xmlOf('de', note.id), 'CustomizationID');
      return [content?.terms.delivery, profile?.includes('peppol.eu') ?? false];
    };
    assert.deepEqual(await wayOf({}), [delivery, false]);
    assert.deepEqual(await wayOf({ delivery: { channel: 'network' } }), [
      { channel: 'network', format: null },
      true,
    ]);
  });

  test(
    declared('create_credit_note', 'country_field_not_allowed', 'Mexico has no delivery to choose'),
    async () => {
      const id = await filed('mx', { line_items: [A] });
      const told = await refused(service, 'mx', 'create_credit_note', {
        invoice_id: id,
        delivery: { channel: 'email' },
      });
      assert.deepEqual([told['code'], told['path']], ['country_field_not_allowed', 'delivery']);
    },
  );

  test('the network carries no PDF', async () => {
    const id = await filed('de', { line_items: [A] });
    const told = await refused(service, 'de', 'create_credit_note', {
      invoice_id: id,
      delivery: { channel: 'network', format: 'pdf' },
    });
    assert.deepEqual([told['code'], told['path']], ['invalid_parameter', 'delivery.format']);
  });
});

for (const side of ['mx', 'de'] as const)
  describe(`amounts in ${side}`, () => {
    test(
      warned('create_credit_note', 'credit_less_than_price', 'all came back after a small reduction'),
      async () => {
        const id = await filed(side, { line_items: [A, { ...B, quantity: 3 }] });
        const { total } = await office.get(side, id);
        await credited(side, id, { amount: 0.01 });
        const rest = await credited(side, id, { reason: 'return' });
        assert.deepEqual(
          [rest.note.total, rest.invoice],
          [Number((total - 0.01).toFixed(2)), ['reversed', 0, total]],
        );
        assert.deepEqual(
          rest.note.line_items.map(({ invoice_line, quantity }) => [invoice_line, quantity]),
          [
            [1, 1],
            [2, 3],
          ],
        );
      },
    );

    test('a larger reduction is named, and lines that ask for more than is left are refused', async () => {
      const id = await filed(side, { line_items: [A, B] });
      const { total } = await office.get(side, id);
      await credited(side, id, { lines: [{ line: 1, amount: 90 }], reason: 'discount' });
      await credited(side, id, { lines: [{ line: 2, amount: 50 }], reason: 'discount' });
      const { told, hint } = await refusedCredit(side, id, { lines: [{ line: 1 }] });
      assert.deepEqual(told, {
        code: 'credit_exceeds_tax',
        path: 'lines[0]',
        received: { line: 1 },
        allowed: [`at most 60 ${side === 'mx' ? 'MXN' : 'EUR'} without tax`],
      });
      assert.match(hint, /leave lines and amount out/);
      const rest = await credited(side, id, { reason: 'return' });
      assert.deepEqual(
        [rest.codes, rest.note.subtotal, rest.invoice],
        [['credit_less_than_price'], 60, ['reversed', 0, total]],
      );
    });

    test('parts that each round are the whole', async () => {
      const id = await filed(side, { line_items: [{ description: 'C', quantity: 3, unit_price: 33.335 }] });
      const { total } = await office.get(side, id);
      await credited(side, id, { lines: [{ line: 1, quantity: 1 }] });
      await credited(side, id, { lines: [{ line: 1, quantity: 1 }] });
      const last = await credited(side, id, { lines: [{ line: 1, quantity: 1 }] });
      assert.deepEqual([last.codes, last.invoice], [[], ['reversed', 0, total]]);
    });

    test('more than is left is refused with what is left and the next step', async () => {
      const id = await filed(side, { line_items: [A] });
      const currency = side === 'mx' ? 'MXN' : 'EUR';
      const whole = side === 'mx' ? 116 : 119;
      await credited(side, id, { amount: whole - 100 });
      const { told, hint, message } = await refusedCredit(side, id, { amount: whole });
      assert.deepEqual(told, {
        code: 'credit_amount_outside',
        path: 'amount',
        received: whole,
        allowed: [`above 0 and at most 100 ${currency}`],
      });
      assert.match(message, new RegExp(`at most 100 ${currency}, what is not credited yet`));
      assert.match(hint, /^Give amount 100 to credit all that is left, or a smaller one; ask which/);
      const rest = await credited(side, id, { amount: 100 });
      assert.equal(rest.invoice[0], 'reversed');
      const again = await refusedCredit(side, id, {});
      assert.deepEqual(again.told, {
        code: 'credit_needs_filed_invoice',
        path: 'invoice_id',
        received: id,
        allowed: ['a filed invoice'],
      });
      assert.match(again.hint, /search_invoices/);
    });
  });

describe('amounts that no tax comes to', () => {
  test(
    warned('create_credit_note', 'credit_amount_missed', 'the nearest below is taken and named'),
    async () => {
      const id = await filed('de', { line_items: [{ ...A, unit_price: 1000 }] });
      const note = await draft('de', id, { amount: 16 });
      assert.deepEqual(
        [note.total, note.warnings.map(({ code, message }) => [code, message])],
        [
          15.99,
          [
            [
              'credit_amount_missed',
              'No net amount gives exactly 16 EUR with tax; the credit note is for 15.99 EUR, 0.01 less.',
            ],
          ],
        ],
      );
    },
  );

  test('in a currency without decimals any amount can be had', async () => {
    const id = await filed('mx', {
      currency: 'JPY',
      exchange_rate: 0.12,
      line_items: [
        {
          description: 'Refresco',
          quantity: 6.223,
          unit_price: 184.67,
          country_details: { excise: { rate: 9 } },
        },
        { description: 'Libro', unit_price: 289.53, country_details: { tax_rate: 0 } },
      ],
    });
    const { total } = await office.get('mx', id);
    for (const amount of [587, 500, 100, 33, 1]) {
      const note = await draft('mx', id, { amount });
      assert.deepEqual([note.total, note.warnings], [amount, []]);
    }
    await credited('mx', id, { amount: 587 });
    const rest = await credited('mx', id);
    assert.deepEqual(rest.invoice, ['reversed', 0, total]);
  });

  test('decimals that the document cannot write are refused with the nearest amounts', async () => {
    const id = await filed('de', { currency: 'KWD', exchange_rate: 2.8, line_items: [A] });
    const { told, message } = await refusedCredit('de', id, { amount: 57.125 });
    assert.deepEqual(told, {
      code: 'credit_amount_between',
      path: 'amount',
      received: 57.125,
      allowed: ['57.12', '57.13'],
    });
    assert.match(message, /57\.12, 57\.13 KWD/);
  });
});
