// A long text that many get, compressed once, with an end that differs from answer to answer. Both formats are made of
// blocks that end at a byte when the compressor is flushed, so a block that is not compressed may follow.
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';

import type { Coding } from './codings.ts';

export interface CodedStart {
  readonly bytes: number;
  /** The whole, as the decoder of the coding reads it; of the end at most 65,535 bytes. */
  finish(end: Buffer): Buffer;
}

/** RFC 7932, 9.2: not the last, four nibbles of the length, not compressed; then an empty last one. */
const finishBrotli = (start: Buffer, end: Buffer): Buffer => {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([start, head, end, Buffer.of(3)]);
};

/** RFC 1951, 3.2.4 and RFC 1952, 2.3: the last block, stored; then the checksum and the length of the whole. */
const finishGzip = (start: Buffer, text: { crc: number; length: number }, end: Buffer): Buffer => {
  const head = Buffer.alloc(5, 1);
  head.writeUInt16LE(end.length, 1);
  head.writeUInt16LE(end.length ^ 0xffff, 3);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(end, text.crc), 0);
  tail.writeUInt32LE((text.length + end.length) >>> 0, 4);
  return Buffer.concat([start, head, end, tail]);
};

/** In a thread. The second best of brotli takes a tenth of the best's time, and a tenth more bytes. */
export const codeStart = (coding: Coding, text: Buffer): Promise<CodedStart> =>
  new Promise((resolve, reject) => {
    const known = { crc: coding === 'gzip' ? crc32(text) : 0, length: text.length };
    const done = (error: Error | null, start: Buffer): void => {
      if (error !== null) return reject(error);
      const finish = (end: Buffer): Buffer =>
        coding === 'br' ? finishBrotli(start, end) : finishGzip(start, known, end);
      resolve({ bytes: start.length, finish });
    };
    const { BROTLI_PARAM_QUALITY, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
    if (coding === 'br')
      brotliCompress(
        text,
        { params: { [BROTLI_PARAM_QUALITY]: 9 }, finishFlush: BROTLI_OPERATION_FLUSH },
        done,
      );
    else gzip(text, { level: 9, finishFlush: Z_SYNC_FLUSH }, done);
  });
