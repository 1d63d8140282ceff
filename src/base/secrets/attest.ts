// Attesting with the master key: that a text was written by a service that has the key, and is what it wrote.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from './master-key.ts';

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
