// A line that is exactly what one party owes on a few documents, less one credit of it that is on record: what it would be,
// and in which order the books take it. Nothing is set off here.
import { say, type SaidSentence } from '../../../base/said.ts';
import { amount, minorToWire, saidAmount } from '../../../base/money/amount.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { kindOf } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Candidate } from './store/candidates.ts';
import { openCredits, type OpenCredit } from './store/credits.ts';

export interface LessCredit {
  readonly documents: readonly Candidate[];
  readonly credit: OpenCredit;
  /** Of the documents the one that takes the credit. */
  readonly taker: Candidate;
}

/** All sets of a few documents. */
const setsOf = (documents: readonly Candidate[]): readonly (readonly Candidate[])[] =>
  documents.reduce<readonly (readonly Candidate[])[]>(
    (sets, each) => [...sets, ...sets.map((set) => [...set, each])],
    [[]],
  );

interface Near {
  readonly document: Candidate;
  readonly likelihood: number;
}

/** So much likelier is the party that the line speaks of. */
const CLEARLY = 2;

/** Nothing where two explanations fit: which of them is meant is not for the sums to say. */
const theOnly = (found: readonly LessCredit[], near: readonly Near[]): LessCredit | undefined => {
  const likelihoodOf = ({ credit }: LessCredit): number =>
    Math.max(
      ...near.map(({ document, likelihood }) =>
        document.party_id === credit.counterparty_id ? likelihood : 0,
      ),
    );
  const best = Math.max(...found.map(likelihoodOf));
  const [only, ...more] = found.filter((each) => likelihoodOf(each) * CLEARLY >= best);
  return more.length === 0 ? only : undefined;
};

export const findLessCredit = async (
  ctx: ReadScope,
  line: BankLine,
  near: readonly Near[],
): Promise<LessCredit | undefined> => {
  const documents = near.map(({ document }) => document);
  const owed = documents.filter(({ open, currency }) => open && currency === line.currency);
  const parties = [...new Set(owed.map(({ party_id }) => party_id))];
  const asked = { parties, currency: line.currency, records: owed.map(({ id }) => id) };
  const credits = await openCredits(ctx, kindOf(line), asked);
  const found = credits.flatMap((credit): readonly LessCredit[] => {
    const own = owed.filter(({ party_id }) => party_id === credit.counterparty_id);
    return setsOf(own).flatMap((set) => {
      const sum = set.reduce((total, { balance_minor }) => total + balance_minor, 0);
      if (sum - credit.minor !== line.amount_minor) return [];
      const taker = set
        .filter(({ id }) => credit.record_id === null || credit.record_id === id)
        .toSorted((a, b) => b.balance_minor - a.balance_minor)[0];
      return taker === undefined || taker.balance_minor <= credit.minor
        ? []
        : [{ documents: set, credit, taker }];
    });
  });
  return theOnly(found, near);
};

const MOST_LABEL = 300;

const aboutIt = (line: BankLine, { documents, credit, taker }: LessCredit) => {
  const { amount: sum, currency } = saidAmount(amount(credit.minor, line.currency));
  const labels = documents.map(({ folio, id, party }) => `${folio ?? id} – ${party}`);
  return {
    label: labels.join('; ').slice(0, MOST_LABEL),
    credit: `${sum} ${currency}`,
    source: credit.id,
    line: line.id,
    document: taker.id,
    sum: minorToWire(credit.minor, line.currency),
    parts: documents.map(({ id, balance_minor }) => {
      const left = id === taker.id ? balance_minor - credit.minor : balance_minor;
      return `${id} ${minorToWire(left, line.currency)}`;
    }),
  };
};

type About = ReturnType<typeof aboutIt>;

/** What is said of it, and of how the books take it, by where the credit is. */
const SAID: Readonly<
  Record<OpenCredit['how'], Readonly<Record<'why' | 'step', (about: About) => SaidSentence>>>
> = {
  applied: {
    why: ({ label, credit, source }) => say('left_less_credit', { label, credit, source }),
    step: (about) => say('settle_less_credit', about),
  },
  waiting: {
    why: ({ label, credit, source }) => say('left_less_note', { label, credit, source }),
    step: ({ label, credit, line, parts, source }) =>
      say('settle_less_note', { label, credit, line, parts, source }),
  },
  beside: {
    why: ({ label, credit, source }) => say('left_less_beside', { label, credit, source }),
    step: ({ label, credit, line, parts }) => say('settle_less_beside', { label, credit, line, parts }),
  },
};

export const whyLessCredit = (line: BankLine, found: LessCredit): SaidSentence =>
  SAID[found.credit.how].why(aboutIt(line, found));

export const stepLessCredit = (line: BankLine, found: LessCredit): SaidSentence =>
  SAID[found.credit.how].step(aboutIt(line, found));
