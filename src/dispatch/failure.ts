// What becomes of a call that throws: the error that the agent reads, or another try.
import type { ToolDescriptor } from '../../generated/dispatch.ts';
import { ERRORS } from '../../generated/errors.ts';
import { SERVICE } from '../../generated/service.ts';
import { isErrorCode, isRefusal, ToolError, toolError } from '../base/errors.ts';
import { overtaken } from '../base/raises.ts';
import { Refusal } from '../base/refusal.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/fault.ts';
import { type Audience, ANYBODY, fit, fitDeep } from '../base/text/fit.ts';
import { aboutParameter } from './about.ts';
import type { CallFacts } from './context.ts';

/** True when the call ran out of time, not when its client went away. */
export const isTimedOut = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'TimeoutError';

/** A fault of the database by its name; without one it is a bug. */
const toDatabaseError = (thrown: unknown, { name, access, checkWith }: ToolDescriptor): ToolError => {
  const fault = faultOf(thrown);
  if (fault === undefined) return toolError('internal_error', {});
  // What a read stores beside its answer is no concern of the caller.
  if (fault === 'unavailable' || access === 'read') return toolError('database_unavailable', {});
  if (fault === 'full') return toolError('storage_full', {});
  const check_with = checkWith ?? name;
  if (check_with !== name) return toolError('outcome_unknown', { check_with });
  return toolError('outcome_unknown', { check_with, hint: `Repeat the call: ${name} asks only once.` });
};

/** A tool declares what it refuses. What a write is refused beyond that has changed since it looked. */
const isDeclared = (thrown: ToolError, { errors }: ToolDescriptor): boolean =>
  !isRefusal(thrown) || errors.some((code) => code === thrown.code);

const toToolError = (thrown: unknown, facts: CallFacts): ToolError => {
  const { descriptor, log, request_id } = facts;
  if (thrown instanceof ToolError && isDeclared(thrown, descriptor)) return thrown;
  if (isTimedOut(facts.deadline.signal))
    return toolError('call_timeout', { limit_ms: SERVICE.limits.call_timeout_ms });
  if (thrown instanceof ToolError && descriptor.access === 'write') {
    log.warn({ err: thrown, tool: descriptor.name, request_id }, 'a call was overtaken');
    return overtaken(thrown);
  }
  log.error({ err: thrown, tool: descriptor.name, request_id }, 'a call failed');
  return toDatabaseError(thrown, descriptor);
};

/** A declared error as it is; anything else is an internal error, whose cause is logged but not sent. */
export const toFailure = (thrown: unknown, facts: CallFacts, args: unknown): FailureBody =>
  failureBody(aboutParameter(toToolError(thrown, facts), args), facts.request_id, facts.reader);

export interface FailureBody extends Readonly<Record<string, unknown>> {
  readonly code: string;
}

/** The value of `{error: ...}` in the answer to a failed call. */
export const failureBody = (
  error: ToolError,
  request_id: string,
  reader: Audience = ANYBODY,
): FailureBody => {
  const { type, retryable } = ERRORS[isErrorCode(error.code) ? error.code : 'internal_error'];
  const { path = null, received = null, hint: _hint, ...rest } = error.details;
  const told = Object.entries(rest).filter(([, value]) => value !== undefined);
  const details = Object.fromEntries(told.map(([name, value]) => [name, fitDeep(value, reader)]));
  return {
    type,
    code: error.code,
    message: fit(error.message, reader),
    path,
    received,
    ...details,
    hint: fit(error.hint, reader),
    retryable,
    request_id,
  };
};

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

/**
 * A call that did not find something is made once more when the database is a cluster: what another instance has just
 * written may not have reached the member that this one reads. No step changes the arguments as they came.
 */
export const againOnMiss = async <T>(
  { catchUp }: Pick<Database, 'catchUp'>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!isMiss(error) || !(await catchUp())) throw error;
    return run();
  }
};
