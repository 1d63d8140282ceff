// Faults of payment complements, of credit notes that follow one another, and of what is retained.
import type { Planted } from './planted.ts';

const COMPLEMENT = ['test/einvoicing/mx-cfdi/payment/golden', 'test/einvoicing/mx-cfdi/payment/random'];
const NOTES = ['test/property/credit-notes', 'test/admin/credit-notes', 'test/concurrency/corrections'];

const PARTS = ['test/property/credit-parts', 'test/tools/corrections/credit-parts'];

const LINES = 'src/domain/bank/transactions/store/sums.ts';
const LINE_SUMS = ['test/domain/reconciliation/line-sums'];
const RANDOM_BOOKS = [...LINE_SUMS, 'test/property/books'];

export const SUMS: readonly Planted[] = [
  {
    name: 'line-sums-forget-where-a-line-was',
    file: LINES,
    find: '    add(`${from}_count`, -1);',
    put: '',
    tests: RANDOM_BOOKS,
  },
  {
    name: 'line-sums-forget-new-lines',
    file: 'src/domain/bank/transactions/store/lines.ts',
    find: 'rows.map((row) => ({ ...row, from: null, to: row.match_status })),',
    put: 'rows.slice(1).map((row) => ({ ...row, from: null, to: row.match_status })),',
    tests: RANDOM_BOOKS,
  },
  {
    name: 'line-sums-forget-the-amount',
    file: LINES,
    find: '    add(`${to}_minor`, amount_minor);',
    put: '',
    tests: RANDOM_BOOKS,
  },
  {
    name: 'line-sums-counted-twice-in-a-cold-part',
    file: LINES,
    find: '    if (added === 1n) {',
    put: '    if (added >= 1n) await addTo(ctx, part, slot);\n    if (added === 1n) {',
    tests: RANDOM_BOOKS,
  },
  {
    name: 'line-sums-trusted-before-they-were-counted',
    file: LINES,
    find: 'row.statement === ACCOUNT && row.first === COUNTED ?',
    put: 'row.statement === ACCOUNT ?',
    tests: LINE_SUMS,
  },
  {
    name: 'line-sums-recounted-beside-what-is-kept',
    file: LINES,
    find: "await sums.where('statement', '=', ACCOUNT).where('slot', '>', COUNTED).execute();",
    put: '',
    tests: LINE_SUMS,
  },
  {
    name: 'line-sums-counted-while-an-older-version-writes',
    file: 'src/jobs/sums.ts',
    find: 'now().getTime() - migration > REPLACED_MS',
    put: 'now().getTime() > migration',
    tests: LINE_SUMS,
  },
  {
    name: 'doctor-overlooks-sums-of-lines',
    file: LINES,
    find: '  return row?.bank_account_id ?? null;',
    put: '  return row === undefined ? null : null;',
    tests: ['test/admin/entity-recount'],
  },
  {
    name: 'recount-leaves-out-bank-lines',
    file: 'src/domain/views/summary/summary.ts',
    find: 'for (const account of await allAccounts(ctx)) await recountLines(ctx, account.id);',
    put: '',
    tests: ['test/admin/entity-recount'],
  },
  {
    name: 'export-tells-a-capped-count-as-all',
    file: 'src/domain/views/exports/page.ts',
    find: 'return count > EXACT_COUNT_MAX ? null : count;',
    put: 'return count;',
    tests: ['test/domain/exports/page'],
  },
  {
    name: 'trail-forgets-an-owner-with-a-late-row',
    file: 'src/domain/views/trail/store/rows.ts',
    find: '.at(-take)',
    put: '.at(-1)',
    tests: ['test/domain/trail/owners'],
  },
  {
    name: 'complement-takes-all-taxes-at-once',
    file: 'src/einvoicing/mx-cfdi/payment/tax-shares.ts',
    find: 'if (compare(paid, balanceBefore) >= 0) return',
    put: 'if (compare(paid, balanceBefore) <= 0) return',
    tests: [...COMPLEMENT, 'test/worker/complement-balances'],
  },
  {
    name: 'complement-forgets-what-was-settled',
    file: 'src/einvoicing/mx-cfdi/payment/tax-shares.ts',
    find: 'taken.reduce((sum, { base }) => sum.plus(base), tax.settled)',
    put: 'taken.reduce((sum) => sum, tax.settled)',
    tests: [...COMPLEMENT, 'test/worker/complement-balances'],
  },
  {
    name: 'complement-sums-retained-income-tax-as-vat',
    file: 'src/einvoicing/mx-cfdi/payment/sums.ts',
    find: "['TotalRetencionesISR', '001'],",
    put: "['TotalRetencionesISR', '002'],",
    tests: COMPLEMENT,
  },
  {
    name: 'complement-totals-without-the-rate',
    file: 'src/einvoicing/mx-cfdi/payment/sums.ts',
    find: 'toDecimal(payment.amount).times(pesosPerUnit(payment))',
    put: 'toDecimal(payment.amount)',
    tests: COMPLEMENT,
  },
  {
    name: 'complement-counts-exempt-as-rate-nought',
    file: 'src/einvoicing/mx-cfdi/payment/sums.ts',
    find: 'row.factor !== FACTOR_EXEMPT && row.rate?.eq(rate) === true;',
    put: "row.rate?.eq(rate) === true || (rate === '0' && row.factor === FACTOR_EXEMPT);",
    tests: COMPLEMENT,
  },
  {
    name: 'complement-in-another-currency-one-to-one',
    file: 'src/einvoicing/mx-cfdi/payment/conversion.ts',
    find: 'isSameCurrency(payment, document) ? ONE : round(ratio, EQUIVALENCE_DECIMALS)',
    put: 'isSameCurrency(payment, document) ? ONE : round(ratio, 2)',
    tests: COMPLEMENT,
  },
  {
    name: 'note-that-waits-to-be-filed-takes-nothing',
    file: 'src/domain/documents/credit-notes/left.ts',
    find: "(filing_status === 'pending' || filing_status === 'unclear')",
    put: "filing_status === 'unclear'",
    tests: NOTES,
  },
  {
    name: 'note-takes-back-the-retained-tax-twice',
    file: 'src/domain/documents/credit-notes/left.ts',
    find: "(tax.withheld ? tax.amount.times(decimal('-1')) : tax.amount)",
    put: "(tax.withheld ? tax.amount.times(decimal('1')) : tax.amount)",
    tests: NOTES,
  },
  {
    name: 'second-note-of-the-same-lines',
    file: 'src/domain/documents/credit-notes/left.ts',
    find: 'left[invoice_position - 1] = before.minus(decimal(quantity));',
    put: 'left[invoice_position - 1] = before;',
    tests: NOTES,
  },
  {
    name: 'returned-line-without-its-allowances',
    file: 'src/domain/documents/credit-notes/fit-lines.ts',
    find: 'if (isZero(whole) || isZero(now)) return [];',
    put: 'if (isZero(whole) || !isZero(now)) return [];',
    tests: PARTS,
  },
  {
    name: 'prepaid-money-owed-twice',
    file: 'src/domain/documents/credit-notes/settle-note.ts',
    find: 'Math.max(0, total_minor - creditable(invoice));',
    put: 'Math.max(0, total_minor - invoice.total_minor);',
    tests: ['test/tools/corrections/credit-parts'],
  },
  {
    name: 'last-note-with-a-tax-of-its-own',
    file: 'src/domain/documents/credit-notes/tax-left.ts',
    find: 'const taken = { ...row, amount: left.amount };',
    put: 'const taken = { ...row, amount: row.amount };',
    tests: PARTS,
  },
  {
    name: 'credit-note-of-another-day-of-supply',
    file: 'src/einvoicing/credit-terms.ts',
    find: 'deliveryDate: deliveryDay(invoice),',
    put: 'deliveryDate: null,',
    tests: PARTS,
  },
  {
    name: 'retained-sums-not-compared',
    file: 'src/einvoicing/mx-cfdi/rules-taxes.ts',
    find: "return when(!headerEquals(shown, exact), 'withholdings'",
    put: "return when(headerEquals(shown, exact) && false, 'withholdings'",
    tests: ['test/einvoicing/mx-rules', 'test/einvoicing/mx-cfdi/line-taxes'],
  },
  {
    name: 'matcher-lets-a-second-payment-pass',
    file: 'src/matching/decide/gates.ts',
    find: 'const SURE_FIRST = 0.95;',
    put: 'const SURE_FIRST = 0.05;',
    tests: ['test/matching/rules/identity'],
  },
  {
    name: 'line-sums-that-drifted-stay',
    file: 'src/jobs/sums.ts',
    find: '        await recount(parts, id, account);',
    put: '',
    tests: LINE_SUMS,
  },
  {
    name: 'line-sums-counted-in-an-installation-an-hour-old',
    file: 'src/jobs/sums.ts',
    find: 'migration - first < MADE_MS',
    put: 'migration - first < REPLACED_MS',
    tests: LINE_SUMS,
  },
];
