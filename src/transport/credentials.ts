import type { IncomingMessage } from 'node:http';

import { MAX_SECRET_LENGTH } from './limits.ts';
import { ambiguousKey, invalidKey, missingKey, type Refusal } from './refusals.ts';

const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** Node keeps the first of several, but a proxy may have checked another, so repeated ones are refused. */
const isRepeated = (rawHeaders: readonly string[]): boolean => {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === 13 && name.toLowerCase() === 'authorization') seen++;
  }
  return seen > 1;
};

/** The secret in the Authorization header, or why there is none. */
export const bearerSecret = ({ headers, rawHeaders }: IncomingMessage): string | Refusal => {
  const { authorization } = headers;
  if (authorization === undefined || !/^bearer /i.test(authorization)) return missingKey;
  if (isRepeated(rawHeaders)) return ambiguousKey;
  const secret = BEARER.exec(authorization)?.[1];
  return secret === undefined || secret.length > MAX_SECRET_LENGTH ? invalidKey : secret;
};
