// The interface between transport and dispatcher: the transport knows nothing of tools, the dispatcher nothing of HTTP or
// JSON-RPC.
import type { ToolError } from '../base/errors.ts';
import type { ApiKeyType } from '../domain/parties/access/identity.ts';
import type { KeyReader } from './reader.ts';

/** The owner of the key; the dispatcher's own identity extends it. */
export interface Caller {
  readonly key_id: string;
  readonly type: ApiKeyType;
  /** The sets of tools beside the common ones. */
  readonly toolsets: ReadonlySet<string>;
}

export interface Deadline {
  /** Aborts with a TimeoutError when the call ran too long, with an AbortError when the caller has gone. Made when first asked for. */
  readonly signal: AbortSignal;
}

export interface ToolCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** `params._meta` as sent; an empty object when there was none. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Of reads it is ignored, even a wrong one. */
  readonly idempotency_key: string | undefined | ToolError;
  readonly request_id: string;
  readonly deadline: Deadline;
}

/** `entity_id`: the company that the call was about, as far as it got; for the log. */
export type CallOutcome = { readonly entity_id?: string | undefined } &
  /**
   * `json` is the compact JSON of the structured content, serialised once; `text` only when the text differs from it, as
   * a JSON string, `note` what a reader of the text alone would miss, and `resource` the JSON of an embedded one.
   */
  (
    | {
        readonly kind: 'answer';
        readonly json: string;
        readonly text?: string;
        readonly note?: string;
        readonly resource?: string;
        /** True when it has what is shown once. */
        readonly secret?: true;
        /** The id of the request that waits for a person. */
        readonly request?: string;
      }
    /** `error` is the value of `{error: ...}`. */
    /** `explained_at`: told to apps that a person connected; static keys are answered as ever. */
    | { readonly kind: 'failure'; readonly error: object; readonly explained_at?: string }
    | { readonly kind: 'unknown_tool'; readonly message: string }
    | {
        readonly kind: 'insufficient_scope';
        readonly scope: string;
        /** Of an app that a person connected: whether they could allow it, and all scopes that it needs then. */
        readonly app?: { readonly curable: boolean; readonly needed: readonly string[] };
      }
  );

/** How a request stands that waits for a person. */
export interface RequestState {
  readonly id: string;
  readonly status: 'working' | 'completed' | 'cancelled';
  readonly message: string;
  /** Instants as ISO 8601. */
  readonly created_at: string;
  readonly changed_at: string;
  /** What the tool answers in the end, once it is completed. */
  readonly result?: Extract<CallOutcome, { readonly kind: 'answer' | 'failure' }>;
}

/** `unknown_request`: no such one, or one of strangers; which of the two is not told. */
export type RequestOutcome =
  | { readonly kind: 'request'; readonly state: RequestState }
  | { readonly kind: 'unknown_request' }
  | Extract<CallOutcome, { readonly kind: 'insufficient_scope' }>;

export interface Heard {
  readonly kind: 'heard';
}

/** The requests of a caller that wait for a person; nobody decides on one here. */
export interface Requests<C extends Caller = Caller> {
  followRequest(caller: C, id: string, request_id: string): Promise<RequestOutcome>;
  /** Takes it back if the caller asked for it and nobody has decided; `heard` says nothing of whether that is so. */
  withdrawRequest(
    caller: C,
    id: string,
    request_id: string,
  ): Promise<Heard | Exclude<RequestOutcome, { readonly kind: 'request' }>>;
}

/** A request for what stands beside the tools: prompts and resources. */
export interface OfferCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Offered =
  /** `ttl_ms`: how long it may be kept for this caller; null for an answer that is not kept. */
  | { readonly kind: 'answer'; readonly result: object; readonly ttl_ms: number | null }
  | { readonly kind: 'bad_params'; readonly message: string }
  | { readonly kind: 'unknown_resource'; readonly uri: string }
  /** The books are not reachable. */
  | { readonly kind: 'unavailable' };

export interface Service<C extends Caller = Caller> extends Requests<C> {
  /** The owner of the secret, or undefined when no valid key has it. */
  authenticate(secret: string): Promise<C | undefined>;
  /** The same for a secret that was valid lately; undefined for any other, without a look-up. */
  recall(secret: string): Promise<C | undefined> | undefined;
  call(caller: C, call: ToolCall): Promise<CallOutcome>;
  offer(caller: C, call: OfferCall): Promise<Offered>;
  /** For whom texts are said. */
  reader(caller: C): KeyReader;
}
