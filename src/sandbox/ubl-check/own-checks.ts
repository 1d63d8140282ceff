// Checks that look at the document as a whole, or say in their message what they found.
import { UBL_ORDER } from '../../../generated/checks/ubl-order.ts';
import { isNegative, ZERO } from '../../base/money/decimal.ts';
import { breakdownSum, lineAmount, taxOfBase, totalWithTax } from './amounts.ts';
import { breach, readNumber, type UblInvoice, type UblRule } from './rule.ts';
import { all, everything, first, type Node, textAt } from './tree.ts';

const ORDER: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(UBL_ORDER).map(([name, children]) => [name, children.split(' ')]),
);

const readOrder = (node: Node): string[] => {
  const order = ORDER.get(node.name);
  if (order === undefined) return [];
  let last = 0;
  const faults: string[] = [];
  for (const child of node.children) {
    const place = order.indexOf(child.name);
    if (place < 0) faults.push(`${child.path} is not known there.`);
    else if (place < last) faults.push(`${child.path} stands after an element that it must precede.`);
    else last = place;
  }
  return faults;
};

const hasBreakdown = (total: Node): boolean => first(total, 'cac:TaxSubtotal') !== undefined;

const totalsWithout = (root: Node): readonly Node[] =>
  all(root, 'cac:TaxTotal').filter((total) => !hasBreakdown(total));

/** Amounts in the document's currency; a tax total without breakdown is in the accounting currency. */
const documentAmounts = (invoice: UblInvoice): readonly Node[] => {
  const accounting = totalsWithout(invoice.root).flatMap((total) => all(total, 'cbc:TaxAmount'));
  return invoice.nodes.filter(
    (node) =>
      node.name.startsWith('cbc:') &&
      node.attributes['currencyID'] !== undefined &&
      !accounting.includes(node),
  );
};

const taxIn = ({ root }: UblInvoice, currency: string): Node | undefined =>
  all(root, 'cac:TaxTotal/cbc:TaxAmount').find(({ attributes }) => attributes['currencyID'] === currency);

export const CHECKS = {
  // The schema has no rule ids; every breach of it is reported under its name.
  order: ({ written }) =>
    everything(written)
      .flatMap(readOrder)
      .map((fault) =>
        breach(fault.split(' ')[0] ?? '', fault, 'Write the elements in the order of UBL 2.1.'),
      ),
  accountingTax: (invoice) => {
    const accounting = textAt(invoice.root, 'cbc:TaxCurrencyCode');
    if (accounting === '' || taxIn(invoice, accounting) !== undefined) return [];
    const fix = 'Add a TaxTotal in the accounting currency.';
    return [breach('cac:TaxTotal', `The tax in ${accounting} is missing.`, fix)];
  },
  amountCurrencies: (invoice) =>
    documentAmounts(invoice)
      .filter(({ attributes }) => attributes['currencyID'] !== invoice.currency)
      .map(({ path }) =>
        breach(
          path,
          'The amount is not in the currency of the invoice.',
          'State it in the currency of the invoice.',
        ),
      ),
  oneBreakdown: ({ root }) => {
    const count = all(root, 'cac:TaxTotal').filter(hasBreakdown).length;
    if (count === 1) return [];
    const says = `${count} tax totals have a breakdown; one must.`;
    return [breach('Invoice/cac:TaxTotal', says, 'State one TaxTotal with TaxSubtotal.')];
  },
  totalsWithout: ({ root }) => {
    const count = totalsWithout(root).length;
    const wanted = first(root, 'cbc:TaxCurrencyCode') === undefined ? 0 : 1;
    if (count === wanted) return [];
    const says = `${count} tax totals have no breakdown; it must be ${wanted}.`;
    const fix = 'State one in the accounting currency, if there is one.';
    return [breach('Invoice/cac:TaxTotal', says, fix)];
  },
  equalSigns: (invoice) => {
    const accounting = textAt(invoice.root, 'cbc:TaxCurrencyCode');
    if (accounting === '') return [];
    const [left = ZERO, right = ZERO] = [taxIn(invoice, accounting), taxIn(invoice, invoice.currency)].map(
      (node) => readNumber(node?.text ?? ''),
    );
    if (left.eq(ZERO) || right.eq(ZERO) || isNegative(left) === isNegative(right)) return [];
    return [breach('Invoice/cac:TaxTotal', 'The two tax totals have different signs.', 'Correct the sign.')];
  },
  breakdownSum,
  totalWithTax,
  taxOfBase,
  lineAmount,
} as const satisfies Readonly<Record<string, UblRule['check']>>;
