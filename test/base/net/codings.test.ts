// Which coding a client gets, and that what is put together from pieces is what decoders read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { codeStart } from '../../../src/base/net/coded-start.ts';
import { type Coding, createCoder, keptCodings, wantedCoding } from '../../../src/base/net/codings.ts';

const decode = (coding: Coding, bytes: Buffer): string =>
  (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();

const CASES: readonly (readonly [header: string | undefined, coding: Coding | undefined, only?: true])[] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['br;q=0,gzip;q=0', undefined],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['gzip;q=0.5, *;q=0', 'gzip', true],
  ['identity;q=0, gzip', 'gzip', true],
  ['identity;q=0', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['zstd, compress', undefined],
  ['gzip ; q=1.000 , ', 'gzip'],
  ['gzip; Q=0.8', 'gzip'],
  ['gzip;q=1.001', undefined],
  ['gzip;q=two, br;q', undefined],
  ['gzip;q=0, gzip', undefined],
  [`${'a,'.repeat(8_000)}br`, 'br'],
  [`gzip${' '.repeat(16_000)};`, undefined],
];

test('a client gets the coding that it wants most, the shorter one where it wants both', () => {
  for (const [header, coding, only = false] of CASES)
    assert.deepEqual(wantedCoding(header), { coding, only }, header?.slice(0, 80));
});

test('a text that is compressed once is read with each end', async () => {
  for (const text of ['{', `{"tools":[${'{"a":"b"},'.repeat(20_000)}{}]`, `"${'é€😀'.repeat(999)}`]) {
    for (const coding of ['br', 'gzip'] as const) {
      const start = await codeStart(coding, Buffer.from(text));
      for (const end of ['}', ',"id":7}', `,"id":"${'😀'.repeat(256)}"}`, 'x'.repeat(65_535)]) {
        const whole = start.finish(Buffer.from(end));
        assert.equal(decode(coding, whole), text + end);
        assert.ok(whole.length <= start.bytes + Buffer.byteLength(end) + 13);
        if (coding === 'gzip')
          assert.equal(
            execFileSync('gzip', ['-dc'], { input: whole, maxBuffer: 1e6 }).toString(),
            text + end,
          );
      }
    }
  }
});

test('two long answers are compressed at a time, and no answer waits for them', async () => {
  const coder = createCoder();
  const long = Buffer.from('abcdefgh '.repeat(20_000));
  const begun = (['br', 'gzip', 'br'] as const).map((coding) => coder.code(coding, long));
  assert.equal(begun[2], undefined);
  assert.equal(decode('br', (await begun[0]) ?? Buffer.of()), long.toString());
  assert.equal(decode('gzip', (await begun[1]) ?? Buffer.of()), long.toString());
  const short = coder.code('gzip', Buffer.from('abc'));
  assert.ok(short instanceof Buffer);
  assert.ok(coder.code('br', long) instanceof Promise);
});

test('a file is compressed once, and kept as it is where that is no shorter', async () => {
  const coded = keptCodings(Buffer.from('a'.repeat(500)));
  assert.equal(coded('br'), coded('br'));
  assert.equal(decode('br', (await coded('br')) ?? Buffer.of()), 'a'.repeat(500));
  assert.equal(await keptCodings(Buffer.from('abc'))('gzip'), undefined);
});
