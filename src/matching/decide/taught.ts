// How far an alias goes: what was learned may have changed hands, and beside what was taught the text may name somebody else.
import type { Gate } from '../types.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type LineView, type PartyEvidence, type World } from '../candidates/view.ts';
import { LEVEL } from '../books/folio.ts';
import { findLevel } from '../evidence/folio.ts';
import type { LineState } from '../batch/state.ts';

const PART_OF_NAME = 0.3;
const KNOWN_NAME = 0.8;
const FULL_NAME = 0.85;

/** The bank names somebody who was never this party, such as the new owner of an account. */
const isNamedAnew = (
  { view, learned }: LineState,
  { party }: Hypothesis,
  { alias, ownName }: PartyEvidence,
): boolean =>
  view.read.aliasKey !== null && alias !== 'same' && learned?.party !== party && ownName < PART_OF_NAME;

/** What was learned says who it is, and no more: a part or a difference of it is a person's to decide. */
export const isSureAlias = (state: LineState, hypothesis: Hypothesis, evidence: PartyEvidence): boolean =>
  evidence.taught?.isRipe === true &&
  hypothesis.kind === 'exact' &&
  !isNamedAnew(state, hypothesis, evidence);

/** The whole name of somebody known, and nothing of the own name of whom the alias means. */
export const namesBesideTaught = (world: World, view: LineView, hypothesis: Hypothesis): Gate | null => {
  const own = evidenceFor(world, view, hypothesis.party);
  if (own.taught === null || own.ownName >= KNOWN_NAME || findLevel(view, hypothesis) >= LEVEL.short)
    return null;
  const isOther = view.parties.some(
    ({ party }) => party !== hypothesis.party && evidenceFor(world, view, party).ownName >= FULL_NAME,
  );
  return isOther ? 'gate_other_party' : null;
};
