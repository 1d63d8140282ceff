// Who may use the sandbox: whoever has this process's password, or a token issued for it.
import { randomBytes, timingSafeEqual } from 'node:crypto';

export interface Tokens {
  readonly user: string;
  readonly password: string;
  /** A new token for the right password. */
  authenticate(user: string, password: string, now: Date): { token: string; expires_in: number } | null;
  isValid(token: string, now: Date): boolean;
}

const LIFETIME_S = 7_200;
const MAX_TOKENS = 1_000;

const secret = (): string => randomBytes(24).toString('base64url');

const same = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export const createTokens = (): Tokens => {
  const password = secret();
  const expiries = new Map<string, number>();
  return {
    user: 'sandbox',
    password,
    authenticate: (user, given, now) => {
      if (user !== 'sandbox' || !same(given, password)) return null;
      const token = secret();
      if (expiries.size >= MAX_TOKENS) expiries.clear();
      expiries.set(token, now.getTime() + LIFETIME_S * 1000);
      return { token, expires_in: LIFETIME_S };
    },
    isValid: (token, now) => (expiries.get(token) ?? 0) > now.getTime(),
  };
};
