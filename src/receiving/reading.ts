// What a file of somebody else says, before the books know of it. Readers fill this in and nothing else: amounts and
// quantities are the decimal text of the document, days are YYYY-MM-DD, codes stand as written. It is plain data, so that
// it passes from the process that reads to the one that books.
import type { RECEIVED_FORMATS } from '../../generated/vocabulary/received-formats.ts';
import type { BillTaxKind, ReceivedKind, ReceivedSeverity, TaxFactor } from '../../generated/types.ts';
import type { ReadMexico, ReadSeals } from './reading-cfdi.ts';

export type { ReadMexico, ReadSeals };

export type ReceivedFormat = (typeof RECEIVED_FORMATS)['formats'][number]['format'];

/** The part of the document that a finding is about, and how much it weighs. Words stand in the spec, by `rule`. */
export interface ReadingIssue {
  readonly rule: string;
  /** `error` blocks `validated`; `warning` asks a person to look; `note` only tells. */
  readonly severity: ReceivedSeverity;
  /** What the sentence of the rule is filled with. */
  readonly facts: Readonly<Record<string, string>>;
}

/** `other` was read and is no bill; `unknown` was not: a person looks at the file, which becomes a ticket. */
export type ReadingKind = ReceivedKind;

/** A file within the file: the data in a PDF, or a supporting document. */
export interface EmbeddedFile {
  readonly name: string;
  readonly mimeType: string | null;
  readonly description: string | null;
  /** `data` is the one that was read. */
  readonly role: 'data' | 'supporting';
  readonly bytes: Uint8Array;
}

export interface ReadParty {
  readonly name: string | null;
  readonly tradingName: string | null;
  readonly countryCode: string | null;
  /** VAT id (BT-31, BT-48). */
  readonly vatId: string | null;
  /** National tax number (BT-32), RFC, or NumRegIdTrib of a foreigner. */
  readonly taxId: string | null;
  readonly legalId: { readonly id: string; readonly scheme: string | null } | null;
  /** BT-29 and BT-46, GLN among them. */
  readonly ids: readonly { readonly id: string; readonly scheme: string | null }[];
  readonly endpoint: { readonly id: string; readonly scheme: string } | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly contactName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Mexico: régimen fiscal. */
  readonly regime: string | null;
}

/** A tax on a line or of a whole document. */
export interface ReadTax {
  readonly kind: BillTaxKind;
  readonly factor: TaxFactor;
  /** In percent for VAT ("19"), a fraction for Mexican taxes ("0.160000"); the quota itself; null where exempt. */
  readonly rate: string | null;
  /** UNCL 5305 for VAT. */
  readonly category: string | null;
  readonly exemptionCode: string | null;
  readonly exemptionReason: string | null;
  readonly base: string | null;
  readonly amount: string | null;
  readonly localName: string | null;
}

export interface ReadAdjustment {
  readonly kind: 'allowance' | 'charge';
  readonly amount: string;
  readonly base: string | null;
  readonly percent: string | null;
  readonly reason: string | null;
  readonly reasonCode: string | null;
  /**
   * Only those of the document have a tax of their own. Its `amount` is what the allowance or charge bears of its category's
   * tax, by largest remainder with the lines: 9.50 of an allowance of 50.00 at 19 % lowers the tax of the document.
   */
  readonly tax: ReadTax | null;
}

export interface ReadPeriod {
  readonly start: string | null;
  readonly end: string | null;
}

export interface ReadLine {
  readonly id: string | null;
  /** BT-153; of a CFDI Descripcion. */
  readonly description: string;
  readonly detail: string | null;
  readonly quantity: string;
  readonly unitCode: string | null;
  /** Price of one: a base quantity is divided out, exactly. */
  readonly unitPrice: string;
  /** As on the document, after its allowances: BT-131; of a CFDI Importe - Descuento. */
  readonly net: string;
  readonly discount: string | null;
  readonly adjustments: readonly ReadAdjustment[];
  /** Taxes as on the document. EN 16931 states none by line: `amount` is what the line bears of its category's tax, by largest remainder. */
  readonly taxes: readonly ReadTax[];
  readonly withholdings: readonly ReadTax[];
  readonly period: ReadPeriod | null;
  readonly sellerItemId: string | null;
  /** ClaveProdServ, or BT-158 with its list. */
  readonly productCode: string | null;
  readonly taxObject: string | null;
  readonly customsNumbers: readonly string[];
  /** CuentaPredial of a lease. */
  readonly propertyAccounts?: readonly string[];
  readonly orderLine: string | null;
  /** BT-133. */
  readonly account: string | null;
}

export interface ReadAccount {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly clabe: string | null;
  readonly other: string | null;
  readonly holder: string | null;
}

export interface ReadReference {
  /** `prior`: BT-25 or CfdiRelacionados; `advance`: of a bill, an earlier one for a part in advance. */
  readonly kind:
    | 'prior'
    | 'advance'
    | 'order'
    | 'sales_order'
    | 'contract'
    | 'project'
    | 'despatch'
    | 'receipt'
    | 'tender'
    | 'object'
    | 'buyer';
  readonly id: string;
  readonly date: string | null;
  /** Mexico: TipoRelacion. */
  readonly relation: string | null;
}

/** An invoice or a credit note. */
export interface ReadDocument {
  readonly typeCode: string;
  readonly number: string | null;
  readonly series: string | null;
  readonly uuid: string | null;
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  /** BT-7, or the code BT-8. */
  readonly taxPoint: string | null;
  readonly deliveryDate: string | null;
  readonly deliveryPeriod: ReadPeriod | null;
  readonly currency: string | null;
  readonly exchangeRate: string | null;
  /** What the rate leads to, null where that is not said; a CFDI, whose rate is to the peso, has none. */
  readonly exchangeCurrency?: string | null;
  readonly seller: ReadParty;
  readonly buyer: ReadParty;
  readonly payee: ReadParty | null;
  readonly lines: readonly ReadLine[];
  readonly adjustments: readonly ReadAdjustment[];
  /** BG-23, or Impuestos of a CFDI. */
  readonly taxes: readonly ReadTax[];
  readonly withholdings: readonly ReadTax[];
  readonly totals: {
    /** BT-106. Of a CFDI SubTotal - Descuento, with the local taxes, which are lines. */
    readonly lines: string | null;
    readonly allowances: string | null;
    readonly charges: string | null;
    /** BT-109. */
    readonly withoutTax: string | null;
    readonly tax: string | null;
    /** BT-111, with the currency BT-6. */
    readonly taxInAccountingCurrency: { readonly amount: string; readonly currency: string } | null;
    readonly withheld: string | null;
    /** BT-112; Total of a CFDI. */
    readonly total: string | null;
    readonly prepaid: string | null;
    readonly rounding: string | null;
    /** BT-115. */
    readonly due: string | null;
  };
  readonly payment: {
    /** UNCL 4461, or FormaPago. */
    readonly meansCode: string | null;
    /** PUE or PPD. */
    readonly method: string | null;
    readonly terms: string | null;
    readonly reference: string | null;
    readonly accounts: readonly ReadAccount[];
    readonly directDebit: {
      readonly mandate: string | null;
      readonly creditorId: string | null;
      readonly debtorIban: string | null;
    } | null;
    /** Early payment discounts that the terms state in a form for machines. */
    readonly discounts: readonly {
      readonly days: number;
      readonly percent: string;
      readonly base: string | null;
    }[];
  };
  readonly references: readonly ReadReference[];
  readonly notes: readonly string[];
  /** BT-19, what the buyer books it under. */
  readonly account?: string | null;
  /** Mexico: UsoCFDI. */
  readonly use: string | null;
  readonly mexico?: ReadMexico;
}

/** A complement of payment (CFDI type P): proof of payments of ours. */
export interface ReadProof {
  readonly uuid: string;
  readonly issueDate: string;
  readonly seller: ReadParty;
  readonly buyer: ReadParty;
  readonly payments: readonly {
    readonly paidOn: string;
    readonly form: string;
    readonly currency: string;
    readonly exchangeRate: string | null;
    readonly amount: string;
    readonly documents: readonly {
      readonly uuid: string;
      readonly series: string | null;
      readonly number: string | null;
      readonly currency: string;
      readonly equivalence: string | null;
      readonly instalment: string | null;
      readonly before: string;
      readonly paid: string;
      readonly left: string;
      readonly taxes: readonly ReadTax[];
      readonly withholdings: readonly ReadTax[];
    }[];
  }[];
}

/** What a customer or the network says of an invoice of ours. */
export interface ReadResponse {
  readonly id: string | null;
  readonly issueDate: string | null;
  /** HH:MM:SS, without its zone: it orders what one sender says on one day. */
  readonly issueTime: string | null;
  /** AB, IP, UQ, CA, RE, AP, PD; of a message status AB, AP, RE. */
  readonly status: string;
  readonly level: 'invoice' | 'message';
  readonly reasons: readonly { readonly code: string | null; readonly text: string | null }[];
  /** Of the document that is meant; a message status may name the id of its message instead. */
  readonly documentNumber: string | null;
  /** UNCL 1001, where it says so. */
  readonly documentType: string | null;
  readonly documentDate: string | null;
  readonly sender: ReadParty;
  readonly receiver: ReadParty;
}

export interface Reading {
  readonly kind: ReadingKind;
  readonly format: ReceivedFormat;
  /** BT-24, or the version and type of a CFDI. */
  readonly profile: string | null;
  readonly document: ReadDocument | null;
  readonly proof: ReadProof | null;
  readonly response: ReadResponse | null;
  readonly seals: ReadSeals | null;
  readonly files: readonly EmbeddedFile[];
  readonly issues: readonly ReadingIssue[];
}
