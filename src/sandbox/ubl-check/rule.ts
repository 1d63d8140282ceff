// A rule on a UBL document: what it checks, and what it says of a breach.
import { decimal, type Decimal, ZERO } from '../../base/money/decimal.ts';
import type { Issue } from '../../einvoicing/regime.ts';
import type { Finding } from '../../einvoicing/rules.ts';
import { all, everything, first, type Node, textAt } from './tree.ts';

/** A document with what most rules need, looked up once. */
export interface UblInvoice {
  /** With the names of an invoice, so that a rule stands once for both kinds. */
  readonly root: Node;
  readonly nodes: readonly Node[];
  /** As it is written. */
  readonly written: Node;
  readonly isCredit: boolean;
  readonly seller: Node | undefined;
  readonly buyer: Node | undefined;
  readonly lines: readonly Node[];
  readonly totals: Node | undefined;
  readonly subtotals: readonly Node[];
  /** The tax total with the breakdown. */
  readonly taxTotal: Node | undefined;
  readonly currency: string;
  readonly customization: string;
  readonly sellerCountry: string;
  readonly buyerCountry: string;
}

export interface UblRule {
  readonly id: string;
  readonly severity: Issue['severity'];
  readonly check: (invoice: UblInvoice) => readonly Finding[];
}

const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';

/** What a credit note calls otherwise. */
const INVOICE_NAMES: Readonly<Record<string, string>> = {
  'cbc:CreditNoteTypeCode': 'cbc:InvoiceTypeCode',
  'cac:CreditNoteLine': 'cac:InvoiceLine',
  'cbc:CreditedQuantity': 'cbc:InvoicedQuantity',
};

const asInvoice = (node: Node): Node => ({
  ...node,
  name: INVOICE_NAMES[node.name] ?? node.name,
  children: node.children.map(asInvoice),
});

export const readInvoice = (written: Node): UblInvoice => {
  const isCredit = written.name === 'CreditNote';
  const root = isCredit ? asInvoice(written) : written;
  const seller = first(root, 'cac:AccountingSupplierParty/cac:Party');
  const buyer = first(root, 'cac:AccountingCustomerParty/cac:Party');
  return {
    root,
    nodes: everything(root),
    written,
    isCredit,
    seller,
    buyer,
    lines: all(root, 'cac:InvoiceLine'),
    totals: first(root, 'cac:LegalMonetaryTotal'),
    subtotals: all(root, 'cac:TaxTotal/cac:TaxSubtotal'),
    taxTotal: all(root, 'cac:TaxTotal').find((total) => first(total, 'cac:TaxSubtotal') !== undefined),
    currency: textAt(root, 'cbc:DocumentCurrencyCode'),
    customization: textAt(root, 'cbc:CustomizationID'),
    sellerCountry: textAt(seller, COUNTRY).toUpperCase(),
    buyerCountry: textAt(buyer, COUNTRY).toUpperCase(),
  };
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Undefined for a text that is not a number. */
export const readNumber = (text: string): Decimal | undefined =>
  NUMBER.test(text) ? decimal(text.replace(/^\+/, '')) : undefined;

export const numberAt = (node: Node | undefined, path: string): Decimal | undefined =>
  readNumber(textAt(node, path));

/** Zero where there is none. */
export const amountAt = (node: Node | undefined, path: string): Decimal => numberAt(node, path) ?? ZERO;

/** A breach at a place. */
export const breach = (path: string, message: string, fix: string): Finding => ({ path, message, fix });

/** A fatal rule. */
export const fatal = (id: string, check: UblRule['check']): UblRule => ({ id, severity: 'error', check });

export const warning = (id: string, check: UblRule['check']): UblRule => ({ id, severity: 'warning', check });

/** The condition holds for each of these elements; the message says what is wrong where it does not. */
export const holds = (
  rule: (id: string, check: UblRule['check']) => UblRule,
  id: string,
  contexts: (invoice: UblInvoice) => readonly Node[],
  test: (node: Node, invoice: UblInvoice) => boolean,
  message: string,
  fix: string,
): UblRule =>
  rule(id, (invoice) =>
    contexts(invoice).flatMap((node) => (test(node, invoice) ? [] : [breach(node.path, message, fix)])),
  );
