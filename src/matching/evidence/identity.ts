// How a document is identified for a line: by its number, by its party's name, or by neither. Where a number or a name
// stands beside the exact amount, days must not overrule them: what speaks against such a document are facts - a second
// claim, a return, a recorded payment, words - and not an unusual day.
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { PartyEvidence, LineView } from '../candidates/view.ts';
import { findLevel } from './folio.ts';

export const IDENTITY = { none: 0, name: 1, number: 2 } as const;
export type Identity = (typeof IDENTITY)[keyof typeof IDENTITY];

const KNOWN_NAME = 0.7;
const SOME_NAME = 0.45;

export const classifyIdentity = (view: LineView, hypothesis: Hypothesis, own: PartyEvidence): Identity => {
  const level = findLevel(view, hypothesis);
  if (level >= LEVEL.number || (level >= LEVEL.short && own.name >= SOME_NAME)) return IDENTITY.number;
  return own.name >= KNOWN_NAME || own.taxId === 'same' ? IDENTITY.name : IDENTITY.none;
};
