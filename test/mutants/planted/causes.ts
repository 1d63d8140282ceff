// Faults of what settles invoices without money.
import type { Planted } from './planted.ts';

const CAUSES = ['test/tools/bank/confirm_bank_match-causes'];

export const CAUSES_OF_SHORTAGE: readonly Planted[] = [
  {
    name: 'discount-outside-its-days',
    file: 'src/domain/documents/payments/causes.ts',
    find: 'discounts.filter(({ days }) => elapsed <= days)',
    put: 'discounts.filter(({ days }) => elapsed <= days + 1)',
    tests: CAUSES,
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
    find: "{ ...common, entry_type: row.difference_cause ?? 'payment_difference', amount_minor: -difference },",
    put: "{ ...common, entry_type: row.difference_cause ?? 'payment_difference', amount_minor: -2 * difference },",
    tests: CAUSES,
  },
  {
    name: 'suggested-cause-books-any-amount',
    file: 'src/domain/bank/reconciliation/confirm.ts',
    find: 'shown === missingOf(line, parts)',
    put: 'missingOf(line, parts) > 0',
    tests: ['test/tools/bank/causes-edges'],
  },
];
