// Whether an answer to wrong arguments brings the caller back on the way.
import { TOOLS } from '../../generated/dispatch.ts';
import type { ErrorCode } from '../../generated/errors.ts';
import { shorten } from '../../src/base/arguments/places.ts';
import { callTool } from '../support/wire.ts';
import type { Books } from './books.ts';
import type { Mutation } from './calls.ts';
import type { Expected } from './mutate.ts';

export const CHECKS = [
  'declared code',
  'names all',
  'shows what came',
  'says what is allowed',
  'specific hint',
  'repaired value',
  'nothing written',
] as const;
export type Check = (typeof CHECKS)[number];

export interface Verdict {
  readonly missed: readonly Check[];
  readonly answer: unknown;
}

interface Told {
  readonly path: string | null;
  readonly message: string;
  readonly hint: string;
  readonly received?: unknown;
  readonly allowed?: readonly unknown[];
}

type ErrorBody = Told & {
  readonly type: string;
  readonly code: ErrorCode;
  readonly faults?: readonly Told[];
  readonly candidates?: readonly { readonly id: string }[];
  readonly corrected?: readonly { readonly path: string; readonly as: string }[];
};

/** Hints that say nothing about this call. */
const GENERIC = new Set([
  '',
  'Correct the value and call again.',
  'Call again with it.',
  "Use a parameter of the tool's input schema.",
]);

/** Neither a pattern nor a placeholder that nothing filled. */
const RAW_PATTERN = /\\d|\^[a-z([]|\[[a-z0-9]-[a-z0-9]|\{\d+(,\d*)?\}\$?|\)\?\$|\{[a-z_.]+\}/i;

/** All that is said of one parameter. */
const toldOf = (error: ErrorBody, path: string): readonly Told[] =>
  [error, ...(error.faults ?? [])].filter((told) => told.path === path);

const shows = (told: readonly Told[], value: unknown): boolean => {
  const short = shorten(value);
  const forms = [String(short), JSON.stringify(short), JSON.stringify(value)];
  return told.some(
    ({ message, received }) =>
      forms.some((form) => message.includes(form)) || forms.includes(JSON.stringify(received)),
  );
};

/** What was meant: in the hint, or among the records that a name may mean. */
const carries = ({ candidates = [] }: ErrorBody, hints: readonly string[], meant: string): boolean =>
  hints.some((hint) => hint.includes(meant)) || candidates.some(({ id }) => id === meant);

const isGiven = ({ corrected = [] }: ErrorBody, { path, unlessFrom }: Expected): boolean =>
  corrected.some((each) => each.path === unlessFrom && each.as === path);

const checkFault = (error: ErrorBody, expected: Expected): readonly Check[] => {
  const told = toldOf(error, expected.path);
  // What is taken may still be wrong for the books; the missing one that is corrected is not told at all.
  if (isGiven(error, expected)) return told.length === 0 ? [] : ['names all'];
  if (expected.isTaken === true)
    return told.some(({ message }) => expected.allowed.test(message)) ? ['names all'] : [];
  if (told.length === 0) return ['names all'];
  const text = told
    .map(({ message, hint, allowed = [] }) => `${message} ${hint} ${allowed.join(', ')}`)
    .join(' ');
  const hints = told.map(({ hint }) => hint ?? '');
  return [
    ...(expected.received === undefined || shows(told, expected.received)
      ? []
      : ['shows what came' as const]),
    ...(expected.allowed.test(text) && !RAW_PATTERN.test(text) ? [] : ['says what is allowed' as const]),
    ...(hints.some((hint) => GENERIC.has(hint)) ? ['specific hint' as const] : []),
    ...(expected.repaired === undefined || carries(error, hints, expected.repaired)
      ? []
      : ['repaired value' as const]),
  ];
};

/** What a read may take, and what it then says. */
const TAKEN_BY_READS: Readonly<Record<string, string>> = {
  'name for id': 'taken_by_name',
  'misspelled parameter': 'understood_as',
  'wrong case': 'understood_as',
  'nested: case': 'understood_as',
};

/** A read may take a name for an id, or a parameter written in another way, when it is certain; it then says what it took. */
const tookName = (mutation: Mutation, answer: Record<string, unknown>): boolean => {
  const warnings = (answer['warnings'] ?? []) as readonly Record<'code' | 'message' | 'path', string>[];
  return (
    TOOLS[mutation.tool].access === 'read' &&
    mutation.faults.every(
      ({ repaired = '', unlessFrom }) =>
        unlessFrom !== undefined ||
        warnings.some(
          ({ code, message }) => code === TAKEN_BY_READS[mutation.class] && message.includes(repaired),
        ),
    )
  );
};

/** A read took the name when the id itself is answered the same, for a reason that has nothing to do with it. */
const answersAlike = async (
  { service, companies }: Books,
  { class: name, tool, home, args, faults }: Mutation,
  error: ErrorBody,
): Promise<boolean> => {
  // The parameter was read, or the books would not have been asked.
  const isRead = TOOLS[tool].access === 'read' && Object.hasOwn(TAKEN_BY_READS, name);
  if (isRead && error.type !== 'validation_error') return true;
  if (name !== 'name for id' || TOOLS[tool].access !== 'read') return false;
  const meant = { ...args };
  for (const { path, repaired } of faults) meant[path] = repaired;
  const result = await callTool(service.url, companies[home].key, tool, meant);
  if (!result.isError) return false;
  const told = (JSON.parse(result.content[0]?.text ?? '{}') as { error: ErrorBody }).error;
  return told.code === error.code && told.message === error.message;
};

export const judge = async (
  books: Books,
  mutation: Mutation,
  countRows: () => Promise<object>,
): Promise<Verdict> => {
  const { service, companies } = books;
  const before = JSON.stringify(await countRows());
  const result = await callTool(service.url, companies[mutation.home].key, mutation.tool, mutation.args);
  const changed = JSON.stringify(await countRows()) !== before;
  const answer = JSON.parse(result.isError ? (result.content[0]?.text ?? '{}') : '{}') as {
    error: ErrorBody;
  };
  const isRight = mutation.faults.every(({ isTaken }) => isTaken === true);
  const written: readonly Check[] = changed && !isRight ? ['nothing written'] : [];
  if (isRight && !result.isError) return { missed: [], answer: result.structuredContent };
  if (!result.isError) {
    const structured = result.structuredContent ?? {};
    const missed = tookName(mutation, structured) ? [] : ['names all' as const];
    return { missed: [...missed, ...written], answer: structured };
  }
  const { error } = answer;
  if (await answersAlike(books, mutation, error)) return { missed: written, answer: error };
  const isDeclared = (TOOLS[mutation.tool].errors as readonly string[]).includes(error.code);
  const missed: readonly Check[] = [
    ...(isDeclared ? [] : (['declared code'] as const)),
    ...mutation.faults.flatMap((expected) => checkFault(error, expected)),
    ...written,
  ];
  return { missed: CHECKS.filter((check) => missed.includes(check)), answer: error };
};
