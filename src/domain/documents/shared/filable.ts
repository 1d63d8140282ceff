// What filing asks of a sales document, be it an invoice, a credit note or another kind: each noun answers for its own,
// and the steps of approval, filing, cancellation and delivery are the same for all.
import type { ToolError } from '../../../base/errors.ts';
import type { EventType } from '../../../../generated/events.ts';
import type {
  FiledRecordType,
  FilingStatus,
  InvoiceFiling,
  InvoiceStatus,
  TaskableType,
} from '../../../../generated/types.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { BuiltDocument, Route } from '../../../einvoicing/filing.ts';
import type { Delivery } from '../../../einvoicing/peppol-ubl/delivery.ts';
import type { Issue, ShownDocument } from '../../../einvoicing/regime.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Filed, StoredFiling } from './filing.ts';
import type { DocumentPreview } from './preview.ts';

/** What can happen to every kind: `invoice.submitted`, `credit_note.submitted`. */
export type FilingEvent =
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'filed'
  | 'filing_failed'
  | 'delivered'
  | 'not_delivered'
  | 'discarded'
  | 'void_requested'
  | 'void_refused'
  | 'voided';

/** As callers see it. */
export interface FilableView {
  readonly id: string;
  readonly filing: InvoiceFiling;
}

/** A kind of sales document. */
export interface FilableKind {
  readonly record_type: FiledRecordType;
  readonly taskable_type: TaskableType;
  /** `invoice`, in sentences. */
  readonly noun: string;
  readonly a_noun: 'an invoice' | 'a credit note' | 'a payment complement';
  /** The total of its file, where that is not its amount. */
  readonly file_total?: string;
  /** What an agent does to see how a filing went on. */
  readonly look: string;
  readonly event: (name: FilingEvent) => EventType;
  readonly load: (ctx: ReadScope, id: string) => Promise<Filable | undefined>;
  /** With its row locked until the transaction ends. */
  readonly lock: (ctx: WriteScope, id: string) => Promise<Filable | undefined>;
  readonly show: (ctx: ReadScope, id: string) => Promise<FilableView | undefined>;
}

export interface Progress {
  readonly filing_status?: FilingStatus;
  /** Fields that change; the others stay. */
  readonly filing?: Partial<StoredFiling>;
}

export type DateScope = WriteScope & Raises<'exchange_rate_unavailable'> & Warns<'exchange_rate_date'>;

/** What the books say of a cancellation, for the trail. */
export interface Cancelled {
  readonly after: Filable;
  readonly details: object;
}

/** A document as it was read. What writes it returns it as it is then; the former one must not be written again. */
export interface Filable extends Filed {
  readonly kind: FilableKind;
  readonly id: string;
  readonly status: InvoiceStatus;
  /** Reserved with the first build. */
  readonly series: string | null;
  readonly number: string | null;
  /** The series of its number, also before it has one. */
  readonly numbering: string;
  /** Series and number as printed, once it is filed. */
  readonly folio: string | null;
  readonly title: string | null;
  /** The filed document whose place it takes. */
  readonly replaces: string | null;
  readonly customer: { readonly id: string; readonly name: string };
  readonly currency: string;
  readonly total_minor: number;
  /** What its tasks are about, where that is not the document itself, and by when it has to be filed. */
  readonly duty?: { readonly taskable_id: string; readonly due_on: IsoDay };
  readonly updated_at: string;
  /** What the trail and events keep of it. */
  readonly state: () => object;
  /** The same with its lines, kept of a draft that is deleted. */
  readonly wholeState: () => object;
  /** Everything that would be filed and sent, as it is now. */
  readonly preview: () => DocumentPreview;
  /** To be awaited before `issues` and `preview`, which have less to do then: the rules of a long document take a while. */
  readonly prepare: () => Promise<void>;
  /** What stands between the document and its filing. */
  readonly issues: () => readonly Issue[];
  readonly document: () => ShownDocument;
  readonly build: (ctx: ReadScope, numbered: Numbered) => Promise<BuiltDocument>;
  readonly route: () => Route;
  /** How the customer gets it; null where an authority certifies it first. */
  readonly delivery: () => Delivery | null;
  readonly write: (ctx: WriteScope, progress: Progress) => Promise<Filable>;
  /** With the dates and the exchange rate that it is filed with; not written yet. */
  readonly dated: (ctx: DateScope) => Promise<Filable>;
  /** Why it cannot be filed now, apart from what the document itself says. */
  readonly obstacle: (ctx: WriteScope) => Promise<FilingObstacle | null>;
  /** Writes its number with what `dated` has fixed. */
  readonly reserve: (ctx: WriteScope, numbered: Numbered) => Promise<Filable>;
  /** The authority or the network has it: writes that, and what follows in the books. */
  readonly file: (ctx: WriteScope, filing: Partial<StoredFiling>) => Promise<Filable>;
  /** Why it cannot be cancelled. */
  readonly uncancellable: (ctx: WriteScope) => Promise<ToolError<Uncancellable> | null>;
  /** The authority has cancelled it: writes that, and what follows in the books. */
  readonly cancel: (ctx: WriteScope, filing: Partial<StoredFiling>) => Promise<Cancelled>;
  /** Deletes a draft that is not being filed; false when it is none. */
  readonly discard: (ctx: WriteScope) => Promise<boolean>;
}

export type Uncancellable = 'cancel_partly_credited' | 'cancel_paid' | 'complement_of_payment';

export interface Numbered {
  readonly series: string;
  readonly number: string;
}

export interface FilingObstacle {
  readonly code: string;
  readonly message: string;
  readonly path: string | null;
  readonly fix: string;
}
