// What a bank says of a row: booked, not booked yet, or never happened.
import { withoutBeside, type State, STATES } from './vocabulary.ts';

/** No word for a state is longer. */
const MAX_LENGTH = 60;

/** Undefined for what says something else. */
export const stateIn = (cell: string): State | undefined =>
  cell.length > MAX_LENGTH || !/\p{L}/u.test(cell) ? undefined : STATES.get(withoutBeside(cell));

/** A text among whose words stands that the row is not booked yet. */
export const speaksOfPending = (text: string): boolean => /vorgemerkt|pending|pendiente/iu.test(text);
