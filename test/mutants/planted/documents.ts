// Faults of what is written into legal documents, or proposed for them.
import type { Planted } from './planted.ts';

const CFDI = [
  'test/einvoicing/arithmetic.property',
  'test/einvoicing/golden-totals',
  'test/einvoicing/mx-cfdi/golden',
  'test/einvoicing/mx-cfdi/line-taxes',
];
const UBL = [
  'test/einvoicing/arithmetic.property',
  'test/einvoicing/golden-totals',
  'test/einvoicing/peppol-ubl/golden',
  'test/einvoicing/peppol-ubl/terms',
];

export const DOCUMENTS: readonly Planted[] = [
  {
    name: 'value-added-tax-without-excise',
    file: 'src/einvoicing/mx-cfdi/calculate.ts',
    find: 'rule.category === TAX_CODES.IVA ? subtotal.plus(passedOn) : subtotal',
    put: 'rule.category === TAX_CODES.IVA ? subtotal.plus(ZERO) : subtotal',
    tests: CFDI,
  },
  {
    name: 'withheld-rounded-rate-by-rate',
    file: 'src/einvoicing/mx-cfdi/calculate.ts',
    find: 'if (index < rows.length - 1) return row;',
    put: 'if (index < rows.length) return row;',
    tests: ['test/einvoicing/mx-cfdi/line-taxes'],
  },
  {
    name: 'total-without-withheld',
    file: 'src/einvoicing/mx-cfdi/calculate.ts',
    find: 'subtract(header([toDecimal(subtotal), toDecimal(tax)]), withheld);',
    put: 'header([toDecimal(subtotal), toDecimal(tax)]);',
    tests: CFDI,
  },
  {
    name: 'tax-on-the-undiscounted-line',
    file: 'src/einvoicing/mx-cfdi/calculate.ts',
    find: 'const taxes = taxesOn(subtotal, line.taxRules);',
    put: 'const taxes = taxesOn(gross, line.taxRules);',
    tests: CFDI,
  },
  {
    name: 'charges-counted-as-allowances',
    file: 'src/einvoicing/peppol-ubl/calculate.ts',
    find: '  charge ? toDecimal(amount) :',
    put: '  !charge ? toDecimal(amount) :',
    tests: UBL,
  },
  {
    name: 'allowance-on-every-rate',
    file: 'src/einvoicing/peppol-ubl/calculate.ts',
    find: 'each.category === category && each.rate.eq(rate)',
    put: 'each.category === category',
    tests: UBL,
  },
  {
    name: 'prepaid-not-taken-off',
    file: 'src/einvoicing/peppol-ubl/calculate.ts',
    find: 'ZERO.minus(terms.prepaid ?? ZERO);',
    put: 'ZERO.minus(ZERO);',
    tests: UBL,
  },
  {
    name: 'three-decimals-in-an-en-16931-document',
    file: 'src/einvoicing/peppol-ubl/calculate.ts',
    find: 'Math.min(2, currencyDigits(currency));',
    put: 'currencyDigits(currency);',
    tests: ['test/einvoicing/peppol-ubl/digits'],
  },
  {
    name: 'dutch-invoice-without-entry-in-a-register',
    file: 'src/einvoicing/peppol-ubl/rules-network.ts',
    find: "registrationRule('BR-NL-1', 'seller', 'NL', isBetweenDutch),",
    put: "registrationRule('BR-NL-1', 'seller', 'NL', () => false),",
    tests: ['test/einvoicing/peppol-ubl/rules'],
  },
  {
    name: 'glyphs-of-other-documents',
    file: 'src/pdf/faces.ts',
    find: 'const key = [id, ...codePoints].join();',
    put: 'const key = String(id);',
    tests: ['test/pdf/order'],
  },
  {
    name: 'complement-with-operation-of-any-length',
    file: 'src/einvoicing/mx-cfdi/payment/bank.ts',
    find: 'return pattern?.test(plain) === true ? plain : null;',
    put: 'return pattern === null ? null : plain;',
    tests: [
      'test/einvoicing/mx-cfdi/payment/golden',
      'test/einvoicing/mx-cfdi/payment/validate',
      'test/einvoicing/mx-cfdi/payment/random',
    ],
  },
  {
    name: 'products-by-any-word-first',
    file: 'src/einvoicing/mx-cfdi/catalogs/product-search.ts',
    find: 'share * (entry % 2 === 1 ? FIRST_WORD : 1)',
    put: 'share * (entry % 2 === 0 ? FIRST_WORD : 1)',
    tests: ['test/einvoicing/mx-cfdi/product-searches'],
  },
  {
    name: 'product-index-of-other-words',
    file: 'src/einvoicing/mx-cfdi/catalogs/words.ts',
    find: "singular.length > 3 ? singular.replace(/[aeo]$/, '')",
    put: "singular.length > 3 ? singular.replace(/[aeio]$/, '')",
    tests: ['test/einvoicing/mx-cfdi/product-index'],
  },
  {
    name: 'bills-without-deductibility-in-no-branch',
    file: 'src/domain/documents/shared/store/indexes.ts',
    find: '[null, ...DeductibilityValues]',
    put: 'DeductibilityValues',
    tests: ['test/tools/rows-read/rows-read'],
  },
  {
    name: 'branches-of-a-page-read-from-the-other-end',
    file: 'src/domain/documents/shared/store/select.ts',
    find: '  const order = ORDER[direction];\n  const branches',
    put: "  const order = ORDER[direction === 'ascending' ? 'descending' : 'ascending'];\n  const branches",
    tests: ['test/tools/rows-read/rows-read'],
  },
  {
    name: 'lines-that-match-nothing-in-no-branch',
    file: 'src/domain/bank/transactions/store/line-plan.ts',
    find: "[['match_status', MatchStatusValues] as const]",
    put: "[['match_status', MatchStatusValues.slice(0, -1)] as const]",
    tests: ['test/tools/rows-read/rows-read'],
  },
];
