// Signed checkpoints of a log as notes (C2SP tlog-checkpoint): how many entries it had, their root, and when.
import { HASH_BYTES } from '../merkle/tree.ts';
import type { Signer, Verifier } from './signing-key.ts';

export interface Checkpoint {
  /** Whose log it is: `folio/<organisation>`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** By the clock of the instance that signed, to read and not to rely on. */
  readonly time: string;
  /** The size in the checkpoint before it; 0 for the first. */
  readonly after: number;
}

export const originOf = (organisation_id: string): string => `folio/${organisation_id}`;

const bodyOf = ({ origin, size, root, time, after }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\ntime ${time}\nafter ${after}\n`;

export const signCheckpoint = (signer: Signer, checkpoint: Checkpoint): string => {
  const body = bodyOf(checkpoint);
  const signature = Buffer.concat([signer.hash, signer.sign(body)]);
  return `${body}\n— ${signer.name} ${signature.toString('base64')}\n`;
};

const SHAPE =
  /^(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\ntime (?<time>[^\n]{1,40})\nafter (?<after>0|[1-9]\d{0,14})\n\n(?<signatures>(?:— [^\n]+\n)+)$/u;

/** What a note says, whoever signed it; undefined if it is none. */
export const readCheckpoint = (note: string): Checkpoint | undefined => {
  const { origin = '', size = '', root = '', time = '', after = '' } = SHAPE.exec(note)?.groups ?? {};
  const hash = Buffer.from(root, 'base64');
  if (hash.length !== HASH_BYTES) return undefined;
  return { origin, size: Number(size), root: hash, time, after: Number(after) };
};

/** Whether one of the signatures under the note is that of this key. */
export const isSignedBy = (verifier: Verifier, note: string): boolean => {
  const end = note.indexOf('\n\n');
  if (end < 0) return false;
  const body = note.slice(0, end + 1);
  return note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [mark, name, encoded = '', ...rest] = line.split(' ');
      if (mark !== '—' || name !== verifier.name || rest.length > 0) return false;
      const bytes = Buffer.from(encoded, 'base64');
      const hash = bytes.subarray(0, verifier.hash.length);
      return hash.equals(verifier.hash) && verifier.verify(body, bytes.subarray(hash.length));
    });
};
