// All faults of a call at once: the first one gives the error its code, and each is listed with its own hint.
import { SERVICE } from '../../../generated/service.ts';
import type { ArgumentFault } from '../../../generated/types.ts';
import { ToolError } from '../errors.ts';

const pathOf = ({ details: { path } }: ToolError): string => (typeof path === 'string' ? path : '');

/** One fault a path: a day that fails its pattern also fails its format. */
const onePerPath = (faults: readonly ToolError[]): ToolError[] => {
  const seen = new Set<string>();
  return faults.filter((fault) => !seen.has(pathOf(fault)) && seen.add(pathOf(fault)) !== undefined);
};

const toListed = (fault: ToolError): ArgumentFault => ({
  code: fault.code,
  path: pathOf(fault),
  message: fault.message,
  hint: fault.hint,
});

class ToldTogether extends ToolError {
  readonly parts: readonly ToolError[];

  constructor(first: ToolError, parts: readonly ToolError[]) {
    const hint = `${first.hint} The other faults of this call are in faults, each with its hint.`;
    super(first.code, { ...first.details, said: first.said, hint, faults: parts.map(toListed) });
    this.parts = parts;
  }
}

/** The faults that one error tells. */
export const partsOf = (error: ToolError): readonly ToolError[] =>
  error instanceof ToldTogether ? error.parts : [error];

/** The error of one or more faults. */
export const together = (all: readonly ToolError[]): ToolError => {
  const faults = onePerPath(all.flatMap(partsOf)).slice(0, SERVICE.limits.max_faults_listed);
  const [first, ...others] = faults;
  if (first === undefined) throw new Error('there is no fault to report');
  return others.length === 0 ? first : new ToldTogether(first, faults);
};

export interface Gathered {
  /** The result of a check, or undefined when it failed, which is kept. */
  readonly of: <T>(check: () => T) => T | undefined;
  /** Throws what has failed. */
  readonly end: () => void;
}

/** Runs checks that do not depend on each other, so that one fault does not hide the next. */
export const gatherFaults = (): Gathered => {
  const faults: ToolError[] = [];
  return {
    of: (check) => {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        faults.push(error);
        return undefined;
      }
    },
    end: () => {
      if (faults.length > 0) throw together(faults);
    },
  };
};
