// A call that is right but for one word, and the same call with the right word.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Home } from '../mutations/books.ts';
import type { Pair } from './pairs.ts';
import type { Subjects } from './subjects.ts';

export type Args = Record<string, unknown>;

interface Own {
  readonly base: Args;
  readonly give: Readonly<Record<string, unknown>>;
}

interface Told extends Own {
  readonly DE?: Own;
  /** What a caller gives under a name whose unit is not the parameter's. */
  readonly as?: Readonly<Record<string, unknown>>;
  /** What else the call needs that has this parameter, or any whose path begins so. */
  readonly beside?: Readonly<Record<string, Args>>;
  readonly without?: Readonly<Record<string, string>>;
}

const CALLS = parse(readFileSync('test/words/calls.yaml', 'utf8'), { merge: true }) as Record<string, Told>;

export interface Call {
  readonly home: Home;
  readonly tool: string;
  readonly key: string;
  readonly sent: Args;
  /** The call with the right word; undefined where nothing is right. */
  readonly right: Args | undefined;
  /** The words by which the records of this call differ from those of others. */
  readonly words: readonly string[];
}

type Steps = readonly (string | number)[];

/** `line_items[].unit_price` is that of the first line. */
const stepsOf = (path: string): Steps =>
  path.split('.').flatMap((part) => {
    const [name = '', index] = part.split(/[[\]]/);
    return index === undefined ? [name] : [name, Number(index)];
  });

const holderOf = (args: Args, steps: Steps): Args => {
  let holder: Args = args;
  steps.slice(0, -1).forEach((step, index) => {
    holder[step] ??= typeof steps[index + 1] === 'number' ? [] : {};
    holder = holder[step] as Args;
  });
  return holder;
};

export const place = (args: Args, path: string, value: unknown): void => {
  const steps = stepsOf(path);
  const holder = holderOf(args, steps);
  if (value === undefined) delete holder[steps.at(-1) ?? ''];
  else holder[steps.at(-1) ?? ''] = value;
};

const isPlain = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (into: unknown, more: unknown): unknown => {
  if (Array.isArray(into) && Array.isArray(more)) return [merged(into[0], more[0]), ...into.slice(1)];
  if (!isPlain(into) || !isPlain(more)) return structuredClone(more);
  const result: Args = { ...into };
  for (const [name, value] of Object.entries(more)) result[name] = merged(result[name], value);
  return result;
};

/** Puts records in place of `$name`; the same name is the same record throughout. */
const filled = async (value: unknown, give: (name: string) => Promise<string>): Promise<unknown> => {
  if (typeof value === 'string') return value.startsWith('$') ? give(value.slice(1)) : value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await filled(item, give));
    return items;
  }
  if (!isPlain(value)) return value;
  const result: Args = {};
  for (const [name, inner] of Object.entries(value)) result[name] = await filled(inner, give);
  return result;
};

const leaf = (path: string): string => path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1);

const givenFor = (tool: string, right: string): { home: Home; value: unknown } => {
  const told = CALLS[tool];
  if (told === undefined) throw new Error(`calls.yaml has no ${tool}`);
  if (told.DE !== undefined && right in told.DE.give) return { home: 'DE', value: told.DE.give[right] };
  const shared = tool === 'update_invoice' ? CALLS['create_invoice']?.DE?.give : undefined;
  if (shared !== undefined && right in shared) return { home: 'DE', value: shared[right] };
  return { home: 'MX', value: told.give[right] };
};

/** The call of a pair; `means` is the meaning that the caller has. */
export const callOf = async (
  subjects: Subjects,
  { kind, tool, path, sent: word }: Pair,
  means: string | undefined,
): Promise<Call> => {
  const told = CALLS[tool];
  const parameter = kind === 'value' ? path : means;
  const { home, value } =
    parameter === undefined ? { home: 'MX' as const, value: undefined } : givenFor(tool, parameter);
  if (told === undefined || (parameter !== undefined && kind === 'name' && value === undefined))
    throw new Error(`calls.yaml has no ${tool} ${parameter ?? ''}`);
  const own = home === 'DE' && told.DE !== undefined ? told.DE : told;
  const key = await subjects.keyFor(tool, home);
  const known = new Map<string, Promise<string>>();
  const words: string[] = [];
  const give = async (name: string): Promise<string> => {
    const giving = known.get(name) ?? subjects.give(name, { tool, home, key });
    known.set(name, giving);
    const text = await giving;
    words.push(text);
    return text;
  };
  const parts = Object.entries(told.beside ?? {}).filter(
    ([begins]) =>
      begins === parameter ||
      (/[\].]$/.test(begins) && parameter?.startsWith(begins) && parameter !== begins.slice(0, -1)),
  );
  const base = (await filled(
    parts.reduce<unknown>((args, [, more]) => merged(args, more), own.base),
    give,
  )) as Args;
  const drop = told.without?.[parameter ?? ''];
  if (drop !== undefined) delete base[drop];
  const filledValue = await filled(value, give);
  const right = structuredClone(base);
  const sent = structuredClone(base);
  if (kind === 'value') {
    place(sent, path, Array.isArray(filledValue) ? [word] : word);
    if (means === undefined) return { home, tool, key, sent, right: undefined, words };
    place(right, path, Array.isArray(filledValue) ? [means] : means);
    return { home, tool, key, sent, right, words };
  }
  const natural = told.as?.[leaf(path)] ?? filledValue ?? 'x';
  if (parameter !== undefined) {
    place(right, parameter, filledValue);
    place(sent, parameter, undefined);
  }
  place(sent, path, natural);
  return { home, tool, key, sent, right: parameter === undefined ? undefined : right, words };
};
