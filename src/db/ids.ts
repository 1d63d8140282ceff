// Ids are made here and nowhere else: TypeIDs, a prefix and 26 characters of base32 over a time-ordered UUID.
import { v7 } from 'uuid';
import { ID_PREFIXES, type IdTypes } from '../../generated/ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX_LENGTH = 26;

/** A new id of this kind. Ids made one after the other by one process sort in that order. */
export const newId = <K extends keyof IdTypes>(kind: K): IdTypes[K] =>
  `${ID_PREFIXES[kind]}_${encodeSuffix(v7(undefined, new Uint8Array(16)))}` as IdTypes[K];

/** The 128 bits as a number of 26 base32 digits; two zero bits lead, so the order of the bytes is kept. */
export const encodeSuffix = (bytes: Uint8Array): string => {
  let suffix = '';
  let bits = 2;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      suffix += ALPHABET.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  if (suffix.length !== SUFFIX_LENGTH) throw new Error(`an id needs 16 bytes, got ${bytes.length}`);
  return suffix;
};
