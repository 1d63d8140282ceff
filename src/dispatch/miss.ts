// A call that did not find something is made once more when the database is a cluster: what another instance has just
// written may not have reached the member that this one reads.
import { ERRORS } from '../../generated/errors.ts';
import { isRefusal, ToolError } from '../base/errors.ts';
import { Refusal } from '../base/refusal.ts';
import type { Database } from '../db/database.ts';

const isNotFound = (code: unknown): boolean =>
  typeof code === 'string' &&
  new Map<string, { type: string }>(Object.entries(ERRORS)).get(code)?.type === 'not_found';

const codesIn = ({ code, details }: ToolError): readonly unknown[] => {
  const { faults } = details;
  const others = Array.isArray(faults) ? (faults as readonly { readonly code?: unknown }[]) : [];
  return [code, ...others.map((fault) => fault.code)];
};

const isMiss = (error: unknown): boolean =>
  isRefusal(error)
    ? error.kind === 'not_found'
    : error instanceof ToolError
      ? codesIn(error).some(isNotFound)
      : error instanceof Refusal && error.code === 'not_found';

export const againOnMiss = async <T>(
  { catchUp }: Pick<Database, 'catchUp'>,
  args: unknown,
  run: (args: unknown) => Promise<T>,
): Promise<T> => {
  // The steps of a call change what they are given.
  const again = structuredClone(args);
  try {
    return await run(args);
  } catch (error) {
    if (!isMiss(error) || !(await catchUp())) throw error;
    return run(again);
  }
};
