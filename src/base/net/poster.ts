// Posts to an address that somebody else chose: resolved once, checked, connected to what was checked. No redirect is
// followed, and of the answer only a little is read.
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

import { anySignal } from '../any-signal.ts';
import { type SaidSentence, say } from '../said.ts';
import { Forbidden, type Guard, onlyTo } from './guard.ts';

export interface PostOutcome {
  /** Null when no answer came. */
  readonly status: number | null;
  /** Why it counts as not delivered; null for success. */
  readonly error: SaidSentence | null;
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
        return done(await send(url, what, { lookup: onlyTo(found), signal, agents }));
      } catch (error) {
        const reason = isLate()
          ? say('post_no_answer', { time: what.timeout_ms / 1000 })
          : signal.aborted
            ? say('post_given_up', {})
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

const describeStatus = (code: number): SaidSentence =>
  say(code >= 300 && code < 400 ? 'post_redirected' : 'post_answered', { code });

/** Seconds, or a date. */
const readRetryAfter = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.round(seconds));
};

const REASONS: Readonly<Record<string, SaidSentence>> = {
  ENOTFOUND: say('post_no_name', {}),
  EAI_AGAIN: say('post_name_failed', {}),
  ESERVFAIL: say('post_name_failed', {}),
  EREFUSED: say('post_name_failed', {}),
  ETIMEOUT: say('post_name_late', {}),
  ECONNREFUSED: say('post_refused', {}),
  ECONNRESET: say('post_broken_off', {}),
  CERT_HAS_EXPIRED: say('post_certificate_expired', {}),
  DEPTH_ZERO_SELF_SIGNED_CERT: say('post_certificate_own', {}),
  ERR_TLS_CERT_ALTNAME_INVALID: say('post_certificate_name', {}),
};

/** Why the network, or the guard, did not let it through. */
export const explain = (error: unknown): SaidSentence => {
  if (error instanceof Forbidden) return error.said;
  const { code = 'no code' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? say('post_failed', { code });
};
