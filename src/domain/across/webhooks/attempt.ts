// One attempt to deliver, and when the next follows.
import { SERVICE } from '../../../../generated/service.ts';
import type { PostOutcome, Poster } from '../../../base/net/poster.ts';
import { say } from '../../../base/said.ts';
import { SealError, type Secrets } from '../../../base/secrets/secrets.ts';
import { type Due, type Result, type Visited, readDue } from './store/work.ts';
import { messageOf } from './message.ts';
import { openSigningSecrets, signatureHeaders } from './secret.ts';
import type { Database } from '../../../db/database.ts';
import { instantToIso } from '../../../db/instant.ts';
import { readEvents } from '../../ground/change/store.ts';

const { waits_s, timeout_ms, excerpt_length } = SERVICE.webhooks;
const USER_AGENT = `${SERVICE.title}/${SERVICE.version}`;
const GONE = 410;
/** By how much chance shortens a wait, so that what failed together is not tried together. */
const JITTER = 0.2;
/** In steps, so that failures of a batch are stored together. */
const STEPS = 8;
/** A receiver may ask for a longer wait, up to this. */
const LONGEST_ASKED_S = 86_400;

export interface AttemptParts {
  readonly poster: Poster;
  readonly secrets: Secrets;
  readonly now: () => Date;
  /** Ends running attempts: the service stops. */
  readonly signal: AbortSignal;
}

export interface Attempted extends Result {
  readonly gone: boolean;
}

/** Undefined when it was given up: it does not count. */
export const attempt = async (
  parts: AttemptParts,
  endpoint: Visited,
  due: DueEvent,
): Promise<Attempted | undefined> => {
  const now = parts.now();
  const body = messageOf(endpoint.organisation_id, due);
  const keys = openKeys(parts.secrets, endpoint, now);
  if (keys === undefined) return unsigned(due);
  const outcome = await parts.poster.post({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signatureHeaders(keys, { id: due.event_id, body }, now),
    },
    body,
    timeout_ms,
    excerpt_length,
    signal: parts.signal,
  });
  if (parts.signal.aborted && outcome.status === null) return undefined;
  return {
    due,
    attempt: {
      duration_ms: outcome.duration_ms,
      http_status: outcome.status,
      error: outcome.error,
      excerpt: outcome.excerpt,
    },
    wait_ms: waitAfter(due.round, outcome),
    gone: outcome.status === GONE,
  };
};

const openKeys = (secrets: Secrets, endpoint: Visited, now: Date): readonly string[] | undefined => {
  try {
    return openSigningSecrets(secrets, endpoint.id, endpoint, now);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
};

/** Counts as an attempt, so that it is seen, and tried again when the key is right. */
const unsigned = (due: DueEvent): Attempted => ({
  due,
  attempt: {
    duration_ms: 0,
    http_status: null,
    error: say('post_unsigned', {}),
    excerpt: null,
  },
  wait_ms: waitAfter(due.round, { status: null, retry_after_s: null }),
  gone: false,
});

/** Null when the attempts of this round are used up, or the receiver is gone. */
export const waitAfter = (
  round: number,
  { status, retry_after_s }: Pick<PostOutcome, 'status' | 'retry_after_s'>,
  chance: () => number = Math.random,
): number | null => {
  const wait = waits_s[round];
  if (wait === undefined || status === GONE) return null;
  const asked = status === 429 || status === 503 ? Math.min(retry_after_s ?? 0, LONGEST_ASKED_S) : 0;
  return Math.max(wait * (1 - (JITTER * Math.round(chance() * STEPS)) / STEPS), asked) * 1000;
};

export interface DueEvent extends Due {
  readonly occurred_at: string;
  /** The state of the record after the change. */
  readonly data: unknown;
}

export const readDueEvents = async (
  database: Database,
  visited: Visited,
  take: number,
): Promise<readonly DueEvent[]> => {
  const due = await readDue(database, visited, take);
  if (due.length === 0) return [];
  const tenants = [...new Set(due.map(({ tenant_id }) => tenant_id))];
  const events = await readEvents(
    database.reader,
    tenants,
    due.map(({ event_id }) => event_id),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  return due.map((each) => {
    // A test tells of no event of the books.
    const event = byId.get(each.event_id);
    return {
      ...each,
      occurred_at: instantToIso(event?.occurred_at ?? each.created_at),
      data: event?.data ?? null,
    };
  });
};
