// Peppol countries: UBL 2.1 under EN 16931, sent between access points (network).
import type { Regime } from '../regime.ts';
import { PRINT_RULES } from '../rules-print.ts';
import { type Rule, runInSteps, runRules } from '../rules.ts';
import { build } from './build.ts';
import { calculate } from './calculate.ts';
import { normalise } from './normalise.ts';
import { oddities } from './oddities.ts';
import { DOCUMENT_RULES } from './rules-document.ts';
import { NETWORK_RULES } from './rules-network.ts';
import { BUYER_RULES, SELLER_RULES } from './rules-parties.ts';
import { TAX_RULES } from './rules-tax.ts';
import { shown } from './shown.ts';

/** In the order of the document: parties, delivery, tax, then payment, lines and amounts. */
export const PEPPOL_RULES: readonly Rule[] = [
  ...SELLER_RULES,
  ...BUYER_RULES,
  ...NETWORK_RULES,
  ...TAX_RULES,
  ...DOCUMENT_RULES,
];

const RULES: readonly Rule[] = [...PEPPOL_RULES, ...PRINT_RULES];

const ON_BUYER: readonly Rule[] = [...BUYER_RULES, ...NETWORK_RULES];

export const peppolUbl: Regime = {
  model: 'network',
  headerFields: [
    'buyer_reference',
    'payment_means_code',
    'bank_account_number',
    'bank_name',
    'bank_routing_number',
  ],
  lineFields: ['tax_category', 'exemption_code', 'unit_code'],
  terms: [
    'payment_terms_text',
    'delivery_date',
    'delivery_period',
    'order_reference',
    'contract_reference',
    'project_reference',
    'prepaid_amount',
    'allowances',
    'charges',
    'discount_terms',
    'direct_debit',
    'attachments',
    'delivery',
  ],
  lineTerms: ['discount', 'product_number', 'period'],
  // Six months after the supply at the latest (section 14 (2) UStG).
  issueWindowDays: 180,
  exchangeRateDecimals: 8,
  untaxedLine: { tax_rate: 0, exemption_code: 'O' },
  filedLine: {},
  newBillDeductibility: null,
  retains: false,
  normalise,
  calculate,
  validate: (document) => runRules(RULES, document),
  validateBuyer: (document) => runRules(ON_BUYER, document),
  validateInSteps: (document) => runInSteps(RULES, document),
  oddities,
  build,
  shown,
};
