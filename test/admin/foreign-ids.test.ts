// Commands that name records of another company or organisation, of the wrong kind, or in the wrong state: one error
// each, and nothing is stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { IdTypes } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { ANA, type Office, openOffice, QUICK, until } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { changingNothing } from '../tools/support.ts';

const STRANGER = 'eva@otro.example';
const BY = `--by=${ANA}`;

let service: TestService;
let office: Office;
/** Of the Mexican company: a draft, a filed PPD invoice, its payment, and the payment's complement. */
let draft: string;
let request: string;
let invoice: string;
let payment: string;
let complement: string;
/** Of the German one. */
let german: string;
let file: string;
let table: string;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  const { id: org } = await office.admin.json('org', 'create', '--name=Otro despacho');
  await office.admin.json(
    'member',
    'add',
    `--org=${org}`,
    `--email=${STRANGER}`,
    '--name=Eva',
    '--role=administrator',
  );
  invoice = await filed('mx', { country_details: { payment_method: 'PPD' } });
  german = await filed('de');
  draft = await office.draft('mx');
  request = (await office.submit('mx', draft)).approval_request_id;
  const paid = await service
    .client(service.keys.mx)
    .record_invoice_payment({ invoice_id: invoice as never, amount: 10 });
  payment = paid.id;
  const [row] = await office.admin.json('complement', 'list', `--entity=${service.entities.mx}`);
  complement = row.id;
  table = office.admin.file('table.csv', 'a;b');
  file = office.admin.file('changes.json', JSON.stringify({ title: 'Otra' }));
});
after(() => service.close());

const filed = async (side: 'mx' | 'de', args?: object): Promise<string> => {
  const { id } = await office.approved(side, args);
  const { status, filing } = await office.settled(side, id);
  assert.equal(status, 'filed', JSON.stringify(filing.last_error));
  return id;
};

/** The worker has nothing left to write, so that what is stored from now on is the command's. */
const idle = (): Promise<unknown> =>
  until(
    () =>
      service.database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('kind', '!=', 'expire')
        .execute(),
    (open) => open.length === 0,
  );

/** Refused or misused, told in one sentence that is no internal error. */
const refusedBy = async (...args: string[]): Promise<{ readonly code: string; readonly message: string }> => {
  await idle();
  const { code, out, err } = await changingNothing(service.database, () =>
    office.admin.run(...args, '--json'),
  );
  assert.ok(code === 1 || code === 2, `${args.join(' ')}: ${code} ${err}`);
  assert.equal(out, '');
  const { error } = JSON.parse(err) as { error: { code: string; message: string } };
  assert.notEqual(error.code, 'internal_error');
  return error;
};

const NEW = {
  invoice: 'InvoiceId',
  complement: 'ComplementId',
  payment: 'InvoicePaymentId',
  request: 'ApprovalRequestId',
} as const satisfies Record<string, keyof IdTypes>;

/** Each command with the record that it names. */
const COMMANDS: readonly (readonly [keyof typeof NEW, (id: string, by: string) => string[]])[] = [
  ['invoice', (id, by) => ['invoice', 'update', id, `--file=${file}`, by]],
  ['invoice', (id, by) => ['invoice', 'duplicate', id, by]],
  ['invoice', (id, by) => ['invoice', 'submit', id, by]],
  ['invoice', (id, by) => ['invoice', 'discard', id, by]],
  ['invoice', (id, by) => ['invoice', 'attach', id, table, by]],
  ['invoice', (id, by) => ['invoice', 'credit', id, by]],
  ['invoice', (id, by) => ['invoice', 'void', id, '--reason=02', by]],
  ['invoice', (id, by) => ['invoice', 'not-filed', id, by]],
  ['complement', (id, by) => ['complement', 'submit', id, by]],
  ['payment', (id, by) => ['payment', 'reverse', id, '--reason=x', by]],
  ['payment', (id, by) => ['payment', 'apply', id, `--invoice=${invoice}`, by]],
  ['request', (id, by) => ['approval', 'approve', id, by]],
  ['request', (id, by) => ['approval', 'reject', id, '--reason=x', by]],
];

describe('a record', () => {
  for (const [kind, command] of COMMANDS) {
    const name = command('ID', '').slice(0, 2).join(' ');

    test(`${name}: that is not there`, async () => {
      const id = newId(NEW[kind]);
      const { message } = await refusedBy(...command(id, BY));
      assert.match(message, new RegExp(id));
    });

    test(`${name}: of another kind`, async () => {
      const others = { invoice: payment, complement: invoice, payment: invoice, request: invoice };
      const { code } = await refusedBy(...command(others[kind], BY));
      assert.match(code, /usage|invalid|not_found/);
    });

    test(`${name}: by an administrator of another organisation`, async () => {
      const own = {
        invoice: name === 'invoice credit' || name === 'invoice void' ? invoice : draft,
        complement,
        payment,
        request,
      };
      const { message } = await refusedBy(...command(own[kind], `--by=${STRANGER}`));
      assert.match(message, new RegExp(STRANGER));
    });
  }
});

describe('an option', () => {
  test('payment apply to an invoice of another company', async () => {
    const { code, message } = await refusedBy('payment', 'apply', payment, `--invoice=${german}`, BY);
    assert.equal(code, 'invoice_not_found', message);
  });

  test('invoice void for a replacement of another company, or for itself', async () => {
    for (const other of [german, invoice, draft, newId('InvoiceId')]) {
      const args = ['invoice', 'void', invoice, '--reason=01', `--replacement=${other}`, BY];
      await refusedBy(...args);
    }
  });

  test('invoice update to a customer or a replaced invoice of another company', async () => {
    for (const change of [
      { counterparty_id: office.customers.de },
      { replaces_invoice_id: german },
      { replaces_invoice_id: draft },
    ]) {
      const path = office.admin.file('foreign.json', JSON.stringify(change));
      const { code } = await refusedBy('invoice', 'update', draft, `--file=${path}`, BY);
      assert.match(code, /counterparty_not_found|invoice_not_found|invalid_parameter/);
    }
  });
});

describe('a complement', () => {
  test('of a payment that wants none cannot be asked for', async () => {
    const paidAtOnce = await filed('mx');
    const { id } = await service
      .client(service.keys.mx)
      .record_invoice_payment({ invoice_id: paidAtOnce as never });
    const rows = await office.admin.json('complement', 'list', `--entity=${service.entities.mx}`);
    assert.ok(rows.every((row: { payment_id: string }) => row.payment_id !== id));
    const { message } = await refusedBy('complement', 'submit', id, BY);
    assert.match(message, /complement/);
  });

  test('takes no form that payments do not have', async () => {
    for (const form of ['99', '00', 'x', ''])
      await refusedBy('complement', 'submit', complement, `--payment-form=${form}`, BY);
  });

  test('is not discarded or cancelled beside its payment', async () => {
    for (const args of [
      ['invoice', 'discard', complement, BY],
      ['invoice', 'void', complement, '--reason=02', BY],
    ])
      await refusedBy(...args);
  });
});
