// Writes what a page answers, with the headers that keep it from being framed, cached or scripted by others.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { wantedCoding } from '../base/net/codings.ts';
import type { FileReply } from './page.ts';
import type { Asset } from './parts.ts';

const SELF = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
];

/** PDFs are shown in a frame of these pages; nothing else may be framed. */
const policy = (framed: boolean): string =>
  [...SELF, `frame-ancestors ${framed ? "'self'" : "'none'"}`].join('; ');

/** Nothing in it is loaded or run. The viewer of PDFs is a program of the browser, which a sandbox would keep from showing any. */
const foreignPolicy = (type: string): string =>
  ["default-src 'none'", "frame-ancestors 'self'", ...(type === PDF ? [] : ['sandbox'])].join('; ');

const PDF = 'application/pdf';

const secured = (framed: boolean): Record<string, string> => ({
  'Content-Security-Policy': policy(framed),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': framed ? 'SAMEORIGIN' : 'DENY',
  'Cache-Control': 'no-store',
});

/** Never compressed: a page shows what was searched for beside the tokens of its forms, whose length would tell of them. */
export const writeHtml = (
  res: ServerResponse,
  status: number,
  html: string,
  cookies: string[],
  retryAfter?: number,
): void => {
  const body = Buffer.from(html);
  res.writeHead(status, {
    ...secured(false),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': cookies }),
  });
  res.end(body);
};

export const writeRedirect = (
  res: ServerResponse,
  status: 302 | 303,
  to: string,
  cookies: string[] = [],
): void => {
  res.writeHead(status, {
    ...secured(false),
    Location: to,
    'Content-Length': 0,
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': cookies }),
  });
  res.end();
};

/** Built files have their content's hash in their name. */
export const writeAsset = async (
  { headers }: IncomingMessage,
  res: ServerResponse,
  { type, bytes, cache, coded }: Asset,
): Promise<void> => {
  const { coding } = wantedCoding(headers['accept-encoding']);
  const short = coding === undefined ? undefined : await coded(coding);
  const body = short ?? bytes;
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(short === undefined ? {} : { 'Content-Encoding': coding }),
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cache,
  });
  res.end(body);
};

/** Rows of a table that follow its header. */
const ROWS_HEADER = 'X-Rows';

/**
 * A file, streamed when it is long; a client that goes away ends the work. A fault in the middle breaks the connection
 * off before the last chunk, so that no client takes the part for the whole.
 */
export const writeFile = async (
  res: ServerResponse,
  { type, name, body, rows, inline = false, foreign = false }: FileReply,
): Promise<void> => {
  const plain = name.replace(/[^\w. -]/g, '_');
  const disposition = `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  res.writeHead(200, {
    ...secured(inline),
    ...(foreign ? { 'Content-Security-Policy': foreignPolicy(type) } : {}),
    'Content-Type': type,
    'Content-Disposition': disposition,
    ...(Buffer.isBuffer(body) ? { 'Content-Length': body.length } : {}),
    ...(rows === undefined ? {} : { [ROWS_HEADER]: rows }),
  });
  if (Buffer.isBuffer(body)) res.end(body);
  else await pipeline(Readable.from(body), res).catch(ignoreLeaving);
};

/** Who stops a download has done nothing wrong. */
const ignoreLeaving = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
};
