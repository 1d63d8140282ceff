// JSON in which the order of fields does not matter: servers may reorder the keys of a JSON column, and callers those of
// their arguments.
import { createHash } from 'node:crypto';

/** JSON without white space, the fields of each object sorted by UTF-16 code units, without those that are undefined. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const written: string[] = [];
  for (const name of Object.keys(value).toSorted()) {
    const field: unknown = Reflect.get(value, name);
    if (field !== undefined) written.push(`${JSON.stringify(name)}:${canonicalJson(field)}`);
  }
  return `{${written.join(',')}}`;
};

/** The SHA-256 of the canonical JSON, in hex unless said otherwise. */
export const canonicalHash = (value: unknown, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(canonicalJson(value)).digest(encoding);
