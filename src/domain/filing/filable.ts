// Finds the sales document that an id names, by its prefix.
import { ID_PREFIXES, type IdTypes } from '../../../generated/ids.ts';
import type { Raises } from '../../base/raises.ts';
import type { ReadScope, WriteScope } from '../ground/change/scope.ts';
import type { Filable, FilableKind } from '../documents/shared/filable.ts';
import { CREDIT_NOTES } from '../documents/credit-notes/filable.ts';
import { COMPLEMENTS } from '../documents/complements/filable.ts';
import { INVOICES } from '../documents/invoices/filable.ts';

/** By the kind of their ids. */
const KINDS: Partial<Readonly<Record<keyof IdTypes, FilableKind>>> = {
  InvoiceId: INVOICES,
  InvoiceCreditNoteId: CREDIT_NOTES,
  ComplementId: COMPLEMENTS,
};

const BY_PREFIX: ReadonlyMap<string, FilableKind> = new Map(
  Object.entries(KINDS).map(([name, kind]) => [ID_PREFIXES[name as keyof IdTypes], kind]),
);

export const kindOf = (id: string): FilableKind | undefined => BY_PREFIX.get(id.slice(0, id.indexOf('_')));

export const loadFilable = async (ctx: ReadScope, id: string): Promise<Filable | undefined> =>
  kindOf(id)?.load(ctx, id);

export const lockFilable = async (ctx: WriteScope, id: string): Promise<Filable | undefined> =>
  kindOf(id)?.lock(ctx, id);

/** Locked; it must be one of the entity. */
export const requireFilable = async (
  ctx: WriteScope & Raises<'invoice_not_found'>,
  id: string,
): Promise<Filable> => {
  const found = await lockFilable(ctx, id);
  if (found !== undefined) return found;
  throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
};
