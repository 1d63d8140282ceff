// All corrections of a call at once: what stands in a part under a wrong name is looked at too, so that a caller who
// follows the hints needs one more call, not one for each level.
import type { ToolDescriptor } from '../../../generated/dispatch.ts';
import type { ToolError } from '../errors.ts';
import { type ReadArguments, readArguments } from './check.ts';
import { type About, type Correction, withCorrections } from './corrections.ts';
import { CorrectableFault } from './unknown-name.ts';

export interface Corrected {
  readonly params: Record<string, unknown>;
  readonly corrections: readonly Correction[];
  /** All that is wrong, what came to light under the corrections included. */
  readonly faults: readonly ToolError[];
  /** What is wrong still with the corrections made. */
  readonly rest: readonly ToolError[];
  /** Whether none of them is a mere guess. */
  readonly isKnown: boolean;
}

/** Names within names: items, their country_details, and lists in those. */
const MAX_ROUNDS = 4;

const pathOf = ({ details: { path } }: ToolError): string => (typeof path === 'string' ? path : '');

const toParams = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Without those that two values claim, of which either may be meant. */
const undisputed = (all: readonly Correction[]): readonly Correction[] => {
  const claims = new Map<string, Correction[]>();
  for (const each of all) claims.set(each.to, [...(claims.get(each.to) ?? []), each]);
  const isAgreed = (claimed: readonly Correction[] = []): boolean =>
    new Set(claimed.map(({ value }) => JSON.stringify(value))).size === 1;
  return all.filter(({ to }) => isAgreed(claims.get(to)));
};

const correctionsIn = (faults: readonly ToolError[]): readonly Correction[] => {
  const seen = new Set<string>();
  const first = faults.filter((fault) => !seen.has(pathOf(fault)) && seen.add(pathOf(fault)).size > 0);
  return undisputed(first.flatMap((fault) => (fault instanceof CorrectableFault ? fault.corrections : [])));
};

export const correct = (descriptor: ToolDescriptor, read: ReadArguments, about: About): Corrected => {
  let params = toParams(read.value);
  let rest = read.faults;
  const corrections: Correction[] = [];
  const faults: ToolError[] = [...read.faults];
  for (let round = 0; round < MAX_ROUNDS && rest.length > 0; round += 1) {
    const found = correctionsIn(rest);
    if (found.length === 0) break;
    corrections.push(...found);
    params = withCorrections(params, found);
    rest = readArguments(descriptor, params, about).faults;
    const told = new Set(faults.map(pathOf));
    faults.push(...rest.filter((fault) => !told.has(pathOf(fault))));
  }
  const given = new Set(corrections.map(({ to }) => to));
  return {
    params,
    corrections,
    // What a correction gives is not missing.
    faults: faults.filter((fault) => fault.code !== 'missing_parameter' || !given.has(pathOf(fault))),
    rest,
    isKnown: corrections.every(({ isKnown }) => isKnown),
  };
};
