// Faults of what settles invoices without money.
import type { Planted } from './planted.ts';

const CAUSES = ['test/tools/bank/confirm_bank_match-causes'];
const OF_BILLS = ['test/tools/bank/causes-bills'];

export const CAUSES_OF_SHORTAGE: readonly Planted[] = [
  {
    name: 'discount-outside-its-days',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'discounts.filter(({ days }) => elapsed <= days)',
    put: 'discounts.filter(({ days }) => elapsed <= days + 1)',
    tests: CAUSES,
  },
  {
    name: 'discount-of-more-than-its-base',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'owed : Math.min(owed, roundToCurrency(base, currency).minor);',
    put: 'owed : Math.max(owed, roundToCurrency(base, currency).minor);',
    tests: OF_BILLS,
  },
  {
    name: 'discount-of-a-base-above-what-is-owed',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'owed : Math.min(owed, roundToCurrency(base, currency).minor);',
    put: 'owed : roundToCurrency(base, currency).minor;',
    tests: OF_BILLS,
  },
  {
    name: 'discount-takes-the-first-rate-down-only',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'rows.map((row) => Math.max(0, row.base_minor + row.tax_minor)),',
    put: 'rows.map((row, index) => (index === 0 ? Math.max(0, row.base_minor + row.tax_minor) : 0)),',
    tests: CAUSES,
  },
  {
    name: 'undoing-leaves-the-cause',
    file: 'src/domain/documents/payments/movements.ts',
    find: 'listMovements(record).map((movement) => ({',
    put: "listMovements(record).filter(({ entry_type }) => entry_type !== 'early_payment_discount').map((movement) => ({",
    tests: CAUSES,
  },
  {
    name: 'cause-booked-twice',
    file: 'src/domain/documents/payments/movements.ts',
    find: 'amount_minor: -difference,',
    put: 'amount_minor: -2 * difference,',
    tests: CAUSES,
  },
  {
    name: 'suggested-cause-books-any-amount',
    file: 'src/domain/bank/reconciliation/confirm.ts',
    find: 'shown === missingOf(line, parts)',
    put: 'missingOf(line, parts) > 0',
    tests: ['test/tools/bank/causes-edges'],
  },
  {
    name: 'discount-shared-with-an-invoice-that-has-none',
    file: 'src/domain/bank/reconciliation/close.ts',
    find: 'const shares = agreed?.shares ?? inProportion(line, parts);',
    put: 'const shares = agreed === undefined ? [] : inProportion(line, parts);',
    tests: ['test/tools/bank/causes-terms'],
  },
  {
    name: 'usual-discount-against-the-words-of-the-invoice',
    file: 'src/domain/documents/payments/causes.ts',
    find: "return { by: 'country', discounts: worded ? [] : discounts };",
    put: "return { by: 'country', discounts: worded ? discounts : discounts };",
    tests: ['test/tools/bank/causes-terms'],
  },
  {
    name: 'discount-takes-credited-taxes-down',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'const off = credited.filter((row) => isOfTax(row, { tax, category, rate }));',
    put: 'const off = credited.filter((row) => isOfTax(row, { tax, category, rate: `1${rate}` }));',
    tests: ['test/tools/bank/causes-terms'],
  },
  {
    name: 'large-fee-booked-unasked',
    file: 'src/domain/bank/reconciliation/close.ts',
    find: 'if (table === undefined || missing > mostByTable(table, document)) return null;',
    put: 'if (table === undefined || missing > 10 * mostByTable(table, document)) return null;',
    tests: ['test/tools/bank/month-of-mexico'],
  },
  {
    name: 'retention-counted-whole-with-each-payment',
    file: 'src/domain/views/summary/store.ts',
    find: '* ${paidMinor(ctx)} / invoice.total_minor))`',
    put: '* (${paidMinor(ctx)} * 0 + invoice.total_minor) / invoice.total_minor))`',
    tests: ['test/tools/ledgers/withheld'],
  },
  {
    name: 'export-takes-a-fee-for-a-discount',
    file: 'src/domain/views/exports/columns.ts',
    find: "settled?.split(' ')[DifferenceCauseValues.indexOf(cause)] ?? 0",
    put: "settled?.split(' ')[DifferenceCauseValues.indexOf(cause) * 0] ?? 0",
    tests: ['test/tools/ledgers/causes'],
  },
  {
    name: 'second-discount-note-beside-one-that-waits',
    file: 'src/domain/filing/discounts/notes.ts',
    find: 'if (waits !== undefined) return',
    put: "if (waits?.id === '') return",
    tests: ['test/tools/bank/discount-notes'],
  },
  {
    name: 'bill-closed-by-what-is-only-usual',
    file: 'src/domain/bank/reconciliation/settlements.ts',
    find: 'worded: true,',
    put: 'worded: false,',
    tests: ['test/tools/bank/causes-bills'],
  },
  {
    name: 'bill-takes-any-cause',
    file: 'src/domain/bank/reconciliation/close.ts',
    find: "(cause === 'early_payment_discount' && causeRule(entity, cause)?.settled_by === 'entry');",
    put: "causeRule(entity, cause)?.settled_by === 'entry';",
    tests: ['test/tools/bank/causes-bills'],
  },
  {
    name: 'discount-of-a-bill-without-the-credit-note-it-needs',
    file: 'src/domain/bank/reconciliation/close.ts',
    find: "(cause === 'early_payment_discount' && causeRule(entity, cause)?.settled_by === 'entry');",
    put: "(cause === 'early_payment_discount' && causeRule(entity, cause)?.settled_by !== 'document');",
    tests: ['test/tools/bank/causes-bills'],
  },
  {
    name: 'discount-of-a-bill-at-one-rate-only',
    file: 'src/domain/documents/bills/taxes.ts',
    find: 'const key = JSON.stringify([kind, category, factor, rate]);',
    put: 'const key = JSON.stringify([kind, category, factor]);',
    tests: ['test/tools/bank/causes-bills'],
  },
];
