// The errors, refusals and warnings that a function may raise, as part of the type of its context.
import type { Code, CodeDetails, RefusalCode } from '../../generated/refusals.ts';
import type { WarningCode, WarningDetails } from '../../generated/warnings.ts';
import { type BesideDetails, ToolError, toolError } from './errors.ts';

// No scope has these at run time. Generic functions are compared loosely; with these the compiler reports a function that
// may raise what its caller does not declare.
const raised: unique symbol = Symbol('raised');
declare const warned: unique symbol;

/** May raise exactly these errors and refusals: `throw ctx.error('counterparty_not_found', {...})`. */
export interface Raises<in C extends Code> {
  readonly error: <K extends C>(code: K, details: CodeDetails[K] & BesideDetails) => ToolError;
  readonly [raised]?: (code: C) => void;
}

/** May add exactly these warnings to the answer of a write. */
export interface Warns<in C extends WarningCode> {
  readonly warn: <K extends C>(code: K, details: WarningDetails[K] & Pick<BesideDetails, 'path'>) => void;
  readonly [warned]?: (code: C) => void;
}

/** A scope without what it may raise. */
type Bare<S> = Omit<S, 'error' | typeof raised>;

/**
 * For who has looked before: what is refused with these codes all the same was changed in between, and is told as that.
 */
export const asChecked = <S extends Raises<D>, D extends Code, C extends RefusalCode>(
  ctx: S & Raises<D>,
  ...checked: readonly C[]
): Bare<S & Raises<D>> & Raises<C | D> => {
  const codes: ReadonlySet<Code> = new Set(checked);
  const { error: _error, [raised]: _raised, ...scope } = ctx;
  const error = (code: Code, details: object): ToolError =>
    codes.has(code) ? overtaken(new ToolError(code, details)) : new ToolError(code, details);
  return { ...scope, error };
};

/** For pages, commands and jobs, which may raise all: their scopes are told what each may. */
export const mayRaise = <S extends object>(ctx: S): S & Raises<Code> => ({ ...ctx, error: toolError });

/** A refusal as an agent hears it which has done nothing wrong. */
export const overtaken = ({ message }: ToolError): ToolError =>
  new ToolError('changed_meanwhile', { reason: message.replace(/\.$/, '') });

/** Throws what a function without a scope refuses; the scope says that it may. */
export const raiseIf = <C extends Code>(_ctx: Raises<C>, refusal: ToolError<C> | null): void => {
  if (refusal !== null) throw refusal;
};
