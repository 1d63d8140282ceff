// What a sales document says besides its columns: from what was calculated to the stored JSON and back.
import type { DocumentContent, LineContent, StoredRelation, StoredTerms } from '../../../db/stated.ts';
import { amountText, parseAmount, zero, type Amount } from '../../../base/money/amount.ts';
import { decimal, toText, type Decimal } from '../../../base/money/decimal.ts';
import type {
  Draft,
  DocumentAllowance,
  InvoiceDocument,
  LineTotals,
  Relation,
  Sums,
  WithholdingRow,
} from '../../../einvoicing/regime.ts';
import {
  type Allowance,
  type Discount,
  type LineTax,
  type LineTerms,
  NO_LINE_TERMS,
  NO_TERMS,
  type Terms,
} from '../../../einvoicing/terms.ts';

type StoredDiscount = StoredTerms['allowances'][number]['discount'];

const storeDiscount = (discount: Discount): StoredDiscount =>
  'percent' in discount ? { percent: toText(discount.percent) } : { amount: toText(discount.amount) };

const readDiscount = (stored: StoredDiscount): Discount =>
  'percent' in stored ? { percent: decimal(stored.percent) } : { amount: decimal(stored.amount) };

const textOf = (value: Decimal | null): string | null => (value === null ? null : toText(value));
const decimalOf = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

export const storeLine = (line: LineTerms & LineTotals): LineContent => ({
  gross: toText(line.gross),
  discount_amount: toText(line.discountAmount),
  discount: line.discount === null ? null : storeDiscount(line.discount),
  product_number: line.productNumber,
  customs_number: line.customsNumber,
  property_account: line.propertyAccount,
  period: line.period,
  taxes: line.taxes.map((tax) => ({
    ...tax,
    rate: toText(tax.rate),
    base: toText(tax.base),
    amount: toText(tax.amount),
  })),
});

type ReadLine = LineTerms & Pick<LineTotals, 'gross' | 'discountAmount' | 'taxes'>;

export const readLine = (content: LineContent): ReadLine => ({
  gross: decimal(content.gross),
  discountAmount: decimal(content.discount_amount),
  discount: content.discount === null ? null : readDiscount(content.discount),
  productNumber: content.product_number,
  customsNumber: content.customs_number,
  propertyAccount: content.property_account,
  period: content.period,
  taxes: content.taxes.map(({ tax, category, factor, rate, base, amount, withheld }) => ({
    tax,
    category,
    factor,
    rate: decimal(rate),
    base: decimal(base),
    amount: decimal(amount),
    withheld,
  })),
});

/** A line of an earlier release or of an import, which had one tax at most. */
export const plainLine = (subtotal: Decimal, taxes: readonly LineTax[]): ReadLine => ({
  ...NO_LINE_TERMS,
  gross: subtotal,
  discountAmount: decimal('0'),
  taxes,
});

const storeAllowance = ({ discount, reason }: Allowance) => ({ discount: storeDiscount(discount), reason });
const readAllowance = ({ discount, reason }: StoredTerms['allowances'][number]): Allowance => ({
  discount: readDiscount(discount),
  reason,
});

export const storeTerms = (terms: Terms): StoredTerms => ({
  payment_terms_text: terms.paymentTermsText,
  global: terms.global,
  delivery_date: terms.deliveryDate,
  delivery_period: terms.deliveryPeriod,
  order_reference: terms.orderReference,
  contract_reference: terms.contractReference,
  project_reference: terms.projectReference,
  prepaid: textOf(terms.prepaid),
  allowances: terms.allowances.map(storeAllowance),
  charges: terms.charges.map(storeAllowance),
  discount_terms: terms.discountTerms.map(({ percent, days }) => ({ percent: toText(percent), days })),
  direct_debit:
    terms.directDebit === null
      ? null
      : {
          mandate_reference: terms.directDebit.mandateReference,
          creditor_id: terms.directDebit.creditorId,
          iban: terms.directDebit.iban,
        },
  attachments: terms.attachments.map(({ name, mimeType, description, size, sha256 }) => ({
    name,
    mime_type: mimeType,
    description,
    size,
    sha256,
  })),
  delivery: terms.delivery,
});

export const readStoredTerms = (stored: StoredTerms): Terms => ({
  paymentTermsText: stored.payment_terms_text,
  global: stored.global,
  deliveryDate: stored.delivery_date,
  deliveryPeriod: stored.delivery_period,
  orderReference: stored.order_reference,
  contractReference: stored.contract_reference,
  projectReference: stored.project_reference,
  prepaid: decimalOf(stored.prepaid),
  allowances: stored.allowances.map(readAllowance),
  charges: stored.charges.map(readAllowance),
  discountTerms: stored.discount_terms.map(({ percent, days }) => ({ percent: decimal(percent), days })),
  directDebit:
    stored.direct_debit === null
      ? null
      : {
          mandateReference: stored.direct_debit.mandate_reference,
          creditorId: stored.direct_debit.creditor_id,
          iban: stored.direct_debit.iban,
        },
  attachments: stored.attachments.map(({ mime_type, ...file }) => ({
    ...file,
    mimeType: mime_type,
    content: null,
  })),
  delivery: stored.delivery,
});

/** The calculated parts of a document that its columns do not hold. */
export type Calculated = Pick<Draft, 'terms' | 'derived' | 'payee'> &
  Pick<Sums, 'withholdings' | 'allowances' | 'discount' | 'lineTotal'>;

export const storeContent = (
  calculated: Calculated,
  relations: readonly StoredRelation[],
): DocumentContent => ({
  terms: storeTerms(calculated.terms),
  relations,
  withholdings: calculated.withholdings.map(({ tax, category, rate, base, amount }) => ({
    tax,
    category,
    rate: toText(rate),
    base: amountText(base),
    amount: amountText(amount),
  })),
  allowances: calculated.allowances.map((allowance) => ({
    ...allowance,
    amount: amountText(allowance.amount),
    percent: textOf(allowance.percent),
    base: allowance.base === null ? null : amountText(allowance.base),
    rate: toText(allowance.rate),
  })),
  discount: amountText(calculated.discount),
  line_total: amountText(calculated.lineTotal),
  payee: calculated.payee,
  derived: calculated.derived,
});

type ReadContent = Calculated & Pick<InvoiceDocument, 'relations'>;

/** `subtotal` stands for the sum of the lines where nothing is stored. */
export const readContent = (
  content: DocumentContent | null,
  currency: string,
  subtotal: Amount,
): ReadContent => {
  if (content === null) {
    const nothing = { withholdings: [], allowances: [], relations: [], derived: [] };
    return { ...nothing, terms: NO_TERMS, payee: null, discount: zero(currency), lineTotal: subtotal };
  }
  const money = (text: string): Amount => parseAmount(text, currency);
  return {
    terms: readStoredTerms(content.terms),
    relations: content.relations.map(({ type, uuid, folio, issue_date, record_id }): Relation => ({
      type,
      uuid,
      folio,
      issueDate: issue_date,
      recordId: record_id,
    })),
    withholdings: content.withholdings.map((row): WithholdingRow => ({
      ...row,
      rate: decimal(row.rate),
      base: money(row.base),
      amount: money(row.amount),
    })),
    allowances: content.allowances.map((row): DocumentAllowance => ({
      ...row,
      amount: money(row.amount),
      percent: decimalOf(row.percent),
      base: row.base === null ? null : money(row.base),
      rate: decimal(row.rate),
    })),
    discount: money(content.discount),
    lineTotal: money(content.line_total),
    payee: content.payee,
    derived: content.derived,
  };
};
