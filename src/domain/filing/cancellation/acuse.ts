// The authority's acknowledgement (acuse) of a cancellation request: kept whatever becomes of the request, and handed out.
import type { CancelEvidence } from '../../../einvoicing/filing.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { type StoredFiling, storedFiling } from '../../documents/shared/filing.ts';
import { loadFilable } from '../filable.ts';
import { addAcuse, lastAcuse } from '../store/documents.ts';

export const ACUSE_MEDIA_TYPE = 'application/xml';

const readText = (evidence: unknown): string | null => {
  const { acknowledgement } = (evidence ?? {}) as CancelEvidence;
  return typeof acknowledgement === 'string' && acknowledgement.trim() !== '' ? acknowledgement : null;
};

/** The acknowledgement that came last; undefined where the authority has given none. */
export const readAcuse = async (ctx: ReadScope, document: Filable): Promise<Buffer | undefined> => {
  const kept = await lastAcuse(ctx, document.id);
  if (kept !== undefined) return kept.bytes;
  // Earlier releases kept it with the answer, for a document that was cancelled at once.
  const answered = readText(storedFiling(document).evidence?.['cancellation']);
  return answered === null ? undefined : Buffer.from(answered, 'utf8');
};

/** The same by the document's id. */
export const findAcuse = async (ctx: ReadScope, id: string): Promise<Buffer | undefined> => {
  const document = await loadFilable(ctx, id);
  return document && readAcuse(ctx, document);
};

/** Whether that of the request that is under way, or was the last, is kept: an earlier request has its own. */
export const isAcknowledged = (document: Filable): boolean => {
  const { acknowledged, evidence } = storedFiling(document);
  return acknowledged ?? readText(evidence?.['cancellation']) !== null;
};

/** Keeps the acknowledgement that came with an answer, beside those of earlier requests; what its record says then. */
export const keepAcuse = async (
  ctx: WriteScope,
  document: Filable,
  evidence: CancelEvidence | undefined,
): Promise<Pick<StoredFiling, 'acknowledged'>> => {
  const text = readText(evidence);
  if (text === null) return { acknowledged: isAcknowledged(document) };
  await addAcuse(ctx, document.id, { media_type: ACUSE_MEDIA_TYPE, bytes: Buffer.from(text, 'utf8') });
  return { acknowledged: true };
};

/** What stays with the record of what the authority answered: the acknowledgement is kept as a document. */
export const withoutAcuse = (evidence: CancelEvidence): CancelEvidence =>
  Object.fromEntries(Object.entries(evidence).filter(([name]) => name !== 'acknowledgement'));
