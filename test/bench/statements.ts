// Which SQL a call really sends: mysql2 tells of each statement on a diagnostics channel.
import { tracingChannel } from 'node:diagnostics_channel';

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Started {
  readonly query: string;
  readonly values?: readonly unknown[];
}

/** Runs the work and answers the statements that it sent, session set-up left out. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const seen: Statement[] = [];
  const channel = tracingChannel<unknown, Started>('mysql2:query');
  const start = (message: Started): void => {
    seen.push({ sql: message.query, values: message.values ?? [] });
  };
  channel.start.subscribe(start as never);
  try {
    await work();
  } finally {
    channel.start.unsubscribe(start as never);
  }
  return seen.filter(({ sql }) => !/^set /i.test(sql));
};

/** Prints each statement of this process that takes longer than this. */
export const printSlowStatements = (ms: number): void => {
  const channel = tracingChannel<unknown, Started>('mysql2:query');
  const began = new WeakMap<object, number>();
  const start = (message: Started): void => void began.set(message, performance.now());
  const end = (message: Started): void => {
    const took = performance.now() - (began.get(message) ?? 0);
    if (took > ms)
      console.log(`    ${took.toFixed(0)} ms ${message.query} ${JSON.stringify(message.values ?? [])}`);
  };
  channel.start.subscribe(start as never);
  channel.asyncEnd.subscribe(end as never);
};
