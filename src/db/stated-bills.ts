// What documents of suppliers say besides their columns; `row-types/stated.yaml` assigns these types to JSON columns.
import type { BillTaxKind, SupplyNature, TaxFactor } from '../../generated/types.ts';
import type { IsoDay } from '../base/time/day.ts';
import type { DecimalText } from './columns.ts';

/** A tax as a supplier's document states it. */
export interface BillTax {
  readonly kind: BillTaxKind;
  readonly factor: TaxFactor;
  /** In percent, of a quota the amount for a unit; null when exempt and where only the amount is stated. */
  readonly rate: DecimalText | null;
  /** UNCL 5305, of VAT. */
  readonly category: string | null;
  readonly exemption_code: string | null;
  readonly exemption_reason: string | null;
  readonly base: DecimalText | null;
  readonly amount: DecimalText | null;
  /** Of a local tax. */
  readonly name: string | null;
}

/** An allowance or charge on a whole document, or within a line, where it has no tax of its own. */
export interface BillAdjustment {
  readonly charge: boolean;
  readonly amount: DecimalText;
  readonly base: DecimalText | null;
  readonly percent: DecimalText | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly tax: BillTax | null;
}

/** With a first day, a last one, or both. */
export interface BillPeriod {
  readonly from: IsoDay | null;
  readonly to: IsoDay | null;
}

/** `bill_line.content`. */
export interface BillLineContent {
  readonly taxes: readonly BillTax[];
  readonly withholdings: readonly BillTax[];
  readonly discount: DecimalText | null;
  readonly adjustments: readonly BillAdjustment[];
  readonly detail: string | null;
  readonly unit_code: string | null;
  readonly period: BillPeriod | null;
  readonly nature: SupplyNature | null;
  readonly item_number: string | null;
  readonly product_code: string | null;
  readonly tax_object: string | null;
  readonly customs_numbers: readonly string[];
  readonly order_line: string | null;
  readonly account: string | null;
  readonly cost_centre: string | null;
  readonly deductible_percent: DecimalText | null;
}

/** The account that the supplier wants to be paid to. */
export interface BillAccount {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly clabe: string | null;
  readonly number: string | null;
  readonly holder: string | null;
}

export interface BillReference {
  readonly kind: string;
  readonly id: string;
  readonly date: string | null;
  readonly relation: string | null;
}

/** `bill.content`, and what a credit note of a supplier says. */
export interface BillContent {
  /** UNCL 1001, or TipoDeComprobante. */
  readonly type_code: string | null;
  readonly taxes: readonly BillTax[];
  readonly withholdings: readonly BillTax[];
  readonly adjustments: readonly BillAdjustment[];
  readonly accounting_tax: { readonly amount: DecimalText; readonly currency: string } | null;
  readonly delivery_period: BillPeriod | null;
  /** BT-8, where the document names no day. */
  readonly tax_point_code: string | null;
  readonly payee_accounts: readonly BillAccount[];
  readonly direct_debit: {
    readonly mandate_reference: string | null;
    readonly creditor_id: string | null;
    readonly iban: string | null;
  } | null;
  readonly payment_terms_text: string | null;
  /** `base`: what the percent is of, with tax, where the bill says so; else all that is owed. */
  readonly discount_terms: readonly {
    readonly percent: DecimalText;
    readonly days: number;
    readonly base?: DecimalText;
  }[];
  readonly payment_reference: string | null;
  /** UNCL 4461, or c_FormaPago. */
  readonly payment_form: string | null;
  /** PUE or PPD. */
  readonly payment_method: string | null;
  /** c_UsoCFDI. */
  readonly use: string | null;
  readonly references: readonly BillReference[];
  /** As on the document. */
  readonly supplier: {
    readonly name: string | null;
    readonly tax_id: string | null;
    readonly vat_id: string | null;
    readonly country_code: string | null;
    readonly fiscal_regime: string | null;
  } | null;
  readonly notes: readonly string[];
  /** The document names no day until when it is to be paid. */
  readonly is_due_derived: boolean;
}

/** `credit_note.received`: what a credit note of a supplier says besides its columns. */
export interface ReceivedNote extends BillContent {
  readonly lines: readonly {
    readonly position: number;
    readonly description: string;
    readonly quantity: DecimalText;
    readonly unit_price: DecimalText;
    readonly subtotal: DecimalText;
    readonly tax_amount: DecimalText;
    readonly content: BillLineContent | null;
  }[];
}
