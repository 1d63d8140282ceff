// Keeps the sums of open documents by the month in which they fall due, in the transaction that changes a document.
import type { DocumentType } from '../../../../generated/types.ts';
import type { Row } from '../../../db/schema.ts';
import { type IsoDay, monthOf } from '../../../base/time/day.ts';
import { heldSlot } from '../../ground/periods/period.ts';
import { addOpenPart, type OpenPart } from './store/open-months.ts';

type Counted = Pick<Row<'invoice'>, 'due_date' | 'currency' | 'balance_minor' | 'open'>;

/** A document as it was and as it is; null before it was there. */
export interface OpenChange {
  readonly kind: DocumentType;
  readonly before: Counted | null;
  readonly after: Counted;
}

export const countOpen = async (
  ctx: Parameters<typeof heldSlot>[0],
  changes: readonly OpenChange[],
): Promise<void> => {
  const parts = new Map<string, Omit<OpenPart, 'slot'>>();
  const add = (kind: DocumentType, document: Counted | null, sign: 1 | -1): void => {
    if (document?.open !== true) return;
    const { currency, balance_minor } = document;
    const month: IsoDay = monthOf(document.due_date);
    const key = `${kind} ${month} ${currency}`;
    const sum = parts.get(key) ?? { balance_minor: 0, document_count: 0 };
    parts.set(key, {
      kind,
      month,
      currency,
      balance_minor: sum.balance_minor + sign * balance_minor,
      document_count: sum.document_count + sign,
    });
  };
  for (const { kind, before, after } of changes) {
    add(kind, before, -1);
    add(kind, after, 1);
  }
  const changed = [...parts.values()].filter(
    ({ balance_minor, document_count }) => balance_minor !== 0 || document_count !== 0,
  );
  if (changed.length === 0) return;
  const slot = await heldSlot(ctx);
  for (const part of changed) await addOpenPart(ctx, { ...part, slot });
};
