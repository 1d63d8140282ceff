// Rows of opening items that cannot be, each with its reason, and nothing stored.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { BILL, counts, INVOICE, reasons, type Kind, usingOpeningItemsBooks } from './opening-items-books.ts';

usingOpeningItemsBooks();

describe('what is refused, by line', () => {
  const cases: readonly (readonly [Kind, object, RegExp])[] = [
    ['invoices', { ...INVOICE, number: undefined }, /^number is missing; only a draft has none$/],
    ['invoices', { ...INVOICE, balance_due: 116.01 }, /^balance_due 116\.01 is more than the total 116$/],
    [
      'invoices',
      { ...INVOICE, status: 'void' },
      /^balance_due 16 cannot be that of a document that is void$/,
    ],
    ['invoices', { ...INVOICE, due_date: '2026-01-14' }, /due date 2026-01-14 is before the issue date/],
    ['invoices', { ...INVOICE, total: 116.005 }, /total may have at most 2 decimals/],
    ['invoices', { ...INVOICE, total: -1 }, /total must be 0 or more, not -1/],
    ['invoices', { ...INVOICE, currency: 'XXQ' }, /XXQ is not a currency of ISO 4217/],
    ['invoices', { ...INVOICE, counterparty: 'nobody' }, /nobody is neither the id nor the external id/],
    ['invoices', { ...INVOICE, status: 'paid' }, /status must be one of draft, filed, void, reversed/],
    [
      'invoices',
      { ...INVOICE, issue_date: '2026-02-30' },
      /issue_date must be a day of the calendar, not "2026-02-30"/,
    ],
    [
      'invoices',
      { ...INVOICE, country_details: { buyer_reference: 'PO-1' } },
      /country_details\.buyer_reference does not exist in MX\. Allowed: payment_method/,
    ],
    [
      'invoices',
      { ...INVOICE, country_details: { payment_method: 'PPD', payment_form: '03' } },
      /payment form 03 does not go with payment method PPD/,
    ],
    ['bills', { ...BILL, bill_number: undefined }, /bill_number is missing/],
    ['bills', { ...BILL, balance_due: 59 }, /^balance_due 59 is more than the total 58$/],
    ['bills', { ...BILL, due_date: '2026-01-14' }, /due date 2026-01-14 is before the issue date/],
    ['bills', { ...BILL, deductibility: 'perhaps' }, /deductibility must be one of deductible/],
  ];
  for (const [kind, row, reason] of cases) {
    test(`${kind}: ${reason.source}`, async () => {
      const earlier = await counts();
      const [told] = await reasons(kind, [row]);
      assert.match(told ?? '', reason);
      assert.deepEqual(await counts(), earlier, 'nothing is stored');
    });
  }

  test('deductibility outside Mexico', async () => {
    const [told] = await reasons('bills', [{ ...BILL, deductibility: 'deductible' }], 'de');
    assert.equal(told, 'bills have no deductibility in DE');
  });
});
