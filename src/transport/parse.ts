// Bytes of a body to a JSON value.
import { isUtf8 } from 'node:buffer';

import { type Excess, MAX_DEPTH, MAX_NODES, measureJson } from '../base/json-cost.ts';
import { findRepeated } from '../base/json-repeats.ts';
import { MAX_ECHO_LENGTH } from './limits.ts';
import { CODE } from './protocol.ts';

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

const unparsable = (message: string): Parsed => ({ ok: false, code: CODE.parseError, message });

const invalid = (message: string): Parsed => ({ ok: false, code: CODE.invalidRequest, message });

const EXCESS: Readonly<Record<Excess, string>> = {
  depth: `The body nests more than ${MAX_DEPTH} levels deep.`,
  nodes: `The body has more than ${MAX_NODES} values.`,
};

export const parseBody = (body: Buffer): Parsed => {
  // A lenient decoder would silently put replacement characters into names and addresses.
  if (!isUtf8(body)) return unparsable('The body is not valid UTF-8.');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const cost = measureJson(text);
  if (typeof cost === 'string') return invalid(EXCESS[cost]);
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeated(text, cost, value);
    if (repeated === undefined) return { ok: true, value };
    const name = JSON.stringify(repeated.slice(0, MAX_ECHO_LENGTH));
    return invalid(`The body has an object that names ${name} twice. Name each member of an object once.`);
  } catch {
    return unparsable(text.length === 0 ? 'The body is empty.' : 'The body is not valid JSON.');
  }
};
