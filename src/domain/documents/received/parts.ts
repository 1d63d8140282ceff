// The words of received documents, for the search index: what their files are called, their numbers and their suppliers. A
// unit is a document, or a counterparty with all of its documents, since they are found by its name.
import type { Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { plainWords } from '../../../base/names/normalise.ts';
import type { PartSource } from '../../ground/search-index/parts/upkeep.ts';
import { notePending } from '../../ground/search-index/store/parts.ts';
import type { ReceivedRow } from './record.ts';
import { countReceived, receivedAfter, receivedSince, receivedTexts } from './store/texts.ts';

export const INBOX_PARTS: PartSource = {
  kind: 'inbox',
  count: countReceived,
  units: 200,
  next: receivedAfter,
  since: receivedSince,
  entries: async (ctx, units, after, limit) => {
    const rows = await receivedTexts(ctx, units, after, limit);
    return rows.map(({ id, received_at, file_name, number, supplier_name, counterparty_name }) => ({
      record_id: id,
      sort: received_at,
      words: [file_name, number, supplier_name, counterparty_name].flatMap((text) => plainWords(text ?? '')),
    }));
  },
};

const NAMED_BY = ['file_name', 'number', 'supplier_name', 'counterparty_id'] as const;

/** What was stored or changed has its words indexed; `before` is null where it is new. */
export const noteWords = async (
  ctx: Tenant<Writer>,
  before: ReceivedRow | null,
  after: ReceivedRow,
): Promise<void> => {
  if (NAMED_BY.some((column) => before?.[column] !== after[column]))
    await notePending(ctx, 'inbox', [after.id]);
};
