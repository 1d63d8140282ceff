// JSON for files whose diffs people read: each parameter has a line of its own.

const inner = (value: object): readonly object[] =>
  Object.values(value).filter((each): each is object => typeof each === 'object' && each !== null);

/** True for a value without sibling objects, such as the schema of one field. */
const isLeaf = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  // A list of names does not count.
  const nested = inner(value).filter((each) => !Array.isArray(each) || inner(each).length > 0);
  return nested.length <= 1 && nested.every(isLeaf);
};

/** Prints a leaf on one line, anything else with a line for each member. */
export const layOut = (value: unknown, indent = ''): string => {
  if (isLeaf(value)) return JSON.stringify(value);
  const step = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((each) => `${step}${layOut(each, step)}`)
    : Object.entries(value as object).map(
        ([key, each]) => `${step}${JSON.stringify(key)}:${layOut(each, step)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
};
