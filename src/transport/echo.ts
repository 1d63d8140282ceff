import { MAX_ECHO_LENGTH } from './limits.ts';

/** Caller's text for a message of ours: never longer than a line. */
export const echo = (text: string): string =>
  text.length <= MAX_ECHO_LENGTH ? text : `${text.slice(0, MAX_ECHO_LENGTH)}…`;
