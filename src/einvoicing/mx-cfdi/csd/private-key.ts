// A private key file: the SAT's .key is an encrypted PKCS#8 in DER.
import { toolError } from '../../../base/errors.ts';
import { createPrivateKey, type KeyObject } from 'node:crypto';

const PEM = '-----BEGIN';
const SEQUENCE = 0x30;

export const readPrivateKey = (bytes: Buffer, passphrase: string): KeyObject => {
  const pem = bytes.subarray(0, PEM.length).toString('latin1') === PEM;
  try {
    return pem
      ? createPrivateKey({ key: bytes, format: 'pem', passphrase })
      : createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8', passphrase });
  } catch (error) {
    if (isUnsupported(error)) {
      throw toolError('key_file_cipher_unknown', {});
    }
    if (pem ? bytes.includes('ENCRYPTED') : isEncrypted(bytes)) throw toolError('key_file_pass_phrase', {});
    throw toolError('key_file_unreadable', {});
  }
};

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_OSSL_EVP_UNSUPPORTED';

/** An encrypted PKCS#8 is a sequence that begins with another one (how it is encrypted), a plain one with a number. */
const isEncrypted = (der: Buffer): boolean => {
  if (der[0] !== SEQUENCE || der.length < 4) return false;
  const length = der[1] ?? 0;
  const body = 2 + (length > 0x80 ? length - 0x80 : 0);
  return der[body] === SEQUENCE;
};
