// One HTTP request on its way through the transport, with what the log and the metrics say of it, its deadline, and the
// parts that it passes.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Turns } from '../base/load/turns.ts';
import type { Logger } from '../base/log.ts';
import type { Caller, Service } from '../dispatch/outcome.ts';
import type { Coder } from '../base/net/codings.ts';
import type { RateLimit } from '../base/load/rate-limit.ts';
import type { LoopShare, Strangers } from './admission.ts';
import type { Cors } from './cors.ts';
import type { Gate } from './gate.ts';
import type { Methods } from './methods.ts';
import type { Running } from './listen.ts';
import type { Metrics } from './metrics.ts';

type OverListener = (why: 'expired' | 'gone') => void;

const NO_LISTENERS: readonly OverListener[] = [];

/**
 * How long a call may run, and whether its caller is still there. A half-closed connection counts as gone for the signal,
 * since closing is how a modern client cancels; the answer is written all the same, for clients that only end their side.
 *
 * A class, since an object literal with a getter keeps memory past its call (`folio(getters)`): half of the time of a short
 * call went to that.
 */
export class Deadline {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = (): void => this.#end('gone');
  #controller: AbortController | undefined;
  #reason: DOMException | undefined;
  #listeners = NO_LISTENERS;

  /** Starts the clock for one HTTP request. */
  constructor(req: IncomingMessage, res: ServerResponse, limitMs: number) {
    this.#req = req;
    this.#res = res;
    req.socket.on('end', this.#leave);
    res.on('close', this.#leave);
    this.#timer = setTimeout(() => this.#end('expired'), limitMs);
  }

  #end(why: Parameters<OverListener>[0]): void {
    this.#reason ??=
      why === 'gone'
        ? new DOMException('The caller went away.', 'AbortError')
        : new DOMException('The call took too long.', 'TimeoutError');
    this.#controller?.abort(this.#reason);
    for (const listener of this.#listeners) listener(why);
  }

  /** Made when somebody first asks for it: most calls end without, and it costs as much as all else of a deadline. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Whether the time is up or the caller has gone. */
  isOver(): boolean {
    return this.#reason !== undefined;
  }

  /** Tells the listener when the caller goes, and when the time is up; what it returns takes the listener away. */
  onOver(listener: OverListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => (this.#listeners = this.#listeners.filter((other) => other !== listener));
  }

  /** Stops the clock; call it when the answer is written. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#req.socket.off('end', this.#leave);
    this.#res.off('close', this.#leave);
  }
}

/** One tool call as the log tells it: ids and codes, never a value of its arguments. */
export interface CalledTool {
  readonly outcome: 'ok' | 'failed' | 'refused';
  /** Of the error or refusal; undefined when it went well. */
  readonly error_code: string | undefined;
  readonly entity_id: string | undefined;
}

export interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request_id: string;
  readonly startedAt: number;
  /** The method as it is counted: a known name, `other`, or `none` before there is a message. */
  method: string;
  tool: string | undefined;
  key_id: string | undefined;
  trace_id: string | undefined;
  /** What became of the tool call; undefined while there is none. */
  called: CalledTool | undefined;
  deadline: Deadline | undefined;
}

export const openHttpCall = (req: IncomingMessage, res: ServerResponse): HttpCall => ({
  req,
  res,
  request_id: `req_${randomUUID()}`,
  startedAt: performance.now(),
  method: 'none',
  tool: undefined,
  key_id: undefined,
  trace_id: undefined,
  called: undefined,
  deadline: undefined,
});

/** All calls of a batch share the request's deadline. */
export const takeDeadline = (httpCall: HttpCall, limitMs: number): Deadline => {
  httpCall.deadline ??= new Deadline(httpCall.req, httpCall.res, limitMs);
  return httpCall.deadline;
};

/** W3C Trace Context, level 1: version "-" trace id "-" parent id "-" flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** Of a caller that traces; a malformed one is ignored, as the specification asks. */
export const readTraceparent = (traceparent: unknown): string | undefined =>
  typeof traceparent === 'string' && traceparent.length <= 256 && TRACEPARENT.test(traceparent)
    ? traceparent
    : undefined;

/** The trace id for the log. */
export const readTraceId = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];

/** Faults of the service itself, whatever the status of the answer that tells of them. */
const OWN_FAULTS: ReadonlySet<string | undefined> = new Set([
  'internal_error',
  'database_unavailable',
  'outcome_unknown',
  'storage_full',
]);

const milliseconds = (since: number): number => Math.round((performance.now() - since) * 100) / 100;

/** A batch answers several calls in one request: each has a line of its own beside that of the request. */
export const logBatchedCall = (log: Logger, httpCall: HttpCall, startedAt: number): void => {
  const { request_id, tool, key_id, trace_id, called } = httpCall;
  log[OWN_FAULTS.has(called?.error_code) ? 'error' : 'info'](
    {
      request_id,
      method: 'tools/call',
      tool,
      key_id,
      trace_id,
      ...called,
      duration_ms: milliseconds(startedAt),
    },
    'call',
  );
};

/**
 * One line per request, and a single tool call is a request: calls and refusals at info, faults of the service at error,
 * other protocol traffic at debug.
 */
export const logHttpCall = (log: Logger, httpCall: HttpCall, status: number, seconds: number): void => {
  const { request_id, method, tool, key_id, trace_id, called } = httpCall;
  const isFault = status === 500 || OWN_FAULTS.has(called?.error_code);
  const level = isFault ? 'error' : status >= 400 || method === 'tools/call' ? 'info' : 'debug';
  log[level](
    {
      request_id,
      method,
      tool,
      key_id,
      trace_id,
      ...called,
      status,
      duration_ms: Math.round(seconds * 1e5) / 100,
    },
    'request',
  );
};

/** The parts of the transport, assembled once at start. */
export interface Parts<C extends Caller = Caller> {
  readonly service: Service<C>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly gate: Gate;
  readonly cors: Cors;
  readonly rateLimit: RateLimit;
  readonly strangers: Strangers;
  /** Where a request comes from, for limits per address. */
  readonly sourceOf: (req: IncomingMessage) => string;
  readonly loopShare: LoopShare;
  readonly turns: Turns;
  readonly methods: Methods;
  readonly coder: Coder;
  readonly maxBodyBytes: number;
  readonly callTimeoutMs: number;
  readonly running: Running;
  /** Where a program that has no token finds out how to get one. */
  readonly metadataOf: (req: IncomingMessage) => string | undefined;
}
