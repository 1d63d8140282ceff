// Faults of the sums that are kept of each day and month, and of what is told from them.
import type { Planted } from './planted.ts';

const CHANGE = 'src/domain/documents/shared/open-months.ts';
const STORE = 'src/domain/documents/shared/store/open-months.ts';
const BOOKS = ['test/property/books'];
const DAYS = ['test/domain/ledger/open-days'];

export const KEPT: readonly Planted[] = [
  {
    name: 'kept-days-with-the-sign-turned',
    file: CHANGE,
    find: '[`d${day}_minor`, balance_minor],',
    put: '[`d${day}_minor`, -balance_minor],',
    tests: DAYS,
  },
  {
    name: 'kept-days-forget-a-move-within-the-month',
    file: CHANGE,
    find: '[...figures.values()].some((by) => by !== 0)',
    put: "figures.get('balance_minor') !== 0 || figures.get('document_count') !== 0",
    tests: DAYS,
  },
  {
    name: 'kept-days-of-the-month-one-late',
    file: STORE,
    find: 'due: addDays(month, at)',
    put: 'due: addDays(month, at + 1)',
    tests: DAYS,
  },
  {
    name: 'kept-days-trusted-before-they-were-counted',
    file: STORE,
    find: '(kind === WHOLE.kind ? [entity_id] : [])',
    put: '[entity_id]',
    tests: ['test/tools/payments/get_payment_summary', ...DAYS],
  },
  {
    name: 'kept-days-trusted-beside-other-months',
    file: STORE,
    find: 'if (missing) whole.delete(entity_id);',
    put: 'if (missing) whole.add(entity_id);',
    tests: DAYS,
  },
  {
    name: 'kept-months-told-twice',
    file: STORE,
    find: "eb('month', '<', from), eb('month', '>=', before)",
    put: "eb('month', '<', from), eb('month', '>=', from)",
    tests: DAYS,
  },
  {
    name: 'doctor-overlooks-sums-of-days',
    file: STORE,
    find: '(await isWhole(ctx)) ? FIGURES : TOTALS',
    put: '(await isWhole(ctx)) ? TOTALS : TOTALS',
    tests: ['test/admin/entity-recount'],
  },
  {
    name: 'kept-payments-still-count-when-reversed',
    file: 'src/domain/documents/payments/reverse.ts',
    find: '[countPaid(taken, -1)]',
    put: '[]',
    tests: BOOKS,
  },
  {
    name: 'kept-payments-forget-one-of-many',
    file: 'src/domain/documents/payments/insert.ts',
    find: 'records.map((record) => countPaid(record, 1))',
    put: 'records.slice(1).map((record) => countPaid(record, 1))',
    tests: BOOKS,
  },
  {
    name: 'recount-leaves-out-payments',
    file: 'src/domain/money/ledger/store/months.ts',
    find: 'sum(entries), sum(paid)',
    put: 'sum(entries), 0',
    tests: ['test/admin/entity-recount'],
  },
  {
    name: 'months-counted-while-an-older-version-writes',
    file: 'src/jobs/sums.ts',
    find: '  if (!(await mayCount(parts, DAYS_SINCE))) return false;',
    put: '  if (!(await mayCount(parts, LINES_SINCE))) return false;',
    tests: DAYS,
  },
  {
    name: 'summary-ages-a-day-too-early',
    file: 'src/domain/views/summary/summary.ts',
    find: "if (days <= 60) return 'd31_60';",
    put: "if (days < 60) return 'd31_60';",
    tests: ['test/tools/payments/get_payment_summary', ...BOOKS],
  },
  {
    name: 'credit-of-suppliers-taken-off-the-ledger-twice',
    file: 'src/domain/views/standing/store.ts',
    find: 'credit_minor - debit_minor, debit_minor - credit_minor',
    put: 'credit_minor - debit_minor, credit_minor - debit_minor',
    tests: ['test/tools/ledgers/standing', ...BOOKS],
  },
  {
    name: 'summary-forgets-bills-paid-in-excess',
    file: 'src/domain/views/summary/summary.ts',
    find: 'sumsOf(currency).current -= minor;',
    put: 'sumsOf(currency).current -= 0 * minor;',
    tests: BOOKS,
  },
  {
    name: 'portfolio-forgets-what-is-long-overdue',
    file: 'src/domain/views/overview/overview.ts',
    find: "due === 'before' ||",
    put: "due === 'after' ||",
    tests: ['test/tools/organization/portfolio'],
  },
];
