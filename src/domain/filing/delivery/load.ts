// Loads a filed document with all that its PDF and its mail show.
import { parseInstant } from '../../../db/instant.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import { filedDocument, type FiledDocument } from '../store/documents.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { asApproved, storedFiling } from '../../documents/shared/filing.ts';
import { loadFilable } from '../filable.ts';
import type { ReadScope } from '../../ground/change/scope.ts';

export interface Filed {
  readonly filed: Filable;
  readonly document: ShownDocument;
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  readonly xml: FiledDocument;
}

/** Undefined for a draft, or a document that another system has filed. */
export const loadFiled = async (ctx: ReadScope, id: string): Promise<Filed | undefined> => {
  const xml = await filedDocument(ctx, id, 'xml');
  if (xml === undefined) return undefined;
  const filed = await loadFilable(ctx, id);
  if (filed === undefined || filed.status === 'draft') return undefined;
  const { filed_at, sandbox } = storedFiling(filed);
  return {
    filed,
    document: asApproved(filed.document(), filed),
    folio: filed.folio ?? id,
    filedAt: typeof filed_at === 'string' ? new Date(filed_at) : parseInstant(filed.updated_at),
    sandbox: sandbox === true,
    xml,
  };
};
