// An invoice or credit note as a golden case writes it: what a caller and an administrator would give.
import type { InvoiceLineInput } from '../../../generated/types.ts';
import { toDocument } from '../../../src/domain/documents/invoices/document.ts';
import { toDecimal } from '../../../src/base/money/amount.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import type { Entity } from '../../../src/base/entity.ts';
import type { InvoiceInput } from '../../../src/domain/documents/invoices/plan.ts';
import type { InvoiceCustomer } from '../../../src/domain/documents/invoices/record.ts';
import type { FilingFacts } from '../../../src/einvoicing/filing.ts';
import { creditHeader } from '../../../src/einvoicing/credit-terms.ts';
import type { InvoiceDocument, Relation } from '../../../src/einvoicing/regime.ts';
import { MX_CUSTOMER, MX_SELLER, plan, recordOf, type Planning } from '../../domain/invoices/facts.ts';

export type GoldenLine = Partial<Omit<InvoiceLineInput, 'country_details'>> & {
  readonly unit_price: number;
  readonly country_details?: Readonly<Record<string, unknown>> | undefined;
};

export interface GoldenCase {
  readonly about: string;
  readonly facts: { readonly series: string; readonly number: string; readonly issued_at: string };
  readonly seller?: Partial<Entity>;
  readonly customer?: Partial<InvoiceCustomer>;
  readonly currency?: string;
  /** Pesos for one unit of the currency, where the caller gives it. */
  readonly exchange_rate?: string;
  readonly country_details?: Readonly<Record<string, string>>;
  readonly terms?: Pick<InvoiceInput, 'payment_terms_text' | 'payment_terms_days' | 'global' | 'notes'>;
  readonly relations?: readonly Relation[];
  /** Makes it a credit note, refunded in this form. */
  readonly refund_form?: string;
  /** The lines, again and again, until there are so many. */
  readonly repeat_to?: number;
  readonly lines: readonly GoldenLine[];
}

const linesOf = ({ lines, repeat_to = lines.length }: GoldenCase): readonly GoldenLine[] =>
  Array.from({ length: repeat_to }, (_, index) => {
    const line = lines[index % lines.length];
    if (line === undefined) throw new Error('a golden case without lines');
    return line;
  });

/** As the domain makes it of the lines that are credited. */
const toCreditNote = (document: InvoiceDocument, form: string): InvoiceDocument => ({
  ...document,
  kind: 'credit_note',
  countryDetails: creditHeader(document, { reason: 'return', setOff: false, paymentForm: form }),
});

export const documentOf = (golden: GoldenCase): InvoiceDocument => {
  const seller = { ...MX_SELLER, ...golden.seller };
  const planning = {
    ...golden.terms,
    seller,
    customer: { ...MX_CUSTOMER, ...golden.customer },
    ...(golden.currency === undefined ? {} : { currency: golden.currency }),
    ...(golden.country_details === undefined ? {} : { country_details: golden.country_details }),
    lines: linesOf(golden),
  } as Planning;
  const planned = toDocument(seller, recordOf(plan(planning)));
  const document: InvoiceDocument = {
    ...planned,
    relations: golden.relations ?? planned.relations,
    ...(golden.exchange_rate === undefined ? {} : { exchangeRate: decimal(golden.exchange_rate) }),
  };
  return golden.refund_form === undefined ? document : toCreditNote(document, golden.refund_form);
};

export const factsOf = ({ facts }: GoldenCase): FilingFacts => ({
  series: facts.series,
  number: facts.number,
  issuedAt: new Date(facts.issued_at),
});

/** What the draft shows of the header, as text with the digits of its currency. */
export const shown = ({ subtotal, discount, tax, withheld, total }: InvoiceDocument): readonly string[] =>
  [subtotal, discount, tax, withheld, total].map((amount) => toDecimal(amount).toFixed());
