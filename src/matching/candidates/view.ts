// What is known about one line before hypotheses are made: numbers named, parties that may stand behind it, context.
import type { Sent } from '../batch/late-returns.ts';
import type { DocumentType } from '../../../generated/types.ts';
import type { Book } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { mentionsIn, type Mentions } from '../books/mentions.ts';
import { findTaught, type Hit, type Taught } from '../books/taught.ts';
import { fitParties, fitParty, namesOwn, type PartyFit } from '../books/party-fit.ts';
import type { PartyIndex } from '../books/party-index.ts';
import { compactAccount, type ReadLine } from '../text/read-line.ts';
import type { MatchInput, MatchMemory, MatchPayment } from '../types.ts';
import { LEAST_NAME_WEIGHT, LIKELY_PARTIES, MOSTLY, REMEMBERED_PARTIES, WORTH_A_LOOK } from './limits.ts';

export interface Recollection {
  /** Parties with their share of what was learned, by account and by name. */
  readonly accounts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly aliases: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

export interface World {
  readonly input: MatchInput;
  readonly book: Book;
  readonly index: PartyIndex;
  readonly recollection: Recollection;
  readonly taught: Taught;
  /** By payer, whose documents it pays. */
  readonly paysFor: ReadonlyMap<number, readonly number[]>;
  readonly ownAccounts: ReadonlySet<string>;
  readonly ownNames: readonly (readonly string[])[];
  /** Unlinked payments by type, currency and amount. */
  readonly payments: ReadonlyMap<string, readonly MatchPayment[]>;
  /** `line|document` pairs that a person rejected. */
  readonly rejected: ReadonlySet<string>;
  /** Lines that are one half of a transfer and its return, each with its other half. */
  readonly returned: ReadonlyMap<string, string>;
  /** Lines that take a payment back weeks later or less a fee, each with what was paid; null where several may be it. */
  readonly takenBack: ReadonlyMap<string, Sent | null>;
  /** Payments by their lines. */
  readonly paidBy: ReadonlyMap<string, string>;
  /** Lines that were confirmed earlier. */
  readonly confirmed: ReadonlySet<string>;
  /** Lines that a return may belong to, though nothing ties the two. */
  readonly perhapsReturned: ReadonlySet<string>;
  /** Lines that an earlier run left alone. */
  readonly leftAlone: ReadonlySet<string>;
  /** How many lines of a run have an amount, by type and currency, then by amount. */
  readonly lineAmounts: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** What the line says about one party. */
export interface PartyEvidence {
  readonly fit: PartyFit;
  /** Name likeness both ways, 0 to 1; an alias is another name. */
  readonly name: number;
  /** That the line holds an alias of the party. */
  readonly taught: Hit | null;
  /** Who pays for the party, and stands in the line. */
  readonly payer: number | null;
  /** Likeness of its own name alone. */
  readonly ownName: number;
  readonly taxId: 'same' | 'other' | 'none';
  readonly account: 'same' | 'other' | 'none';
  readonly alias: 'same' | 'other' | 'none';
}

export interface LineView {
  readonly read: ReadLine;
  readonly mentions: Mentions;
  readonly type: DocumentType;
  /** Best first; names, tax ids, memory. */
  readonly parties: readonly PartyFit[];
  readonly evidence: Map<number, PartyEvidence>;
  readonly taxParties: readonly number[];
  readonly accountParties: ReadonlyMap<number, number> | undefined;
  readonly aliasParties: ReadonlyMap<number, number> | undefined;
  /** Parties that other lines of the batch tie to this account or name. */
  readonly batchParties: readonly number[];
  /** Whom the line means by what was taught. */
  readonly taught: { readonly party: number; readonly hit: Hit } | null;
  /** For whom the line's payer pays: each with the payer. */
  readonly paidFor: ReadonlyMap<number, number>;
  readonly ownAccount: boolean;
  readonly ownName: boolean;
  /** The best name likeness of all parties. */
  readonly bestName: number;
}

export const collectMemory = (
  memory: readonly MatchMemory[],
  kind: MatchMemory['kind'],
  partyAt: ReadonlyMap<string, number>,
): Map<string, Map<number, number>> => {
  const map = new Map<string, Map<number, number>>();
  for (const entry of memory) {
    const party = partyAt.get(entry.partyId);
    if (entry.kind !== kind || party === undefined || entry.count <= 0) continue;
    const key = kind === 'account' ? compactAccount(entry.value) : entry.value;
    const bucket = map.get(key) ?? new Map<number, number>();
    // What a person confirmed counts twice.
    bucket.set(party, (bucket.get(party) ?? 0) + entry.count + (entry.byHand ?? 0));
    map.set(key, bucket);
  }
  return map;
};

/** A single common word is no name, however much of it fits. */
export const nameLikeness = (fit: PartyFit): number => {
  const both = fit.explained === null ? fit.cover : fit.cover * 0.5 + fit.explained * 0.5;
  return fit.weight < LEAST_NAME_WEIGHT ? both * 0.5 : both;
};

const share = (
  parties: ReadonlyMap<number, number> | undefined,
  party: number,
): 'same' | 'other' | 'none' => {
  if (parties === undefined) return 'none';
  let total = 0;
  for (const count of parties.values()) total += count;
  return (parties.get(party) ?? 0) >= total * MOSTLY ? 'same' : 'other';
};

export const evidenceFor = (world: World, view: LineView, party: number): PartyEvidence => {
  const known = view.evidence.get(party);
  if (known !== undefined) return known;
  const fit = view.parties.find((entry) => entry.party === party) ?? fitParty(view.read, world.index, party);
  const taught = view.taught?.party === party ? view.taught.hit : null;
  const ownName = nameLikeness(fit);
  const payer = taught === null ? (view.paidFor.get(party) ?? null) : null;
  const evidence: PartyEvidence = {
    fit: taught === null && payer === null ? fit : asNamed(fit),
    taught,
    payer,
    ownName,
    name: taught === null && payer === null ? ownName : 1,
    taxId: view.taxParties.includes(party) ? 'same' : view.taxParties.length > 0 ? 'other' : 'none',
    account: share(view.accountParties, party),
    alias: share(view.aliasParties, party),
  };
  view.evidence.set(party, evidence);
  return evidence;
};

/** As much as a rare name. */
const ALIAS_WEIGHT = 10;

/** A line that holds an alias names its party in full. */
const asNamed = (fit: PartyFit): PartyFit => ({
  ...fit,
  cover: 1,
  explained: fit.explained === null ? null : 1,
  weight: Math.max(fit.weight, ALIAS_WEIGHT),
});

/** Parties worth looking into for sets, parts and shortfalls. */
export const likelyParties = (view: LineView, book: Book): number[] => {
  const parties = new Set<number>(view.taxParties);
  if (view.taught !== null) parties.add(view.taught.party);
  for (const [at, level] of view.mentions.levels) {
    if (level >= LEVEL.short) parties.add(book.documents[at]?.party ?? -1);
    if (parties.size >= LIKELY_PARTIES) break;
  }
  for (const fit of view.parties)
    if (parties.size < LIKELY_PARTIES && nameLikeness(fit) >= WORTH_A_LOOK) parties.add(fit.party);
  for (const party of view.batchParties) parties.add(party);
  for (const memory of [view.accountParties, view.aliasParties]) {
    for (const party of memory?.keys() ?? [])
      if (parties.size < LIKELY_PARTIES + REMEMBERED_PARTIES) parties.add(party);
  }
  parties.delete(-1);
  return [...parties];
};

const PAYER_NAME = 0.72;

const paidFor = (
  world: World,
  read: ReadLine,
  parties: readonly PartyFit[],
  taught: number | undefined,
): ReadonlyMap<number, number> => {
  const paid = new Map<number, number>();
  if (world.paysFor.size === 0) return paid;
  const payers = [
    ...(taught === undefined ? [] : [taught]),
    ...read.taxIds.flatMap((taxId) => world.index.byTaxId.get(taxId) ?? []),
    ...parties.flatMap((fit) => (nameLikeness(fit) >= PAYER_NAME ? [fit.party] : [])),
  ];
  for (const payer of payers) for (const party of world.paysFor.get(payer) ?? []) paid.set(party, payer);
  return paid;
};

export const viewLine = (world: World, read: ReadLine): LineView => {
  const hit = findTaught(world.taught, read);
  const party = hit === null ? undefined : world.book.partyAt.get(hit.alias.partyId);
  const taught = hit === null || party === undefined ? null : { party, hit };
  const parties = fitParties(read, world.index);
  const own = read.accounts.some((account) => world.ownAccounts.has(account));
  return {
    read,
    mentions: mentionsIn(read, world.book),
    type: read.line.direction === 'credit' ? 'invoice' : 'bill',
    parties,
    evidence: new Map(),
    taxParties: [...new Set(read.taxIds.flatMap((taxId) => world.index.byTaxId.get(taxId) ?? []))],
    accountParties: read.accountKey === null ? undefined : world.recollection.accounts.get(read.accountKey),
    aliasParties: read.aliasKey === null ? undefined : world.recollection.aliases.get(read.aliasKey),
    batchParties: [],
    taught,
    paidFor: paidFor(world, read, parties, taught?.party),
    ownAccount: own,
    ownName: namesOwn(read, world.ownNames),
    bestName: taught === null ? parties.reduce((best, fit) => Math.max(best, nameLikeness(fit)), 0) : 1,
  };
};
