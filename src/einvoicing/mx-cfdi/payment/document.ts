// A payment complement (REP, CFDI 4.0 type P with Pagos 2.0): what one customer paid on which invoices, with the share of
// their taxes.
import type { Entity } from '../../../base/entity.ts';
import type { Amount } from '../../../base/money/amount.ts';
import type { Decimal } from '../../../base/money/decimal.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { Buyer } from '../../regime.ts';

/** What tells one tax from another on a CFDI. */
export interface TaxKey {
  /** c_Impuesto. */
  readonly tax: string;
  /** c_TipoFactor. */
  readonly factor: string;
  /** As a share (0.16) or a quota; null when exempt. */
  readonly rate: Decimal | null;
}

export interface TaxShare extends TaxKey {
  /** At most 6 decimals. */
  readonly base: Decimal;
  /** At most 6 decimals; null when exempt. */
  readonly amount: Decimal | null;
}

export interface TaxShares {
  readonly withheld: readonly TaxShare[];
  readonly transferred: readonly TaxShare[];
}

/** One invoice and the part of it that is paid (DoctoRelacionado); its amounts are in the invoice's currency. */
export interface PaidDocument {
  readonly uuid: string;
  readonly series: string | null;
  readonly number: string | null;
  /** Units of the invoice's currency for one of the payment's; 1 when they are the same. */
  readonly equivalence: Decimal;
  /** Counts the payments of the invoice from 1; credit notes are no instalments. */
  readonly installment: number;
  readonly balanceBefore: Amount;
  readonly paid: Amount;
  readonly balanceAfter: Amount;
  /** c_ObjetoImp. */
  readonly taxObject: string;
  readonly taxes: TaxShares;
}

/** The accounts that the money left and reached; what the SAT would not take is left out of the document. */
export interface BankFields {
  /** The RFC of the payer's bank; XEXX010101000 for one abroad, which then has a name. */
  readonly payerBankRfc?: string | null;
  readonly payerBankName?: string | null;
  readonly payerAccount?: string | null;
  readonly payeeBankRfc?: string | null;
  readonly payeeAccount?: string | null;
}

export interface Payment {
  readonly paidAt: IsoDay;
  /** c_FormaPago, never 99. */
  readonly form: string;
  /** As it arrived, in its own currency. */
  readonly amount: Amount;
  /** Pesos for one unit of the payment's currency; null for pesos. */
  readonly exchangeRate: Decimal | null;
  readonly operationNumber?: string | null;
  readonly bank?: BankFields;
  readonly documents: readonly PaidDocument[];
}

export interface PaymentDocument {
  readonly seller: Entity;
  readonly buyer: Buyer;
  readonly issueDate: IsoDay;
  readonly payments: readonly Payment[];
  /** UUIDs of the complements that this one substitutes (CfdiRelacionados 04). */
  readonly replaces: readonly string[];
}
