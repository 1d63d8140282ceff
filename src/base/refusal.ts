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

/**
 * A refusal of the admin side: one clear sentence for the person at the terminal. Agents never see one; what they
 * are told has a code in `spec/errors.yaml`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}
