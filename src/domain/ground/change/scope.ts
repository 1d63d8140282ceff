// The context of domain functions: which books they read or write, which errors and warnings they may raise.
// Tools, admin commands and the worker all pass one, so the domain does not depend on them.
import type { EventType } from '../../../../generated/events.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { DifferenceCause, DocumentType, PaymentObject } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { Entity } from '../../../base/entity.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { Row } from '../../../db/schema.ts';
import type { DeliveryWish } from '../../../einvoicing/terms.ts';

/** The author of a change: an agent's key, a member, or the service itself. */
export interface Actor {
  readonly type: 'key' | 'member' | 'system';
  readonly id: string;
  /** Of a person who acts on a page. */
  readonly session_id?: string;
  /** How it is known that it is this member; `claimed`: a command was told so. */
  readonly method?: 'passkey' | 'password' | 'company' | 'claimed';
}

/** Reads across the entities of an organisation; for entity discovery and search only. */
export interface OrganisationScope {
  readonly db: Reader;
  readonly organisation_id: OrganisationId;
  readonly now: Date;
}

/** The books of one entity, for reading. */
export interface ReadScope {
  readonly db: Reader;
  readonly entity: Entity;
  /** Today in the entity's time zone. */
  readonly today: IsoDay;
  /** The time of the call, constant throughout. */
  readonly now: Date;
}

/** One change of one record: becomes an audit row and an event in the same transaction. */
export interface Change {
  readonly event: EventType;
  readonly record_type: string;
  readonly record_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Facts that one noun reports to the nouns above it, which it must not import. */
export interface Facts {
  /** A company of which nothing is booked yet. */
  readonly company_made: { readonly id: string };
  /** Invoices or bills after a change of their balance. */
  readonly documents_settled: readonly SettledFigures[];
  /** New payments of a tool, a command or the bank; not those of an earlier system. In the order of their booking. */
  readonly payments_recorded: readonly PaymentFact[];
  /** Money that no document took was set off against an invoice; its one allocation, on the day of that. */
  readonly credit_applied: PaymentFact;
  /** A draft that is to reach this customer was made or changed. */
  readonly document_addressed: { readonly customer: Addressed; readonly delivery: DeliveryWish };
  /** A document was filed under this number, as it is printed. */
  readonly document_filed: { readonly folio: string };
  /** Payments of one invoice stand on another now. */
  readonly payments_moved: { readonly from: string; readonly to: string };
  /** Less of what was paid stands on a document: it was credited or closed. */
  readonly payments_released: Pick<AllocationFact, 'uuid'> & { readonly id: string };
  /** A bill that waited in the inbox is owed from now on. */
  readonly bill_owed: { readonly id: string };
  /** What a credit note takes off a bill came, or ended. */
  readonly bill_credited: { readonly id: string; readonly uuid: string | null };
  /** A bill was written down; with the RFC of a supplier that is on the list of article 69-B, if nobody has looked yet. */
  readonly bill_made: {
    readonly id: string;
    readonly uuid: string | null;
    readonly listed_rfc: string | null;
  };
  /** Bills of an earlier system, whose suppliers may be on that list. */
  readonly bills_imported: readonly { readonly id: string; readonly tax_id: string }[];
  /** A payment was taken back: nothing of it is allocated any more. */
  readonly payment_reversed: PaymentFact & { readonly reason: string };
}

export type Addressed = Pick<Row<'counterparty'>, 'id' | 'country_code' | 'details'>;

/** A payment with what it settles; for a reversed one, what it had settled. */
export interface PaymentFact {
  readonly id: string;
  readonly type: PaymentObject;
  readonly counterparty_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly paid_on: IsoDay;
  readonly payment_method: string;
  readonly reference: string | null;
  readonly historic: boolean;
  readonly bank_transaction_id: string | null;
  readonly allocations: readonly AllocationFact[];
}

export interface AllocationFact {
  readonly record_type: DocumentType;
  readonly record_id: string;
  /** In the document's currency. */
  readonly amount_minor: number;
  /** The same part in the payment's. */
  readonly payment_minor: number;
  /** Booked apart: what came beyond what the document takes, or negative, what is missing. */
  readonly difference_minor: number;
  /** Null for cents without a cause. */
  readonly difference_cause: DifferenceCause | null;
  /** The draft that a discount waits for. */
  readonly credit_note_id: string | null;
  /** Of the document, after this payment or its reversal. */
  readonly balance_minor: number;
  readonly currency: string;
  /** Of the CFDI that a bill came as; null for an invoice. */
  readonly uuid: string | null;
  /** Of the invoice; empty for a bill. */
  readonly country_details: Readonly<Record<string, string>>;
}

export interface SettledFigures {
  readonly id: string;
  readonly currency: string;
  readonly balance_minor: number;
  readonly open: boolean;
}

/** The books of one entity, inside a transaction that also writes the audit rows. */
export interface WriteScope extends ReadScope {
  readonly db: Writer;
  readonly actor: Actor;
  /** Records the change for the audit trail; written before the transaction commits. */
  record(change: Change): void;
  /** States that nothing had to change; a tool that records nothing must call it. */
  unchanged(): void;
  /** Reports a fact to the nouns that react to it, in the same transaction. */
  tell<F extends keyof Facts>(fact: F, details: Facts[F]): Promise<void>;
}
