// Writes a ZIP as it is read by others: one entry at a time, at their pace, so that memory holds some chunks whatever it has.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  readonly at: Date;
  /** What is packed already is not packed again. */
  readonly isPacked?: boolean;
}

export interface ZipWriter {
  /** Ends when the entry has been read to its end; its SHA-256 and size. */
  add(entry: ZipEntry, source: AsyncIterable<Buffer | string>): Promise<{ sha256: string; bytes: number }>;
}

/** A part of text that somebody writes piece by piece. */
type Fill = (write: (text: string) => Promise<void>) => Promise<void>;

/** What the work writes, as it is read. */
export const written = async function* (fill: Fill): AsyncGenerator<Buffer> {
  const text = new PassThrough();
  const left = new AbortController();
  const filling = fill(async (part) => {
    if (!text.write(part)) await once(text, 'drain', { signal: left.signal });
  }).then(
    () => void text.end(),
    (error: unknown) => void text.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    yield* text as AsyncIterable<Buffer>;
  } finally {
    left.abort();
    await filling;
  }
};

const counted = async function* (
  source: AsyncIterable<Buffer | string>,
  seen: (part: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    seen(bytes);
    yield bytes;
  }
};

const HELD_BYTES = 65_536;

/** The ZIP that the work fills. Where the work or its reader fails, both end, and the ZIP has no end. */
export const zipOf = (work: (zip: ZipWriter) => Promise<void>): AsyncIterable<Buffer> => {
  const zip = new ZipFile();
  const out = zip.outputStream as PassThrough;
  const failed = new Promise<never>((_, refuse) => {
    zip.on('error', refuse);
    out.on('close', () => refuse(new Error('the reader of the archive has left')));
  });
  failed.catch(() => undefined);
  const add: ZipWriter['add'] = async ({ path, at, isPacked = false }, source) => {
    const hash = createHash('sha256');
    let bytes = 0;
    const seen = (part: Buffer): void => {
      hash.update(part);
      bytes += part.length;
    };
    const stream = Readable.from(counted(source, seen), { objectMode: false, highWaterMark: HELD_BYTES });
    zip.addReadStream(stream, path, { mtime: at, compress: !isPacked });
    try {
      await Promise.race([finished(stream), failed]);
    } finally {
      stream.destroy();
    }
    return { sha256: hash.digest('hex'), bytes };
  };
  work({ add }).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  out.on('error', () => undefined);
  return out as AsyncIterable<Buffer>;
};
