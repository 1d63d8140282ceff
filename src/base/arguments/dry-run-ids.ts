// An id that a dry run told names nothing, so whoever gives one is told that the call was not made yet.
import { isDryRunId } from '../dry-run-id.ts';
import { type ToolError, toolError } from '../errors.ts';
import { join } from './places.ts';

const hasOne = (value: unknown): boolean => {
  if (typeof value === 'string') return isDryRunId(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasOne);
};

const faultsIn = (value: unknown, path: string): readonly ToolError[] => {
  if (typeof value === 'string')
    return isDryRunId(value) ? [toolError('dry_run_id', { path, received: value.trim() })] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => faultsIn(each, `${path}[${at}]`));
  return Object.entries(value).flatMap(([name, inner]) => faultsIn(inner, join(path, name)));
};

/** Of all texts in the arguments, wherever they stand. Hardly any call has one, so paths are made for those only. */
export const dryRunFaults = (value: unknown): readonly ToolError[] =>
  hasOne(value) ? faultsIn(value, '') : [];
