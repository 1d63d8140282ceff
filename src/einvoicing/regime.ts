// A filing regime: the defaults of a draft, how its totals are computed, and the rules it must meet before filing.
// Countries are data (`spec/countries`); there is one regime for each format.
import type {
  ComplianceIssue,
  Deductibility,
  FilingModel,
  InvoiceCountryDetails,
  InvoiceLineCountryDetails,
  InvoiceLineDetailsInput,
} from '../../generated/types.ts';
import type { Entity } from '../base/entity.ts';
import type { Amount } from '../base/money/amount.ts';
import type { Decimal } from '../base/money/decimal.ts';
import type { Raises, Warns } from '../base/raises.ts';
import type { BuiltDocument, FilingFacts, Signer } from './filing.ts';
import type { IsoDay } from '../base/time/day.ts';

/** Country fields as sent and as stored: flat, those of one country only. */
export type Details = Readonly<Record<string, string | number>>;

/** The customer, as far as filing rules need it. */
export interface Buyer {
  readonly name: string;
  readonly country_code: string;
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  readonly details: Readonly<Record<string, string>>;
}

export interface LineInput {
  readonly description: string;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly countryDetails: Details;
}

/** An account of the seller into which a customer may pay. */
export interface PayeeAccount {
  readonly name: string;
  readonly currency: string;
  readonly iban: string | null;
  readonly bic: string | null;
}

/** A new invoice as the caller gave it. */
export interface DraftInput {
  readonly seller: Entity;
  readonly buyer: Buyer;
  readonly issueDate: IsoDay;
  readonly currency: string;
  readonly countryDetails: Details;
  readonly paymentTermsDays: number | undefined;
  /** The seller's active accounts, oldest first; none where the regime shows none. */
  readonly accounts?: readonly PayeeAccount[];
  readonly lines: readonly LineInput[];
}

export interface DraftLine extends LineInput {
  /** In percent. */
  readonly taxRate: Decimal;
  /** How the tax breakdown groups lines of one rate; null for a line that shows no tax at all. */
  readonly taxCategory: string | null;
}

/** The same invoice with every default of its country filled in. */
export interface Draft extends Omit<DraftInput, 'paymentTermsDays' | 'lines' | 'accounts'> {
  readonly paymentTermsDays: number;
  readonly lines: readonly DraftLine[];
}

/** The tax of one category and rate. */
export interface TaxRow {
  /** The tax as the country calls it: IVA, VAT. */
  readonly tax: string;
  readonly category: string;
  readonly rate: Decimal;
  readonly base: Amount;
  readonly amount: Amount;
}

export interface LineTotals {
  readonly subtotal: Decimal;
  readonly taxAmount: Decimal;
}

export interface Totals {
  /** One for each line, in order. */
  readonly lines: readonly LineTotals[];
  readonly breakdown: readonly TaxRow[];
  readonly subtotal: Amount;
  readonly tax: Amount;
  readonly total: Amount;
}

export interface DocumentLine extends LineInput, LineTotals {
  readonly taxRate: Decimal;
}

/** An invoice as stored: what is checked and filed. */
export interface InvoiceDocument {
  readonly seller: Entity;
  readonly buyer: Buyer;
  readonly issueDate: IsoDay;
  readonly dueDate: IsoDay;
  readonly currency: string;
  readonly exchangeRate: Decimal | null;
  readonly exchangeRateSource: string | null;
  readonly countryDetails: Details;
  /** Free text of the seller. */
  readonly notes?: string | null;
  readonly lines: readonly DocumentLine[];
  readonly breakdown: readonly TaxRow[];
  readonly subtotal: Amount;
  readonly tax: Amount;
  readonly total: Amount;
}

export type Issue = ComplianceIssue;

/** What a regime refuses when a draft is created; anything less is an issue of `validate`. */
export type NormaliseRaises = Raises<
  | 'code_unknown'
  | 'invalid_parameter'
  | 'cfdi_use_not_for_generic'
  | 'cfdi_use_not_for_regime'
  | 'payment_form_not_for_method'
  | 'tax_rate_not_allowed'
  | 'too_many_decimals'
> &
  Warns<'cfdi_use_fell_back'>;

export interface Regime {
  readonly model: FilingModel;
  /** The country fields that a record of this regime shows; one that was not given is null. */
  readonly headerFields: readonly (keyof InvoiceCountryDetails)[];
  readonly lineFields: readonly (keyof InvoiceLineCountryDetails)[];
  /** Exchange rates are filed with at most this many decimals. */
  readonly exchangeRateDecimals: number;
  /** The line fields of an amount that an earlier system has taxed and filed. */
  readonly untaxedLine: InvoiceLineDetailsInput;
  /** The deductibility of a new bill; null where bills have none. */
  readonly newBillDeductibility: Deductibility | null;
  /** Fills in the country's defaults; refuses what only another draft could correct. */
  normalise(ctx: NormaliseRaises, input: DraftInput): Draft;
  /** Sums and taxes exactly as the authority or the network will check them. */
  calculate(ctx: Raises<'amount_too_large'>, draft: Draft): Totals;
  /** What prevents or endangers the filing, in the order of the document. */
  validate(document: InvoiceDocument): readonly Issue[];
  /** The document as the format writes it; `validate` has found no error. */
  build(document: InvoiceDocument, facts: FilingFacts): BuiltDocument;
  /** Only where the issuer seals: the same document with certificate and seal. */
  seal?(document: BuiltDocument, signer: Signer): BuiltDocument;
}
