// The token of SW Sapien: fetched with user and password, kept while it is valid, renewed once when the PAC refuses it.
// Failures never mention a token.
import { type Answer, ask, isRecord, parseJson, type Silence, readText } from '../ask.ts';
import { type SwOptions, chooseTimeout } from './options.ts';

export interface Session {
  /**
   * Runs the request with a token, and once more with a new one if the first is refused. When no token can be had,
   * nothing is sent and the answer is a silence.
   */
  request(
    run: (headers: Readonly<Record<string, string>>) => Promise<Answer | Silence>,
    signal?: AbortSignal,
  ): Promise<Answer | Silence>;
}

interface Token {
  readonly text: string;
  readonly until: number;
}

/** Tokens live two hours. They are renewed early, so that none expires in transit. */
const LIFETIME_MS = 7_200_000;
const RENEW_BEFORE_MS = 300_000;
const UNAUTHORISED = 401;

export const createSession = (options: SwOptions): Session => {
  let known: Token | undefined;
  let fetching: Promise<Token | Silence> | undefined;

  const current = (signal: AbortSignal | undefined): Promise<Token | Silence> => {
    if (options.token !== null)
      return Promise.resolve({ text: options.token, until: Number.POSITIVE_INFINITY });
    if (known !== undefined && known.until > options.now().getTime()) return Promise.resolve(known);
    // However many documents wait for a token, one is fetched.
    fetching ??= authenticate(options, signal)
      .then((got) => {
        if ('text' in got) known = got;
        return got;
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  return {
    request: async (run, signal) => {
      const token = await current(signal);
      if ('silence' in token) return { ...token, notSent: true };
      const first = await run({ Authorization: `Bearer ${token.text}` });
      if ('silence' in first || first.status !== UNAUTHORISED || options.token !== null) return first;
      // Another request may have renewed it meanwhile.
      if (known?.text === token.text) known = undefined;
      const renewed = await current(signal);
      // The first request was refused because of its token.
      if ('silence' in renewed) return { ...renewed, notSent: true };
      return run({ Authorization: `Bearer ${renewed.text}` });
    },
  };
};

const authenticate = async (
  options: SwOptions,
  signal: AbortSignal | undefined,
): Promise<Token | Silence> => {
  const { user, password } = options;
  if (user === null || password === null)
    return {
      silence: 'there is neither a token (PAC_TOKEN) nor a user with password (PAC_USER, PAC_PASSWORD)',
    };
  const answer = await ask({
    method: 'POST',
    url: `${options.url}/v2/security/authenticate`,
    headers: { user, password },
    timeoutMs: chooseTimeout(options),
    signal,
    fetch: options.fetch,
  });
  if ('silence' in answer) return { silence: `the PAC gave no token: ${answer.silence}` };
  const body = parseJson(answer);
  const data = isRecord(body) ? body['data'] : undefined;
  const text = readText(data, 'token');
  if (answer.status >= 500) return { silence: `the PAC gave no token: HTTP ${answer.status}` };
  if (text === null) return { silence: 'the PAC does not accept the user and password' };
  const until = readExpiry(isRecord(data) ? data['expires_in'] : undefined, options.now().getTime());
  return { text, until: until - RENEW_BEFORE_MS };
};

/** Seconds from now, or, as some versions answer, the moment itself in seconds. */
const readExpiry = (expiresIn: unknown, now: number): number => {
  const seconds = Number(expiresIn);
  if (!Number.isFinite(seconds) || seconds <= 0) return now + LIFETIME_MS;
  return seconds > 1e9 ? seconds * 1000 : now + Math.min(seconds * 1000, LIFETIME_MS);
};
