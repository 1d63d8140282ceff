// Keeps the sums of open documents by the month in which they fall due, in the transaction that changes a document.
import type { DocumentType } from '../../../../generated/types.ts';
import type { Row } from '../../../db/schema.ts';
import { type IsoDay, monthOf } from '../../../base/time/day.ts';
import { heldSlot } from '../../ground/periods/period.ts';
import { addOpenPart, type OpenFigure, type OpenPart } from './store/open-months.ts';

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
  const parts = new Map<string, Omit<OpenPart, 'slot' | 'figures'> & { figures: Map<OpenFigure, number> }>();
  const add = (kind: DocumentType, document: Counted | null, sign: 1 | -1): void => {
    if (document?.open !== true) return;
    const { currency, balance_minor, due_date } = document;
    const month: IsoDay = monthOf(due_date);
    const key = `${kind} ${month} ${currency}`;
    const part = parts.get(key) ?? { kind, month, currency, figures: new Map() };
    parts.set(key, part);
    const day = due_date.slice(8, 10);
    for (const [figure, by] of [
      ['balance_minor', balance_minor],
      ['document_count', 1],
      [`d${day}_minor`, balance_minor],
      [`d${day}_count`, 1],
    ] as const)
      part.figures.set(figure, (part.figures.get(figure) ?? 0) + sign * by);
  };
  for (const { kind, before, after } of changes) {
    add(kind, before, -1);
    add(kind, after, 1);
  }
  // Of a day moved within its month only the days change.
  const changed = [...parts.values()].filter(({ figures }) => [...figures.values()].some((by) => by !== 0));
  if (changed.length === 0) return;
  const slot = await heldSlot(ctx);
  for (const part of changed) await addOpenPart(ctx, { ...part, slot });
};
