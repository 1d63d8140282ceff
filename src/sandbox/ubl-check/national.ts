// What the national rules share: two ids for one rule, and how they look for what must be there.
import { breach, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

/** A rule with one id in XRechnung and another in Peppol. */
export interface National {
  readonly xrechnung: string;
  readonly peppol: string | null;
  readonly advice?: true;
  readonly check: UblRule['check'];
}

export const missing = (path: string, what: string) => [
  breach(path, `${what} is missing.`, `State ${path.split('/').at(-1) ?? path}.`),
];

/** The texts at `path` below each of these elements must be there. */
export const asks =
  (contexts: (invoice: UblInvoice) => readonly Node[], path: string, what: string): UblRule['check'] =>
  (invoice) =>
    contexts(invoice).flatMap((node) =>
      textAt(node, path) === '' ? missing(`${node.path}/${path}`, what) : [],
    );

export const below = (path: string) => (invoice: UblInvoice) => all(invoice.root, path);

export const means = (invoice: UblInvoice, codes: readonly string[]): readonly Node[] =>
  all(invoice.root, 'cac:PaymentMeans').filter((node) =>
    codes.includes(textAt(node, 'cbc:PaymentMeansCode')),
  );

export const has = (node: Node, path: string): boolean => first(node, path) !== undefined;

export const GROUPS = {
  account: 'cac:PayeeFinancialAccount',
  card: 'cac:CardAccount',
  mandate: 'cac:PaymentMandate',
} as const;

export const DEBITS = ['59'];
