// One-time codes by time (RFC 6238): SHA-1, 30 seconds, 6 digits, as every authenticator app takes them.
import { createHmac, randomBytes } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after, for clocks that differ. */
const WINDOW = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 20;

export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** What a form sends back of the secret that it showed. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

export const totpAt = (secret: string, step: number, digits = DIGITS): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits;
  return String(number).padStart(digits, '0');
};

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The step whose code this is; undefined when it is none of now. */
export const matchStep = (secret: string, code: string, now: Date): number | undefined => {
  const middle = stepAt(now);
  for (let step = middle - WINDOW; step <= middle + WINDOW; step += 1)
    if (totpAt(secret, step) === code) return step;
  return undefined;
};

/** What the QR code says. */
export const totpUri = (secret: string, email: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?${String(new URLSearchParams({ secret, issuer }))}`;

export const toBase32 = (bytes: Buffer): string => {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
};

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};
