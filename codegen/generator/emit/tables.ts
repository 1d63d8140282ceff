// errors.ts, warnings.ts, scopes.ts, currencies.ts, service.ts, words and facts: tables as typed constants.
import type { Field, Fields, Spec } from '../model.ts';
import type { Declaration } from './declare.ts';
import { header, writeImports } from './emit.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import { literal, union } from './literal.ts';
import type { Emitter } from './emit.ts';

/** `path` may stand beside the details of every code; alone it keeps an empty object from taking anything. */
const NO_DETAILS: Field = { record: { path: { type: 'string', optional: true } } };

export const buildDetails = (
  rows: Iterable<{ readonly code: string; readonly details: Fields }>,
  description: string,
): Field => ({
  description,
  record: Object.fromEntries(
    [...rows].map(({ code, details }) => [
      code,
      Object.keys(details).length === 0 ? NO_DETAILS : { record: details },
    ]),
  ),
});

export const declareTables = (spec: Spec): readonly Declaration[] => [
  {
    name: 'ErrorDetails',
    mode: 'output',
    field: buildDetails(listPublishedErrors(spec), 'What each error tells beside its message.'),
  },
  {
    name: 'WarningDetails',
    mode: 'output',
    field: buildDetails(spec.warnings.values(), 'What each warning tells beside its message.'),
  },
];

export const emitErrors: Emitter = ({ spec, declarations, homes }) => {
  const errors = listPublishedErrors(spec);
  const table = Object.fromEntries(
    errors.map(({ code, type, message, hint, retryable }) => [code, { type, message, hint, retryable }]),
  );
  const details = declarations.get('ErrorDetails') ?? '';
  const text = `${header('spec/errors.yaml and spec/refusals')}${writeImports('errors.ts', details, homes)}
/** Every failure that a tool can answer. */
export type ErrorCode = keyof ErrorDetails;

export type ErrorType = ${union([...new Set(errors.map(({ type }) => type))].sort())};

${details}

export interface ErrorRow {
  readonly type: ErrorType;
  /** A sentence; \`{name}\` stands for the detail of that name. */
  readonly message: string;
  /** What the caller may do next. */
  readonly hint: string;
  readonly retryable: boolean;
}

export const ERRORS: Readonly<Record<ErrorCode, ErrorRow>> = ${literal(table)};
`;
  return new Map([['errors.ts', text]]);
};

export const emitWarnings: Emitter = ({ spec, declarations, homes }) => {
  const table = Object.fromEntries(
    [...spec.warnings.values()].map(({ code, message }) => [code, { message }]),
  );
  const details = declarations.get('WarningDetails') ?? '';
  const text = `${header('spec/warnings.yaml')}${writeImports('warnings.ts', details, homes)}
/** What a successful write may point out. */
export type WarningCode = keyof WarningDetails;

${details}

/** A warning as it stands in an answer. */
export interface WarningOf<C extends WarningCode> {
  readonly code: C;
  readonly message: string;
  /** The parameter that it is about. */
  readonly path: string | null;
}

export const WARNINGS: Readonly<Record<WarningCode, { readonly message: string }>> = ${literal(table)};
`;
  return new Map([['warnings.ts', text]]);
};

export const emitScopes: Emitter = ({ spec }) => {
  const table = Object.fromEntries([...spec.scopes].map(([name, { description }]) => [name, description]));
  const text = `${header('spec/scopes.yaml')}
/** A permission that an API key may hold. */
export type Scope = ${union(Object.keys(table))};

/** What each scope allows. */
export const SCOPES: Readonly<Record<Scope, string>> = ${literal(table)};
`;
  return new Map([['scopes.ts', text]]);
};

export const emitCurrencies: Emitter = ({ spec }) => {
  const text = `${header('spec/currencies.yaml')}
export interface CurrencyRow {
  /** Decimals of the minor unit. */
  readonly digits: number;
  readonly name: string;
}

/** The currencies of ISO 4217 by their code. */
export const CURRENCIES: Readonly<Record<string, CurrencyRow>> = ${literal(Object.fromEntries(spec.currencies))};
`;
  return new Map([['currencies.ts', text]]);
};

/** Nobody reads these but the compiler: a record takes a line, however long. */
const DATA_WIDTH = 400;

export const emitData: Emitter = ({ spec }) =>
  new Map(
    [...spec.data].map(([path, facts]) => [
      `${path}.ts`,
      `${header(`spec/${path}.yaml`)}
export const ${path.replace(/^.*\//u, '').replaceAll('-', '_').toUpperCase()} = ${literal(facts, 0, 0, DATA_WIDTH)} as const;
`,
    ]),
  );

export const emitService: Emitter = ({ spec }) => {
  const text = `${header('spec/service.yaml')}
/** Names, limits and times of the service. */
export const SERVICE = ${literal(spec.service.data)} as const;
`;
  return new Map([['service.ts', text]]);
};
