// Fields of the head that stand once (RFC 9110, 5.3; RFC 9112, 3.2). Of two, Node takes the first and a proxy may have
// taken the other, so that each decides about another request.
import type { IncomingMessage } from 'node:http';

const SINGLE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'origin']);

export const repeatsHeader = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
};
