// One signal for several, let go of when it is not needed any more: `AbortSignal.any` stays with those that live on, such
// as that of the service's end, for as long as they do.
export interface AnySignal {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly release: () => void;
}

export const anySignal = (signals: readonly AbortSignal[]): AnySignal => {
  const any = new AbortController();
  const abort = (): void => any.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  const release = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  return { signal: any.signal, abort, release };
};
