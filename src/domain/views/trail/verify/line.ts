// What a verification reads, in this order, from the database or from a file: they say the same, so that both are judged
// alike. As NDJSON it is the file itself.
import type { EntryRow } from '../log/entry.ts';

/** The version of the file; those before it are read too: they have no records that the log covers after the fact. */
export const TRAIL_FILE = 2;

export interface Head {
  readonly folio_trail: number;
  readonly organisation_id: string;
  readonly organisation: string;
  readonly taken_at: string;
  /** With which the checkpoints are signed, as whoever made the file says. */
  readonly key: string;
  readonly size: number;
  readonly root: string;
  readonly frontier: readonly string[];
  /** The size of the newest checkpoint that was made. */
  readonly signed_size: number;
}

interface Entry {
  readonly entity_id: string;
  readonly id: string;
  /** One of the two, unless the row is gone. */
  readonly audit?: EntryRow;
  readonly state?: EntryRow;
}

/** The entry at a position of the log, with the hash that the log has of it. */
export interface Leaf extends Entry {
  readonly at: number;
  readonly hash: string;
}

/** Follows the leaf that it is the last to include. */
export interface SignedLine {
  readonly signed: number;
  readonly note: string;
}

/** An entry that the log has not taken yet. */
export interface Waiting extends Entry {
  readonly waits: true;
}

/** An entry that neither stands in the log nor waits for it. */
export interface Stray extends Entry {
  readonly stray: true;
}

/** A record as it is now. */
export interface Present {
  readonly record: string;
  readonly entity_id: string;
  readonly kind: string;
  /** 0: it is not there itself, only rows that belong to it. */
  readonly version: number;
  readonly content: unknown;
}

/** Something that follows from records and is not what follows from them. */
export interface Differing {
  readonly differs: string;
  readonly entity_id: string;
  readonly record: string;
  readonly message: string;
}

/** Whether all lines are there, as the service wrote them. */
export interface End {
  readonly lines: number;
  readonly seal: string;
}

export type Line = Head | Leaf | SignedLine | Waiting | Stray | Present | Differing | End;

export const isHead = (line: Line): line is Head => 'folio_trail' in line;
export const isLeaf = (line: Line): line is Leaf => 'at' in line;
export const isSigned = (line: Line): line is SignedLine => 'signed' in line;
export const isWaiting = (line: Line): line is Waiting => 'waits' in line;
export const isStray = (line: Line): line is Stray => 'stray' in line;
export const isDiffering = (line: Line): line is Differing => 'differs' in line;
export const isPresent = (line: Line): line is Present => 'content' in line;
