// Parses the scopes, the sets of tools and the expiry of a key as an administrator writes them.
import { SCOPES, type Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { type Toolset, TOOLSET_NAMES, TOOLSETS } from '../../../../generated/toolsets.ts';
import { suggestion } from '../../../base/closest.ts';
import { toolError } from '../../../base/errors.ts';
import { addDays, parseDay } from '../../../base/time/day.ts';
import { readOnlyScopes } from './identity.ts';

const ALL = SERVICE.keys.wildcard_scope;
const READ_ONLY = 'read-only';

const isScope = (word: string): word is Scope => Object.hasOwn(SCOPES, word);

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const isToolset = (word: string): word is Toolset => Object.hasOwn(TOOLSETS, word);

/** `corrections,organization`; empty for the common tools alone. */
export const parseToolsets = (text: string): Toolset[] => {
  const sets = splitList(text).map((word): Toolset => {
    if (isToolset(word)) return word;
    const meant = suggestion(word, TOOLSET_NAMES);
    throw toolError('no_toolset', { word, meant, known: TOOLSET_NAMES });
  });
  return [...new Set(sets)].sort();
};

/** `a,b`, `*` for all scopes, or `read-only` for every scope that reads. */
export const parseScopes = (text: string): (Scope | '*')[] => {
  const words = splitList(text);
  if (words.length === 0) throw toolError('scopes_empty', { option: '--scopes', known: [ALL, READ_ONLY] });
  const scopes = words.flatMap((word): (Scope | '*')[] => {
    if (word === ALL) return [ALL];
    if (word === READ_ONLY) return readOnlyScopes();
    if (isScope(word)) return [word];
    const known = [READ_ONLY, ...Object.keys(SCOPES)];
    throw toolError('no_scope', { word, meant: suggestion(word, known), known: [ALL, ...known] });
  });
  return scopes.includes(ALL) ? [ALL] : [...new Set(scopes)];
};

/** ISO 8601 with an offset, without which the expiry would be ambiguous. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A day, which ends in UTC, or an instant; both in the future. */
export const parseExpiry = (text: string, now: Date): Date => {
  const day = parseDay(text.slice(0, 10));
  const moment =
    day === undefined
      ? Number.NaN
      : text.length === 10
        ? Date.parse(`${addDays(day, 1)}T00:00:00Z`)
        : INSTANT.test(text)
          ? Date.parse(text)
          : Number.NaN;
  if (Number.isNaN(moment)) {
    throw toolError('expiry_unreadable', { option: '--expires', text });
  }
  if (moment <= now.getTime()) throw toolError('expiry_past', { option: '--expires', text });
  return new Date(moment);
};
