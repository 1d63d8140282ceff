// Everything of a sales document that would be filed and sent, from the document that its file is built of.
import type {
  FilingPreview,
  PreviewGiven,
  PreviewRelation,
  PreviewTax,
} from '../../../../generated/types.ts';
import { add, roundToCurrency, sum, toDecimal, toWire, type Amount } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { DocumentLine, Relation, ShownDocument } from '../../../einvoicing/regime.ts';
import type { ShownParts } from '../../../einvoicing/shown.ts';

/**
 * The version of what is shown and compared. A release that shows more counts on, so that requests that wait at its
 * upgrade are renewed and looked at again.
 */
export const PREVIEW_FORM = 1;

/** Without what other records decide: flags and checks. */
export type DocumentPreview = Omit<FilingPreview, 'risk_flags' | 'checks'>;

/** What the books know of a document beside what its file says. */
export interface PreviewFacts extends Pick<FilingPreview, 'record_type' | 'record_id' | 'credit_reason'> {
  readonly entityId: string;
  readonly customerId: string;
  /** Null where nothing falls due. */
  readonly dueDays: number | null;
  readonly given: PreviewGiven;
  readonly numbering: string;
  readonly number: string | null;
  /** The line of the invoice that each line credits. */
  readonly invoiceLines?: readonly (number | null)[];
}

const HUNDRED = decimal('100');

/** What the header of a country says, without what stands elsewhere in the preview. */
const codesOf = ({ countryDetails }: ShownDocument): FilingPreview['country_details'] => {
  const {
    buyer_reference: _reference,
    bank_account_number: _account,
    bank_name: _holder,
    bank_routing_number: _bic,
    ...codes
  } = countryDetails;
  return codes;
};

const textOf = (value: string | number | undefined): string | null =>
  value === undefined || value === '' ? null : String(value);

const termsOf = (
  { terms, total, currency }: ShownDocument,
  { allowances, charges }: ShownParts,
  dueDays: number | null,
): FilingPreview['terms'] => ({
  due_days: dueDays,
  text: terms.paymentTermsText,
  discount_terms: terms.discountTerms.map(({ percent, days }) => ({
    percent: toNumber(percent),
    days,
    amount: toWire(roundToCurrency(toDecimal(total).times(percent).div(HUNDRED), currency)),
  })),
  allowances,
  charges,
  prepaid_amount: terms.prepaid === null ? 0 : toNumber(terms.prepaid),
  direct_debit:
    terms.directDebit === null
      ? null
      : {
          mandate_reference: terms.directDebit.mandateReference,
          creditor_id: terms.directDebit.creditorId,
          iban: terms.directDebit.iban,
        },
});

const referencesOf = ({ terms, countryDetails }: ShownDocument): FilingPreview['references'] => ({
  buyer_reference: textOf(countryDetails['buyer_reference']),
  order_reference: terms.orderReference,
  contract_reference: terms.contractReference,
  project_reference: terms.projectReference,
  delivery_date: terms.deliveryDate,
  delivery_period: terms.deliveryPeriod,
  global: terms.global,
});

const relationOf = ({ type, recordId, folio, uuid, issueDate }: Relation): PreviewRelation => ({
  type,
  record_id: recordId ?? null,
  folio,
  uuid,
  issue_date: issueDate,
});

const lineOf = (
  line: DocumentLine,
  index: number,
  { line: shown }: ShownParts,
  { invoiceLines }: PreviewFacts,
): FilingPreview['lines'][number] => ({
  position: index + 1,
  invoice_line: invoiceLines?.[index] ?? null,
  description: line.description,
  product_number: line.productNumber,
  quantity: toNumber(line.quantity),
  unit_price: toNumber(line.unitPrice),
  gross_amount: toNumber(line.gross),
  discount_amount: toNumber(line.discountAmount),
  subtotal: toNumber(line.subtotal),
  tax_rate: toNumber(line.taxRate),
  tax_amount: toNumber(line.taxAmount),
  ...shown(line),
  period: line.period,
  customs_number: line.customsNumber,
  property_account: line.propertyAccount,
  country_details: line.countryDetails,
});

const totalsOf = (document: ShownDocument, taxes: readonly PreviewTax[]): FilingPreview['totals'] => {
  const { allowances, currency, discount, lineTotal, subtotal, tax, withheld, total, terms } = document;
  const sumWhere = (charge: boolean): Amount =>
    sum(
      currency,
      allowances.filter((each) => each.charge === charge).map(({ amount }) => amount),
    );
  return {
    currency,
    line_gross_total: toWire(add(lineTotal, discount)),
    discount_total: toWire(discount),
    line_total: toWire(lineTotal),
    allowance_total: toWire(sumWhere(false)),
    charge_total: toWire(sumWhere(true)),
    subtotal: toWire(subtotal),
    tax_total: toWire(tax),
    taxes,
    withheld_total: toWire(withheld),
    total_with_tax: toWire(add(subtotal, tax)),
    prepaid_amount: terms.prepaid === null ? 0 : toNumber(terms.prepaid),
    total: toWire(total),
  };
};

export const previewDocument = (document: ShownDocument, facts: PreviewFacts): DocumentPreview => {
  const parts = regimeOf(document.seller.country_code).shown(document);
  const { buyer, terms } = document;
  const email = buyer.email?.trim() ?? '';
  return {
    object: 'filing_preview',
    record_type: facts.record_type,
    record_id: facts.record_id,
    channel: parts.channel,
    format: parts.format,
    recipients: email === '' ? [] : [email],
    receiver: parts.receiver,
    seller: { id: facts.entityId, ...parts.seller },
    buyer: { id: facts.customerId, ...parts.buyer },
    title: document.title,
    notes: document.notes,
    credit_reason: facts.credit_reason,
    country_details: codesOf(document),
    terms: termsOf(document, parts, facts.dueDays),
    references: referencesOf(document),
    relations: document.relations.map(relationOf),
    attachments: terms.attachments.map(({ name, mimeType, size, description, sha256 }) => ({
      name,
      mime_type: mimeType,
      size,
      description,
      sha256,
    })),
    payee_account: parts.payee,
    lines: document.lines.map((line, index) => lineOf(line, index, parts, facts)),
    payment: null,
    totals: totalsOf(document, parts.taxes),
    derived: document.derived,
    given: facts.given,
    fixed_at_approval: {
      series: facts.numbering,
      number: facts.number,
      issue_date: document.issueDate,
      due_date: document.dueDate,
      exchange_rate_source: document.exchangeRateSource,
      ...parts.fixed,
      peso_totals: [],
    },
  };
};
