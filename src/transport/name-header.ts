// The Mcp-Name header repeats the tool's name; a name that is no plain header text comes as `=?base64?...?=`.
import { echo } from './echo.ts';

const SENTINEL = /^=\?base64\?(.*)\?=$/;
const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The name that the header means; undefined when its encoding is broken. */
const decodeName = (header: string): string | undefined => {
  const encoded = SENTINEL.exec(header)?.[1];
  if (encoded === undefined) return header;
  if (!CANONICAL_BASE64.test(encoded)) return undefined;
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
};

/** What is wrong with the header, if anything. A body without a name is judged later, as bad params. */
export const checkNameHeader = (header: string | undefined, name: unknown): string | undefined => {
  if (header === undefined) return typeof name === 'string' ? 'the Mcp-Name header is missing.' : undefined;
  const decoded = decodeName(header);
  if (decoded === undefined) return 'the Mcp-Name header is not valid Base64 of UTF-8 text.';
  if (typeof name !== 'string' || decoded === name) return undefined;
  return `Mcp-Name header '${echo(header)}' does not match body value '${echo(name)}'.`;
};
