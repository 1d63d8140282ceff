// Any CFDI 4.0 against the SAT's schema and rule matrix, from its bytes alone: what the sandbox PAC checks in
// each document it is sent.
import { atOnce, type Steps } from '../../base/load/turns.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import { readXmlBytes, XmlFault, type XmlNode } from '../../einvoicing/xml/read.ts';
import { HEADER_CHECKS } from './header.ts';
import { LINE_CHECKS } from './lines.ts';
import { PARTY_CHECKS } from './parties.ts';
import { DOCUMENT_CHECKS } from './payment-documents.ts';
import { ENVELOPE_AND_TOTALS } from './payment-envelope.ts';
import { NODE_CHECKS } from './payment-nodes.ts';
import { PAYMENT_TAX_CHECKS } from './payment-taxes.ts';
import { SAME_CONTENT, type Breach, type CfdiRule } from './rule.ts';
import { paymentSchemaBreaches, schemaBreaches } from './schema.ts';
import { sealBreaches } from './seal.ts';
import { SUMMARY_CHECKS } from './summary.ts';
import { readCfdiElement } from '../../einvoicing/mx-cfdi/read.ts';

/** A PAC's answer to a document that is not a CFDI. */
const SCHEMA = '301';

export const CFDI_CHECKS: readonly CfdiRule[] = [
  ...HEADER_CHECKS,
  ...PARTY_CHECKS,
  ...LINE_CHECKS,
  ...SUMMARY_CHECKS,
];

/** Of the complement for payments; several share the number CRP20999. */
export const PAYMENT_CHECKS: readonly CfdiRule[] = [
  ...ENVELOPE_AND_TOTALS,
  ...NODE_CHECKS,
  ...DOCUMENT_CHECKS,
  ...PAYMENT_TAX_CHECKS,
];

const issue = (rule: string, { path, message, fix }: Breach): Issue => ({
  rule,
  path,
  message,
  fix: fix ?? SAME_CONTENT,
  severity: 'error',
});

function* checkRoot(root: XmlNode): Steps<readonly Issue[]> {
  yield;
  const schema = [...schemaBreaches(root), ...paymentSchemaBreaches(root)];
  yield;
  // Sums of malformed values would only repeat the fault.
  if (schema.length > 0) return schema.map((breach) => issue(SCHEMA, breach));
  const cfdi = readCfdiElement(root);
  const found: Issue[] = [];
  for (const { id, check } of [...CFDI_CHECKS, ...PAYMENT_CHECKS]) {
    yield;
    found.push(...check(cfdi).map((breach) => issue(id, breach)));
  }
  yield;
  return [...found, ...sealBreaches(cfdi, root).map((breach) => issue(breach.id, breach))];
}

/** What is wrong with a sealed CFDI; empty when these rules give a PAC no reason to refuse it. */
export function* checkCfdiInSteps(bytes: Buffer): Steps<readonly Issue[]> {
  try {
    return yield* checkRoot(readXmlBytes(bytes));
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    return [issue(SCHEMA, { path: '/', message: `The document is not XML: ${fault.message}.` })];
  }
}

export const checkCfdi = (bytes: Buffer): readonly Issue[] => atOnce(checkCfdiInSteps(bytes));
