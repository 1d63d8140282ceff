// JSON-RPC answers from ready pieces: structured content is serialised once per call, the tool list once at start.
import { SERVICE } from '../../generated/service.ts';
import type { CallOutcome } from '../dispatch/outcome.ts';
import type { Era } from './era.ts';
import type { Members, RequestId } from './json-rpc.ts';
import { META } from './protocol.ts';

/** One HTTP answer. `head` and `tail` are the body, in this order. */
export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly tail: Buffer | undefined;
  /** Alternating names and values, beyond those of every answer. */
  readonly headers: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

const serverInfo = JSON.stringify({ [META.server]: { name: SERVICE.name, version: SERVICE.version } });

/** Members of modern results only. */
const RESULT_START: Readonly<Record<Era, string>> = { modern: '"resultType":"complete",', legacy: '' };
const RESULT_END: Readonly<Record<Era, string>> = { modern: `,"_meta":${serverInfo}`, legacy: '' };

const idText = (id: RequestId | null): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));

const envelopeStart = (id: RequestId | null): string => `{"jsonrpc":"2.0","id":${idText(id)}`;

export const accepted: Reply = { status: 202, head: '', tail: undefined, headers: NO_HEADERS };

/** `members` is the inside of the result object, without the braces. */
export const resultMembers = (era: Era, members: string): string =>
  `,"result":{${RESULT_START[era]}${members}${RESULT_END[era]}}}`;

export const resultReply = (id: RequestId, ready: string): Reply => ({
  status: 200,
  head: envelopeStart(id) + ready,
  tail: undefined,
  headers: NO_HEADERS,
});

/** The same for a large result kept as bytes. */
export const bytesReply = (id: RequestId, ready: Buffer): Reply => ({
  status: 200,
  head: envelopeStart(id),
  tail: ready,
  headers: NO_HEADERS,
});

export const errorReply = (
  status: number,
  id: RequestId | null,
  error: { readonly code: number; readonly message: string; readonly data?: Members },
  extra: { readonly headers?: readonly string[]; readonly members?: Members } = {},
): Reply => {
  const members = extra.members === undefined ? '' : `,${JSON.stringify(extra.members).slice(1, -1)}`;
  return {
    status,
    head: `${envelopeStart(id)},"error":${JSON.stringify(error)}${members}}`,
    tail: undefined,
    headers: extra.headers ?? NO_HEADERS,
  };
};

/** A tool's answer. Failures have no structured content: clients would show it instead of the text. */
export const toolReply = (
  era: Era,
  id: RequestId,
  outcome: Extract<CallOutcome, { kind: 'answer' | 'failure' }>,
): Reply => {
  if (outcome.kind === 'failure') {
    const text = JSON.stringify(JSON.stringify({ error: outcome.error }));
    return resultReply(id, resultMembers(era, `"content":[{"type":"text","text":${text}}],"isError":true`));
  }
  const { json, text = JSON.stringify(json), note, resource } = outcome;
  const told = note === undefined ? '' : `,{"type":"text","text":${JSON.stringify(note)}}`;
  const more = resource === undefined ? told : `${told},{"type":"resource","resource":${resource}}`;
  const members = `"content":[{"type":"text","text":${text}}${more}],"structuredContent":${json},"isError":false`;
  return resultReply(id, resultMembers(era, members));
};
