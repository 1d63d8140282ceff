// A member that a JSON object names twice. `JSON.parse` takes the last one and says nothing: of two amounts, a proxy or the
// reader of a log may have seen the other.

/** The count of `measureJson`, of what was parsed from the text: less than that of the text when members were dropped. */
const countValues = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const items = Object.values(value);
  return items.reduce<number>((sum, item) => sum + countValues(item), Math.max(1, items.length));
};

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

const nameRepeated = (text: string): string => {
  const open: Set<unknown>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
    last = token;
  }
  return '';
};

/** Undefined when every member has a name of its own. `cost` is what `measureJson` told of the text, `value` what it says. */
export const findRepeated = (text: string, cost: number, value: unknown): string | undefined =>
  cost === countValues(value) + 1 ? undefined : nameRepeated(text);
