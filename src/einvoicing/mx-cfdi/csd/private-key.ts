// A private key file: the SAT's .key is an encrypted PKCS#8 in DER.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Refusal } from '../../../base/refusal.ts';

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
      throw new Refusal(
        'unreadable_file',
        'The key file is encrypted in a way that cannot be read here; "openssl pkcs8 -topk8 -v2 aes-256-cbc" writes it anew.',
      );
    }
    if (pem ? bytes.includes('ENCRYPTED') : isEncrypted(bytes))
      throw new Refusal('invalid_value', 'The pass phrase does not open the key file.');
    throw new Refusal(
      'unreadable_file',
      'The key file is not a private key in PKCS#8; the one of the SAT ends in .key.',
    );
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
