// A context that raises as a tool's does and keeps the warnings, for domain functions that need nothing else.
import assert from 'node:assert/strict';
import type { Code, CodeDetails } from '../../generated/refusals.ts';
import type { WarningCode } from '../../generated/warnings.ts';
import type { Raises, Warns } from '../../src/base/raises.ts';
import { ToolError } from '../../src/base/errors.ts';

export interface Collecting extends Raises<Code>, Warns<WarningCode> {
  readonly warnings: { readonly code: WarningCode; readonly details: object }[];
}

export const collecting = (): Collecting => {
  const warnings: Collecting['warnings'] = [];
  return {
    warnings,
    error: <C extends Code>(code: C, details: CodeDetails[C]) => new ToolError(code, details),
    warn: (code, details) => {
      warnings.push({ code, details });
    },
  };
};

/** The code and details of the error that `run` raises. */
export const raised = (run: () => unknown): { readonly code: Code; readonly details: object } => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return { code: error.code, details: error.details };
  }
  return assert.fail('nothing was raised');
};
