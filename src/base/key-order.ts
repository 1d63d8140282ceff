// Servers keep the keys of a JSON column in an order of their own. Where people see what was stored, or the order says
// something, it is given again by whoever reads.
import { createHash } from 'node:crypto';

/** Which name comes when. */
export type Order = ReadonlyMap<string, number>;

/** A name that is there twice comes where it is first. */
export const orderOf = (names: readonly string[]): Order =>
  new Map([...new Set(names)].map((name, place) => [name, place]));

const NONE: Order = new Map();

/** The names in this order, then the others by the alphabet. */
export const orderedNames = (names: readonly string[], order: Order = NONE): readonly string[] => {
  const place = (name: string): number => order.get(name) ?? order.size;
  return names.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
};

/** The fields in this order, then the others by the alphabet. */
export const inOrder = <T extends object>(value: T, order?: Order): T =>
  Object.fromEntries(
    orderedNames(Object.keys(value), order).map((name) => [name, Reflect.get(value, name) as unknown]),
  ) as T;

/** Remembers in which order objects of the same fields come: the lines of a document are many, their kinds few. */
const orderedOnce = (order: Order | undefined): ((names: readonly string[]) => readonly string[]) => {
  const known = new Map<string, { readonly names: readonly string[]; readonly ordered: readonly string[] }>();
  return (names) => {
    const kind = names.join();
    const found = known.get(kind);
    // A name may have a comma within.
    if (found?.names.length === names.length && found.names.every((name, at) => name === names[at]))
      return found.ordered;
    const ordered = orderedNames(names, order);
    known.set(kind, { names, ordered });
    return ordered;
  };
};

const orderedWithin = (
  value: unknown,
  orderOfAll: (names: readonly string[]) => readonly string[],
): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => orderedWithin(item, orderOfAll));
  if (typeof value !== 'object' || value === null) return value;
  const names = orderOfAll(Object.keys(value));
  return Object.fromEntries(names.map((name) => [name, orderedWithin(Reflect.get(value, name), orderOfAll)]));
};

/** The same for the fields of all that is within. */
export const inOrderThroughout = (value: unknown, order?: Order): unknown =>
  orderedWithin(value, orderedOnce(order));

// JSON in which the order of fields does not matter: servers may reorder the keys of a JSON column, and callers those of
// their arguments.

/** The names of columns and fields are few; those of what callers send are not kept beyond this. */
const KEPT_NAMES = 4_000;
const MAX_KEPT_LENGTH = 64;

const writtenNames = new Map<string, string>();

const writtenName = (name: string): string => {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(name)}:`;
  if (name.length <= MAX_KEPT_LENGTH && writtenNames.size < KEPT_NAMES) writtenNames.set(name, written);
  return written;
};

/** By UTF-16 code units. */
const sortedNames = (value: object): readonly string[] => {
  const names = Object.keys(value);
  for (let at = 1; at < names.length; at += 1)
    if ((names[at - 1] ?? '') > (names[at] ?? '')) return names.toSorted();
  return names;
};

/** Characters that JSON writes as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

const writeSimple = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : (JSON.stringify(value) ?? 'null');

/**
 * JSON without white space, the fields of each object sorted by UTF-16 code units, without those that are undefined. Each
 * state of a record is written so: it is text that grows, without lists in between.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return writeSimple(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += `${text === '' ? '' : ','}${canonicalJson(each)}`;
    return `[${text}]`;
  }
  for (const name of sortedNames(value)) {
    const field: unknown = Reflect.get(value, name);
    if (field !== undefined) text += `${text === '' ? '' : ','}${writtenName(name)}${canonicalJson(field)}`;
  }
  return `{${text}}`;
};

/** The SHA-256 of the canonical JSON, in hex unless said otherwise. */
export const canonicalHash = (value: unknown, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(canonicalJson(value)).digest(encoding);
