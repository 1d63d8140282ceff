// An answer in the coding that its caller wants. What is shown once goes as it is: a secret beside what the caller wrote
// must not be compressed, since the length of the whole would tell of it (BREACH). The pages do not come by here: they
// show what was searched for beside the tokens of their forms.
import { type Coder, type Coding, wantedCoding } from '../base/net/codings.ts';
import { MIN_CODED_BYTES } from './limits.ts';
import type { Reply } from './reply.ts';

const VARIES: readonly string[] = ['Vary', 'Accept-Encoding'];

const withCoding = (reply: Reply, coding: Coding, bytes: Buffer): Reply => ({
  ...reply,
  head: '',
  tail: bytes,
  headers: [...reply.headers, 'Content-Encoding', coding],
});

export const codedReply = (
  coder: Coder,
  reply: Reply,
  acceptEncoding: string | undefined,
): Reply | Promise<Reply> => {
  const { head, tail, coded: ready } = reply;
  if (ready === 'never') return reply;
  const { coding, only } = wantedCoding(acceptEncoding);
  const length = Buffer.byteLength(head) + (tail?.length ?? 0);
  if (length === 0 || (length < MIN_CODED_BYTES && !only)) return reply;
  const plain: Reply = { ...reply, headers: [...reply.headers, ...VARIES] };
  if (coding === undefined) return plain;
  const kept = ready?.(coding);
  if (kept !== undefined) return withCoding(plain, coding, kept);
  const bytes = tail === undefined ? Buffer.from(head) : Buffer.concat([Buffer.from(head), tail]);
  const take = (coded: Buffer | undefined): Reply =>
    coded === undefined || (coded.length >= length && !only) ? plain : withCoding(plain, coding, coded);
  const coded = coder.code(coding, bytes);
  return coded instanceof Promise ? coded.then(take) : take(coded);
};
