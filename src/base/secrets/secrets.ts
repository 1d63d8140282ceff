// Seals and opens secrets with the master key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

import { loadMasterKey, type MasterKey, type MasterKeySettings } from './master-key.ts';

export interface Secrets {
  seal(name: string, secret: Buffer): string;
  /** Throws a `SealError` that says what to do. */
  open(name: string, sealed: string): Buffer;
}

/** The key is loaded or created when first needed: a process that seals nothing creates none. */
export const createSecrets = (settings: MasterKeySettings): Secrets => {
  let loaded: MasterKey | undefined;
  const key = (): MasterKey => (loaded ??= loadMasterKey(settings));
  return {
    seal: (name, secret) => sealSecret(key(), name, secret),
    open: (name, sealed) => openSecret(key(), name, sealed),
  };
};

// Sealing at rest: AES-256-GCM under the master key. The text has its version and key id; the name of the record is
// authenticated too, so that a sealed value does not open in another record.

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Why a sealed value does not open, in one sentence that reveals nothing of its content. */
export class SealError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealError';
  }
}

/** `v1.<key>.<iv>.<ciphertext and tag>`; `name` says which record it belongs to, such as `certificate/cert_01h…`. */
export const sealSecret = (key: MasterKey, name: string, secret: Buffer): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${VERSION}/${name}`));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, key.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
};

export const openSecret = (key: MasterKey, name: string, text: string): Buffer => {
  const [version, keyId, iv, sealed, ...rest] = text.split('.');
  if (
    version !== VERSION ||
    keyId === undefined ||
    iv === undefined ||
    sealed === undefined ||
    rest.length > 0
  )
    throw new SealError(`What is stored as ${name} is not a sealed secret.`);
  if (keyId !== key.id) {
    throw new SealError(
      `${name} was sealed with another master key (${keyId}) than the present one (${key.id}); give every instance the MASTER_KEY, or the master.key in DATA_DIR, with which it was stored.`,
    );
  }
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const cipher = createDecipheriv(CIPHER, key.bytes, Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(`${VERSION}/${name}`));
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]);
  } catch {
    throw new SealError(
      `What is stored as ${name} was changed after it was sealed; restore it from a backup.`,
    );
  }
};

/** Something sealed, and the name under which it is. */
export interface Sealed {
  readonly name: string;
  readonly text: string;
}

/** The id of the key with which it was sealed. */
export const keyIdOf = (text: string): string => text.split('.')[1] ?? '';

// Attesting with the master key: that a text was written by a service that has the key, and is what it wrote.

const KEY_BYTES = 32;

/** Hex HMAC-SHA-256 of the text, under a key of its own for this purpose. */
export const attest = ({ bytes }: Pick<MasterKey, 'bytes'>, purpose: string, text: string): string => {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', `folio ${purpose} v1`, KEY_BYTES));
  return createHmac('sha256', key).update(text).digest('hex');
};

/** `mac` must be of 64 hex digits. */
export const isAttested = (
  key: Pick<MasterKey, 'bytes'>,
  purpose: string,
  text: string,
  mac: string,
): boolean => timingSafeEqual(Buffer.from(attest(key, purpose, text), 'hex'), Buffer.from(mac, 'hex'));
