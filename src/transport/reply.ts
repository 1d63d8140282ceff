// Answers, and refusals at the level of HTTP. Answers are put together from ready pieces: structured content is serialised
// once per call, the tool list once at start.
import { SERVICE } from '../../generated/service.ts';
import { fillTemplate } from '../base/errors.ts';
import { type CodedStart, codeStart } from '../base/net/coded-start.ts';
import type { Coding } from '../base/net/codings.ts';
import type { CallOutcome } from '../dispatch/outcome.ts';
import { type Era, META } from './era.ts';
import { CODE, type Members, type RequestId } from './message.ts';

/** One HTTP answer. `head` and `tail` are the body, in this order. */
export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly tail: Buffer | undefined;
  /** Alternating names and values, beyond those of every answer. */
  readonly headers: readonly string[];
  /** Of what must not be compressed, or is compressed already. */
  readonly coded?: 'never' | ((coding: Coding) => Buffer | undefined);
}

/** The same as it is written: the text of a long answer is measured and written as bytes, made once. */
export interface BytesReply extends Pick<Reply, 'status' | 'headers'> {
  readonly head: Buffer;
  readonly tail: Buffer | undefined;
}

const NO_HEADERS: readonly string[] = [];

const SERVER_INFO = { [META.server]: { name: SERVICE.name, version: SERVICE.version } };
const serverInfo = JSON.stringify(SERVER_INFO);
/** Where the failure of a call is explained. */
const EXPLAINED_META = SERVICE.protocol.explained_meta;

/** Members of modern results only. */
export const COMPLETE = '"resultType":"complete"';
const RESULT_START: Readonly<Record<Era, string>> = { modern: `${COMPLETE},`, legacy: '' };
const RESULT_END: Readonly<Record<Era, string>> = { modern: `,"_meta":${serverInfo}`, legacy: '' };

const idText = (id: RequestId | null): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));

const ENVELOPE = '{"jsonrpc":"2.0"';

const envelopeStart = (id: RequestId | null): string => `${ENVELOPE},"id":${idText(id)}`;

export const accepted: Reply = { status: 202, head: '', tail: undefined, headers: NO_HEADERS };

/** `members` is the inside of the result object, without the braces. */
export const resultMembers = (era: Era, members: string, end = RESULT_END[era]): string =>
  `,"result":{${RESULT_START[era]}${members}${end}}}`;

export const resultReply = (id: RequestId, ready: string): Reply => ({
  status: 200,
  head: envelopeStart(id) + ready,
  tail: undefined,
  headers: NO_HEADERS,
});

/** The same for a large result kept as bytes: compressed once, so that there the id stands last. */
export const bytesReply = (id: RequestId, { plain, coded }: ReadyResult): Reply => ({
  status: 200,
  head: envelopeStart(id),
  tail: plain,
  headers: NO_HEADERS,
  coded: (coding) => coded(coding)?.finish(Buffer.from(`,"id":${idText(id)}}`)),
});

export interface ReadyResult {
  readonly plain: Buffer;
  /** Undefined until it is compressed, which begins when it is first asked for. */
  readonly coded: (coding: Coding) => CodedStart | undefined;
}

export const readyResult = (members: string): ReadyResult => {
  const plain = Buffer.from(members);
  const text = Buffer.from(`${ENVELOPE}${members.slice(0, -1)}`);
  const made = new Map<Coding, CodedStart | undefined>();
  const coded = (coding: Coding): CodedStart | undefined => {
    if (!made.has(coding)) {
      made.set(coding, undefined);
      // Without memory for it now, another caller asks again.
      codeStart(coding, text).then(
        (start) => made.set(coding, start),
        () => made.delete(coding),
      );
    }
    return made.get(coding);
  };
  return { plain, coded };
};

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

export const badParams = (id: RequestId, problem: string): Reply =>
  errorReply(200, id, { code: CODE.invalidParams, message: `Invalid params: ${problem}` });

type ToolOutcome = Extract<CallOutcome, { kind: 'answer' | 'failure' }>;

/** A tool's answer. Failures have no structured content: clients would show it instead of the text. */
export const toolMembers = (outcome: ToolOutcome): string => {
  if (outcome.kind === 'failure') {
    const text = JSON.stringify(JSON.stringify({ error: outcome.error }));
    return `"content":[{"type":"text","text":${text}}],"isError":true`;
  }
  const { json, text = JSON.stringify(json), note, resource } = outcome;
  const told = note === undefined ? '' : `,{"type":"text","text":${JSON.stringify(note)}}`;
  const more = resource === undefined ? told : `${told},{"type":"resource","resource":${resource}}`;
  return `"content":[{"type":"text","text":${text}}${more}],"structuredContent":${json},"isError":false`;
};

export const toolReply = (era: Era, id: RequestId, outcome: ToolOutcome): Reply => {
  const members = toolMembers(outcome);
  const explained_at = outcome.kind === 'failure' ? outcome.explained_at : undefined;
  if (explained_at !== undefined) {
    const meta = JSON.stringify({ ...(era === 'modern' ? SERVER_INFO : {}), [EXPLAINED_META]: explained_at });
    return resultReply(id, resultMembers(era, members, `,"_meta":${meta}`));
  }
  const reply = resultReply(id, resultMembers(era, members));
  return outcome.kind === 'answer' && outcome.secret === true ? { ...reply, coded: 'never' } : reply;
};

/**
 * A refusal at the level of HTTP, as `spec/service.yaml` lists them. Its body is a JSON-RPC error whose fields are
 * repeated at the top level, so that plain HTTP clients and JSON-RPC clients both find them.
 */
export interface HttpRefusal {
  readonly status: number;
  /** The members of the body except request_id. */
  readonly fields: Members & { readonly error_type: string; readonly message: string };
  readonly headers: readonly string[];
}

interface Row {
  readonly status: number;
  readonly error_type: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

type Table = typeof SERVICE.http_errors;
type Name = keyof Table;

/** The names in braces that a template mentions. */
type Placeholder<T> = T extends `${string}{${infer N}}${infer Rest}` ? N | Placeholder<Rest> : never;
type Details<N extends Name> = Readonly<
  Record<Placeholder<Table[N][Extract<keyof Table[N], 'message' | 'hint'>]>, string | number>
>;

const ROWS: Readonly<Record<Name, Row>> = SERVICE.http_errors;

/** Text inside a quoted string of a header: printable ASCII without quote and backslash. */
const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, "'");

/** Alternating names and values; the values are made safe for a header. */
const filledHeaders = (
  headers: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | number>>,
): readonly string[] => {
  const safe = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, quotable(String(value))]),
  );
  return Object.entries(headers).flatMap(([name, template]) => [name, fillTemplate(template, safe)]);
};

/** Fills the placeholders of a row; each detail is also a member of the body. */
export const refusal = <N extends Name>(name: N, details: Details<N>): HttpRefusal => {
  const { status, error_type, hint, retryable = false, headers = {}, ...row } = ROWS[name];
  const message = fillTemplate(row.message, details);
  const fields = {
    error_type,
    message,
    ...(hint === undefined ? {} : { hint: fillTemplate(hint, details) }),
    ...details,
    retryable,
  };
  const { auth_realm } = SERVICE.protocol;
  return { status, fields, headers: filledHeaders(headers, { ...details, message, auth_realm }) };
};

export const refusalReply = (
  { status, fields, headers }: HttpRefusal,
  request_id: string,
  id: RequestId | null = null,
): Reply => {
  const members = { ...fields, request_id };
  return errorReply(
    status,
    id,
    { code: status, message: fields.message, data: members },
    { members, headers },
  );
};

export const notFound = refusal('not_found', {});
export const methodNotAllowed = refusal('method_not_allowed', {});
export const originNotAllowed = refusal('origin_not_allowed', {});
export const hostNotAllowed = refusal('host_not_allowed', {});
export const unsupportedMediaType = refusal('unsupported_media_type', {});
export const missingKey = refusal('missing_key', {});
export const invalidKey = refusal('invalid_key', {});
export const invalidToken = refusal('invalid_token', {});
export const unavailable = refusal('unavailable', {});
export const stopping = refusal('stopping', {});
export const internal = refusal('internal_error', {});

/** Without request_id, since there is no request yet. */
export const invalidHttp = refusal('invalid_http', {});
export const requestTimeout = refusal('request_timeout', {});
export const headTooLarge = refusal('head_too_large', {});

export const bodyTooLarge = (max_body_bytes: number): HttpRefusal =>
  refusal('body_too_large', { max_body_bytes });

export const keyTypeNotAllowed = (key_type: string): HttpRefusal =>
  refusal('key_type_not_allowed', { key_type, required_key_type: SERVICE.keys.mcp_type });

export const insufficientScope = (required_scope: string): HttpRefusal =>
  refusal('insufficient_scope', { required_scope });

/** `curable`: the person who connected the app could allow it. */
export const appLacksScope = (required_scope: string, curable: boolean): HttpRefusal =>
  curable ? refusal('app_lacks_scope', { required_scope }) : refusal('app_beyond_role', { required_scope });

export const rateLimited = (retry_after_seconds: number): HttpRefusal =>
  refusal('rate_limited', { retry_after_seconds });
