// Which parameter an error is about that does not say so itself: the one that has a value of its details, or the record
// that the call is about.
import { ERRORS } from '../../generated/errors.ts';
import { shorten, valueAtPath } from '../base/arguments/places.ts';
import { isErrorCode, ToolError } from '../base/errors.ts';

type Args = Readonly<Record<string, unknown>>;

/** Deeper and longer than the parameters of any tool are. */
const MAX_LEAVES = 500;

interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly value: string | number;
}

const leavesOf = (value: unknown, path: string, name: string): readonly Leaf[] => {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, name, value }];
  if (Array.isArray(value))
    return value.slice(0, MAX_LEAVES).flatMap((each, index) => leavesOf(each, `${path}[${index}]`, name));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, path === '' ? key : `${path}.${key}`, key),
      )
    : [];
};

/** What concerns the key or the organization, whatever was asked. */
const isOfKey = ({ details }: ToolError): boolean =>
  'limit' in details || 'bound' in details || 'beyond' in details;

/** Of a record whose state refuses the call. */
const subjectOf = (error: ToolError, args: Args): string | undefined => {
  const type = isErrorCode(error.code) ? ERRORS[error.code].type : undefined;
  if (type !== 'state_error' || isOfKey(error)) return undefined;
  return Object.keys(args).find((name) => name.endsWith('_id') && name !== 'entity_id');
};

const findPath = (error: ToolError, args: Args): string | undefined => {
  // Amounts are told in their currency, which is not what is wrong.
  const leaves = leavesOf(args, '', '')
    .filter(({ name }) => name !== 'currency')
    .slice(0, MAX_LEAVES);
  const details = Object.entries(error.details);
  const named = leaves.find(({ name, value }) =>
    details.some(([key, detail]) => key === name && String(detail) === String(value)),
  );
  const held = leaves.filter(
    ({ name, value }) =>
      name !== 'entity_id' && String(value).length > 2 && details.some(([, detail]) => detail === value),
  );
  return named?.path ?? (held.length === 1 ? held[0]?.path : undefined) ?? subjectOf(error, args);
};

const isArgs = (args: unknown): args is Args =>
  typeof args === 'object' && args !== null && !Array.isArray(args);

/** Adds the parameter that the error is about, and its value, unless its details have them. */
export const aboutParameter = (error: ToolError, args: unknown): ToolError => {
  const { path: own, received } = error.details;
  const path = typeof own === 'string' ? own : isArgs(args) ? findPath(error, args) : undefined;
  if (path === undefined) return error;
  const value = received ?? shorten(valueAtPath(args, path));
  return own === path && value === received
    ? error
    : new ToolError(error.code, {
        ...error.details,
        said: error.said,
        path,
        ...(value === undefined ? {} : { received: value }),
      });
};
