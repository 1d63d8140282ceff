// What makes a line the same line in two files: the number that the bank gave it once and for all; where there is none, its
// day, amount, text and, where printed, the balance after it.
import { createHash } from 'node:crypto';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { StatementLine } from './format.ts';

const hashFacts = (facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

/** As long as descriptions once were, so that lines from then are known again. */
const KNOWN_LENGTH = 500;

/** Nothing in it depends on the order of the file or on a number that the bank gives anew with each download. */
const makeFingerprint = (line: StatementLine): string => {
  const { description, reference } = line.known_as ?? line;
  return hashFacts([
    line.date,
    line.signed_minor,
    normaliseName([...description].slice(0, KNOWN_LENGTH).join('').trim()),
    normaliseName(reference ?? ''),
    line.balance_minor,
  ]);
};

/** The parts of a line are known by it and by their order. */
export const fingerprintOfPart = ({ fingerprint, occurrence }: CountedLine, index: number): string =>
  hashFacts(['part', fingerprint, occurrence, index]);

export interface CountedLine extends StatementLine {
  readonly fingerprint: string;
  /** 1 for the first such line of a file, 2 for its twin. */
  readonly occurrence: number;
}

export const countOccurrences = (lines: readonly StatementLine[]): CountedLine[] => {
  const counts = new Map<string, number>();
  const bySerial = haveSerials(lines);
  return lines.map((line) => {
    if (bySerial && line.serial !== null) {
      // The same number twice is one movement that the file shows twice.
      const fingerprint = hashFacts(['serial', line.serial, line.date, line.signed_minor]);
      return { ...line, fingerprint, occurrence: 1 };
    }
    const fingerprint = makeFingerprint(line);
    const occurrence = (counts.get(fingerprint) ?? 0) + 1;
    counts.set(fingerprint, occurrence);
    return { ...line, fingerprint, occurrence };
  });
};

/** A number that stands for two different movements is no serial, and neither is any other of the file. */
const haveSerials = (lines: readonly StatementLine[]): boolean => {
  const known = new Map<string, string>();
  return lines.every(({ serial, date, signed_minor, description }) => {
    if (serial === null) return true;
    const movement = JSON.stringify([date, signed_minor, description]);
    const earlier = known.get(serial);
    known.set(serial, movement);
    return earlier === undefined || earlier === movement;
  });
};
