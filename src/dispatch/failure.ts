// The one place where anything thrown becomes what an agent is told.
import { SERVICE } from '../../generated/service.ts';
import { isConflict, isLostConnection } from '../db/errno.ts';
import { DatabaseTimeout } from '../db/timeout.ts';
import { ToolError, toolError } from '../base/errors.ts';
import type { CallFacts } from './context.ts';
import { failureBody } from './failure-body.ts';
import { shorten, valueAtPath } from './faults.ts';

/** True when the call's own time is up, as opposed to its client having gone away. */
export const isTimedOut = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'TimeoutError';

/** Nothing was stored, and the same call may succeed in a moment. */
const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof DatabaseTimeout || isLostConnection(thrown) || isConflict(thrown);

const toToolError = (thrown: unknown, { descriptor, log, request_id, signal }: CallFacts): ToolError => {
  if (thrown instanceof ToolError) return thrown;
  if (isTimedOut(signal)) return toolError('call_timeout', { limit_ms: SERVICE.limits.call_timeout_ms });
  log.error({ err: thrown, tool: descriptor.name, request_id }, 'a call failed');
  return isUnavailable(thrown) ? toolError('database_unavailable', {}) : toolError('internal_error', {});
};

/** An error names what came: where its code has no detail for that, the value of the parameter that it is about. */
const withReceived = (error: ToolError, args: unknown): ToolError => {
  const { path, received } = error.details;
  if (received !== undefined || typeof path !== 'string') return error;
  const value = shorten(valueAtPath(args, path));
  return value === undefined ? error : new ToolError(error.code, { ...error.details, received: value });
};

/** A declared failure as it is; anything else is a fault of the service, logged with its cause and told without it. */
export const toFailure = (thrown: unknown, facts: CallFacts, args: unknown): object =>
  failureBody(withReceived(toToolError(thrown, facts), args), facts.request_id);
