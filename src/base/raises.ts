// The errors and warnings that a function may raise, as part of the type of its context.
import type { ErrorCode, ErrorDetails } from '../../generated/errors.ts';
import type { WarningCode, WarningDetails } from '../../generated/warnings.ts';
import type { BesideDetails, ToolError } from './errors.ts';

// Absent at run time. Generic functions are compared loosely; with these the compiler reports a function that may raise
// what its caller does not declare.
declare const raised: unique symbol;
declare const warned: unique symbol;

/** May raise exactly these errors: `throw ctx.error('counterparty_not_found', {...})`. */
export interface Raises<in C extends ErrorCode> {
  readonly error: <K extends C>(code: K, details: ErrorDetails[K] & BesideDetails) => ToolError;
  readonly [raised]?: (code: C) => void;
}

/** May add exactly these warnings to the answer of a write. */
export interface Warns<in C extends WarningCode> {
  readonly warn: <K extends C>(code: K, details: WarningDetails[K] & Pick<BesideDetails, 'path'>) => void;
  readonly [warned]?: (code: C) => void;
}
