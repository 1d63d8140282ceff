// What somebody saw of a line when deciding: a decision on anything else is refused.
import { createHash } from 'node:crypto';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Suggestion } from './store/suggestions.ts';

type Shown = Pick<
  Suggestion,
  'record_id' | 'amount_minor' | 'difference_minor' | 'difference_as' | 'confidence'
>;

export const seenOf = (
  { id, match_status, version }: Pick<BankLine, 'id' | 'match_status' | 'version'>,
  suggestion: readonly Shown[],
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        id,
        match_status,
        version,
        suggestion.map(({ record_id, amount_minor, difference_minor, difference_as, confidence }) => [
          record_id,
          amount_minor,
          difference_minor,
          difference_as,
          confidence,
        ]),
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
