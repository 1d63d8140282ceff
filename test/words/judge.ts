// What an answer says of the word: the right one, a question, that it be left out, or another one.
import { callTool, post } from '../support/wire.ts';
import type { Args, Call } from './calls.ts';
import type { Pair } from './pairs.ts';
import type { Subjects } from './subjects.ts';

export type Outcome = 'right' | 'asks' | 'leave out' | 'wrong';

export interface Fault {
  readonly path: string | null;
  readonly message: string;
  readonly hint: string;
}

/** One value as it should be: another name, another value, or both. */
interface Corrected {
  readonly path: string;
  readonly as: string;
  readonly value?: string;
}

export interface Answer {
  readonly error?: Fault & {
    readonly code: string;
    readonly faults?: readonly Fault[];
    readonly corrected?: readonly Corrected[];
  };
  /** Of an unknown tool. */
  readonly refused?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

export const answerOf = async ({ books }: Subjects, { tool, key }: Call, args: Args): Promise<Answer> => {
  const { isError, content, structuredContent } = await callTool(books.service.url, key, tool, args);
  return isError ? (JSON.parse(content[0]?.text ?? '{}') as Answer) : { content: structuredContent ?? {} };
};

export const unknownToolOf = async ({ books }: Subjects, name: string): Promise<Answer> => {
  const { url, keys } = books.service;
  const params = { name, arguments: {} };
  const { body } = await post(url, keys.organisation, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params,
  });
  const { message } = (body['error'] ?? {}) as { message?: string };
  return { refused: message ?? JSON.stringify(body) };
};

/** `line_items[0].price` is written `line_items[].price` in pairs. */
const plain = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

/** What hints propose, in their two forms; a path without its blanks and quotes. */
export const proposalsIn = (hint: string): readonly string[] =>
  [...hint.matchAll(/Did you mean (.+?)\?|Give it as (.+?) instead/g)]
    .flatMap((match) => (match[1] ?? match[2] ?? '').split(/,? or |, /))
    .map((each) => each.replaceAll(/^"|"$/g, ''));

const LEAVE_OUT = /\bLeave (?:it|\S+) out\b/;

export const faultsOf = ({ error }: Answer): readonly Fault[] =>
  error === undefined ? [] : error.faults === undefined || error.faults.length === 0 ? [error] : error.faults;

const toldOf = (answer: Answer, path: string): readonly Fault[] =>
  faultsOf(answer).filter((fault) => [path, `${path}[]`].includes(plain(fault.path ?? '')));

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

export const judgeTexts = (pair: Pair, texts: readonly string[]): Outcome => {
  const proposals = texts.flatMap(proposalsIn).map(plain);
  if (proposals.some((each) => !pair.right.includes(each))) return 'wrong';
  if (proposals.length > 0) return 'right';
  return texts.some((text) => LEAVE_OUT.test(text)) ? 'leave out' : 'asks';
};

/** What calls themselves move on: the key that asks was used, an account was looked through. */
const MOVED_ON = /"(?:last_used_at|last_matched_at)":(?:null|"[^"]*")/g;

/** An answer without the ids and instants by which two records differ. */
export const comparable = (answer: Answer, words: readonly string[]): string => {
  const { error, content } = answer;
  const { warnings: _, idempotency_key: __, ...rest } = content ?? {};
  let text = JSON.stringify(error === undefined ? rest : { code: error.code, path: error.path });
  for (const word of words) text = text.replaceAll(word, '$');
  return text
    .replaceAll(MOVED_ON, '')
    .replaceAll(/\b[a-z]{4}_[0-9a-hjkmnp-tv-z]{26}\b/g, '$id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '$at')
    .replaceAll(
      /"(?:changed|risk_flags)":\[[^\]]*\]|"(?:statement_line|total_count)":\d+|factura \w+-\d+/g,
      '',
    )
    .replaceAll(
      /"(?:tax_id|rfc|next_cursor|hint|number|folio|full_number|uuid|secret|snapshot_hash)":"[^"]*"/g,
      '',
    )
    .replaceAll(/\bN\d+x\b/g, '$n');
};

const warningsOf = ({ content }: Answer): readonly Fault[] =>
  (content?.['warnings'] ?? []) as readonly Fault[];

/** A read took the word when it says so and answers what the right call answers. */
const judgeTaken = async (subjects: Subjects, pair: Pair, call: Call, answer: Answer): Promise<Outcome> => {
  const word = pair.kind === 'name' ? (pair.path.split('.').at(-1) ?? '') : String(pair.sent);
  const told = warningsOf(answer).some(
    ({ message }) => message.includes(word) && pair.right.some((right) => plain(message).includes(right)),
  );
  if (call.right === undefined) return told ? 'wrong' : 'leave out';
  const right = await answerOf(subjects, call, call.right);
  return told && same(comparable(right, call.words), comparable(answer, call.words)) ? 'right' : 'wrong';
};

export const judge = async (subjects: Subjects, pair: Pair, call: Call, answer: Answer): Promise<Outcome> => {
  if (answer.error === undefined) return judgeTaken(subjects, pair, call, answer);
  const told = toldOf(answer, pair.path);
  if (told.length > 0)
    return judgeTexts(
      pair,
      told.map(({ hint }) => hint),
    );
  // It was taken, and what it says was refused.
  if (call.right === undefined) return 'leave out';
  const right = await answerOf(subjects, call, call.right);
  return right.error !== undefined && same(comparable(right, call.words), comparable(answer, call.words))
    ? 'right'
    : 'wrong';
};
