// Posts to an address that somebody else chose: resolved once, checked, connected to what was checked. No redirect is
// followed, and of the answer only a little is read.
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

import { anySignal } from '../any-signal.ts';
import { Forbidden, type Guard } from './guard.ts';

export interface PostOutcome {
  /** Null when no answer came. */
  readonly status: number | null;
  /** Why it counts as not delivered, in a sentence; null for success. */
  readonly error: string | null;
  /** The beginning of the body. */
  readonly excerpt: string | null;
  readonly retry_after_s: number | null;
  readonly duration_ms: number;
}

export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeout_ms: number;
  readonly excerpt_length: number;
  /** Ends the attempt early: the service stops. */
  readonly signal?: AbortSignal;
}

export interface Poster {
  /** Never throws because of the network or the receiver. */
  post(what: Posted): Promise<PostOutcome>;
  close(): void;
}

const IDLE_MS = 10_000;
/** More than enough for an excerpt in any encoding. */
const MAX_READ_BYTES = 8_192;

export const createPoster = (guard: Guard): Poster => {
  const options = { keepAlive: true, maxFreeSockets: 4, timeout: IDLE_MS };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    post: async (what) => {
      const began = performance.now();
      const { signal, isLate, end } = deadline(what);
      const done = (outcome: Omit<PostOutcome, 'duration_ms'>): PostOutcome => ({
        ...outcome,
        duration_ms: Math.round(performance.now() - began),
      });
      try {
        const url = guard.parse(what.url);
        const found = await Promise.race([guard.resolve(url), rejectOn(signal)]);
        const lookup: LookupFunction = (_host, { all }, callback) => {
          const [first] = found;
          if (all === true) callback(null, [...found]);
          else callback(null, first?.address ?? '', first?.family);
        };
        return done(await send(url, what, { lookup, signal, agents }));
      } catch (error) {
        const reason = isLate()
          ? `No answer came within ${what.timeout_ms / 1000} seconds.`
          : signal.aborted
            ? 'The attempt was given up because the service stopped.'
            : explain(error);
        return done({ status: null, error: reason, excerpt: null, retry_after_s: null });
      } finally {
        end();
      }
    },
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
};

/** An answer that came while this process was held up is looked at before the time is judged. */
const deadline = ({ timeout_ms, signal: given }: Posted) => {
  const { signal, abort, release } = anySignal(given === undefined ? [] : [given]);
  let late = false;
  let judged: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    judged = setImmediate(() => {
      late = true;
      abort();
    });
  }, timeout_ms);
  const end = (): void => {
    clearTimeout(timer);
    clearImmediate(judged);
    release();
  };
  return { signal, isLate: () => late, end };
};

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(new Error('given up'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

interface Way {
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };
}

const send = (
  url: URL,
  { headers, body, excerpt_length }: Posted,
  { lookup, signal, agents }: Way,
): Promise<Omit<PostOutcome, 'duration_ms'>> =>
  new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const options = {
      method: 'POST',
      lookup,
      signal,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    const answered = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (): void => {
        const status = response.statusCode ?? 0;
        const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
        const excerpt = [...text].slice(0, excerpt_length).join('');
        resolve({
          status,
          error: status >= 200 && status < 300 ? null : describeStatus(status),
          excerpt: excerpt === '' ? null : excerpt,
          retry_after_s: readRetryAfter(response.headers['retry-after']),
        });
      };
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size < MAX_READ_BYTES) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', reject);
    };
    const request = secure
      ? httpsRequest(url, { ...options, agent: agents['https:'] }, answered)
      : httpRequest(url, { ...options, agent: agents['http:'] }, answered);
    request.on('error', reject);
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, error: describeStatus(status), excerpt: null, retry_after_s: null });
    });
    // Whatever else ends the exchange without an answer; nothing more once it is settled.
    request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.end(body);
  });

const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `It answered ${status}, a redirect, which is not followed.`
    : `It answered ${status}.`;

/** Seconds, or a date. */
const readRetryAfter = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.round(seconds));
};

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Its name is not in DNS.',
  EAI_AGAIN: 'Its name could not be looked up in DNS.',
  ESERVFAIL: 'Its name could not be looked up in DNS.',
  EREFUSED: 'Its name could not be looked up in DNS.',
  ETIMEOUT: 'Its name could not be looked up in DNS in time.',
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It broke the connection off.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
};

const explain = (error: unknown): string => {
  if (error instanceof Forbidden) return error.message;
  const { code = 'no code' } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? `The connection failed (${code}).`;
};
