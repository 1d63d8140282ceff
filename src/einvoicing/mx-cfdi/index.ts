// Mexico: CFDI 4.0, types I (income) and E (credit notes), stamped by the authority before it is sent (clearance).
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { Regime } from '../regime.ts';
import { PRINT_RULES } from '../rules-print.ts';
import { runInSteps, runRules, type Rule } from '../rules.ts';
import { build } from './build.ts';
import { calculate } from './calculate.ts';
import { OBJECT_NOT_TAXED, OBJECT_TAXED } from './codes.ts';
import { normalise } from './normalise.ts';
import { oddities } from './oddities.ts';
import { GLOBAL_RULES } from './rules-global.ts';
import { GUIDE_RULES } from './rules-guide.ts';
import { HEADER_RULES } from './rules-header.ts';
import { LINE_RULES } from './rules-lines.ts';
import { seal } from './seal.ts';
import { shown } from './shown.ts';
import { ISSUER_RULES, RECEIVER_RULES } from './rules-parties.ts';
import { TAX_RULES } from './rules-taxes.ts';

const RULES: readonly Rule[] = [
  ...ISSUER_RULES,
  ...RECEIVER_RULES,
  ...HEADER_RULES,
  ...GLOBAL_RULES,
  ...LINE_RULES,
  ...TAX_RULES,
  ...GUIDE_RULES,
  ...PRINT_RULES,
];

export const mxCfdi: Regime = {
  model: 'clearance',
  headerFields: ['cfdi_type', 'payment_method', 'payment_form', 'cfdi_use'],
  lineFields: ['sat_product_code', 'sat_unit_code', 'tax_object'],
  terms: ['payment_terms_text', 'replaces_invoice_id', 'global'],
  lineTerms: ['discount', 'product_number', 'customs_number', 'property_account'],
  issueWindowDays: SERVICE.windows.stamp_hours / 24,
  // TipoCambio of cfdv40.xsd.
  exchangeRateDecimals: 6,
  untaxedLine: { tax_object: OBJECT_NOT_TAXED },
  filedLine: {
    sat_product_code: INVOICE_DEFAULTS.MX.sat_product_code,
    sat_unit_code: INVOICE_DEFAULTS.MX.sat_unit_code,
    tax_object: OBJECT_TAXED,
    withholdings: [],
  },
  newBillDeductibility: 'pending_review',
  retains: true,
  normalise,
  calculate,
  validate: (document) => runRules(RULES, document),
  validateBuyer: (document) => runRules(RECEIVER_RULES, document),
  validateInSteps: (document) => runInSteps(RULES, document),
  oddities,
  build,
  seal,
  shown,
};
