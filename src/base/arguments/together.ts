// All faults of a call at once: the first one gives the error its code, and each is listed with its own hint.
import { SERVICE } from '../../../generated/service.ts';
import type { ArgumentCorrection, ArgumentFault } from '../../../generated/types.ts';
import { SYNONYMS } from '../../../generated/vocabulary/synonyms.ts';
import { fillTemplate, ToolError } from '../errors.ts';
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
const toCorrected = (corrections: readonly Correction[], args: unknown): readonly ArgumentCorrection[] => {
  const each = corrections.map(({ from, to, value }) => {
    const json = JSON.stringify(value);
    const isAsCame = json === JSON.stringify(valueAtPath(args, from)) || json.length > MAX_VALUE;
    return { path: from.slice(0, 200), as: to.slice(0, 200), ...(isAsCame ? {} : { value: json }) };
  });
  // The same correction of many items is one of all.
  return alike(each, ({ path, as, value = '' }) => `${open(path)} ${open(as)} ${value}`)
    .flatMap(([first, ...others]) =>
      others.length < MANY || !isWithin(first)
        ? [first, ...others]
        : [{ ...first, path: open(first.path), as: open(first.as) }],
    )
    .slice(0, SERVICE.limits.max_faults_listed);
};

/** Whether both ends are in the same item of a list, or in all of its items. */
const isWithin = ({ path, as }: ArgumentCorrection): boolean =>
  /\[\d+\]/.exec(path)?.[0] === /\[\d+\]/.exec(as)?.[0];

/** From how many further items on a list is told once. */
const MANY = 2;

const open = (text: string): string => text.replaceAll(/\[\d+\]/g, '[]');

/** Those with the same key, in the order of the first of each. */
const alike = <T>(all: readonly T[], keyOf: (each: T) => string): readonly (readonly [T, ...T[]])[] => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return [...groups.values()];
};

/** What is wrong in the same way in many items of a list is told of the first one. */
const toldOnce = (faults: readonly ToolError[]): ToolError[] =>
  alike(faults, (fault) => `${fault.code} ${open(pathOf(fault))} ${open(fault.hint)}`).flatMap(
    ([first, ...others]) => {
      if (others.length < MANY || first.code !== 'unknown_parameter' || !pathOf(first).includes('['))
        return [first, ...others];
      const hint = `${first.hint} ${fillTemplate(SYNONYMS.frames.likewise, { paths: pathsOf(others.map(pathOf)) })}`;
      return [new ToolError(first.code, { ...first.details, said: first.said, hint })];
    },
  );

/** `line_items[1] to [19]`: the numbers of the items alone, where they follow each other. */
const pathsOf = (paths: readonly string[]): string => {
  const numbers = paths.map((path) => Number(/\[(\d+)\]/.exec(path)?.[1]));
  const [first = 0] = numbers;
  const isRun = numbers.every((number, index) => number === first + index);
  const list = paths[0]?.split('[')[0] ?? '';
  return isRun
    ? `${list}[${first}] to [${numbers.at(-1) ?? first}]`
    : `${list}${numbers.map((number) => `[${number}]`).join(', ')}`.slice(0, 300);
};

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
  const faults = toldOnce(onePerPath(all.flatMap(partsOf))).slice(0, SERVICE.limits.max_faults_listed);
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
