// Credit notes of an earlier system, as imports find and correct them.
import type { Reader, Writer } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { CreditNoteRow, CreditNoteType } from '../record.ts';

export const creditNotesByExternalId = async (
  ctx: Tenant<Reader>,
  type: CreditNoteType,
  externalIds: readonly string[],
): Promise<Map<string, CreditNoteRow>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'credit_note')
    .select()
    .selectAll('credit_note')
    .where('type', '=', type)
    .where('external_id', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap(({ entity_id: _entity, ...note }) =>
      note.external_id === null ? [] : [[note.external_id, note]],
    ),
  );
};

/** What it is called; what it is worth and what it credits stay. */
export const updateCreditNoteDetails = async (
  ctx: Tenant<Writer>,
  id: string,
  details: Pick<CreditNoteRow, 'series' | 'number' | 'uuid' | 'reason' | 'updated_at'>,
): Promise<void> => {
  await scoped(ctx, 'credit_note').update().set(details).where('id', '=', id).execute();
};
