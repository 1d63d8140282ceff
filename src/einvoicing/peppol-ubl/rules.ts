// Every rule that a Peppol invoice is checked against before it is filed.
import type { Rule } from '../rules.ts';
import { DOCUMENT_RULES } from './rules-document.ts';
import { NETWORK_RULES } from './rules-network.ts';
import { BUYER_RULES, SELLER_RULES } from './rules-parties.ts';
import { TAX_RULES } from './rules-tax.ts';

/** In the order of the document: who, how it is sent, which tax, how it is paid, what, how much. */
export const PEPPOL_RULES: readonly Rule[] = [
  ...SELLER_RULES,
  ...BUYER_RULES,
  ...NETWORK_RULES,
  ...TAX_RULES,
  ...DOCUMENT_RULES,
];
