import { createHash } from 'node:crypto';

/** JSON with sorted keys: servers keep the order of a JSON column's keys or sort them, each in its own way. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
};

/** True when both say the same, whatever the order of their fields. */
export const sameFields = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));

/** The same fields have the same one, whatever their order: by it a repeat is known. */
export const fingerprintOf = (fields: object): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(fields)))
    .digest('base64url');
