// The ids of what a dry run would make: those were never stored, so they are told as zeros, which name nothing.
import { ID_SUFFIX } from '../../generated/ids.ts';

const ZEROS = '0'.repeat(26);
const ANY_ID = new RegExp(`\\b[a-z]{4}_${ID_SUFFIX}\\b`, 'g');
const DRY_RUN_ID = new RegExp(`^[a-z]{4}_${ZEROS}$`);

export const isDryRunId = (value: string): boolean =>
  value.includes(ZEROS) && DRY_RUN_ID.test(value.trim().toLowerCase());

/** The text with the ids of these records as those of a dry run, also within links and sentences. */
export const withDryRunIds = (text: string, made: ReadonlySet<string>): string =>
  text.replaceAll(ANY_ID, (id) => (made.has(id) ? `${id.slice(0, 5)}${ZEROS}` : id));
