// Sends each word to a running service and counts what it is told, and what becomes of a client that obeys.
import { callOf } from './calls.ts';
import { type Answer, answerOf, judge, judgeTexts, type Outcome, unknownToolOf } from './judge.ts';
import { type End, obey } from './obey.ts';
import type { Pair } from './pairs.ts';
import { openSubjects, type Subjects } from './subjects.ts';

interface Result {
  readonly pair: Pair;
  readonly outcome: Outcome;
  readonly end: End;
  readonly answer: Answer;
  readonly instead?: string | undefined;
}

const OUTCOMES = ['right', 'asks', 'leave out', 'wrong'] as const satisfies readonly Outcome[];
const ENDS = ['as meant', 'asked', 'otherwise'] as const satisfies readonly End[];

const tryTool = async (subjects: Subjects, pair: Pair): Promise<Result> => {
  const answer = await unknownToolOf(subjects, String(pair.sent));
  const outcome = judgeTexts(pair, [answer.refused ?? '']);
  return {
    pair,
    outcome,
    end: outcome === 'right' ? 'as meant' : outcome === 'wrong' ? 'otherwise' : 'asked',
    answer,
  };
};

/** The call whose meaning the client has in mind: the first, or the one that was proposed. */
const tryOne = async (subjects: Subjects, pair: Pair): Promise<Result> => {
  if (pair.kind === 'tool') return tryTool(subjects, pair);
  const call = await callOf(subjects, pair, pair.right[0]);
  const answer = await answerOf(subjects, call, call.sent);
  const outcome = await judge(subjects, pair, call, answer);
  const { end, instead } = await obey(subjects, call, answer, () => callOf(subjects, pair, pair.right[0]));
  return { pair, outcome, end, answer, instead };
};

export const runWords = async (pairs: readonly Pair[]): Promise<readonly Result[]> => {
  const subjects = await openSubjects();
  try {
    const results: Result[] = [];
    for (const pair of pairs) {
      try {
        results.push(await tryOne(subjects, pair));
      } catch (error) {
        throw new Error(`${pair.tool} ${pair.path} ${String(pair.sent)}`, { cause: error });
      }
    }
    return results;
  } finally {
    await subjects.books.close();
  }
};

/** Where a debatable word may be asked about, a question is right; where nothing is right, it is the only right answer. */
export const isRight = ({ pair, outcome }: Result): boolean =>
  outcome === 'right' || (outcome === 'asks' && (pair.debatable || pair.right.length === 0));

export const tableOf = (results: readonly Result[]): string => {
  const kinds = ['name', 'value', 'tool'] as const;
  const lines = kinds.flatMap((kind) => {
    const own = results.filter(({ pair }) => pair.kind === kind);
    if (own.length === 0) return [];
    const count = (is: (result: Result) => boolean): number => own.filter(is).length;
    const outcomes = OUTCOMES.map((each) => `${each} ${count(({ outcome }) => outcome === each)}`);
    const ends = ENDS.map((each) => `${each} ${count(({ end }) => end === each)}`);
    const share = ((100 * count(isRight)) / own.length).toFixed(1);
    return [
      `${kind}s ${own.length}: right ${share} % (${outcomes.join(', ')}); obedient: ${ends.join(', ')}`,
    ];
  });
  return lines.join('\n');
};

const told = ({ error, refused, content }: Answer): string =>
  refused ??
  (error === undefined
    ? JSON.stringify(content?.['warnings'] ?? [])
    : JSON.stringify([
        error.code,
        error.path,
        error.hint,
        error.faults?.map(({ path, hint }) => [path, hint]),
      ]));

/** Each that is not right, or that ends otherwise. */
export const missesOf = (results: readonly Result[]): readonly string[] =>
  results
    .filter((result) => !isRight(result) || result.end === 'otherwise')
    .map(({ pair, outcome, end, answer, instead = '' }) => {
      const { tool, path, kind, sent, right, from } = pair;
      const where = kind === 'name' ? path : kind === 'value' ? `${path}: ${String(sent)}` : 'tool';
      return `${outcome}, ${end}: ${tool} ${where} → ${right.join(' | ') || '-'} (${from})\n    ${told(answer).slice(0, 400)} ${instead}`;
    });

/** At least this share is right. */
const SHARE_RIGHT = 0.97;

export const isGood = (results: readonly Result[]): boolean =>
  results.filter(isRight).length >= SHARE_RIGHT * results.length &&
  results.every(({ outcome, end }) => outcome !== 'wrong' && outcome !== 'leave out' && end !== 'otherwise');
