/** The kind of refusal, for scripts; the message is for people. */
export type RefusalCode =
  | 'usage'
  | 'invalid_value'
  | 'not_found'
  | 'already_exists'
  | 'wrong_state'
  | 'not_allowed'
  | 'unreadable_file'
  | 'unwritable_file'
  | 'rows_rejected'
  /** It would take more time or memory than one request may. */
  | 'too_costly'
  /** Too much of the same kind waits already. */
  | 'busy'
  /** A person was asked and did not say yes. */
  | 'not_confirmed';

/** What a program is told besides the sentence. */
export interface RefusedCall {
  /** The parameter that it is about, as a path into the call's arguments. */
  readonly path?: string;
  readonly allowed?: readonly string[];
  /** What to do about this very call. */
  readonly hint?: string;
}

/**
 * A refusal in one clear sentence for people. Commands and pages show it as it is; where a tool may answer
 * `correction_refused`, agents are told it too, with the parameter and the next step.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly call: RefusedCall;

  constructor(code: RefusalCode, message: string, call: RefusedCall = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.call = call;
  }
}
