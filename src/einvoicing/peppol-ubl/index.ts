// Peppol countries: UBL 2.1 under EN 16931, sent from access point to access point (network).
import type { Regime } from '../regime.ts';
import { runRules } from '../rules.ts';
import { build } from './build.ts';
import { calculate } from './calculate.ts';
import { normalise } from './normalise.ts';
import { PEPPOL_RULES } from './rules.ts';

export const peppolUbl: Regime = {
  model: 'network',
  headerFields: [
    'buyer_reference',
    'payment_means_code',
    'bank_account_number',
    'bank_name',
    'bank_routing_number',
  ],
  lineFields: ['tax_category', 'exemption_code'],
  exchangeRateDecimals: 8,
  untaxedLine: { tax_rate: 0, exemption_code: 'O' },
  newBillDeductibility: null,
  normalise,
  calculate,
  validate: (document) => runRules(PEPPOL_RULES, document),
  build,
};
