// The seal of an exported archive: a signature, by the key that signs the trail, over the list of the digests of its files.
import type { Signer, Verifier } from '../trail/note.ts';

/** The version of what is in the ZIP. */
export const ARCHIVE_FILE = 1;

export const SUMS_PATH = 'SHA256SUMS';
/** What proves itself stands here and not in that list. */
export const PROOFS = 'proofs/';
export const TRAIL_PATH = `${PROOFS}trail.ndjson`;
export const SEAL_PATH = `${PROOFS}seal.json`;

export interface SealedArchive {
  readonly organisation_id: string;
  readonly entity_id: string;
  readonly taken_at: string;
  /** Of SHA256SUMS. */
  readonly sha256: string;
}

export interface Seal extends SealedArchive {
  readonly folio_archive: typeof ARCHIVE_FILE;
  readonly entity: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly files: number;
  readonly deleted: number;
  /** The ids of those that were left out. */
  readonly damaged: readonly string[];
  readonly key: string;
  /** Base64. */
  readonly signature: string;
}

/** No checkpoint and no export of the trail reads like this. */
const statement = ({ organisation_id, entity_id, taken_at, sha256 }: SealedArchive): string =>
  `folio/archive\n${organisation_id} ${entity_id} ${taken_at}\nsha256 ${sha256}\n`;

export const signArchive = (signer: Signer, archive: SealedArchive): string =>
  signer.sign(statement(archive)).toString('base64');

/** Undefined where the text is no seal. What it says counts only once its signature was found right. */
export const readSeal = (text: string): Seal | undefined => {
  const found: unknown = JSON.parse(text);
  if (typeof found !== 'object' || found === null) return undefined;
  const { folio_archive, key, signature } = found as Partial<Seal>;
  const isSeal = folio_archive === ARCHIVE_FILE && typeof key === 'string' && typeof signature === 'string';
  return isSeal ? (found as Seal) : undefined;
};

export const isSealedBy = (
  verifier: Verifier,
  { signature, ...archive }: SealedArchive & Pick<Seal, 'signature'>,
): boolean => verifier.verify(statement(archive), Buffer.from(signature, 'base64'));
