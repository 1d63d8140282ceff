// A received document as the books hold it.
import type { Row } from '../../../db/schema.ts';

export type ReceivedRow = Readonly<Omit<Row<'received_document'>, 'entity_id'>>;

/** With the name of its supplier, as the books have it. */
export type ListedReceived = ReceivedRow & { readonly counterparty_name: string | null };

/** Somebody has to decide about these. */
export const UNDECIDED = [
  'needs_review',
  'unreadable',
  'ticket',
] as const satisfies readonly ReceivedRow['status'][];
