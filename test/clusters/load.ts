// Callers of two instances while nodes are killed: what was acknowledged, what was refused, and for how long.
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, FolioError, type FolioClient } from '../support/client.ts';
import type { Admin } from '../admin/support.ts';
import { ANA } from '../support/office.ts';

export interface Instance {
  readonly name: string;
  readonly url: string;
}

export interface Failure {
  readonly at: number;
  readonly instance: string;
  readonly code: string;
  readonly retryable: boolean;
}

export interface Outcome {
  /** The title of each invoice whose creation was answered, and its id. */
  readonly acknowledged: Map<string, string>;
  /** When calls of each instance were answered, in milliseconds. */
  readonly answered: ReadonlyMap<string, number[]>;
  readonly failures: Failure[];
  readonly counts: Record<string, number>;
}

export interface Load {
  readonly instances: readonly Instance[];
  readonly key: string;
  readonly admin: Admin;
  readonly callers: number;
  /** Ends it. */
  readonly stop: AbortSignal;
}

const PAUSE_MS = 200;

export const loadInstances = async ({ instances, key, admin, callers, stop }: Load): Promise<Outcome> => {
  const answered = new Map(instances.map(({ name }) => [name, [] as number[]]));
  const outcome: Outcome = { acknowledged: new Map(), answered, failures: [], counts: {} };
  const count = (what: string): void => {
    outcome.counts[what] = (outcome.counts[what] ?? 0) + 1;
  };
  /** Asked again under its own idempotency key until it is answered, as a client is told to. */
  const insist = async <T>(instance: string, what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    while (!stop.aborted) {
      try {
        const answer = await ask();
        answered.get(instance)?.push(Date.now());
        count(what);
        return answer;
      } catch (error) {
        const known = error instanceof FolioError;
        const code = known ? error.code : error instanceof Error ? error.name : String(error);
        outcome.failures.push({ at: Date.now(), instance, code, retryable: !known || error.retryable });
        if (known && !error.retryable) return undefined;
      }
      await pause(PAUSE_MS);
    }
    return undefined;
  };
  const clients = instances.map(({ name, url }) => ({ name, folio: createClient({ url, key }) }));
  const last: string[] = [];

  const caller = async (index: number): Promise<void> => {
    const own = clients[index % clients.length];
    const other = clients[(index + 1) % clients.length];
    if (own === undefined || other === undefined) return;
    for (let turn = 0; !stop.aborted; turn += 1) {
      const title = `load-${index}-${turn}`;
      const made = await insist(own.name, 'create_invoice', () => draft(own.folio, title));
      if (made === undefined) continue;
      outcome.acknowledged.set(title, made.id);
      last[index] = made.id;
      // A record that the other instance has just made is there.
      await insist(other.name, 'get_invoice', () => other.folio.get_invoice({ invoice_id: made.id }));
      if (turn % 5 !== 0) continue;
      const about = { taskable_type: 'Invoice', taskable_id: made.id } as const;
      const task = await insist(own.name, 'create_task', () =>
        own.folio.create_task({ title, ...about }, { idempotencyKey: `task-${title}` }),
      );
      if (task === undefined) continue;
      const { task_id } = task;
      await insist(own.name, 'complete_task', () =>
        own.folio.complete_task({ task_id }, { idempotencyKey: `done-${title}` }),
      );
    }
  };

  /** Submitted through an agent, approved by a person, filed by whichever instance takes it: each gets a number. */
  const filer = async (index: number): Promise<void> => {
    const own = clients[index % clients.length];
    if (own === undefined) return;
    for (let turn = 0; !stop.aborted; turn += 1) {
      const title = `filed-${index}-${turn}`;
      const made = await insist(own.name, 'create_invoice', () => draft(own.folio, title));
      if (made === undefined) continue;
      outcome.acknowledged.set(title, made.id);
      const asked = await insist(own.name, 'submit_invoice', () =>
        own.folio.submit_invoice({ invoice_id: made.id }, { idempotencyKey: `submit-${title}` }),
      );
      if (asked === undefined) continue;
      const { code, err } = await admin.run(
        'approval',
        'approve',
        asked.approval_request_id,
        `--by=${ANA}`,
        '--wait=0',
      );
      count(code === 0 ? 'approved' : 'approval refused');
      if (code !== 0)
        outcome.failures.push({
          at: Date.now(),
          instance: 'command',
          code: err.slice(0, 80),
          retryable: true,
        });
    }
  };

  await Promise.all([
    ...Array.from({ length: callers }, (_, index) => caller(index)),
    ...instances.map((_, index) => filer(index)),
  ]);
  return outcome;
};

const draft = (folio: FolioClient, title: string) =>
  folio.create_invoice(
    {
      counterparty_name: 'CAFE LUNA',
      title,
      line_items: [{ description: title, unit_price: 100 }],
    },
    { idempotencyKey: title },
  );

/** The longest time without an answer that began at `from` or ended after it, before `to`. */
export const longestPause = (times: readonly number[], from: number, to: number): number => {
  const around = times.filter((at) => at >= from - 1_000 && at <= to).toSorted((a, b) => a - b);
  return around.reduce((longest, at, index) => Math.max(longest, at - (around[index - 1] ?? at)), 0);
};
