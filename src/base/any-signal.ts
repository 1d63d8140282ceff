// One signal for several, let go of when it is not needed any more: `AbortSignal.any` stays with those that live on, such
// as that of the service's end, for as long as they do.
export interface AnySignal {
  /** Aborts with the reason of the first that does. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly release: () => void;
}

export const anySignal = (signals: readonly AbortSignal[]): AnySignal => {
  const any = new AbortController();
  const follow = (event: { readonly target: EventTarget | null }): void =>
    any.abort(event.target instanceof AbortSignal ? event.target.reason : undefined);
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason);
    else signal.addEventListener('abort', follow, { once: true });
  }
  const release = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', follow);
  };
  return { signal: any.signal, abort: () => any.abort(), release };
};

/** The work under a signal for several, which is let go of when the work ends. */
export const underAny = async <T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { signal, release } = anySignal(signals);
  try {
    return await work(signal);
  } finally {
    release();
  }
};
