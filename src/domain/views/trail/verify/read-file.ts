// Verifies a file that `audit export` wrote, without a database.
import { readVerifier, type Verifier } from '../note.ts';
import { Refusal } from '../../../../base/refusal.ts';
import {
  EXCERPT_FILE,
  type ExcerptEntry,
  type ExcerptHead,
  type SealedLines,
  sealedLines,
} from '../excerpt.ts';
import { FILE_CHANGED } from './faults.ts';
import { type Verdict, createJudge } from './judge.ts';
import type { KeptCheckpoints, KeptFile } from './kept.ts';
import {
  type Head,
  type Line,
  TRAIL_FILE,
  isDiffering,
  isHead,
  isLeaf,
  isPresent,
  isSigned,
  isStray,
  isWaiting,
} from './line.ts';
import {
  type NumberedLine,
  type Shape,
  either,
  hasShape,
  isAbsent,
  isCount,
  isHash,
  isHashes,
  isNull,
  isObject,
  isText,
  isTrue,
  readNdjson,
  refuseLine,
} from './ndjson.ts';
import { type ExcerptVerdict, judgeExcerpt } from './read-excerpt.ts';

const ENTRY: Shape = {
  entity_id: isText,
  id: isText,
  audit: either(isAbsent, isObject),
  state: either(isAbsent, isObject),
};
const HEAD: Shape = { organisation_id: isText, organisation: isText, taken_at: isText, key: isText };
/** By the field that tells the kind of line, in the order in which they stand in the file. */
const SHAPES: Readonly<Record<string, Shape>> = {
  folio_trail: {
    ...HEAD,
    folio_trail: isCount,
    size: isCount,
    root: isHash,
    frontier: isHashes,
    signed_size: isCount,
  },
  at: { ...ENTRY, at: isCount, hash: isHash },
  signed: { signed: isCount, note: isText },
  waits: { ...ENTRY, waits: isTrue },
  stray: { ...ENTRY, stray: isTrue },
  differs: { differs: isText, entity_id: isText, record: isText, message: isText },
  record: { record: isText, entity_id: isText, kind: isText, version: isCount, content: isObject },
  lines: { lines: isCount, seal: isText },
};
const EXCERPT_HEAD: Shape = {
  ...HEAD,
  folio_excerpt: isCount,
  filters: isObject,
  checkpoint: either(isText, isNull),
};
const PROOF: Shape = { at: isCount, hashes: isHashes };
const EXCERPT_ENTRY: Shape = {
  audit: isObject,
  proof: either(isNull, (value) => hasShape(value, PROOF)),
};

const isLine = (value: unknown): value is Line => {
  if (typeof value !== 'object' || value === null) return false;
  const shape = Object.entries(SHAPES).find(([name]) => name in value)?.[1];
  // One line, one entry: only the one that is hashed counts.
  return shape !== undefined && hasShape(value, shape) && !('audit' in value && 'state' in value);
};

const isExcerptHead = (value: unknown): value is ExcerptHead => hasShape(value, EXCERPT_HEAD);
const isExcerptEntry = (value: unknown): value is ExcerptEntry => hasShape(value, EXCERPT_ENTRY);

const isExcerptEnd = (value: unknown): value is { readonly entries: number; readonly seal: string } =>
  hasShape(value, { entries: isCount, seal: isText });

/** Entries and their checkpoints stand together. */
const rank = (line: Line): number => {
  if (isHead(line)) return 0;
  if (isLeaf(line) || isSigned(line)) return 1;
  if (isWaiting(line) || isStray(line)) return 2;
  return isPresent(line) || isDiffering(line) ? 3 : 4;
};

interface Opened {
  readonly path: string;
  /** Over what was read so far: the head. */
  readonly sealed: SealedLines;
  readonly rest: AsyncGenerator<NumberedLine>;
}

const NOT_WRITTEN = 'this is no line that "audit export" writes there.';

const requireEnd = (path: string, number: number, said: number | undefined, lines: number): void => {
  if (said === undefined) refuseLine(path, number + 1, 'the end of the file is missing; export it again.');
  if (said !== lines)
    refuseLine(path, number, `when the file was written it had ${said} here, and now it has ${lines}.`);
};

const judgeWhole = async (
  { path, sealed, rest }: Opened,
  head: Head,
  key: Verifier,
  kept: KeptCheckpoints,
): Promise<Verdict> => {
  if (head.folio_trail > TRAIL_FILE) refuseNewer(path);
  const judge = createJudge(head, key, kept);
  let [last, reached] = [1, 0];
  let end: number | undefined;
  for await (const { number, text, value } of rest) {
    if (end !== undefined || !isLine(value) || isHead(value) || rank(value) < reached)
      return refuseLine(path, number, NOT_WRITTEN);
    [last, reached] = [number, rank(value)];
    if ('lines' in value) {
      end = value.lines;
      if (!sealed.isSealed(key, value.seal)) judge.accuse(FILE_CHANGED);
    } else {
      sealed.add(text);
      judge.take(value);
    }
  }
  requireEnd(path, last, end, last);
  return judge.finish();
};

const judgeEntries = async (
  { path, sealed, rest }: Opened,
  head: ExcerptHead,
  key: Verifier,
  kept: KeptCheckpoints,
): Promise<ExcerptVerdict> => {
  if (head.folio_excerpt !== EXCERPT_FILE) refuseNewer(path);
  const judge = judgeExcerpt(head, key, kept);
  let [last, entries] = [1, 0];
  let end: number | undefined;
  for await (const { number, text, value } of rest) {
    last = number;
    if (end !== undefined) return refuseLine(path, number, NOT_WRITTEN);
    if (isExcerptEntry(value)) {
      entries += 1;
      sealed.add(text);
      judge.take(value);
    } else if (isExcerptEnd(value)) {
      end = value.entries;
      if (!sealed.isSealed(key, value.seal)) judge.accuse(FILE_CHANGED);
    } else return refuseLine(path, number, NOT_WRITTEN);
  }
  requireEnd(path, last, end, entries);
  return judge.finish();
};

const refuseNewer = (path: string): never =>
  refuseLine(path, 1, 'this file is of a newer version; verify it with that one.');

export interface JudgedFile {
  readonly verdict: Verdict | ExcerptVerdict;
  readonly key: Verifier;
}

/** With the key that the file names, unless one is given. */
export const verifyFile = async (
  path: string,
  given: Verifier | undefined,
  keptBy: (key: Verifier) => Promise<KeptFile>,
): Promise<JudgedFile> => {
  const rest = readNdjson(path);
  const { value: first } = (await rest.next()) as { readonly value: NumberedLine | undefined };
  const head: unknown = first?.value;
  const whole = isLine(head) && isHead(head) ? head : undefined;
  const excerpt = isExcerptHead(head) ? head : undefined;
  const found = whole ?? excerpt;
  if (first === undefined || found === undefined)
    throw new Refusal('unreadable_file', `${path} is no file that "audit export" writes as NDJSON.`);
  const key = given ?? readVerifier(found.key);
  if (key === undefined)
    throw new Refusal(
      'unreadable_file',
      `${path} does not name a key; give it as --key ("audit key" prints it).`,
    );
  const kept = (await keptBy(key))(found.organisation_id);
  const sealed = sealedLines();
  sealed.add(first.text);
  const opened = { path, sealed, rest };
  if (whole !== undefined) return { verdict: await judgeWhole(opened, whole, key, kept), key };
  if (excerpt !== undefined) return { verdict: await judgeEntries(opened, excerpt, key, kept), key };
  throw new Error('a file has a head');
};
