// Check digits of identifiers, under any specification.
import { IDENTIFIER_CHECKS } from '../../einvoicing/peppol-ubl/identifiers.ts';
import { breach, fatal, type UblRule, warning } from './rule.ts';
import { all } from './tree.ts';

const IDENTIFIERS = [
  'cbc:EndpointID',
  'cac:PartyIdentification/cbc:ID',
  'cac:PartyLegalEntity/cbc:CompanyID',
];

export const IDENTIFIER_RULES: readonly UblRule[] = IDENTIFIER_CHECKS.map(
  ({ rule: id, scheme, what, fits, advice }) =>
    (advice === true ? warning : fatal)(id, ({ seller, buyer }) =>
      [seller, buyer]
        .flatMap((party) => IDENTIFIERS.flatMap((path) => all(party, path)))
        .filter(({ attributes, text }) => attributes['schemeID'] === scheme && !fits(text))
        .map((node) => breach(node.path, `${node.text} is no ${what}.`, 'Correct the identifier.')),
    ),
);
