// How long a call may run, and whether its caller is still there.
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Resolves when the time is up; never rejects. */
  readonly expired: Promise<'expired'>;
  /** Stops the clock; call it when the answer is written. */
  stop(): void;
}

/**
 * Starts the clock for one HTTP request. A half-closed connection counts as gone for the signal, since closing is
 * how a modern client cancels; the answer is written all the same, for clients that only end their side.
 */
export const startDeadline = (req: IncomingMessage, res: ServerResponse, limitMs: number): Deadline => {
  const controller = new AbortController();
  const { socket } = req;
  const gone = (): void => controller.abort(new DOMException('The caller went away.', 'AbortError'));
  socket.on('end', gone);
  res.on('close', gone);
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'expired'>((resolve) => {
    timer = setTimeout(() => {
      controller.abort(new DOMException('The call took too long.', 'TimeoutError'));
      resolve('expired');
    }, limitMs);
  });
  return {
    signal: controller.signal,
    expired,
    stop() {
      clearTimeout(timer);
      socket.off('end', gone);
      res.off('close', gone);
    },
  };
};
