// The Ed25519 key of signed notes (C2SP signed-note). It is derived from the master key, so every instance signs alike and
// nothing more has to be kept.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { MasterKey } from '../secrets/master-key.ts';

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
const HASH_BYTES = 4;
/** Before the 32 bytes of an Ed25519 key in DER: RFC 8410. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

const toVerifier = (name: string, bytes: Buffer, key: KeyObject): Verifier => {
  const typed = Buffer.concat([ED25519, bytes]);
  const hash = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, HASH_BYTES);
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
