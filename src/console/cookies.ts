// One secret a browser: that of the session, or of a visitor who has not signed in. Cookies ignore ports, so without
// TLS the name holds the port, and another service of the machine does not overwrite it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Origin } from '../base/net/origin.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const NOTICE_SECONDS = 30;
const MARK = /^[A-Za-z0-9._-]{1,400}$/;
/** People who share a browser. */
const MAX_MARKS = 4;
const MARKS_SECONDS = 180 * 86_400;

const cookieName = ({ secure, port }: Origin): string => (secure ? '__Host-folio' : `folio_${port}`);

const readCookie = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined => {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key = '', value] = part.trim().split('=');
    if (key === name && value !== undefined) return value;
  }
  return undefined;
};

const attributes = ({ secure }: Origin): string =>
  `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret that the browser sent, if it has the form of one. */
export const readSecret = (origin: Origin, req: Pick<IncomingMessage, 'headers'>): string | undefined => {
  const secret = readCookie(req, cookieName(origin));
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
};

export const writeSecret = (origin: Origin, secret: string): string =>
  `${cookieName(origin)}=${secret}${attributes(origin)}`;

export const dropSecret = (origin: Origin): string =>
  `${cookieName(origin)}=; Max-Age=0${attributes(origin)}`;

/** Marks of those who have signed in in this browser, the latest first; they outlive the session. */
export const readMarks = (origin: Origin, req: Pick<IncomingMessage, 'headers'>): string[] =>
  (readCookie(req, marksName(origin)) ?? '')
    .split('~')
    .filter((mark) => MARK.test(mark))
    .slice(0, MAX_MARKS);

export const writeMark = (origin: Origin, mark: string, kept: readonly string[]): string => {
  const marks = [mark, ...kept.filter((each) => each !== mark)].slice(0, MAX_MARKS);
  return `${marksName(origin)}=${marks.join('~')}; Max-Age=${MARKS_SECONDS}${attributes(origin)}`;
};

const marksName = (origin: Origin): string => `${cookieName(origin)}_known`;

/** The token that every form of this browser carries. */
export const csrfToken = (secret: string): string =>
  createHash('sha256').update(`csrf ${secret}`).digest('base64url');

export const isSame = (given: string, expected: string): boolean => {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
};

/** A sentence for the next page, signed so that nobody else's words are shown. */
export const writeNotice = (origin: Origin, secret: string, text: string): string => {
  const body = Buffer.from(text.slice(0, 600)).toString('base64url');
  return `${noticeName(origin)}=${body}.${sign(secret, body)}; Max-Age=${NOTICE_SECONDS}${attributes(origin)}`;
};

export const readNotice = (
  origin: Origin,
  secret: string,
  req: Pick<IncomingMessage, 'headers'>,
): string | undefined => {
  const [body = '', signature = ''] = (readCookie(req, noticeName(origin)) ?? '').split('.');
  if (body === '' || !isSame(signature, sign(secret, body))) return undefined;
  return Buffer.from(body, 'base64url').toString('utf8');
};

export const dropNotice = (origin: Origin): string =>
  `${noticeName(origin)}=; Max-Age=0${attributes(origin)}`;

const noticeName = (origin: Origin): string => `${cookieName(origin)}_notice`;

const sign = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(`notice ${body}`).digest('base64url');
