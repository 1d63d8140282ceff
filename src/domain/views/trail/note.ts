// Signed checkpoints of a log as notes (C2SP tlog-checkpoint): how many entries it had, their root, and when.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

import type { MasterKey } from '../../../base/secrets/master-key.ts';
import { HASH_BYTES } from './merkle.ts';

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

// The Ed25519 key of signed notes (C2SP signed-note). It is derived from the master key, so every instance signs alike and
// nothing more has to be kept.

export interface Verifier {
  readonly name: string;
  /** `<name>+<hash>+<key>`, as tools for signed notes take it. */
  readonly text: string;
  /** The four bytes that begin each signature and say with which key it was made. */
  readonly hash: Buffer;
  verify(text: string, signature: Buffer): boolean;
}

export interface Signer extends Verifier {
  sign(text: string): Buffer;
}

const NAME = 'folio';
const PURPOSE = 'folio audit checkpoint ed25519 v1';
const ED25519 = Buffer.of(1);
const KEY_BYTES = 32;
const KEY_HASH_BYTES = 4;
/** Before the 32 bytes of an Ed25519 key in DER: RFC 8410. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

const toVerifier = (name: string, bytes: Buffer, key: KeyObject): Verifier => {
  const typed = Buffer.concat([ED25519, bytes]);
  const hash = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, KEY_HASH_BYTES);
  return {
    name,
    text: `${name}+${hash.toString('hex')}+${typed.toString('base64')}`,
    hash,
    verify: (text, signature) => verify(null, Buffer.from(text), key, signature),
  };
};

export const deriveSigner = ({ bytes }: Pick<MasterKey, 'bytes'>): Signer => {
  const seed = Buffer.from(hkdfSync('sha256', bytes, '', PURPOSE, KEY_BYTES));
  const secret = createPrivateKey({
    key: Buffer.concat([PRIVATE_DER, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const key = createPublicKey(secret);
  const der = key.export({ format: 'der', type: 'spki' });
  return {
    ...toVerifier(NAME, der.subarray(PUBLIC_DER.length), key),
    sign: (text) => sign(null, Buffer.from(text), secret),
  };
};

/** Undefined unless it is the text of such a key, with the hash that belongs to it. */
export const readVerifier = (text: string): Verifier | undefined => {
  const [, name = '', , encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text.trim()) ?? [];
  const typed = Buffer.from(encoded, 'base64');
  if (typed.length !== KEY_BYTES + 1 || typed[0] !== ED25519[0]) return undefined;
  const bytes = typed.subarray(1);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, bytes]), format: 'der', type: 'spki' });
  const verifier = toVerifier(name, bytes, key);
  return verifier.text === text.trim() ? verifier : undefined;
};
