// What a call would be with a wrong name or value put right. Only what is certain is: the same value in the right place,
// or one that the spec says how to convert.
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { wordsOf } from '../words.ts';
import type { Holder, Meant, Takes } from './names.ts';
import { valueAtPath } from './places.ts';
import { fitsSchema, readDays, readingsOf } from './readings.ts';
import type { Standing } from './values.ts';

/** One value that stands elsewhere, or is another, than it came. */
export interface Correction {
  /** The path that came. */
  readonly from: string;
  readonly to: string;
  readonly value: unknown;
  /** Understood from the name or the spec, rather than guessed from a slip. */
  readonly isKnown: boolean;
}

/** What is known of a call beside its arguments. */
export interface About {
  readonly tool: string;
  /** Today in the entity's time zone. */
  readonly today?: string | undefined;
  readonly zone?: string | undefined;
  /** Whether an object of the arguments takes this field for the country of the call. */
  readonly takes?: Takes | undefined;
}

export const NO_CALL: About = { tool: '' };

const DAY_MS = 86_400_000;

/** Days from the issue, or from today where it is not given. */
const daysAfterIssue = (due: unknown, args: unknown, { today, zone }: About): number | undefined => {
  const [day, ...others] = readDays(String(due), zone).days;
  const issued = valueAtPath(args, 'issue_date');
  const first = typeof issued === 'string' ? readDays(issued, zone).days[0] : today;
  if (day === undefined || others.length > 0 || first === undefined) return undefined;
  const days = (Date.parse(day) - Date.parse(first)) / DAY_MS;
  return days >= 0 ? days : undefined;
};

const convert = ({ row }: Meant, value: unknown, args: unknown, about: About): unknown => {
  if (row?.convert === 'days_after_issue' && typeof value === 'string')
    return daysAfterIssue(value, args, about);
  if (row?.convert === 'negated') return typeof value === 'boolean' ? !value : undefined;
  return value;
};

/** Where the object of a parameter stands. */
export const standingOf = (path: string, { tool, zone }: About): Standing => ({
  tool,
  zone,
  path: path.replaceAll(/\[\d+\]/g, '[]').replace(/(?:^|\.)[^.]*$/, ''),
});

/** As the only reading of what came, if it does not fit as it is. */
const fitted = (schema: PublishedSchema, value: unknown, at?: Standing): unknown => {
  if (value === undefined || value === null) return undefined;
  if (fitsSchema(schema, value)) return value;
  const [reading, ...others] = readingsOf(schema, value, at);
  return others.length === 0 ? reading : undefined;
};

const inside = (schema: PublishedSchema, name: string, value: unknown): unknown => {
  const isList = schema.items !== undefined;
  const field = (schema.items ?? schema).properties?.[name];
  const fit = field === undefined ? undefined : fitted(field, value);
  if (fit === undefined) return undefined;
  return isList ? [{ [name]: fit }] : { [name]: fit };
};

/**
 * Whether a value may be in another measure than the parameter: 0.16 for 16 percent, a rate for an amount of tax, or
 * `unpaid: false`, which asks for what is paid, where `open_only: false` would answer all.
 */
const isOfOtherMeasure = ({ name, row, schema }: Meant, said: string, value: unknown): boolean => {
  if (name.endsWith('_only') && readingsOf(schema, value).concat(value).includes(false))
    return !wordsOf(said).includes('only');
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || number === 0) return false;
  const isShare = /(?:^|_)(?:rate|percent)$/.test(row?.inside ?? name) && name !== 'exchange_rate';
  return Math.abs(number) < (row?.least ?? (isShare ? 1 : 0));
};

/** The value as the meant parameter takes it; undefined where that is not certain. */
export const movedValue = (
  meant: Meant,
  said: string,
  value: unknown,
  args: unknown,
  about: About,
): unknown => {
  const { row, schema } = meant;
  if (row?.convert === 'words' && !/\p{L}/u.test(String(value))) return undefined;
  if (row?.ask !== undefined || isOfOtherMeasure(meant, said, value)) return undefined;
  if (row?.values !== undefined) {
    const key = String(value).toLowerCase();
    return Object.hasOwn(row.values, key) ? row.values[key] : undefined;
  }
  if (row?.inside !== undefined && !fitsSchema(schema, value)) return inside(schema, row.inside, value);
  const own = fitsSchema(schema, value) ? value : convert(meant, value, args, about);
  return row?.convert === 'negated'
    ? convert(meant, value, args, about)
    : fitted(schema, own, standingOf(meant.path, about));
};

/** What stands alone in an object that came for an id: `Contact: { Name: "Robles" }`. */
export const unwrapped = (value: unknown): { readonly key: string; readonly value: unknown } | undefined => {
  if (!isHolder(value) || Array.isArray(value)) return undefined;
  const [[key, inner] = ['', undefined], ...others] = Object.entries(value);
  const isNamed = /^(?:id|name|number|code)$/.test(wordsOf(key).at(-1) ?? '');
  return others.length === 0 && isNamed && typeof inner === 'string' ? { key, value: inner } : undefined;
};

/** A name or number that came for an id goes to its place, where the record that it means is looked up. */
export const soughtId = ({ row, schema }: Meant, value: unknown): unknown =>
  row?.ask === undefined && schema.ids !== undefined && typeof value === 'string' && value.trim() !== ''
    ? value
    : undefined;

/** The name where a name came for an id: `customer: "Robles"` is `counterparty_name`. */
export const nameForId = (meant: Meant, sent: string, value: unknown, holder: Holder): Meant => {
  if (wordsOf(sent).includes('id')) return meant;
  const name = meant.name.replace(/_id$/, '_name');
  const schema = Object.hasOwn(holder.fields, name) ? holder.fields[name] : undefined;
  // An id of another system has digits, and no spaces.
  const isCalled =
    typeof value === 'string' && meant.schema.ids !== undefined && !/^\S*[\d_]\S*$/.test(value);
  if (!isCalled || schema === undefined || name === meant.name) return meant;
  return { ...meant, name, schema, path: meant.path.replace(/_id$/, '_name') };
};

/** The path with the positions of the place where the name came: `line_items[2].unit_price`. */
export const placed = (path: string, at: string): string => {
  const steps = at.split('.');
  return path
    .split('.')
    .reduce<{ readonly out: readonly string[]; readonly isSame: boolean }>(
      ({ out, isSame }, step, index) => {
        const own = steps[index] ?? '';
        const fits = isSame && own.replaceAll(/\[\d+\]/g, '[]') === step;
        return { out: [...out, fits ? own : step], isSame: fits };
      },
      { out: [], isSame: true },
    )
    .out.join('.');
};

/** For a path with open positions, the one of each item that came. */
export const eachItem = (path: string, args: unknown): readonly string[] => {
  const open = path.indexOf('[]');
  if (open === -1) return [path];
  const list = valueAtPath(args, path.slice(0, open));
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, index) =>
    eachItem(`${path.slice(0, open)}[${index}]${path.slice(open + 2)}`, args),
  );
};

const stepsOf = (path: string): readonly (string | number)[] =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Sets an own property at the path, and makes the objects on the way; nothing of a prototype is touched. */
const setAt = (root: Record<string, unknown>, path: string, value: unknown): void => {
  const steps = stepsOf(path);
  const last = String(steps.at(-1));
  let holder: Record<string, unknown> = root;
  for (const step of steps.slice(0, -1)) {
    const key = String(step);
    const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const next = isHolder(inner) ? inner : {};
    define(holder, key, next);
    holder = next;
  }
  define(holder, last, value);
};

const define = (holder: object, key: string, value: unknown): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
};

const dropAt = (root: Record<string, unknown>, path: string): void => {
  const steps = stepsOf(path);
  let holder: unknown = root;
  for (const step of steps.slice(0, -1))
    holder = isHolder(holder) && Object.hasOwn(holder, String(step)) ? holder[String(step)] : undefined;
  if (isHolder(holder) && !Array.isArray(holder)) Reflect.deleteProperty(holder, String(steps.at(-1)));
};

/** A copy of the arguments with the corrections made. */
export const withCorrections = (
  args: Record<string, unknown>,
  corrections: readonly Correction[],
): Record<string, unknown> => {
  const result = structuredClone(args);
  for (const { from, to } of corrections) if (from !== to) dropAt(result, from);
  for (const { to, value } of corrections) setAt(result, to, structuredClone(value));
  return result;
};
