// What an invoice or a line can say besides parties, goods and prices. All of it is optional.
import type { CreateInvoiceParams } from '../../generated/tools/create_invoice.ts';
import type {
  AttachmentType,
  DeliveryChannel,
  DeliveryFormat,
  InvoiceLineInput,
  TaxFactor,
} from '../../generated/types.ts';
import type { Decimal } from '../base/money/decimal.ts';
import type { IsoDay } from '../base/time/day.ts';

/** Both days included. */
export interface Period {
  readonly from: IsoDay;
  readonly to: IsoDay;
}

/** In percent or in the currency of the document. */
export type Discount = { readonly percent: Decimal } | { readonly amount: Decimal };

/** An allowance or charge on the whole document. */
export interface Allowance {
  readonly discount: Discount;
  readonly reason: string;
}

/** Excise tax (IEPS): a rate in percent, or an amount for each unit of a physical quantity. */
export type Excise =
  | { readonly rate: Decimal }
  | { readonly quota: Decimal; readonly baseQuantity: Decimal | null };

export interface Withholding {
  readonly tax: 'ISR' | 'IVA';
  /** In percent. */
  readonly rate: Decimal;
}

/** A tax of a line with its amount. */
export interface LineTax {
  /** As the country calls it: IVA, IEPS, ISR, VAT. */
  readonly tax: string;
  /** c_Impuesto in Mexico, the VAT category elsewhere. */
  readonly category: string;
  readonly factor: TaxFactor;
  /** In percent; for a quota the amount of a unit. */
  readonly rate: Decimal;
  readonly base: Decimal;
  readonly amount: Decimal;
  /** Retained by the customer; otherwise passed on to it. */
  readonly withheld: boolean;
}

/** What a line says besides goods and price. */
export interface LineTerms {
  readonly discount: Discount | null;
  /** The seller's own number (NoIdentificacion, BT-155). */
  readonly productNumber: string | null;
  /** Pedimento, as the caller wrote it. */
  readonly customsNumber: string | null;
  /** Cuenta predial of leased property. */
  readonly propertyAccount: string | null;
  readonly period: Period | null;
}

/** What a caller says of the taxes of a line, besides `country_details` of texts and numbers. */
export interface LineTaxTerms {
  /** No value added tax is caused (TipoFactor Exento). */
  readonly exempt: boolean;
  readonly excise: Excise | null;
  /** Null: the regime derives them; empty: none. */
  readonly withholdings: readonly Withholding[] | null;
}

export interface DiscountTerm {
  readonly percent: Decimal;
  readonly days: number;
}

export interface DirectDebit {
  readonly mandateReference: string;
  readonly creditorId: string;
  /** Of the customer. */
  readonly iban: string;
}

/** The period of a global invoice (InformacionGlobal). */
export interface GlobalPeriod {
  /** c_Periodicidad. */
  readonly period: string;
  /** c_Meses. */
  readonly month: string;
  readonly year: number;
}

export interface Attachment {
  readonly name: string;
  readonly mimeType: AttachmentType;
  readonly description: string | null;
  /** In bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Null until the document is built: checks need only what is above. */
  readonly content: Buffer | null;
}

/** How the customer gets the document. Null: as the regime finds best. */
export interface DeliveryWish {
  readonly channel: DeliveryChannel | null;
  readonly format: DeliveryFormat | null;
}

export interface Terms {
  readonly paymentTermsText: string | null;
  readonly global: GlobalPeriod | null;
  readonly deliveryDate: IsoDay | null;
  readonly deliveryPeriod: Period | null;
  readonly orderReference: string | null;
  readonly contractReference: string | null;
  readonly projectReference: string | null;
  /** Paid before, tax included. */
  readonly prepaid: Decimal | null;
  readonly allowances: readonly Allowance[];
  readonly charges: readonly Allowance[];
  readonly discountTerms: readonly DiscountTerm[];
  readonly directDebit: DirectDebit | null;
  readonly attachments: readonly Attachment[];
  readonly delivery: DeliveryWish;
}

/** The parameters of `create_invoice` that not every format can say. */
export const TERM_NAMES = [
  'payment_terms_text',
  'replaces_invoice_id',
  'global',
  'delivery_date',
  'delivery_period',
  'order_reference',
  'contract_reference',
  'project_reference',
  'prepaid_amount',
  'allowances',
  'charges',
  'discount_terms',
  'direct_debit',
  'attachments',
  'delivery',
] as const satisfies readonly (keyof CreateInvoiceParams)[];
export type TermName = (typeof TERM_NAMES)[number];

/** The same of a line. */
export const LINE_TERM_NAMES = [
  'discount',
  'product_number',
  'customs_number',
  'property_account',
  'period',
] as const satisfies readonly (keyof InvoiceLineInput)[];
export type LineTermName = (typeof LINE_TERM_NAMES)[number];

export const NO_LINE_TERMS: LineTerms = {
  discount: null,
  productNumber: null,
  customsNumber: null,
  propertyAccount: null,
  period: null,
};

export const NO_TERMS: Terms = {
  paymentTermsText: null,
  global: null,
  deliveryDate: null,
  deliveryPeriod: null,
  orderReference: null,
  contractReference: null,
  projectReference: null,
  prepaid: null,
  allowances: [],
  charges: [],
  discountTerms: [],
  directDebit: null,
  attachments: [],
  delivery: { channel: null, format: null },
};
