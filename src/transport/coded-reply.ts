// An answer in the coding that its caller wants. What is shown once goes as it is: a secret beside what the caller wrote
// must not be compressed, since the length of the whole would tell of it (BREACH). The pages do not come by here: they
// show what was searched for beside the tokens of their forms.
import { type Coder, type Coding, wantedCoding } from '../base/net/codings.ts';
import { MIN_CODED_BYTES } from './limits.ts';
import type { BytesReply, Reply } from './reply.ts';

const VARIES: readonly string[] = ['Vary', 'Accept-Encoding'];

const withCoding = (reply: BytesReply, coding: Coding, bytes: Buffer): BytesReply => ({
  status: reply.status,
  head: bytes,
  tail: undefined,
  headers: [...reply.headers, 'Content-Encoding', coding],
});

export const codedReply = (
  coder: Coder,
  { status, headers, coded: ready, ...reply }: Reply,
  acceptEncoding: string | undefined,
): BytesReply | Promise<BytesReply> => {
  const { tail } = reply;
  const head = Buffer.from(reply.head);
  const length = head.length + (tail?.length ?? 0);
  const asItIs = { status, headers, head, tail };
  if (ready === 'never') return asItIs;
  const { coding, only } = wantedCoding(acceptEncoding);
  if (length === 0 || (length < MIN_CODED_BYTES && !only)) return asItIs;
  const plain = { ...asItIs, headers: [...headers, ...VARIES] };
  if (coding === undefined) return plain;
  const kept = ready?.(coding);
  if (kept !== undefined) return withCoding(plain, coding, kept);
  const take = (coded: Buffer | undefined): BytesReply =>
    coded === undefined || (coded.length >= length && !only) ? plain : withCoding(plain, coding, coded);
  const coded = coder.code(coding, tail === undefined ? head : Buffer.concat([head, tail]));
  return coded instanceof Promise ? coded.then(take) : take(coded);
};
