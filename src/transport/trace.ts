// W3C Trace Context, level 1: version "-" trace id "-" parent id "-" flags.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The trace id for the log; anything malformed is ignored, as the specification asks. */
export const traceId = (traceparent: unknown): string | undefined =>
  typeof traceparent === 'string' && traceparent.length <= 256
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;
