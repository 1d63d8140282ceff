// Files of backups, changed: with a digest that fits, and with the seal of a key or without any.
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { attest } from '../../src/base/secrets/secrets.ts';

/** Bytes of digest and seal at the end of a file. */
export const TRAILER = 152;

export const keyId = (bytes: Buffer): string =>
  createHash('sha256').update('folio master key').update(bytes).digest('hex').slice(0, 8);

/** A file of this content with a digest that fits, sealed with this key if there is one. */
export const writtenBy = (body: Buffer, sealing?: Buffer): Buffer => {
  const digest = createHash('sha256').update(body).digest('hex');
  const seal =
    sealing === undefined ? '' : `seal ${keyId(sealing)} ${attest({ bytes: sealing }, 'backup', digest)}\n`;
  return Buffer.concat([body, Buffer.from(`\nsha256 ${digest}\n${seal}`)]);
};

/** The content of a sealed file with another header. */
export const changeHeader = (bytes: Buffer, change: (header: Record<string, unknown>) => void): Buffer => {
  const start = bytes.indexOf('\n') + 1;
  const end = bytes.indexOf('\n', start);
  const header = JSON.parse(bytes.subarray(start, end).toString()) as Record<string, unknown>;
  change(header);
  const head = Buffer.from(`${bytes.subarray(0, start).toString()}${JSON.stringify(header)}`);
  return Buffer.concat([head, bytes.subarray(end, -TRAILER)]);
};

/** The content of a sealed file with other rows, of which the digests are made anew. */
export const changeRows = (bytes: Buffer, change: (lines: string) => string): Buffer => {
  const start = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1;
  let hash = createHash('sha256');
  const lines = change(gunzipSync(bytes.subarray(start, -TRAILER)).toString())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = JSON.parse(line) as { table?: string; end?: string };
      if (read.table !== undefined) hash = createHash('sha256');
      if (read.end !== undefined) return JSON.stringify({ ...read, sha256: hash.digest('hex') });
      if (read.table === undefined) hash.update(`${line}\n`);
      return line;
    });
  const body = gzipSync(lines.map((line) => `${line}\n`).join(''));
  return Buffer.concat([bytes.subarray(0, start), body]);
};
