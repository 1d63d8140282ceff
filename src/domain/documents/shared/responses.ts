// What customers and the network answered to a document of the company: kept with it, told as states, and never a reason to
// change what it says or what is owed. Which answer stands follows from what they say, not from when they came.
import type { ReceivedDocumentId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { DocumentResponse, DocumentResponseStatus } from '../../../../generated/types.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { type Filed, storedFiling } from './filing.ts';

/** UNCL 4343 as Peppol reads it (BIS Invoice Response 3.0, T111), in the order in which a customer goes through them. */
const STATES = {
  AB: 'acknowledged',
  IP: 'in_process',
  UQ: 'under_query',
  CA: 'conditionally_accepted',
  RE: 'rejected',
  AP: 'accepted',
  PD: 'paid',
} as const satisfies Readonly<Record<string, DocumentResponseStatus>>;

export type ResponseCode = keyof typeof STATES;

const CODES = Object.keys(STATES);

export const isResponseCode = (code: string): code is ResponseCode => Object.hasOwn(STATES, code);

/** As it is kept in the filing of the document. */
export interface StoredResponse {
  readonly level: DocumentResponse['level'];
  readonly code: ResponseCode;
  /** By which its sender knows it. */
  readonly id: string | null;
  /** As it says, but not later than the day on which it came: a wrong clock would outdo all that follows. */
  readonly issue_date: IsoDay;
  readonly issue_time: string | null;
  readonly reasons: readonly { readonly code: string | null; readonly text: string | null }[];
  readonly received_document_id: string;
  /** It came as a file: nothing but its own words says who sent it. */
  readonly unproven?: boolean;
}

/** So many of the customer, and so many of the network. */
const MOST = 5;

const cut = (text: string | null, most: number): string | null =>
  text === null ? null : [...text.trim()].slice(0, most).join('') || null;

const { code: MOST_CODE, text: MOST_TEXT } = LIMITS.DocumentResponseReason;

/** As much of the reasons as is kept; what is longer stands in the file. */
export const keptReasons = (reasons: StoredResponse['reasons']): StoredResponse['reasons'] =>
  reasons
    .map(({ code, text }) => ({ code: cut(code, MOST_CODE), text: cut(text, MOST_TEXT) }))
    .filter(({ code, text }) => code !== null || text !== null)
    .slice(0, MOST);

export const responsesTo = (filed: Pick<Filed, 'filing'>): readonly StoredResponse[] =>
  storedFiling(filed).responses ?? [];

const rank = ({ code }: StoredResponse): number => CODES.indexOf(code);

/** Those of the network before what only came as a file; the latest first. Of one day, the times decide where all have one, else how far the customer goes with each. */
const inOrder = (responses: readonly StoredResponse[]): readonly StoredResponse[] => {
  const untimed = new Set(
    responses.filter(({ issue_time }) => issue_time === null).map(({ issue_date }) => issue_date),
  );
  const keyOf = (one: StoredResponse): string =>
    [
      one.unproven === true ? '' : 'network',
      one.issue_date,
      untimed.has(one.issue_date) ? '' : one.issue_time,
      rank(one),
      one.id ?? '',
      one.received_document_id,
    ].join(' ');
  return responses.toSorted((left, right) => (keyOf(left) < keyOf(right) ? 1 : -1));
};

const isSame = (left: StoredResponse, right: StoredResponse): boolean =>
  left.level === right.level &&
  left.code === right.code &&
  left.id === right.id &&
  left.issue_date === right.issue_date &&
  left.issue_time === right.issue_time;

/** The one that says the same, whatever file it came in; what the network brings is more than a file that came before. */
export const findRepeated = (
  responses: readonly StoredResponse[],
  response: StoredResponse,
): StoredResponse | undefined =>
  responses.find(
    (other) => isSame(other, response) && (other.unproven !== true || response.unproven === true),
  );

/** With one more, in whatever order they come. */
export const withResponse = (
  responses: readonly StoredResponse[],
  response: StoredResponse,
): readonly StoredResponse[] => {
  const ordered = inOrder([...responses, response]);
  const latest = (level: StoredResponse['level']): readonly StoredResponse[] =>
    ordered.filter((one) => one.level === level).slice(0, MOST);
  const kept = new Set([...latest('invoice'), ...latest('message')]);
  return ordered.filter((one) => kept.has(one));
};

const ASK: readonly ResponseCode[] = ['UQ', 'RE'];

/** The one that a person has to answer: what the customer says comes before what the network said earlier. */
export const responseToAnswer = (ordered: readonly StoredResponse[]): StoredResponse | undefined => {
  const customer = ordered.findIndex(({ level }) => level === 'invoice');
  const network = ordered.findIndex(({ level }) => level === 'message');
  const standing = [customer, ...(customer === -1 || network < customer ? [network] : [])];
  return standing.map((at) => ordered[at]).find((one) => one !== undefined && ASK.includes(one.code));
};

export const statusOf = ({ code }: Pick<StoredResponse, 'code'>): DocumentResponseStatus => STATES[code];

export const describeResponses = (
  filed: Pick<Filed, 'filing'>,
): { readonly responses?: readonly DocumentResponse[] } => {
  const responses = responsesTo(filed);
  if (responses.length === 0) return {};
  return {
    responses: responses.map(
      ({ level, issue_date, reasons, received_document_id, unproven = false, ...one }) => ({
        level,
        status: statusOf(one),
        ...(unproven ? { unproven } : {}),
        issue_date,
        reasons: reasons.map(({ code, text }) => ({ code, text })),
        received_document_id: received_document_id as ReceivedDocumentId,
        written_by_others: ['reasons'],
      }),
    ),
  };
};
