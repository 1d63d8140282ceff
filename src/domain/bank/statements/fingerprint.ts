// What makes a line the same line in two files: its day, amount, text and, where printed, the balance after it.
import { createHash } from 'node:crypto';
import { normaliseName } from '../../names/normalise.ts';
import type { StatementLine } from './format.ts';

/** Nothing in it depends on the order of the file or on a number that the bank gives anew with each download. */
export const fingerprintOf = (line: StatementLine): string => {
  const facts = [
    line.date,
    line.signed_minor,
    normaliseName(line.description),
    normaliseName(line.reference ?? ''),
    line.balance_minor,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
};

export interface CountedLine extends StatementLine {
  readonly fingerprint: string;
  /** 1 for the first such line of a file, 2 for its twin. */
  readonly occurrence: number;
}

export const countOccurrences = (lines: readonly StatementLine[]): CountedLine[] => {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const fingerprint = fingerprintOf(line);
    const occurrence = (counts.get(fingerprint) ?? 0) + 1;
    counts.set(fingerprint, occurrence);
    return { ...line, fingerprint, occurrence };
  });
};
