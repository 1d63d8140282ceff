// Waits for the worker to carry out a decision that a command has recorded.
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { SERVICE } from '../../generated/service.ts';
import type { Surroundings } from './command.ts';
import { may } from './define.ts';

const LOOK_MS = 100;

export interface WaitOptions {
  /** In seconds. */
  readonly wait?: number;
}

const seconds = (text: string): number => {
  if (/^\d{1,3}(\.\d)?$/.test(text.trim())) return Number(text);
  throw new InvalidArgumentError('It must be a number of seconds.');
};

export const WAIT = may(seconds);

/** Polls `look` until its result is `settled` or the time is up, and returns the last result. */
export const waitUntilSettled = async <T>(
  { progress }: Pick<Surroundings, 'progress'>,
  { wait }: WaitOptions,
  look: () => Promise<T>,
  settled: (found: T) => boolean,
): Promise<T> => {
  progress.step('Waiting for the outcome');
  const until = performance.now() + (wait === undefined ? SERVICE.windows.approve_wait_ms : wait * 1000);
  for (;;) {
    const found = await look();
    if (settled(found) || performance.now() >= until) return found;
    await pause(LOOK_MS);
  }
};
