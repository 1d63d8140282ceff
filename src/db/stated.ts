// Column types that neither the schema nor the spec can express; `row-types/stated.yaml` assigns them to columns.
import type { SERVICE } from '../../generated/service.ts';
import type { CreateInvoiceParams } from '../../generated/tools/create_invoice.ts';
import type {
  AttachmentInput,
  AttachmentType,
  CreditReason,
  DeliveryChannel,
  DeliveryFormat,
  DocumentFormat,
  TaxFactor,
} from '../../generated/types.ts';
import type { IsoDay } from '../base/time/day.ts';
import type { DecimalText } from './columns.ts';

export type KeyType = (typeof SERVICE.keys.types)[number];
/** How a program proves at the token endpoint which one it is. */
export type ClientAuth = (typeof SERVICE.oauth.auth_methods)[number];

/**
 * `file`: an approved invoice; `cancel`: a requested cancellation; `deliver`: mail to the buyer; `evidence`: how far
 * the network has carried a document; `expire`: an approval that may expire without a decision; `lookup`: whether a
 * customer is on the network.
 */
export type OutboxKind = 'file' | 'cancel' | 'deliver' | 'evidence' | 'expire' | 'lookup' | 'acuse';

/** Each acknowledgement of a cancellation is kept: `acuse`, then `acuse2`, `acuse3`, as they came. */
export type FiledKind = DocumentFormat | `acuse${number}`;

/** `approved`: not built yet; `ready`: bytes and key are fixed and may have been sent; `done`: nothing left to do. */
export type OutboxState = 'approved' | 'ready' | 'done';

export interface TaxBreakdownRow {
  tax: string;
  category: string;
  /** Absent in rows of earlier releases, which knew rates only. */
  factor?: TaxFactor;
  rate: DecimalText;
  base: DecimalText;
  amount: DecimalText;
}

/** What a difference takes off one tax of an invoice. */
export interface DifferenceTaxRow {
  readonly tax: string;
  readonly category: string;
  readonly rate: DecimalText;
  readonly base_minor: number;
  readonly tax_minor: number;
}

interface StoredPeriod {
  readonly from: IsoDay;
  readonly to: IsoDay;
}

type StoredDiscount = { readonly percent: DecimalText } | { readonly amount: DecimalText };

interface StoredAllowance {
  readonly discount: StoredDiscount;
  readonly reason: string;
}

/** `invoice_line.content`: what a line says besides its columns. Null in rows of earlier releases. */
export interface LineContent {
  readonly gross: DecimalText;
  readonly discount_amount: DecimalText;
  readonly discount: StoredDiscount | null;
  readonly product_number: string | null;
  readonly customs_number: string | null;
  readonly property_account: string | null;
  readonly period: StoredPeriod | null;
  readonly taxes: readonly {
    readonly tax: string;
    readonly category: string;
    readonly factor: TaxFactor;
    readonly rate: DecimalText;
    readonly base: DecimalText;
    readonly amount: DecimalText;
    readonly withheld: boolean;
  }[];
}

export interface StoredTerms {
  readonly payment_terms_text: string | null;
  readonly global: { period: string; month: string; year: number } | null;
  readonly delivery_date: IsoDay | null;
  readonly delivery_period: StoredPeriod | null;
  readonly order_reference: string | null;
  readonly contract_reference: string | null;
  readonly project_reference: string | null;
  readonly prepaid: DecimalText | null;
  readonly allowances: readonly StoredAllowance[];
  readonly charges: readonly StoredAllowance[];
  readonly discount_terms: { percent: DecimalText; days: number }[];
  readonly direct_debit: { mandate_reference: string; creditor_id: string; iban: string } | null;
  readonly attachments: readonly {
    readonly name: string;
    readonly mime_type: AttachmentType;
    readonly description: string | null;
    readonly size: number;
    sha256: string;
  }[];
  readonly delivery: { channel: DeliveryChannel | null; format: DeliveryFormat | null };
}

/** An earlier document that an invoice or credit note names. */
export interface StoredRelation {
  readonly type: '01' | '03' | '04' | '07';
  /** Of the invoice in these books. */
  readonly record_id: string;
  readonly uuid: string;
  readonly folio: string;
  readonly issue_date: IsoDay;
}

/** What a sales document says besides its columns. */
export interface DocumentContent {
  readonly terms: StoredTerms;
  readonly relations: readonly StoredRelation[];
  readonly withholdings: readonly Omit<TaxBreakdownRow, 'factor'>[];
  readonly allowances: readonly {
    readonly charge: boolean;
    readonly amount: DecimalText;
    readonly percent: DecimalText | null;
    readonly base: DecimalText | null;
    readonly reason: string;
    readonly category: string;
    readonly rate: DecimalText;
  }[];
  readonly discount: DecimalText;
  readonly line_total: DecimalText;
  readonly payee: {
    readonly name: string;
    readonly currency: string;
    readonly iban: string | null;
    readonly bic: string | null;
    readonly clabe: string | null;
  } | null;
  readonly derived: readonly { path: string; value: string; reason: string }[];
}

/** `invoice.content`. Null in rows of earlier releases and of imports. */
export interface InvoiceContent extends DocumentContent {
  /** What the caller gave, without file contents: corrections start from it. */
  readonly given: GivenInvoice;
}

/** A line of a credit note. */
export interface CreditedLine extends LineContent {
  readonly position: number;
  /** The line of the invoice that it credits; null for one that stands for all of a tax rate. */
  readonly invoice_position: number | null;
  readonly description: string;
  readonly quantity: DecimalText;
  readonly unit_price: DecimalText;
  readonly subtotal: DecimalText;
  readonly tax_rate: DecimalText;
  readonly tax_amount: DecimalText;
  readonly country_details: Record<string, string | number>;
}

/** `credit_note.content`, of a note that this service files. */
export interface CreditNoteContent extends DocumentContent {
  readonly reason: CreditReason;
  /** It credits all that was left; what rounding leaves of the invoice is closed with it. */
  readonly whole: boolean;
  readonly notes: string | null;
  readonly country_details: Record<string, string>;
  readonly exchange_rate: DecimalText | null;
  readonly exchange_rate_date: IsoDay | null;
  readonly exchange_rate_source: string | null;
  readonly lines: readonly CreditedLine[];
  readonly tax_breakdown: readonly TaxBreakdownRow[];
  readonly subtotal: DecimalText;
  readonly tax: DecimalText;
  readonly withheld: DecimalText;
  /** Once filed: what of it gives back money that was paid before the invoice, which never was owed on it. */
  readonly refunded?: DecimalText;
}

interface ComplementShare {
  /** c_Impuesto and c_TipoFactor. */
  readonly tax: string;
  readonly factor: string;
  /** As a share or a quota; null when exempt. */
  readonly rate: DecimalText | null;
  readonly base: DecimalText;
  readonly amount: DecimalText | null;
}

/** An invoice of a payment complement; amounts in minor units of the invoice's currency. */
export interface ComplementEntry {
  readonly invoice_id: string;
  readonly uuid: string;
  readonly series: string | null;
  readonly number: string | null;
  readonly currency: string;
  /** Pesos for one unit on the day of the payment; null for pesos. */
  readonly exchange_rate: DecimalText | null;
  readonly installment: number;
  readonly balance_before_minor: number;
  readonly paid_minor: number;
  readonly balance_after_minor: number;
  /** c_ObjetoImp. */
  readonly tax_object: string;
  readonly taxes: {
    readonly withheld: readonly ComplementShare[];
    readonly transferred: readonly ComplementShare[];
  };
}

/** `complement.content`. */
export interface ComplementContent {
  /** c_FormaPago. */
  readonly form: string;
  /** Why the form was taken where the payment does not say it; else null. */
  readonly form_reason: string | null;
  /** Pesos for one unit of the payment's currency; null for pesos, and while none is known. */
  readonly exchange_rate: DecimalText | null;
  readonly reference: string | null;
  readonly documents: readonly ComplementEntry[];
  /** The UUID of the complement that it replaces. */
  readonly replaces_uuid: string | null;
  /** The payment is to be taken back once the authority has cancelled this complement. */
  readonly reversal: {
    readonly reason: string;
    /** That had brought the money, once the payment is taken back; not told by earlier releases. */
    readonly bank_transaction_id?: string | null;
  } | null;
}

type Given = Omit<
  CreateInvoiceParams,
  'attachments' | 'counterparty_id' | 'counterparty_name' | 'line_items'
> & {
  readonly attachments: readonly Omit<AttachmentInput, 'content_base64'>[];
};

export type GivenInvoice = Pick<CreateInvoiceParams, 'line_items'> & {
  readonly [K in keyof Given]?: Given[K] | undefined;
};
