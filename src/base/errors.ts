import { ERRORS, type ErrorCode, type ErrorDetails } from '../../generated/errors.ts';
import type { Said } from './said.ts';

type Told = { readonly said?: BesideDetails['said'] };

/**
 * A failure that is reported to the caller: one of the codes of `spec/errors.yaml` with its details.
 * Everything else that is thrown is a bug and is answered as `internal_error`.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** Details that people read in their language. */
  readonly said: Readonly<Record<string, Said>>;

  constructor(code: ErrorCode, told: object) {
    const { said, ...details }: Told = told;
    super(fillTemplate(ERRORS[code].message, details));
    this.name = 'ToolError';
    this.code = code;
    this.details = details;
    this.said = said ?? {};
  }

  /** What the caller may do next: said for this very call, or as for every error of the code. */
  get hint(): string {
    const { hint } = this.details;
    return typeof hint === 'string' ? hint : fillTemplate(ERRORS[this.code].hint, this.details);
  }
}

/** What may stand beside the details of every error. */
export interface BesideDetails {
  /** The parameter that it is about, as a path into the call's arguments. */
  readonly path?: string;
  /** Takes the place of the hint of the code. */
  readonly hint?: string;
  /** Details by key and parameters, for people. */
  readonly said?: Readonly<Record<string, Said>>;
}

/** Raises without a context, for code that runs before one exists (arguments, access). */
export const toolError = <C extends ErrorCode>(
  code: C,
  details: ErrorDetails[C] & BesideDetails,
): ToolError => new ToolError(code, details);

/** As part of a sentence: lists as their items, records by their name. */
const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object' || value === null) return value === '' ? '""' : String(value);
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
