// The body of a request to an endpoint: short, and a form in which no name stands twice.
import type { IncomingMessage } from 'node:http';
import { SERVICE } from '../../generated/service.ts';
import { type JsonReply, oauthError } from './reply.ts';

const { max_body_bytes: MAX } = SERVICE.oauth;

/** Undefined: who sends it went away. What is beyond the limit is read and dropped, so that the answer is seen. */
export const readBytes = async (req: IncomingMessage): Promise<Buffer | JsonReply | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX) chunks.push(chunk);
      if (size > 32 * MAX) break;
    }
  } catch {
    return undefined;
  }
  return size > MAX ? oauthError('too_large', { limit: MAX }) : Buffer.concat(chunks);
};

export type OAuthForm = ReadonlyMap<string, string>;

/** `resource` alone may stand several times (RFC 8707, 2): all of them, with blanks between. */
export const readFields = (pairs: URLSearchParams): OAuthForm | JsonReply => {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    // RFC 6749, 3.1: one without a value is as if it were left out.
    if (value === '') continue;
    const before = fields.get(name);
    if (before !== undefined && name !== 'resource') return oauthError('repeated', { name });
    fields.set(name, before === undefined ? value : `${before} ${value}`);
  }
  return fields;
};

const FORM = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i;

export const readOAuthForm = async (req: IncomingMessage): Promise<OAuthForm | JsonReply | undefined> => {
  const bytes = await readBytes(req);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!FORM.test(req.headers['content-type'] ?? '')) return oauthError('not_a_form', {});
  return readFields(new URLSearchParams(bytes.toString('utf8')));
};

export const isReply = (value: OAuthForm | Buffer | JsonReply): value is JsonReply => 'status' in value;
