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
