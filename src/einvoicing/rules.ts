// A rule of an authority or a network: its official id and a check that finds breaches.
import { FINDINGS, FRAMES, type FindingKey, type FindingParams } from '../../generated/rules.ts';
import { atOnce, type Steps } from '../base/load/turns.ts';
import type { InvoiceDocument, Issue } from './regime.ts';

export interface Finding {
  /** The field of the record, such as `line_items[0].unit_price`; null for the document as a whole. */
  readonly path: string | null;
  readonly message: string;
  /** What to do, in terms of existing tools and admin commands. */
  readonly fix: string;
}

/** On invoices, unless another document is named. */
export interface Rule<Document = InvoiceDocument> {
  readonly id: string;
  readonly severity: Issue['severity'];
  readonly check: (document: Document) => Iterable<Finding>;
}

/** A rule whose breach the authority or network refuses. */
export const rule = <Document = InvoiceDocument>(
  id: string,
  check: Rule<Document>['check'],
): Rule<Document> => ({ id, severity: 'error', check });

/** A rule whose breach is accepted, though wrong or risky. */
export const advice = <Document = InvoiceDocument>(
  id: string,
  check: Rule<Document>['check'],
): Rule<Document> => ({ id, severity: 'warning', check });

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );

/** Nothing to give where the texts have no parameters. */
type Given<Key extends FindingKey> = keyof FindingParams<Key> extends never ? [] : [FindingParams<Key>];

/** What spec/rules says of the breach at this field: `finding('direct_debit', 'BR-DE-25-a')`. */
export const finding = <Key extends FindingKey>(
  path: string | null,
  key: Key,
  ...[values]: Given<Key>
): Finding => {
  const [message, fix] = FINDINGS[key];
  return values === undefined
    ? { path, message, fix }
    : { path, message: fill(message, values), fix: fill(fix, values) };
};

const NONE: readonly Finding[] = [];

/** The finding if the condition holds. */
export const when = <Key extends FindingKey>(
  broken: boolean,
  path: string | null,
  key: Key,
  ...values: Given<Key>
): readonly Finding[] => (broken ? [finding(path, key, ...values)] : NONE);

/** The findings of each line; the check gets the line and its path. */
export const onLines =
  (check: (line: InvoiceDocument['lines'][number], path: string) => readonly Finding[]): Rule['check'] =>
  ({ lines }) => {
    const findings: Finding[] = [];
    for (const [index, line] of lines.entries()) findings.push(...check(line, `line_items[${index}]`));
    return findings;
  };

/** The breaches of every rule, in the order of the rules; pauses are possible after each rule and each breach. */
export function* runInSteps<Document>(
  rules: readonly Rule<Document>[],
  document: Document,
): Steps<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const { id, severity, check } of rules) {
    for (const { path, message, fix } of check(document)) {
      issues.push({ rule: id, path, message, fix, severity });
      yield;
    }
    yield;
  }
  return issues;
}

export const runRules = <Document>(rules: readonly Rule<Document>[], document: Document): readonly Issue[] =>
  atOnce(runInSteps(rules, document));

/** How to change a draft: with a new one, or by an administrator. */
export const newDraftWith = (change: string): string => fill(FRAMES.draft, { change });

/** What an administrator sets on the customer, with this option of the admin command. */
export const changeCounterparty = (change: string, option: string): string =>
  fill(FRAMES.counterparty, { change, option });

export const changeEntity = (change: string, option: string): string =>
  fill(FRAMES.entity, { change, option });

/** A recorded payment is not edited: it is taken back and recorded again. */
export const recordAgain = (change: string): string => fill(FRAMES.payment, { change });
