// Books confirmed lines: for each a payment with an allocation for each document, the match, what it teaches, and the
// line's new state. What can be one statement for many lines is one.
import type { DifferenceCause } from '../../../../generated/types.ts';
import type { BankMatchTable, MatchEvidence } from '../../../db/schema.ts';
import type { DifferenceTaxRow } from '../../../db/stated.ts';
import { toInstant } from '../../../db/instant.ts';
import type { SettledDocument } from '../../documents/shared/document.ts';
import { textOrNull } from '../../documents/shared/line-text.ts';
import { afterPayment } from '../../documents/shared/settle.ts';
import { type Paid, writePaid } from '../../documents/shared/settle-many.ts';
import { rateColumns } from '../../documents/payments/pay-document.ts';
import type { PaymentRate } from '../../documents/payments/rate.ts';
import type { PaymentRecord } from '../../documents/payments/items.ts';
import { type NewPayment, insertPayments } from '../../documents/payments/insert.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { changeLines, lineState } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { paymentTypeFor } from './recorded-payments.ts';
import { setAside } from './set-aside.ts';
import { counterpartyNames } from './store/books.ts';
import { type Match, insertMatches } from './store/matches.ts';
import { namesAccount, readOwnNumbers, type Teacher, toLessons } from '../aliases/lessons.ts';
import { teach } from '../aliases/learn.ts';

/** The terms of the invoice, those agreed with the customer, only what is usual in the country, or whoever confirmed. */
export type DifferenceBasis = 'invoice' | 'counterparty' | 'country' | 'caller';

/** Why less came, and on whose word it is booked. */
interface Cause {
  readonly cause: DifferenceCause;
  readonly by: DifferenceBasis;
}

export interface Part {
  readonly document: SettledDocument;
  /** Of the line, in its currency. */
  readonly line_minor: number;
  /** The same in the document's currency. */
  readonly document_minor: number;
  /** What the line has beyond it or, negative, lacks of it: booked apart. Only in one currency. */
  readonly difference_minor?: number;
  /** Why it is missing, and what that takes off the taxes of the invoice. */
  readonly closing?: Cause & { readonly taxes: readonly DifferenceTaxRow[] };
  /** What a credit note has to take off once it is filed, and the draft of it. */
  readonly note?: Cause & { readonly minor: number; readonly id?: string };
}

export interface Confirmation {
  readonly line: BankLine;
  readonly parts: readonly Part[];
  /** Null in one currency. */
  readonly rate: PaymentRate | null;
  /** `make` a payment, link the one given, or none. */
  readonly payment: 'make' | 'none' | { readonly link: string };
  /** What the matcher said of it; null when nobody asked it. */
  readonly found: Found | null;
}

export interface Found {
  readonly confidence: string;
  readonly evidence: MatchEvidence;
}

export interface ConfirmedBy {
  readonly source: BankMatchTable['source'];
  readonly run_id: string | null;
}

/** How money moves through a bank, in the words of each kind of payment. */
const METHODS = { invoice_payment: 'wire_transfer', bill_payment: 'transfer' } as const;
/** Width of a payment's reference. */
const MAX_REFERENCE_LENGTH = 200;

/** The payments made, by line. The lines and documents must be locked, and the parts within the balances. */
export const confirmLines = async (
  ctx: WriteScope,
  confirmations: readonly Confirmation[],
  by: ConfirmedBy,
): Promise<ReadonlyMap<string, PaymentRecord>> => {
  if (confirmations.length === 0) return new Map();
  const lines = confirmations.map(({ line }) => line);
  // First: paying the documents would withdraw the very suggestions that are being confirmed.
  await setAside(ctx, lines);
  const made = await makePayments(ctx, confirmations);
  await insertMatches(ctx, confirmations.flatMap(matchRows(ctx, by, made)));
  const own = lines.some(namesAccount) ? await readOwnNumbers(ctx) : new Set<string>();
  const taught_by = teacherOf(ctx, by);
  const lessons = confirmations.flatMap(({ line, parts }) => {
    const counterparty = parts[0]?.document.counterparty_id;
    return counterparty === undefined ? [] : toLessons(line, counterparty, own, taught_by);
  });
  await teach(ctx, lessons);
  await changeLines(ctx, lines, { match_status: 'confirmed', matched_at: toInstant(ctx.now) });
  for (const { line, parts, payment } of confirmations) {
    ctx.record({
      event: 'bank_transaction.confirmed',
      record_type: 'bank_transaction',
      record_id: line.id,
      before: lineState(line),
      after: {
        ...lineState({ ...line, match_status: 'confirmed' }),
        source: by.source,
        payment_id: made.get(line.id)?.payment.id ?? linkedPaymentId(payment),
        matches: parts.map(({ document, line_minor, difference_minor = 0, closing, note }) => ({
          matched_record_id: document.id,
          amount_minor: line_minor,
          difference_minor,
          ...toldCause(closing ?? note, note?.id),
        })),
      },
    });
  }
  return made;
};

const toldCause = (told: Cause | undefined, credit_note_id: string | undefined) => ({
  ...(told === undefined ? {} : { difference_as: told.cause, difference_by: told.by }),
  ...(credit_note_id === undefined ? {} : { credit_note_id }),
});

const teacherOf = ({ actor }: WriteScope, { source }: ConfirmedBy): Teacher => {
  if (source !== 'manual') return 'auto';
  return actor.type === 'key' ? 'agent' : 'person';
};

const linkedPaymentId = (payment: Confirmation['payment']): string | null =>
  typeof payment === 'object' ? payment.link : null;

const makePayments = async (
  ctx: WriteScope,
  confirmations: readonly Confirmation[],
): Promise<ReadonlyMap<string, PaymentRecord>> => {
  const toMake = confirmations.filter(({ payment }) => payment === 'make');
  if (toMake.length === 0) return new Map();
  const parties = toMake.flatMap(({ parts }) => parts.map(({ document }) => document.counterparty_id));
  const names = await counterpartyNames(ctx, [...new Set(parties)]);
  // Two lines of a batch may pay parts of one document: the second starts from what the first left.
  const settled = new Map<string, Paid>();
  const payments = toMake.map((confirmation) => {
    const allocations = confirmation.parts.map((part) => {
      const { document, document_minor: amount_minor } = part;
      const earlier = settled.get(document.id) ?? { before: document, after: document };
      const after = afterPayment(earlier.after, amount_minor, document.kind === 'bill');
      settled.set(document.id, { before: earlier.before, after });
      const payment_minor = part.line_minor + (part.difference_minor ?? 0);
      return { document: after, amount_minor, payment_minor, cause: causeOf(part) };
    });
    return newPayment(confirmation, allocations, names);
  });
  await writePaid(ctx, [...settled.values()]);
  const records = await insertPayments(ctx, payments);
  return new Map(records.map((record) => [record.payment.bank_transaction_id ?? '', record]));
};

const causeOf = ({ closing, note }: Part): NonNullable<NewPayment['allocations'][number]['cause']> => ({
  ...(closing === undefined ? {} : { difference_cause: closing.cause, difference_taxes: closing.taxes }),
  ...(note?.id === undefined ? {} : { difference_cause: note.cause, credit_note_id: note.id }),
});

const newPayment = (
  { line, rate, parts }: Confirmation,
  allocations: NewPayment['allocations'],
  names: ReadonlyMap<string, string>,
): NewPayment => {
  const type = paymentTypeFor(line);
  const id = parts[0]?.document.counterparty_id ?? '';
  return {
    type,
    counterparty: { id, name: names.get(id) ?? '' },
    amount_minor: line.amount_minor,
    currency: line.currency,
    ...rateColumns(rate),
    paid_on: line.date,
    payment_method: METHODS[type],
    reference: textOrNull([...(line.reference ?? line.description)].slice(0, MAX_REFERENCE_LENGTH).join('')),
    notes: null,
    bank_transaction_id: line.id,
    bank_linked: true,
    historic: false,
    external_id: null,
    allocations,
  };
};

const matchRows =
  (ctx: WriteScope, { source, run_id }: ConfirmedBy, made: ReadonlyMap<string, PaymentRecord>) =>
  ({ line, parts, payment, found }: Confirmation): readonly Match[] => {
    const linked = linkedPaymentId(payment);
    return parts.map(({ document, line_minor, difference_minor = 0, closing, note }, index) => ({
      bank_transaction_id: line.id,
      position: index + 1,
      record_type: document.kind,
      record_id: document.id,
      amount_minor: line_minor,
      difference_minor,
      difference_as: closing?.cause ?? note?.cause ?? null,
      credit_note_id: note?.id ?? null,
      payment_id: made.get(line.id)?.payment.id ?? linked,
      payment_made: payment === 'make',
      source,
      confidence: found?.confidence ?? null,
      evidence: index === 0 ? (found?.evidence ?? null) : null,
      run_id,
      confirmed_by: source === 'ai' ? null : ctx.actor.id,
      confirmed_at: toInstant(ctx.now),
    }));
  };
