// Three simple matchers that others use. They say how hard a world is: a world on which they do well is too easy.
import type {
  MatchDocument,
  MatchInput,
  MatchLine,
  MatchOutput,
  MatchResult,
} from '../../src/matching/types.ts';
import { dayOf } from '../worlds/days.ts';
import { dropAccents } from '../worlds/spoken-names.ts';

type Taken = ReadonlySet<MatchDocument>;
type Say = (
  line: MatchLine,
  taken: Taken,
) => { documents: readonly MatchDocument[]; outcome: 'auto' | 'suggest' } | null;

const result = (
  line: MatchLine,
  documents: readonly MatchDocument[],
  outcome: MatchResult['outcome'],
): MatchResult => {
  const confidence = { auto: 0.92, suggest: 0.75, none: 0 }[outcome];
  let left = line.amountMinor;
  const allocations = documents.map(({ id, balanceMinor }) => {
    const amountMinor = Math.min(left, balanceMinor);
    left -= amountMinor;
    return { documentId: id, amountMinor };
  });
  const kind = documents.length === 0 ? 'none' : documents.length > 1 ? 'several' : 'exact';
  return {
    lineId: line.id,
    outcome,
    kind,
    confidence,
    probability: confidence,
    allocations,
    basis: 'other',
    reasons: [],
    runnerUp: null,
    explainedBy: null,
  };
};

/** Line after line in their order; what was confirmed is not open for the next. */
const run = (input: MatchInput, modelVersion: string, say: Say): MatchOutput => {
  const taken = new Set<MatchDocument>();
  const results = input.lines.map((line) => {
    const said = say(line, taken);
    if (said === null) return result(line, [], 'none');
    if (said.outcome === 'auto') for (const document of said.documents) taken.add(document);
    return result(line, said.documents, said.outcome);
  });
  return { modelVersion, results };
};

const typeOf = (line: MatchLine): MatchDocument['type'] => (line.direction === 'credit' ? 'invoice' : 'bill');

/** Open documents by what they are and what they still want. */
const byAmount = (input: MatchInput): ((line: MatchLine, taken: Taken) => readonly MatchDocument[]) => {
  const table = new Map<string, MatchDocument[]>();
  for (const document of input.documents) {
    if (!document.open) continue;
    const key = `${document.type} ${document.currency} ${document.balanceMinor}`;
    const known = table.get(key);
    if (known === undefined) table.set(key, [document]);
    else known.push(document);
  }
  return (line, taken) =>
    (table.get(`${typeOf(line)} ${line.currency} ${line.amountMinor}`) ?? []).filter(
      (document) =>
        !taken.has(document) &&
        document.issueDate <= line.date &&
        dayOf(line.date) - dayOf(document.dueDate) <= 120,
    );
};

const nearest = (line: MatchLine, documents: readonly MatchDocument[]): MatchDocument[] => {
  const distance = ({ dueDate }: MatchDocument): number => Math.abs(dayOf(dueDate) - dayOf(line.date));
  return documents.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1);
};

/** The amount, and the due day that is nearest; sure when no other document has the amount. */
export const amountAndDate = (input: MatchInput): MatchOutput => {
  const candidates = byAmount(input);
  return run(input, 'amount and date', (line, taken) => {
    const found = candidates(line, taken);
    if (found.length === 0) return null;
    return { documents: nearest(line, found), outcome: found.length === 1 ? 'auto' : 'suggest' };
  });
};

const plainText = (text: string): string => dropAccents(text).toUpperCase();
const textOf = (line: MatchLine): string =>
  plainText(`${line.description} ${line.reference ?? ''} ${line.party ?? ''}`);
const namesIn = (name: string): string[] =>
  plainText(name)
    .split(/[^A-Z0-9]+/u)
    .filter((word) => word.length > 3);

/** The amount, and the number or a word of the name in the text. */
export const amountAndText = (input: MatchInput): MatchOutput => {
  const candidates = byAmount(input);
  const names = new Map(input.parties.map(({ id, name }) => [id, namesIn(name)]));
  return run(input, 'amount and text', (line, taken) => {
    const text = textOf(line);
    const words = new Set(text.split(/[^A-Z0-9]+/u));
    const all = candidates(line, taken);
    const folio = all.filter(
      ({ number }) => number !== null && number.length > 2 && text.includes(plainText(number)),
    );
    const named = all.filter(({ partyId }) => names.get(partyId)?.some((word) => words.has(word)) ?? false);
    const found = folio.length > 0 ? folio : named;
    if (found.length > 0) return { documents: nearest(line, found), outcome: 'auto' };
    return all.length === 1 ? { documents: all, outcome: 'suggest' } : null;
  });
};

const digitTokens = (text: string): string[] => text.match(/\d{4,}/gu) ?? [];

/** Tokens of four digits and more, in the manner of Odoo: an exact amount wins, else a running sum. */
export const digitTokensMatch = (input: MatchInput): MatchOutput => {
  const table = new Map<string, MatchDocument[]>();
  for (const document of input.documents) {
    if (!document.open) continue;
    for (const token of new Set(digitTokens(document.number ?? ''))) {
      const key = `${document.type} ${token}`;
      const known = table.get(key);
      if (known === undefined) table.set(key, [document]);
      else known.push(document);
    }
  }
  return run(input, 'digit tokens', (line, taken) => {
    const counts = new Map<MatchDocument, number>();
    for (const token of new Set(digitTokens(textOf(line)))) {
      for (const document of table.get(`${typeOf(line)} ${token}`) ?? [])
        counts.set(document, (counts.get(document) ?? 0) + 1);
    }
    const found = [...counts.keys()]
      .filter((document) => document.currency === line.currency && !taken.has(document))
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a.dueDate.localeCompare(b.dueDate));
    const exact = found.filter(({ balanceMinor }) => balanceMinor === line.amountMinor);
    const [first] = exact;
    if (first !== undefined) return { documents: [first], outcome: exact.length === 1 ? 'auto' : 'suggest' };
    const sum: MatchDocument[] = [];
    let left = line.amountMinor;
    for (const document of found) {
      if (left <= 0) break;
      sum.push(document);
      left -= document.balanceMinor;
    }
    return left === 0 && sum.length > 1 ? { documents: sum, outcome: 'suggest' } : null;
  });
};

export const BASELINES = { amountAndDate, amountAndText, digitTokensMatch } as const;
