// The whole error of one wrong call of each class.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ToolName } from '../../generated/dispatch.ts';
import { ERRORS, type ErrorCode } from '../../generated/errors.ts';
import { SYNONYMS } from '../../generated/vocabulary/synonyms.ts';
import { changingNothing } from '../tools/support.ts';
import { callError, callTool } from '../support/wire.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
before(async () => {
  books = await openBooks();
});
after(() => books.close());

const id = (kind: string): string => books.companies.MX.ids[kind]?.[0] ?? '';
const idOf = (kind: string, name: string): string =>
  books.companies.MX.names[kind]?.find((each) => each.name === name)?.id ?? '';

/** The error without its request; type and retryable are those of the code. */
const bodyOf = async (tool: ToolName, args: object): Promise<Record<string, unknown>> => {
  const { service, companies } = books;
  const call = (): Promise<Record<string, unknown>> => callError(service.url, companies.MX.key, tool, args);
  const { request_id, type, retryable, ...body } = await changingNothing(service.database, call);
  assert.equal(typeof request_id, 'string');
  const row = ERRORS[body['code'] as ErrorCode];
  assert.deepEqual([type, retryable], [row.type, row.retryable]);
  return body;
};

const invalid = (
  path: string,
  received: string,
  reason: string,
  hint: string,
  more: object = {},
): object => ({
  code: 'invalid_parameter',
  message: `The parameter ${path} ${reason}; received ${received === '' ? '""' : received}.`,
  path,
  received,
  reason,
  ...more,
  hint,
});

/** How the one fault is put right, as the answer tells it to programs. */
const corrected = (path: string, value: unknown, as = path): object => ({
  corrected: [{ path, as, value: JSON.stringify(value) }],
});

const DAY = 'must be a calendar day as YYYY-MM-DD, such as 2026-11-21';
const NUMBER = 'must be a number without quotes, signs of thousands or currency, such as 1234.5';
const INVOICE = 'must be the id of an invoice, such as invc_01k5m8x2q4e7taw9c6rjv3hn0a';

describe('names of parameters', () => {
  test('misspelled', async () => {
    const error = await bodyOf('list_bank_statements', { bank_acount_id: id('bacc') });
    assert.deepEqual(error, {
      code: 'unknown_parameter',
      message: 'There is no parameter bank_acount_id; did you mean bank_account_id.',
      path: 'bank_acount_id',
      received: id('bacc'),
      suggestion: 'did you mean bank_account_id',
      allowed: ['bank_account_id', 'entity_id', 'limit', 'cursor'],
      corrected: [{ path: 'bank_acount_id', as: 'bank_account_id' }],
      hint: 'Did you mean bank_account_id?',
    });
  });

  test('at the wrong place', async () => {
    const error = await bodyOf('create_counterparty', {
      name: 'Robles',
      postal_code: '06600',
      rfc: 'PRO840423SG8',
      country_details: { rfc: 'PRO840423SG8' },
    });
    assert.equal(error['message'], 'There is no parameter rfc; it belongs in country_details.rfc.');
    assert.equal(error['hint'], 'Give it as country_details.rfc instead.');
  });

  test('extra', async () => {
    assert.deepEqual(await bodyOf('get_bill', { bill_id: id('bill'), colour: 'red' }), {
      code: 'unknown_parameter',
      message: 'There is no parameter colour; nothing here takes it.',
      path: 'colour',
      received: 'red',
      suggestion: 'nothing here takes it',
      allowed: ['entity_id', 'bill_id'],
      hint: SYNONYMS.frames.choose,
    });
  });

  test('missing, all of them', async () => {
    const hints = [
      'Give title: text in quotes, such as Pedir el XML al proveedor.',
      'Give taskable_type: one of Invoice, Bill, InvoiceCreditNote, InvoicePayment, BillTicket, Counterparty, Entity.',
    ];
    const error = await bodyOf('create_task', { taskable_id: id('bill') });
    assert.deepEqual(error, {
      code: 'missing_parameter',
      message: 'The parameter title is required.',
      path: 'title',
      received: null,
      faults: ['title', 'taskable_type'].map((path, index) => ({
        code: 'missing_parameter',
        path,
        message: `The parameter ${path} is required.`,
        hint: hints[index],
      })),
      hint: `${hints[0]} The other faults of this call are in faults, each with its hint.`,
    });
  });

  test('null for a required one', async () => {
    assert.deepEqual(await bodyOf('get_invoice', { invoice_id: null }), {
      code: 'missing_parameter',
      message: 'The parameter invoice_id is required.',
      path: 'invoice_id',
      received: null,
      hint: 'Give invoice_id: the id of an invoice, such as invc_01k5m8x2q4e7taw9c6rjv3hn0a. Call search_invoices to find it.',
    });
  });
});

describe('values', () => {
  const days = [
    ['21/11/2026', 'Did you mean 2026-11-21?', '2026-11-21'],
    ['05/11/2026', '05/11/2026 can mean 2026-11-05 or 2026-05-11: ask which, and write it so.'],
    ['21 de noviembre de 2026', 'Did you mean 2026-11-21?', '2026-11-21'],
    ['tomorrow', 'Give date_from like this: "2026-11-21".'],
  ] as const;
  for (const [received, hint, meant] of days) {
    test(`the day ${received}`, async () => {
      const error = await bodyOf('search_invoices', { date_from: received });
      const more = meant === undefined ? {} : corrected('date_from', meant);
      assert.deepEqual(error, invalid('date_from', received, DAY, hint, more));
    });
  }

  test('a day that does not exist', async () => {
    assert.deepEqual(await bodyOf('search_bills', { due_to: '2026-02-30' }), {
      code: 'impossible_date',
      message: 'The parameter due_to names a date that does not exist: 2026-02-30.',
      path: 'due_to',
      received: '2026-02-30',
      hint: 'As YYYY-MM-DD, the last day of that month is 2026-02-28.',
    });
  });

  const numbers = [
    ['1.234,50', 'Did you mean 1234.5 without quotes?', 1234.5],
    ['$100', 'Did you mean 100 without quotes?', 100],
    ['1,234', '1,234 can mean 1234 without quotes or 1.234 without quotes: ask which, and write it so.'],
    ['a hundred', 'Give amount_min like this: 1234.5.'],
  ] as const;
  for (const [sent, hint, meant] of numbers) {
    test(`the number ${sent}`, async () => {
      const error = await bodyOf('search_bank_transactions', { amount_min: sent });
      const more = meant === undefined ? {} : corrected('amount_min', meant);
      assert.deepEqual(error, invalid('amount_min', JSON.stringify(sent), NUMBER, hint, more));
    });
  }

  test('a word for a truth value', async () => {
    const error = await bodyOf('search_bills', { overdue_only: 'sí' });
    const reason = 'must be true or false without quotes';
    const more = corrected('overdue_only', true);
    assert.deepEqual(
      error,
      invalid('overdue_only', '"sí"', reason, 'Did you mean true without quotes?', more),
    );
  });

  test('an array for one value', async () => {
    const error = await bodyOf('get_invoice', { invoice_id: [id('invc')] });
    const received = JSON.stringify([id('invc')]);
    const more = corrected('invoice_id', id('invc'));
    assert.deepEqual(error, invalid('invoice_id', received, INVOICE, `Did you mean "${id('invc')}"?`, more));
  });

  test('the case and the letters of an enum', async () => {
    const allowed = ['urgent', 'high', 'normal', 'low'];
    const reason = `must be one of ${allowed.join(', ')}`;
    const more = { allowed, ...corrected('priority', 'high') };
    const error = await bodyOf('list_tasks', { priority: 'hihg' });
    assert.deepEqual(error, invalid('priority', 'hihg', reason, 'Did you mean high?', more));
    const task = { title: 'x', taskable_type: 'Bill', taskable_id: id('bill'), priority: 'High' };
    const written = await bodyOf('create_task', task);
    assert.deepEqual(written, invalid('priority', 'High', reason, 'Did you mean high?', more));
  });

  test('the case of a currency, and one that does not exist', async () => {
    const args = { bill_id: id('bill'), amount: 10 };
    const reason = 'must be a currency of ISO 4217 in three capital letters, such as MXN';
    const error = await bodyOf('record_bill_payment', { ...args, currency: 'mxn' });
    const more = corrected('currency', 'MXN');
    assert.deepEqual(error, invalid('currency', 'mxn', reason, 'Did you mean MXN?', more));
    assert.deepEqual(await bodyOf('record_bill_payment', { ...args, currency: 'MXM' }), {
      code: 'currency_unknown',
      message: 'MXM is not a currency of ISO 4217.',
      path: 'currency',
      received: 'MXM',
      hint: 'Did you mean MXN? Codes have three capital letters.',
    });
  });

  test('a number of digits that lost its zeros', async () => {
    const country_details = { payment_form: 3 };
    const line_items = [{ description: 'Logo', unit_price: 1 }];
    const error = await bodyOf('create_invoice', {
      counterparty_name: 'Blue Harbor Trading',
      country_details,
      line_items,
    });
    const reason = 'must be a payment form of the SAT, 2 digits in quotes, such as 03';
    const path = 'country_details.payment_form';
    assert.deepEqual(error, invalid(path, '3', reason, 'Did you mean "03"?', corrected(path, '03')));
  });
});

describe('ids', () => {
  test('of another type, in capitals, cut off', async () => {
    const hints: readonly (readonly [string, string])[] = [
      [
        id('bill'),
        'That is the id of a bill; an id of an invoice begins with invc_: call search_invoices to find it.',
      ],
      [id('invc').toUpperCase(), `Did you mean ${id('invc')}?`],
      [
        id('invc').slice(0, 20),
        'An id has the prefix and 26 letters and digits; this one is cut off or changed. Copy it whole, or call search_invoices to find it.',
      ],
    ];
    for (const [received, hint] of hints) {
      const error = await bodyOf('submit_invoice', { invoice_id: received });
      assert.deepEqual(error, invalid('invoice_id', received, INVOICE, hint));
    }
  });

  test('a name in a write is answered with the id that is meant', async () => {
    const meant = idOf('task', 'Pedir el XML al proveedor');
    const error = await bodyOf('complete_task', { task_id: 'Pedir el XML al proveedor' });
    const [candidate] = error['candidates'] as readonly { id: string; name: string }[];
    assert.equal(candidate?.id, meant);
    assert.equal(error['hint'], `Did you mean ${meant} (${candidate?.name})? Call again with that id.`);
    const account = await bodyOf('set_bank_account_active', { bank_account_id: 'BBVA', active: false });
    const name = 'BBVA operativa';
    assert.deepEqual(
      account,
      invalid(
        'bank_account_id',
        'BBVA',
        'must be the id of a bank account, such as bacc_01k5m8x2q4e7taw9c6rjv3hn0a',
        `Did you mean ${idOf('bacc', name)} (${name})? Call again with that id.`,
        { candidates: [{ id: idOf('bacc', name), name }] },
      ),
    );
  });

  test('a name in a read is taken when it is certain, and the answer says so', async () => {
    const calls: readonly (readonly [ToolName, string, string, string])[] = [
      ['get_invoice', 'invoice_id', 'A-103', idOf('invc', 'A-103')],
      ['get_invoice', 'invoice_id', '104', idOf('invc', 'A-104')],
      ['get_bill', 'bill_id', 'F-8841', idOf('bill', 'F-8841')],
      ['get_bank_account', 'bank_account_id', 'BBVA', idOf('bacc', 'BBVA operativa')],
      ['search_invoices', 'counterparty_id', 'Blue Harbor', idOf('ctpy', 'Blue Harbor Trading')],
      ['list_tasks', 'entity_id', 'Papelería Robles', books.companies.MX.entity_id],
    ];
    for (const [tool, path, name, meant] of calls) {
      const { service, companies } = books;
      const answer = await callTool(service.url, companies.MX.key, tool, { [path]: name });
      assert.equal(answer.isError, false, `${tool}: ${answer.content[0]?.text}`);
      const warnings = answer.structuredContent?.['warnings'] as readonly Record<string, string>[];
      assert.deepEqual(
        warnings.map((warning) => [warning['code'], warning['path']]),
        [['taken_by_name', path]],
      );
      assert.ok(warnings[0]?.['message']?.startsWith(`"${name}" was read as `));
      assert.ok(warnings[0]?.['message']?.includes(meant), warnings[0]?.['message']);
    }
  });

  test('a name that several may have, or nobody', async () => {
    const several = await bodyOf('get_invoice', { invoice_id: 'Entrega' });
    assert.equal((several['candidates'] as readonly object[]).length, 5);
    assert.equal(
      several['hint'],
      'Ask which of the candidates is meant, and call again with its id; search_invoices finds others.',
    );
    const hint = 'Ids of invoice records begin with invc_: call search_invoices to find it.';
    const nobody = await bodyOf('get_invoice', { invoice_id: 'Zzyzx' });
    assert.deepEqual(nobody, invalid('invoice_id', 'Zzyzx', INVOICE, hint));
  });
});

test('what the validator, the rules of the country and those of the counterparty find comes at once', async () => {
  const error = await bodyOf('create_counterparty', {
    name: 'Robles',
    email: 'nobody',
    postal_code: '6600',
    country_details: { rfc: 'PRO84022', fiscal_regime_code: '999' },
  });
  const faults = error['faults'] as readonly Record<string, string>[];
  assert.deepEqual(
    faults.map(({ code, path, hint }) => [code, path, hint]),
    [
      ['invalid_parameter', 'email', 'Give email like this: "cuentas@example.com".'],
      ['tax_id_invalid', 'country_details.rfc', ERRORS.tax_id_invalid.hint],
      ['fiscal_regime_unknown', 'country_details.fiscal_regime_code', ERRORS.fiscal_regime_unknown.hint],
      ['postal_code_invalid', 'postal_code', 'Did you mean 06600?'],
    ],
  );
  assert.equal(error['code'], 'invalid_parameter');
});
