import { ERRORS, type ErrorCode } from '../../generated/errors.ts';
import {
  type Code,
  type CodeDetails,
  REFUSALS,
  type RefusalCode,
  type RefusalKind,
} from '../../generated/refusals.ts';
import type { Said } from './said.ts';

export const isRefusalCode = (code: Code): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** Of a code that some tool declares. */
export const isErrorCode = (code: Code): code is ErrorCode => Object.hasOwn(ERRORS, code);

type Told = { readonly said?: BesideDetails['said'] };

const messageOf = (code: Code): string => (isErrorCode(code) ? ERRORS[code].message : REFUSALS[code].en);

/**
 * What is refused: one of the codes of `spec/errors.yaml`, which are of tools alone, or of `spec/refusals`, with its
 * details. Everything else that is thrown is a bug and is answered as `internal_error`.
 */
export class ToolError<out C extends Code = Code> extends Error {
  readonly code: C;
  readonly details: Readonly<Record<string, unknown>>;
  /** Details that people read in their language. */
  readonly said: Readonly<Record<string, Said>>;

  constructor(code: C, told: object) {
    const { said, ...details }: Told = told;
    super(fillTemplate(messageOf(code), details));
    this.name = 'ToolError';
    this.code = code;
    this.details = details;
    this.said = said ?? {};
  }

  /** Undefined for an error of tools. */
  get kind(): RefusalKind | undefined {
    return isRefusalCode(this.code) ? REFUSALS[this.code].kind : undefined;
  }

  /** What an agent may do next: said for this very call, or as for every error of the code. */
  get hint(): string {
    const { hint } = this.details;
    if (typeof hint === 'string') return hint;
    return isErrorCode(this.code) ? fillTemplate(ERRORS[this.code].hint, this.details) : '';
  }
}

/** The next step alone, where it is told as a hint. */
export const stepOfAgent = ({ code, details }: ToolError): string | undefined => {
  const step = isRefusalCode(code) ? REFUSALS[code].agent : undefined;
  return step === undefined ? undefined : fillTemplate(step, details).trim();
};

/** The sentence and the next step, for somebody at a command line. */
export const tellShell = ({ code, message, details }: ToolError): string => {
  const next = isRefusalCode(code) ? REFUSALS[code].shell : undefined;
  return next === undefined ? message : `${message} ${fillTemplate(next, details).trim()}`;
};

/** Of these codes; without one, any of `spec/refusals`. */
export const isRefusal = (
  thrown: unknown,
  ...codes: readonly RefusalCode[]
): thrown is ToolError<RefusalCode> =>
  thrown instanceof ToolError &&
  isRefusalCode(thrown.code) &&
  (codes.length === 0 || codes.includes(thrown.code));

/** What may stand beside the details of every error. */
export interface BesideDetails {
  /** The parameter that it is about, as a path into the call's arguments. */
  readonly path?: string;
  /** Takes the place of the hint of the code. */
  readonly hint?: string;
  /** Details by key and parameters, for people. */
  readonly said?: Readonly<Record<string, Said>>;
}

/** Raises without a context, for code that runs before one exists or outside of one: arguments, files, pages, commands. */
export const toolError = <C extends Code>(code: C, details: CodeDetails[C] & BesideDetails): ToolError<C> =>
  new ToolError(code, details);

/** As part of a sentence: lists as their items, records by their name. */
const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object' || value === null) return value === '' ? '""' : String(value);
  if ('amount' in value && 'currency' in value) return `${String(value.amount)} ${String(value.currency)}`;
  if (!('name' in value)) return JSON.stringify(value);
  const id = 'counterparty_id' in value ? value.counterparty_id : undefined;
  return id === undefined ? inWords(value.name) : `${inWords(value.name)} (${inWords(id)})`;
};

/** Replaces each `{name}` of a template by the detail of that name. */
export const fillTemplate = (template: string, details: object): string => {
  const values = new Map<string, unknown>(Object.entries(details));
  const text = template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    values.has(name) ? inWords(values.get(name)) : whole,
  );
  // A name may end in a full stop of its own: "S.A. de C.V.".
  return text.replace(/\.\.$/, '.');
};
