// Spans of calls, statements and requests to providers, for whoever collects them. Without a tracer, which is the usual
// case, the work runs as if this were not here.

type SpanKind = 'server' | 'internal' | 'client';
/** Ids, codes, names and statements without their values; never what an argument says. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  /** For the log; undefined when nothing is traced. */
  readonly trace_id: string | undefined;
  set(attributes: Attributes): void;
  /** Marks it as failed, with a code or a name. */
  fail(code: string): void;
}

export interface Wanted {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** The caller's `traceparent`; without one the span belongs to that which is open. */
  readonly traceparent?: string | undefined;
}

export interface Tracer {
  run<T>(wanted: Wanted, work: (span: Span) => Promise<T>): Promise<T>;
  /** One that its starter ends, with the name of the error if there was one. */
  start(wanted: Wanted): (failure?: string) => void;
}

let tracer: Tracer | undefined;

/** Undefined ends the tracing. */
export const useTracer = (given: Tracer | undefined): void => {
  tracer = given;
};

const NO_SPAN: Span = { trace_id: undefined, set: () => undefined, fail: () => undefined };

export const inSpan = <T>(wanted: Wanted, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer === undefined ? work(NO_SPAN) : tracer.run(wanted, work);

const MAX_STATEMENT = 2_000;

/** The text of a statement has placeholders, so it tells nothing of the books. */
export const traceStatement = (text: string): ((failure?: string) => void) | undefined =>
  tracer?.start({
    name: /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT',
    kind: 'client',
    attributes: { 'db.system.name': 'mysql', 'db.query.text': text.slice(0, MAX_STATEMENT) },
  });
