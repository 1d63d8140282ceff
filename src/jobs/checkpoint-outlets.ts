// Brings checkpoints to where the operator keeps them: a file, an address, or both. Of each organisation the newest counts:
// what could not be brought is tried again until a later one takes its place.
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import { createGuard } from '../base/net/guard.ts';
import { createPoster, type Poster } from '../base/net/poster.ts';
import { english } from '../base/said.ts';
import { createBell } from './loop.ts';

/** A signed checkpoint on its way out. */
export interface Outgoing {
  readonly organisation_id: string;
  readonly size: number;
  readonly note: string;
}

export interface Outlets {
  /** At once, and again until it succeeds or is overtaken; tells when every outlet has it. */
  bring(checkpoint: Outgoing, onKept: () => Promise<void>): void;
  /** Tries what is left once more. */
  stop(): Promise<void>;
}

/** Throws unless it was brought. */
type Bring = (checkpoint: Outgoing) => Promise<void>;

const OWNER_ONLY = 0o600;

/** A line of the file, and the body of a request: what `audit verify --checkpoints` reads. */
const lineOf = ({ organisation_id, size, note }: Outgoing): string =>
  `${JSON.stringify({ organisation_id, size, note })}\n`;

/** In one write, so that instances that share the file do not mix their lines; on disk before it counts as kept. */
const appendTo =
  (path: string): Bring =>
  async (checkpoint) => {
    const file = await open(path, 'a', OWNER_ONLY);
    try {
      await file.writeFile(lineOf(checkpoint));
      await file.sync();
    } finally {
      await file.close();
    }
  };

const TIMEOUT_MS = 10_000;
/** The operator chose the address, so it may be on a private network. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

const postTo =
  (url: string, poster: Poster): Bring =>
  async (checkpoint) => {
    const { error } = await poster.post({
      url,
      headers: { 'content-type': 'application/json' },
      body: lineOf(checkpoint),
      timeout_ms: TIMEOUT_MS,
      excerpt_length: 0,
    });
    if (error !== null) throw new Error(english(error));
  };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** For what is left when the service stops. */
const LAST_WAIT_MS = 2_000;

interface Item {
  readonly checkpoint: Outgoing;
  onKept(): Promise<void>;
}

export type OutletSettings = Pick<Config, 'audit_checkpoint_file' | 'audit_checkpoint_url'>;

/** Undefined where nothing is configured. */
export const openOutlets = (
  { audit_checkpoint_file: file, audit_checkpoint_url: url }: OutletSettings,
  log: Logger,
): Outlets | undefined => {
  if (file === null && url === null) return undefined;
  const poster = createPoster(createGuard(ANYWHERE));
  const outlets = [
    ...(file === null ? [] : [{ name: 'AUDIT_CHECKPOINT_FILE', bring: appendTo(file) }]),
    ...(url === null ? [] : [{ name: 'AUDIT_CHECKPOINT_URL', bring: postTo(url, poster) }]),
  ];
  const queues = outlets.map(({ name, bring }) => openQueue(name, bring, log));
  return {
    bring: (checkpoint, onKept) => {
      let left = queues.length;
      const item: Item = {
        checkpoint,
        onKept: async () => {
          left -= 1;
          if (left === 0) await onKept();
        },
      };
      for (const queue of queues) queue.add(item);
    },
    stop: async () => {
      await Promise.all(queues.map((queue) => queue.stop()));
      poster.close();
    },
  };
};

/** What waits for one outlet: of each organisation the newest. */
const openQueue = (name: string, bring: Bring, log: Logger) => {
  const waiting = new Map<string, Item>();
  const bell = createBell();
  const halted = new AbortController();
  /** False when the outlet takes nothing. */
  const round = async (): Promise<boolean> => {
    for (const [organisation, item] of waiting) {
      try {
        await bring(item.checkpoint);
      } catch (error) {
        log.error({ err: error, size: item.checkpoint.size }, `a checkpoint did not reach ${name}`);
        return false;
      }
      if (waiting.get(organisation) === item) waiting.delete(organisation);
      await item.onKept().catch((error: unknown) => log.error({ err: error }, `${name} was not noted`));
    }
    return true;
  };
  const run = async (): Promise<void> => {
    let wait_ms = FIRST_WAIT_MS;
    while (!halted.signal.aborted) {
      const done = await round();
      if (done && waiting.size > 0) continue;
      await bell.wait(done ? LONGEST_WAIT_MS : wait_ms);
      wait_ms = done ? FIRST_WAIT_MS : Math.min(wait_ms * 2, LONGEST_WAIT_MS);
    }
    if (waiting.size > 0) await round();
  };
  const ended = run();
  return {
    add: (item: Item): void => {
      const earlier = waiting.get(item.checkpoint.organisation_id);
      if (earlier !== undefined && earlier.checkpoint.size >= item.checkpoint.size) return;
      waiting.set(item.checkpoint.organisation_id, item);
      bell.ring();
    },
    stop: async (): Promise<void> => {
      halted.abort();
      bell.ring();
      await Promise.race([ended, setTimeout(LAST_WAIT_MS, undefined, { ref: false })]);
    },
  };
};
