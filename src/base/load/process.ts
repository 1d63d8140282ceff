// Work in a process of its own, for what a thread does not bound: buffers beside the heap, and faults of an engine. A process
// that has answered waits a while for the next input; one that failed or exceeded a bound is never used again.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProcessBounds {
  /** From input to answer. */
  readonly ms: number;
  /** Processes that wait for work. */
  readonly most: number;
  readonly idle_ms: number;
}

/** How the work ended, where it did not answer: `ended` has the code of the process, null where a signal ended it. */
export type Unanswered = { readonly exceeded: 'ms' } | { readonly ended: number | null };

/** It sees nothing of this one's environment, in which secrets stand. */
const start = (script: URL): ChildProcess => {
  const child = fork(fileURLToPath(script), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  // Told where an answer is waited for; an idle one that ends is forgotten below.
  child.on('error', () => undefined);
  return child;
};

const answerOf = (
  child: ChildProcess,
  input: unknown,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<{ readonly answer: unknown } | Unanswered> =>
  new Promise((resolve, reject) => {
    const finish = (outcome: { readonly answer: unknown } | Unanswered): void => {
      forget();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish({ exceeded: 'ms' }), ms);
    const answered = (answer: unknown): void => finish({ answer });
    const ended = (code: number | null): void => finish({ ended: code });
    const left = (): void => {
      forget();
      reject(signal.reason);
    };
    const forget = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', left);
      child.off('message', answered).off('exit', ended);
    };
    signal.addEventListener('abort', left, { once: true });
    child.on('message', answered).on('exit', ended);
    // Where the channel is gone, the process has ended or is about to.
    child.send({ input }, (fault) => {
      if (fault !== null) child.kill('SIGKILL');
    });
  });

/** Asks the script, which answers each message `{ input }` with one message. */
export const keepProcesses = (script: URL, { ms, most, idle_ms }: ProcessBounds) => {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const take = (): ChildProcess | undefined => {
    const [child, timer] = [...idle].at(-1) ?? [];
    if (child === undefined) return undefined;
    clearTimeout(timer);
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  };
  const begin = (): ChildProcess => {
    const child = start(script);
    child.once('exit', () => {
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    return child;
  };
  const keep = (child: ChildProcess): void => {
    // An idle one does not keep this process alive.
    child.unref();
    child.channel?.unref();
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), idle_ms).unref());
  };
  return async (input: unknown, signal: AbortSignal): Promise<{ readonly answer: unknown } | Unanswered> => {
    signal.throwIfAborted();
    const child = take() ?? begin();
    let isWell = false;
    try {
      const outcome = await answerOf(child, input, { ms, signal });
      isWell = 'answer' in outcome;
      return outcome;
    } finally {
      if (isWell && idle.size < most && child.connected) keep(child);
      else child.kill('SIGKILL');
    }
  };
};
