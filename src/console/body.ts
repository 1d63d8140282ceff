// Reads the body of a form, up to a limit; what is beyond it is read and dropped, since a browser shows no answer
// while it is still sending.
import type { IncomingMessage } from 'node:http';
import { type Form, makeForm } from './form.ts';

/** Larger than any statement or attachment that the books take. */
export const MAX_FORM_BYTES = 32 * 1024 * 1024;
/** Of somebody who has not signed in: what is longer is no password. */
export const MAX_STRANGER_BYTES = 256 * 1024;
/** A form without files: a draft of as many lines as there may be takes a twentieth of it. */
const MAX_PLAIN_BYTES = 8 * 1024 * 1024;
/** More than those of such a draft; they are read one after the other while everybody waits. */
const MAX_FIELDS = 20_000;
const MAX_DROPPED_BYTES = 128 * 1024 * 1024;
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Of all forms that are read or worked on at once: a few of the largest. What is small always fits. */
export const MAX_HELD_BYTES = 3 * MAX_FORM_BYTES;
const SMALL_BYTES = 1024 * 1024;

export type Body = Form | 'too_large' | 'busy' | 'unreadable' | 'gone';

/** Bytes of large forms in the memory of this process. */
let held = 0;

/** Works on the form that is sent. Its bytes count among those that are held until the work has ended. */
export const withForm = async <T>(
  req: IncomingMessage,
  maxBytes: number,
  work: (body: Body) => Promise<T>,
): Promise<T> => {
  let own = 0;
  const mayHold = (size: number): boolean => {
    if (size <= SMALL_BYTES) return true;
    if (held - own + size > MAX_HELD_BYTES) return false;
    held += size - own;
    own = size;
    return true;
  };
  try {
    return await work(await readForm(req, maxBytes, mayHold));
  } finally {
    held -= own;
  }
};

type MayHold = (size: number) => boolean;

const readForm = async (req: IncomingMessage, maxBytes: number, mayHold: MayHold): Promise<Body> => {
  const type = req.headers['content-type'] ?? '';
  const bytes = await readBytes(req, maxBytes, mayHold);
  if (typeof bytes === 'string') return bytes;
  if (type.startsWith(URLENCODED)) return readPlain(bytes);
  return type.startsWith(MULTIPART) ? readParts(bytes, type) : 'unreadable';
};

const AND = '&'.charCodeAt(0);

const readPlain = (bytes: Buffer): Body => {
  if (bytes.length > MAX_PLAIN_BYTES) return 'too_large';
  let fields = 1;
  for (let at = bytes.indexOf(AND); at >= 0; at = bytes.indexOf(AND, at + 1))
    if ((fields += 1) > MAX_FIELDS) return 'too_large';
  return makeForm([...new URLSearchParams(bytes.toString('utf8'))]);
};

const readBytes = async (
  req: IncomingMessage,
  maxBytes: number,
  mayHold: MayHold,
): Promise<Buffer | 'too_large' | 'busy' | 'gone'> => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isBusy = false;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      isBusy ||= size <= maxBytes && !mayHold(size);
      if (size <= maxBytes && !isBusy) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MAX_DROPPED_BYTES) return 'too_large';
    }
  } catch {
    return 'gone';
  }
  if (size > maxBytes) return 'too_large';
  return isBusy ? 'busy' : Buffer.concat(chunks);
};

const readParts = async (bytes: Buffer, type: string): Promise<Body> => {
  let data: FormData;
  try {
    data = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    return 'unreadable';
  }
  const fields: [string, string][] = [];
  const files: [string, { name: string; bytes: Buffer }][] = [];
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.push([name, value]);
    else files.push([name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) }]);
  }
  return makeForm(fields, files);
};
