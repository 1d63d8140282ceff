// A credit note as the books hold it.
import type { Selectable } from 'kysely';
import type { CreditNoteTable, DocumentKind } from '../../db/schema.ts';

export type CreditNoteRow = Omit<Selectable<CreditNoteTable>, 'entity_id'>;
export type CreditNoteType = CreditNoteRow['type'];

/** Series and number as printed. */
export const creditNoteFolioOf = ({
  series,
  number,
}: Pick<CreditNoteRow, 'series' | 'number'>): string | null =>
  number === null || series === null ? number : `${series}-${number}`;

export const creditNoteTypeOf = (kind: DocumentKind): CreditNoteType => `${kind}_credit_note`;

/** The states in which a note counts; in all others it is only shown. */
export const isEffective = ({ status }: Pick<CreditNoteRow, 'status'>): boolean =>
  status === 'filed' || status === 'received' || status === 'validated';
