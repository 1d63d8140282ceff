// Evidence about who paid: names, tax ids, learned accounts and names, and whether somebody else fits better.
import type { PartyEvidence, LineView } from '../candidates/view.ts';
import { feature, features, findBin, type Sink } from '../model/features.ts';
import { GROUPS, type Group } from './groups.ts';

const NAME_BINS = [0.2, 0.45, 0.65, 0.8, 0.93] as const;
const NAME_LABELS = ['stranger', 'faint', 'weak', 'fair', 'good', 'full'] as const;

const NAME = GROUPS.map((group) => features(`name.${group}`, NAME_LABELS));
const NAME_SHARE = feature('name.share');
const NAME_WEIGHT = feature('name.weight');
const NO_COLUMN = GROUPS.map((group) => feature(`name.nothing_named.${group}`));
const COVER = features('name.cover', ['low', 'half', 'most', 'all']);
const EXPLAINED = features('name.explained', ['low', 'half', 'most', 'all']);
const RIVAL = features('name.rival', ['none', 'equal', 'better', 'much_better']);
const RIVAL_SHARE = feature('name.rival_lead');
const TWINS = feature('name.twins');
/** `für X`, `a nombre de X`: somebody else pays, but the name stands in the text. */
const ON_BEHALF = feature('name.on_behalf');
/** Beside a number and the exact amount the party only has to agree: a fitting name never speaks against them. */
const NUMBERED = features('numbered.party', ['silent', 'partly', 'other', 'other_known']);
const TAX = { same: feature('tax_id.same'), other: feature('tax_id.other') };
const ACCOUNT = { same: feature('account.same'), other: feature('account.other') };
const ALIAS = { same: feature('alias.same'), other: feature('alias.other') };

export const nameBin = (likeness: number): number => findBin(likeness, NAME_BINS);

/** A text that names nobody known and has no column for it says nothing against a party. */
export const namesNobody = (view: LineView): boolean =>
  view.bestName < 0.3 && view.read.partyWords.length === 0;

const findRival = (
  view: LineView,
  party: number,
  own: PartyEvidence,
  nameLikeness: (at: number) => number,
): { lead: number; twins: number } => {
  let lead = -own.name;
  let twins = 0;
  for (const [at, fit] of view.parties.entries()) {
    if (fit.party === party) continue;
    const likeness = nameLikeness(at);
    lead = Math.max(lead, likeness - own.name);
    if (likeness >= own.name - 0.03 && likeness >= 0.5) twins += 1;
  }
  return { lead, twins };
};

const numberedFeatures = (
  sink: Sink,
  view: LineView,
  own: PartyEvidence,
  likenessAt: (at: number) => number,
): void => {
  if (own.name >= 0.65 || own.taxId === 'same') return;
  if (namesNobody(view)) sink.add(NUMBERED[0] ?? 0);
  else if (own.name >= 0.3) sink.add(NUMBERED[1] ?? 0);
  else sink.add(NUMBERED[findRival(view, own.fit.party, own, likenessAt).lead >= 0.5 ? 3 : 2] ?? 0);
};

const nameFeatures = (
  sink: Sink,
  view: LineView,
  own: PartyEvidence,
  group: Group,
  likenessAt: (at: number) => number,
): void => {
  const bin = nameBin(own.name);
  if (namesNobody(view)) sink.add(NO_COLUMN[group] ?? 0);
  else sink.add(NAME[group]?.[bin] ?? 0);
  sink.add(NAME_SHARE, own.name);
  sink.add(NAME_WEIGHT, Math.min(1, own.fit.weight / 10) * own.name);
  sink.add(COVER[findBin(own.fit.cover, [0.3, 0.6, 0.9])] ?? 0);
  if (own.fit.explained !== null) sink.add(EXPLAINED[findBin(own.fit.explained, [0.3, 0.6, 0.9])] ?? 0);
  if (own.fit.cover >= 0.85 && own.fit.explained !== null && own.fit.explained < 0.35) sink.add(ON_BEHALF);
  const rival = findRival(view, own.fit.party, own, likenessAt);
  sink.add(RIVAL[rival.lead < -0.1 ? 0 : rival.lead < 0.05 ? 1 : rival.lead < 0.3 ? 2 : 3] ?? 0);
  if (rival.lead > 0) sink.add(RIVAL_SHARE, rival.lead);
  if (rival.twins > 0) sink.add(TWINS, Math.log1p(rival.twins));
};

export const partyFeatures = (
  sink: Sink,
  view: LineView,
  own: PartyEvidence,
  kind: { readonly group: Group; readonly isNumbered: boolean },
  likenessAt: (at: number) => number,
): void => {
  if (kind.isNumbered) numberedFeatures(sink, view, own, likenessAt);
  else nameFeatures(sink, view, own, kind.group, likenessAt);
  if (own.taxId !== 'none') sink.add(TAX[own.taxId]);
  if (own.account !== 'none') sink.add(ACCOUNT[own.account]);
  if (own.alias !== 'none') sink.add(ALIAS[own.alias]);
};
