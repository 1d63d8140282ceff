// A client that follows each hint to the letter, and what comes of it: the value that was meant, a question, or neither.
import { TOOLS, type ToolName } from '../../generated/dispatch.ts';
import { valueAtPath } from '../../src/base/arguments/places.ts';
import { type Args, type Call, place } from './calls.ts';
import { type Answer, answerOf, comparable, type Fault, faultsOf, proposalsIn } from './judge.ts';
import type { Subjects } from './subjects.ts';

export type End = 'as meant' | 'asked' | 'otherwise';

const ROUNDS = 3;

const isRead = (tool: string): boolean =>
  Object.hasOwn(TOOLS, tool) && TOOLS[tool as ToolName].access === 'read';

const LEAVE_OUT = /\bLeave (?:it|\S+) out\b/;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Does as the hint of one fault says; false when it says nothing that can be done without asking. */
const follow = (args: Args, { path, hint }: Fault, isName: boolean): boolean => {
  if (path === null) return false;
  const value = valueAtPath(args, path);
  const [proposal, ...others] = proposalsIn(hint);
  if (proposal !== undefined && others.length === 0) {
    if (isName) {
      place(args, path, undefined);
      place(args, proposal, value);
    } else {
      place(
        args,
        path,
        typeof value === 'string' && !hint.includes('without quotes')
          ? proposal
          : parsed(proposal.replace(/ without quotes$/, '')),
      );
    }
    return true;
  }
  if (!LEAVE_OUT.test(hint)) return false;
  place(args, path, undefined);
  return true;
};

interface Obedience {
  readonly end: End;
  readonly args: Args;
  readonly answer: Answer;
  /** What the right call is answered, where that is another thing. */
  readonly instead?: string;
}

/** Ends with the answer that the right call gets, or with a fault that no hint mends. */
export const obey = async (
  subjects: Subjects,
  call: Call,
  first: Answer,
  again: () => Promise<Call>,
): Promise<Obedience> => {
  const args = structuredClone(call.sent);
  let answer = first;
  for (let round = 0; round < ROUNDS && answer.error !== undefined; round += 1) {
    const { code, corrected = [] } = answer.error;
    const isName = code === 'unknown_parameter';
    for (const { path, as, value } of corrected) {
      const meant = value === undefined ? valueAtPath(args, path) : parsed(value);
      place(args, path, undefined);
      place(args, as, meant);
    }
    const isMended = (path: string | null): boolean => corrected.some((each) => each.path === path);
    const rest = faultsOf(answer).filter(({ path }) => !isMended(path));
    const followed = rest.map((fault) => follow(args, fault, isName || /unknown/.test(fault.message)));
    if (corrected.length === 0 && !followed.includes(true)) return { end: 'asked', args, answer };
    answer = await answerOf(subjects, call, args);
  }
  if (answer.error !== undefined) return { end: 'asked', args, answer };
  if (call.right === undefined) return { end: 'otherwise', args, answer };
  // A write has used up the records that it had; a read is asked the same with the same key, since lists show new keys and records.
  const other = isRead(call.tool) ? call : await again();
  const right = await answerOf(subjects, other, other.right ?? {});
  const [instead, got] = [comparable(right, other.words), comparable(answer, call.words)];
  if (instead === got) return { end: 'as meant', args, answer };
  const from = [...got].findIndex((letter, index) => letter !== instead[index]);
  const show = (text: string): string => text.slice(Math.max(0, from - 40), from + 60);
  return { end: 'otherwise', args, answer, instead: `${show(got)} instead of ${show(instead)}` };
};
