// One HTTP request to a provider, with limits on time and on the size of the answer. Failures never mention the request,
// since it carries secrets.

import { underAny } from '../base/any-signal.ts';
import { withoutMarks } from '../base/text/fit.ts';
import { inSpan } from '../base/tracing.ts';

/** Room for a stamped document of the largest size; other answers are small JSON. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

export type Fetch = typeof fetch;

export interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData;
  readonly timeoutMs: number;
  /** Ends the request early: the service is stopping. */
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
  /** For tests. */
  readonly fetch?: Fetch | undefined;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  header(name: string): string | null;
}

/** No readable answer came back; whether the request arrived is unknown. */
export interface Silence {
  readonly silence: string;
  /** The request certainly did not arrive: there was no connection. */
  readonly notSent?: boolean;
  /** The answer has more bytes than are read. */
  readonly tooLarge?: boolean;
}

/** Never throws because of the network or the provider. */
export const ask = (question: Question): Promise<Answer | Silence> => {
  const { method, url } = question;
  // The path may have ids of the provider, and what follows it a token.
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).host };
  return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
    const answer = await askNow(question);
    if ('silence' in answer) span.fail(answer.notSent === true ? 'not_sent' : 'silence');
    else span.set({ 'http.response.status_code': answer.status });
    return answer;
  });
};

const askNow = async (question: Question): Promise<Answer | Silence> => {
  const { method, url, headers, body, timeoutMs, signal, maxBytes = MAX_REPLY_BYTES } = question;
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await underAny(signal === undefined ? [late] : [late, signal], async (ended) => {
      const response = await (question.fetch ?? fetch)(url, {
        method,
        headers,
        // A redirect would send the secrets in the headers elsewhere.
        redirect: 'manual',
        signal: ended,
        ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body }),
      });
      const bytes = await readAll(response, maxBytes);
      if (bytes === null) return { silence: `the answer is larger than ${maxBytes} bytes`, tooLarge: true };
      return { status: response.status, bytes, header: (name) => response.headers.get(name) };
    });
  } catch (error) {
    if (late.aborted) return { silence: `no answer within ${timeoutMs} ms` };
    if (signal?.aborted === true) return { silence: 'the request was ended because the service stops' };
    const code = findCode(error);
    return {
      silence: code === undefined ? 'the connection broke' : `the connection broke (${code})`,
      notSent: code !== undefined && NO_CONNECTION.has(code),
    };
  }
};

const readAll = async (response: Response, maxBytes: number): Promise<Buffer | null> => {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The operating system's code, such as ECONNRESET, which `fetch` hides in the cause. */
const findCode = (error: unknown): string | undefined => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
};

/** Failures before a connection is made. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const CONTROL = String.raw`\u000`;

/** The answer's body as text that reads the same for everybody. */
export const textOf = ({ bytes }: Pick<Answer, 'bytes'>): string => withoutMarks(bytes.toString('utf8'));

/** The answer's body as JSON, or undefined when it is not JSON. */
export const parseJson = (answer: Answer): unknown => {
  try {
    const text = textOf(answer);
    // Where a control is written with its number, the text that it belongs to is read anew.
    return text.includes(CONTROL)
      ? JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutMarks(value) : value))
      : JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text under a name, or null when there is none. */
export const readText = (record: unknown, name: string): string | null => {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
};
