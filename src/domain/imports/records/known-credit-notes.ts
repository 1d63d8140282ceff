// Credit notes that an earlier import brought: told apart from new ones by their external ids.
import { toInstant } from '../../../db/instant.ts';
import { scoped } from '../../../db/scoped.ts';
import { type CreditNoteRow, type CreditNoteType, indexedCreditNote } from '../../credit-notes/record.ts';
import { formatFolio } from '../../documents/folio.ts';
import { reindexRecord } from '../../search-index/index-record.ts';
import type { ImportScope } from '../importer.ts';
import { changedWithoutUpdate } from './rows.ts';
import type { RowOutcome } from '../outcome.ts';

export interface KnownNote {
  readonly note: CreditNoteRow;
  /** Stands on an earlier line of the same file. */
  readonly inFile?: true;
}

export const knownNotes = async (
  ctx: ImportScope,
  type: CreditNoteType,
  externalIds: readonly string[],
): Promise<Map<string, KnownNote>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'credit_note')
    .select()
    .selectAll('credit_note')
    .where('type', '=', type)
    .where('external_id', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap(({ entity_id: _entity, ...note }) =>
      note.external_id === null ? [] : [[note.external_id, { note }]],
    ),
  );
};

/** What it does to balances stays as it was; how it is called may be told better. */
const FIXED = [
  'counterparty_id',
  'record_id',
  'status',
  'issue_date',
  'currency',
  'total_minor',
  'historic',
] as const satisfies readonly (keyof CreditNoteRow)[];
const TOLD = ['series', 'number', 'uuid', 'reason'] as const satisfies readonly (keyof CreditNoteRow)[];

/** What becomes of a row whose credit note is known. */
export const repeatNote = async (
  ctx: ImportScope,
  { note: known, inFile }: KnownNote,
  said: CreditNoteRow,
  counterpartyName: string,
  update: boolean,
): Promise<RowOutcome> => {
  const { id, external_id } = known;
  const moved = FIXED.filter((name) => known[name] !== said[name]);
  const told = TOLD.filter((name) => known[name] !== said[name]);
  if (moved.length === 0 && told.length === 0) return { kind: 'skipped', id };
  const rejected = (reason: string): RowOutcome => ({ kind: 'rejected', reason });
  if (inFile === true)
    return rejected(`external_id ${external_id} stands twice in the file, with different values`);
  if (moved.length > 0) {
    return rejected(
      `external_id ${external_id} is already imported as ${id} with other values (${moved.join(', ')}), which no import changes`,
    );
  }
  if (!update) return changedWithoutUpdate(external_id ?? '', id);
  const { series, number, uuid, reason } = said;
  const after = { ...known, series, number, uuid, reason };
  await scoped(ctx, 'credit_note')
    .update()
    .set({ series, number, uuid, reason, updated_at: toInstant(ctx.now) })
    .where('id', '=', id)
    .execute();
  await scoped(ctx, 'ledger_entry')
    .update()
    .set({ number: formatFolio(after), description: reason })
    .where('record_id', '=', id)
    .execute();
  await reindexRecord(
    ctx,
    indexedCreditNote(known, counterpartyName),
    indexedCreditNote(after, counterpartyName),
  );
  ctx.record({ event: 'record.imported', record_type: known.type, record_id: id, before: known, after });
  return { kind: 'updated', id };
};
