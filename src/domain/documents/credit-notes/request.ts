// What a caller asks to be credited, and what is known of the invoice.
import type { CreditReason, DeliveryInput } from '../../../../generated/types.ts';
import type { Raises } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { DraftLine, InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { SettledDocument } from '../shared/document.ts';
import type { NoteHeader } from './record.ts';

/** A line of the invoice to be credited: the whole of what is left, a quantity, or an amount without tax. */
export interface CreditLineRequest {
  /** Its position in the invoice. */
  readonly line: number;
  readonly quantity?: number | undefined;
  readonly amount?: number | undefined;
}

export interface CreditRequest {
  /** With tax. */
  readonly amount?: number | undefined;
  readonly lines?: readonly CreditLineRequest[] | undefined;
  readonly reason?: CreditReason | undefined;
  /** Mexico: how the money went back, once it has (c_FormaPago). */
  readonly payment_form?: string | undefined;
  readonly notes?: string | undefined;
  /** How the customer gets it; as the invoice asked for, unless given. */
  readonly delivery?: DeliveryInput | undefined;
}

export interface CreditFacts {
  readonly document: InvoiceDocument;
  /** Series and number of the invoice, and what the authority or the network calls it. */
  readonly folio: string;
  readonly uuid: string;
  readonly invoice: SettledDocument;
  /** Earlier notes on the invoice. */
  readonly notes: readonly NoteHeader[];
  readonly today: IsoDay;
  readonly request: CreditRequest;
}

export type PlanRaises = Raises<
  'amount_too_large' | 'country_field_not_allowed' | 'invalid_parameter' | 'too_many_decimals'
>;

/** A line as it is calculated, and the line of the invoice that it credits. */
export interface PlannedLine {
  readonly line: DraftLine;
  readonly invoice_position: number | null;
}
