// All faults of a call at once: the first one gives the error its code, and each is listed with its own hint.
import { SERVICE } from '../../../generated/service.ts';
import type { ArgumentCorrection, ArgumentFault } from '../../../generated/types.ts';
import { ToolError } from '../errors.ts';
import type { Correction } from './corrections.ts';
import { valueAtPath } from './places.ts';

const pathOf = ({ details: { path } }: ToolError): string => (typeof path === 'string' ? path : '');

/** One fault a path: a day that fails its pattern also fails its format. */
const onePerPath = (faults: readonly ToolError[]): ToolError[] => {
  const seen = new Set<string>();
  return faults.filter((fault) => !seen.has(pathOf(fault)) && seen.add(pathOf(fault)) !== undefined);
};

const toListed = (fault: ToolError, index: number): ArgumentFault => ({
  code: fault.code,
  path: pathOf(fault),
  message: fault.message,
  hint: hintListed(fault, index === 0),
});

/** What is allowed stands beside the first fault; others have it in their hint, where that speaks of it. */
const hintListed = ({ code, details, hint }: ToolError, isFirst: boolean): string => {
  const { allowed } = details;
  const isListed =
    code === 'unknown_parameter' && !isFirst && / allowed /.test(hint) && Array.isArray(allowed);
  return isListed ? `${hint} Allowed: ${allowed.join(', ')}.`.slice(0, 1000) : hint;
};

class ToldTogether extends ToolError {
  readonly parts: readonly ToolError[];

  constructor(first: ToolError, parts: readonly ToolError[]) {
    const hint = `${first.hint} The other faults of this call are in faults, each with its hint.`;
    super(first.code, { ...first.details, said: first.said, hint, faults: parts.map(toListed) });
    this.parts = parts;
  }

  with(more: object): ToldTogether {
    const [first = this] = this.parts;
    const told = new ToolError(first.code, { ...first.details, said: first.said, hint: first.hint, ...more });
    return new ToldTogether(told, this.parts);
  }
}

/** The faults that one error tells. */
export const partsOf = (error: ToolError): readonly ToolError[] =>
  error instanceof ToldTogether ? error.parts : [error];

/** What the call would be, path by path; a value stands there only where it is another than came. */
const toCorrected = (corrections: readonly Correction[], args: unknown): readonly ArgumentCorrection[] =>
  corrections.slice(0, SERVICE.limits.max_faults_listed).map(({ from, to, value }) => {
    const json = JSON.stringify(value);
    const isAsCame = json === JSON.stringify(valueAtPath(args, from)) || json.length > MAX_VALUE;
    return { path: from.slice(0, 200), as: to.slice(0, 200), ...(isAsCame ? {} : { value: json }) };
  });

const MAX_VALUE = 1000;

/** The error of one or more faults, and of how they are put right. */
export const together = (
  all: readonly ToolError[],
  corrections: readonly Correction[] = [],
  args?: unknown,
): ToolError => {
  const told = tell(all);
  if (corrections.length === 0) return told;
  const corrected = toCorrected(corrections, args);
  if (told instanceof ToldTogether) return told.with({ corrected });
  return new ToolError(told.code, { ...told.details, said: told.said, hint: told.hint, corrected });
};

const tell = (all: readonly ToolError[]): ToolError => {
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
