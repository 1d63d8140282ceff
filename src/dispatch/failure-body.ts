import { ERRORS } from '../../generated/errors.ts';
import { fillTemplate, type ToolError } from '../base/errors.ts';

/** The value of `{error: ...}` that an agent reads when a call fails. */
export const failureBody = (error: ToolError, request_id: string): object => {
  const { type, hint, retryable } = ERRORS[error.code];
  const { path = null, received = null, ...rest } = error.details;
  const details = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    type,
    code: error.code,
    message: error.message,
    path,
    received,
    ...details,
    hint: fillTemplate(hint, error.details),
    retryable,
    request_id,
  };
};
