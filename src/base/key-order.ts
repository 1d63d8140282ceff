// Servers keep the keys of a JSON column in an order of their own. Where people see what was stored, or the order says
// something, it is given again by whoever reads.

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

/** The same for the fields of all that is within. */
export const inOrderThroughout = (value: unknown, order?: Order): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => inOrderThroughout(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const ordered = Object.entries(inOrder(value, order));
  return Object.fromEntries(ordered.map(([name, inner]) => [name, inOrderThroughout(inner, order)]));
};
