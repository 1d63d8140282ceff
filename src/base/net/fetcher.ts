// Reads a small JSON text from an address that somebody else chose: resolved once, checked, connected to what was checked.
// No redirect is followed, no cookie or credential is sent, and what is longer than allowed is not read to its end.
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';

import { createTurns, type OnLeaving } from '../load/turns.ts';
import { type SaidSentence, say } from '../said.ts';
import { Forbidden, type Guard, onlyTo } from './guard.ts';
import { explain } from './poster.ts';

export interface Wanted {
  readonly url: string;
  readonly most_bytes: number;
  readonly timeout_ms: number;
}

export interface Fetched {
  readonly text: string;
  /** How long the answer may be kept, as it says itself; null where it says nothing. */
  readonly max_age_s: number | null;
}

export interface NotFetched {
  readonly fault: SaidSentence;
}

export interface Fetcher {
  /** Never throws because of the network or of what answers. */
  fetch(wanted: Wanted): Promise<Fetched | NotFetched>;
  close(): void;
}

/** Addresses asked at a time, of one host and of all. */
const PLACES = 16;
const OF_ONE_HOST = 2;
const WAITING = 64;

/** What is read is good for the next one who asks, too. */
const STAYS: OnLeaving = () => () => undefined;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json[ \t]*(?:;|$)/i;

class NotTaken extends Error {
  readonly said: SaidSentence;

  constructor(said: SaidSentence) {
    super(said.say);
    this.said = said;
  }
}

/** `ca`: certificates of authorities that are trusted in place of the usual ones. */
export const createFetcher = (guard: Guard, { ca }: { readonly ca?: string } = {}): Fetcher => {
  const agent = new Agent({ keepAlive: false, ...(ca === undefined ? {} : { ca }) });
  const turns = createTurns({ places: PLACES, perKey: OF_ONE_HOST, waiting: WAITING });

  const get = async (url: URL, wanted: Wanted): Promise<Fetched> => {
    const signal = AbortSignal.timeout(wanted.timeout_ms);
    try {
      const found = await Promise.race([guard.resolve(url), rejectOn(signal)]);
      return await read(url, wanted, { agent, signal, lookup: onlyTo(found) });
    } catch (error) {
      if (signal.aborted) throw new NotTaken(say('post_no_answer', { time: wanted.timeout_ms / 1000 }));
      throw error;
    }
  };

  return {
    fetch: async (wanted) => {
      try {
        const url = guard.parse(wanted.url);
        // A network that may be called over plain http is no place for what proves who somebody is.
        if (url.protocol !== 'https:') throw new Forbidden(say('url_https', {}));
        const got = await turns.run(url.host, STAYS, () => get(url, wanted));
        return got === 'full' || got === 'gone' ? { fault: say('fetch_busy', {}) } : got;
      } catch (error) {
        return { fault: error instanceof NotTaken ? error.said : explain(error) };
      }
    },
    close: () => agent.destroy(),
  };
};

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
  });

interface Way {
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly lookup: LookupFunction;
}

const read = (url: URL, { most_bytes }: Wanted, way: Way): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const refuse = (error: Error): void => {
        response.destroy();
        reject(error);
      };
      const { statusCode: code = 0, headers } = response;
      if (code !== 200)
        return refuse(
          new NotTaken(say(code >= 300 && code < 400 ? 'post_redirected' : 'post_answered', { code })),
        );
      if (!JSON_TYPE.test(headers['content-type'] ?? ''))
        return refuse(new NotTaken(say('fetch_not_json', {})));
      if ((headers['content-encoding'] ?? 'identity') !== 'identity')
        return refuse(new NotTaken(say('fetch_coded', {})));
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > most_bytes) return refuse(new NotTaken(say('fetch_long', { most: most_bytes })));
        chunks.push(chunk);
      });
      response.on('end', () => {
        if (!response.complete) return reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
        resolve({
          text: Buffer.concat(chunks).toString('utf8'),
          max_age_s: maxAge(headers['cache-control']),
        });
      });
      response.on('error', reject);
    };
    const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
    const sent = request(url, { ...way, method: 'GET', headers }, answered);
    sent.on('error', reject);
    sent.on('upgrade', (_, socket) => socket.destroy());
    // Whatever else ends the exchange without an answer; nothing more once it is settled.
    sent.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    sent.end();
  });

/** RFC 9111, 5.2: an answer that must not be kept is as old at once as one of no seconds. */
const maxAge = (header: string | undefined): number | null => {
  if (header === undefined) return null;
  const members = header
    .toLowerCase()
    .split(',')
    .map((member) => member.trim());
  if (members.includes('no-store') || members.includes('no-cache')) return 0;
  const age = members
    .map((member) => /^max-age="?(\d{1,9})"?$/.exec(member)?.[1])
    .find((found) => found !== undefined);
  return age === undefined ? null : Number(age);
};
