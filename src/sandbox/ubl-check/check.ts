// Checks any UBL invoice as an access point does, from its bytes alone. Which rules apply follows from the document:
// its specification and the countries of its parties. Country codes stand here as the published rules name them.
import { UBL } from '../../../generated/checks/ubl.ts';
import { atOnce, type Steps } from '../../base/load/turns.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import { DECIMAL_RULES } from './amounts.ts';
import { IDENTIFIER_RULES } from './identifiers.ts';
import { readInvoice, type UblInvoice, type UblRule } from './rule.ts';
import { peppolRulesOf, rulesOf } from './table.ts';
import { ALLOWANCE_RATE_RULES, EXEMPTION_RULES, TAX_RULES } from './taxes.ts';
import { readTree } from './tree.ts';

const EUROPEAN: readonly UblRule[] = [
  ...rulesOf(UBL.structure),
  ...rulesOf(UBL.codes),
  ...TAX_RULES,
  ...rulesOf(UBL.taxes),
  ...rulesOf(UBL.amounts),
  ...DECIMAL_RULES,
  ...rulesOf(UBL.payment),
  ...rulesOf(UBL.allowances),
  ...ALLOWANCE_RATE_RULES,
  ...rulesOf(UBL.references),
];

const NETWORK_RULES: readonly UblRule[] = [...rulesOf(UBL.network), ...EXEMPTION_RULES];
const XRECHNUNG_RULES = rulesOf(UBL.german);
const GERMAN_RULES = peppolRulesOf(UBL.german);
const NLCIUS_RULES = rulesOf(UBL.nlcius);
const DUTCH_RULES = rulesOf(UBL.dutch);
const PINT_ADDRESS_RULES = rulesOf(UBL.pint);
const SINGAPORE_RULES = rulesOf(UBL.singapore);
const AUSTRALIA_RULES = rulesOf(UBL.australia);

/** PINT has the same model, with its own rule ids and national tax categories. */
const PINT = 'urn:peppol:pint:billing-1@';

const EUROPEAN_ONLY = /^(?:BR-(?:S|Z|E|AE|IC|G|O)-|BR-CL-(?:17|18|22|25)|BR-CO-09$|BR-48$|PEPPOL-EN16931-)/;

const PINT_RULES: readonly UblRule[] = EUROPEAN.filter(({ id }) => !EUROPEAN_ONLY.test(id)).map((rule) => ({
  ...rule,
  id: rule.id.startsWith('BR-') ? `i${rule.id.toLowerCase()}` : rule.id,
}));

/** Between German parties Peppol repeats the rules of XRechnung under its own ids. */
const germanRules = (sellerCountry: string, buyerCountry: string): readonly UblRule[] => {
  if (sellerCountry !== 'DE') return [];
  return buyerCountry === 'DE' ? GERMAN_RULES : XRECHNUNG_RULES;
};

/** What documents by e-mail follow, in Germany XRechnung; and NLCIUS between Dutch parties. */
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const EN_16931 = 'urn:cen.eu:en16931:2017';
const NLCIUS = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0';

const NOT_IN_XRECHNUNG: ReadonlySet<string> = new Set(['PEPPOL-EN16931-R004', 'PEPPOL-EN16931-CL008']);

const pintCountryRules = (customization: string): readonly UblRule[] =>
  customization === `${PINT}sg-1` ? SINGAPORE_RULES : AUSTRALIA_RULES;

const selectRules = (invoice: UblInvoice): readonly UblRule[] => {
  if (invoice.customization.startsWith(PINT))
    return [
      ...PINT_RULES,
      ...PINT_ADDRESS_RULES,
      ...IDENTIFIER_RULES,
      ...pintCountryRules(invoice.customization),
    ];
  const { customization, sellerCountry, buyerCountry } = invoice;
  if (customization === XRECHNUNG) {
    const network = NETWORK_RULES.filter(({ id }) => !NOT_IN_XRECHNUNG.has(id));
    return [...EUROPEAN, ...IDENTIFIER_RULES, ...network, ...XRECHNUNG_RULES];
  }
  if (customization === EN_16931) return [...EUROPEAN, ...IDENTIFIER_RULES];
  if (customization === NLCIUS && sellerCountry === 'NL' && buyerCountry === 'NL') {
    const network = NETWORK_RULES.filter(({ id }) => id !== 'PEPPOL-EN16931-R004');
    return [...EUROPEAN, ...IDENTIFIER_RULES, ...network, ...NLCIUS_RULES, ...DUTCH_RULES];
  }
  return [
    ...EUROPEAN,
    ...IDENTIFIER_RULES,
    ...NETWORK_RULES,
    ...germanRules(sellerCountry, buyerCountry),
    ...(sellerCountry === 'NL' ? DUTCH_RULES : []),
  ];
};

/** Every rule that some document is checked against. */
export const UBL_RULES: readonly UblRule[] = [
  ...EUROPEAN,
  ...IDENTIFIER_RULES,
  ...NETWORK_RULES,
  ...XRECHNUNG_RULES,
  ...GERMAN_RULES,
  ...NLCIUS_RULES,
  ...DUTCH_RULES,
  ...PINT_ADDRESS_RULES,
  ...SINGAPORE_RULES,
  ...AUSTRALIA_RULES,
];

/** Every breach, in the order of the rules; empty for a document that the network accepts. */
export function* checkUblInSteps(bytes: Uint8Array): Steps<readonly Issue[]> {
  const root = readTree(bytes);
  if ('fault' in root) {
    const fix = 'Send an invoice of UBL 2.1 in UTF-8.';
    return [{ rule: 'UBL-2.1-XSD', path: null, message: root.fault, fix, severity: 'error' }];
  }
  yield;
  const invoice = readInvoice(root);
  const found: Issue[] = [];
  for (const { id, severity, check } of selectRules(invoice)) {
    yield;
    found.push(
      ...check(invoice).map(({ path, message, fix }) => ({ rule: id, path, message, fix, severity })),
    );
  }
  return found;
}

export const checkUbl = (bytes: Uint8Array): readonly Issue[] => atOnce(checkUblInSteps(bytes));
