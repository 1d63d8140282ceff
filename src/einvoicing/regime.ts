// A filing regime: the defaults of a draft, how its totals are computed, and the rules it must meet before filing.
// Countries are data (`spec/countries`); there is one regime for each format.
import type { Steps } from '../base/load/turns.ts';
import type {
  ComplianceIssue,
  Deductibility,
  FilingModel,
  InvoiceCountryDetails,
  InvoiceLineCountryDetails,
  InvoiceLineDetailsInput,
  TaxFactor,
} from '../../generated/types.ts';
import type { Entity } from '../base/entity.ts';
import type { Amount } from '../base/money/amount.ts';
import type { Decimal } from '../base/money/decimal.ts';
import type { Raises, Warns } from '../base/raises.ts';
import type { BuiltDocument, FilingFacts, Signer } from './filing.ts';
import type { IsoDay } from '../base/time/day.ts';
import type { OddDraft, Oddity } from './oddities.ts';
import type { ShownParts } from './shown.ts';
import type { LineTax, LineTaxTerms, LineTermName, LineTerms, TermName, Terms } from './terms.ts';

/** Country fields as sent and as stored: flat, those of one country only. */
export type Details = Readonly<Record<string, string | number>>;

/** The customer, as far as filing rules need it. */
export interface Buyer {
  readonly name: string;
  readonly country_code: string;
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  /** To which documents by e-mail go; absent where it is not loaded. */
  readonly email?: string | null;
  readonly details: Readonly<Record<string, string>>;
}

export interface LineInput extends LineTerms, LineTaxTerms {
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
  readonly clabe: string | null;
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
  readonly terms: Terms;
  readonly lines: readonly LineInput[];
}

/** A tax of a draft's line, before its base is known. */
export type LineTaxRule = Omit<LineTax, 'base' | 'amount'> & {
  /** For a quota: the physical quantity. */
  readonly quantity: Decimal | null;
};

export interface DraftLine extends LineInput {
  /** Of the value added tax, in percent. */
  readonly taxRate: Decimal;
  /** How the tax breakdown groups lines of one rate; null for a line that shows no tax at all. */
  readonly taxCategory: string | null;
  /** Every tax of the line, excise before value added tax, which is taken on both. */
  readonly taxRules: readonly LineTaxRule[];
  /** Without tax, where quantity and price do not decide it: a part of a line that was rounded as a whole. */
  readonly net?: Decimal;
}

/** A value that decides tax or a code, and that nobody has set. */
export interface Derived {
  /** `line_items[0].country_details.sat_product_code`. */
  readonly path: string;
  readonly value: string;
  readonly reason: string;
}

/** The same invoice with every default of its country filled in. */
export interface Draft extends Omit<DraftInput, 'paymentTermsDays' | 'lines' | 'accounts'> {
  readonly paymentTermsDays: number;
  readonly lines: readonly DraftLine[];
  readonly derived: readonly Derived[];
  /** The account that the customer may pay into, for people to read; null where `countryDetails` has it. */
  readonly payee: PayeeAccount | null;
  /** Those of the whole, where they are spread already: the share that a credit note takes of its invoice's. */
  readonly allowances?: readonly DocumentAllowance[];
}

/** The tax of one category and rate that the customer pays. */
export interface TaxRow {
  /** The tax as the country calls it: IVA, VAT. */
  readonly tax: string;
  readonly category: string;
  readonly factor: TaxFactor;
  /** In percent; for a quota the amount of a unit. */
  readonly rate: Decimal;
  readonly base: Amount;
  readonly amount: Amount;
}

/** What the customer retains of one tax and rate. */
export type WithholdingRow = Omit<TaxRow, 'factor'>;

/** An allowance or charge on the whole document, of one tax category and rate. */
export interface DocumentAllowance {
  readonly charge: boolean;
  readonly amount: Amount;
  /** With `base`, or both null. */
  readonly percent: Decimal | null;
  readonly base: Amount | null;
  readonly reason: string;
  readonly category: string;
  readonly rate: Decimal;
}

export interface LineTotals {
  /** Quantity times price. */
  readonly gross: Decimal;
  readonly discountAmount: Decimal;
  /** After the discount. */
  readonly subtotal: Decimal;
  /** All taxes that are passed on. */
  readonly taxAmount: Decimal;
  readonly taxes: readonly LineTax[];
}

/** The sums of a document: `total = subtotal + tax - withheld - prepaid`. */
export interface Sums {
  readonly breakdown: readonly TaxRow[];
  readonly withholdings: readonly WithholdingRow[];
  readonly allowances: readonly DocumentAllowance[];
  /** Of the lines; `subtotal` is after it. */
  readonly discount: Amount;
  /** Of the lines after their discounts, before allowances and charges of the whole. */
  readonly lineTotal: Amount;
  /** Without tax. */
  readonly subtotal: Amount;
  readonly tax: Amount;
  readonly withheld: Amount;
  /** What is owed. */
  readonly total: Amount;
}

export interface Totals extends Sums {
  /** One for each line, in order. */
  readonly lines: readonly LineTotals[];
}

export interface DocumentLine extends Omit<LineInput, keyof LineTaxTerms>, LineTotals {
  /** Of the value added tax, in percent. */
  readonly taxRate: Decimal;
}

/** An earlier document that this one replaces or credits. */
export interface Relation {
  /** c_TipoRelacion in Mexico: 01 credit note, 03 return, 04 replaces, 07 applies an advance. */
  readonly type: '01' | '03' | '04' | '07';
  /** The authority's UUID or the network's document id. */
  readonly uuid: string;
  /** Series and number as printed. */
  readonly folio: string;
  readonly issueDate: IsoDay;
  /** In these books. */
  readonly recordId?: string | null;
}

/** An invoice or credit note as stored: what is checked and filed. Amounts of a credit note are positive. */
export interface InvoiceDocument extends Sums {
  readonly kind: 'invoice' | 'credit_note';
  readonly seller: Entity;
  readonly buyer: Buyer;
  readonly issueDate: IsoDay;
  readonly dueDate: IsoDay;
  readonly currency: string;
  readonly exchangeRate: Decimal | null;
  readonly exchangeRateSource: string | null;
  readonly countryDetails: Details;
  readonly title: string | null;
  /** Free text of the seller. */
  readonly notes: string | null;
  readonly terms: Terms;
  readonly payee: PayeeAccount | null;
  readonly relations: readonly Relation[];
  readonly derived: readonly Derived[];
  readonly lines: readonly DocumentLine[];
}

/** What the mail and the print of a payment complement show besides its XML. */
export interface ShownPayment extends Omit<InvoiceDocument, 'kind'> {
  readonly kind: 'payment';
}

export type ShownDocument = InvoiceDocument | ShownPayment;

/** Of one place; answers tell those that say the same together. */
export type Issue = Omit<ComplianceIssue, 'paths' | 'count'>;

/** What a regime refuses when a draft is created; anything less is an issue of `validate`. */
export type NormaliseRaises = Raises<
  | 'amount_too_large'
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
  /** What documents of this format can say besides; a draft that says anything else is refused. */
  readonly terms: readonly TermName[];
  readonly lineTerms: readonly LineTermName[];
  /** How many days before its filing a document may be dated. */
  readonly issueWindowDays: number;
  /** Exchange rates are filed with at most this many decimals. */
  readonly exchangeRateDecimals: number;
  /** The line fields of an amount that an earlier system has taxed and filed. */
  readonly untaxedLine: InvoiceLineDetailsInput;
  /** The line fields of what an earlier system has filed where it says nothing of them, so that nothing is derived. */
  readonly filedLine: InvoiceLineDetailsInput;
  /** The deductibility of a new bill; null where bills have none. */
  readonly newBillDeductibility: Deductibility | null;
  /** Whether buyers withhold taxes of a document. */
  readonly retains: boolean;
  /** Fills in the country's defaults; refuses what only another draft could correct. */
  normalise(ctx: NormaliseRaises, input: DraftInput): Steps<Draft>;
  /** Sums and taxes exactly as the authority or the network will check them. */
  calculate(ctx: Raises<'amount_too_large'>, draft: Draft): Totals;
  /** What prevents or endangers the filing, in the order of the document. */
  validate(document: InvoiceDocument): readonly Issue[];
  /** `validate` with pauses, for a document of many lines. */
  validateInSteps(document: InvoiceDocument): Steps<readonly Issue[]>;
  /** What the rules on its buyer say. */
  validateBuyer(document: InvoiceDocument): readonly Issue[];
  /** What is seldom meant of a draft that the rules allow. */
  oddities(draft: OddDraft): readonly Oddity[];
  /** The document as the format writes it; `validate` has found no error. */
  build(document: InvoiceDocument, facts: FilingFacts): BuiltDocument;
  /** How the file spells and codes what the document says. */
  shown(document: ShownDocument): ShownParts;
  /** Only where the issuer seals: the same document with certificate and seal. */
  seal?(document: BuiltDocument, signer: Signer): BuiltDocument;
}
