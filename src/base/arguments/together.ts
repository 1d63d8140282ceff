// All faults of a call at once: the first one gives the error its code, and each is listed with its own hint.
import { SERVICE } from '../../../generated/service.ts';
import type { ArgumentFault } from '../../../generated/types.ts';
import { ToolError } from '../errors.ts';

const pathOf = ({ details }: ToolError): string => String(details['path'] ?? '');

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

/** The error of one or more faults. */
export const together = (all: readonly ToolError[]): ToolError => {
  const faults = onePerPath(all).slice(0, SERVICE.limits.max_faults_listed);
  const [first, ...others] = faults;
  if (first === undefined) throw new Error('there is no fault to report');
  return others.length === 0 ? first : new ToolError(first.code, { ...first.details, faults: faults.map(toListed) });
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
