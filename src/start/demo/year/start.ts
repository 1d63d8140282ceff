// Makes the demo's year beside the running service.
import type { Logger } from '../../../base/log.ts';
import { makeYear, type YearParts } from './make.ts';

export interface YearAtWork {
  /** Lets the step at work finish; the next start goes on from there. */
  stop(): Promise<void>;
}

export const startYear = ({
  log,
  ...parts
}: Omit<YearParts, 'signal'> & { readonly log: Pick<Logger, 'warn'> }): YearAtWork => {
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    const begun = performance.now();
    try {
      const made = await makeYear({ ...parts, signal: stopping.signal });
      const seconds = Math.round((performance.now() - begun) / 1_000);
      if (made > 0)
        process.stdout.write(`The demo companies have a year of books now (made in ${seconds} s).\n`);
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'the books of the demo are not complete');
    }
  };
  const atWork = work();
  return {
    stop: async () => {
      stopping.abort(new Error('the service is stopping'));
      await atWork;
    },
  };
};
