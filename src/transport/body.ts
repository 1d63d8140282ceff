// Reads the body of one request, never holding more than the limit.
import type { IncomingMessage } from 'node:http';

/** Undefined when the sender went away before the end. */
export type Body = Buffer | 'too_large' | undefined;

const NOTHING = Buffer.alloc(0);

export const readBody = (req: IncomingMessage, limit: number): Promise<Body> =>
  new Promise((resolve) => {
    // The sender may have gone while the key was looked up; its events have passed then.
    if (req.destroyed) return resolve(undefined);
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        first = undefined;
        more = undefined;
        req.off('data', take);
        resolve('too_large');
      } else if (first === undefined) first = chunk;
      else if (more === undefined) more = [first, chunk];
      else more.push(chunk);
    };
    req.on('data', take);
    req.on('end', () => resolve(more === undefined ? (first ?? NOTHING) : Buffer.concat(more, size)));
    // Follows `end` on every request; resolving twice has no effect.
    req.on('close', () => resolve(undefined));
  });
