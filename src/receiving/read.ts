// What a file is and says, by its content alone: names and media types of senders are not believed.
import { issue } from './issue.ts';
import { keptAs } from './kept.ts';
import type { Reading } from './reading.ts';
import { readXmlFile } from './xml/read.ts';

/** What is taken at all; of a PDF a page of pictures has as much. */
const MOST_BYTES = 25_000_000;

/** How far into a file its beginning may be searched for: some writers put a line before it. */
const HEAD_BYTES = 1024;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + at,
    Math.max(0, Math.min(text.length, bytes.length - at)),
  ).toString('latin1') === text;

const PICTURES: readonly (readonly [format: string, is: (bytes: Uint8Array) => boolean])[] = [
  ['png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['gif', (bytes) => startsWith(bytes, 'GIF8')],
  ['tiff', (bytes) => startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')],
  ['webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['heic', (bytes) => startsWith(bytes, 'ftyp', 4)],
];

/** The first characters, in whichever encoding: zeros and marks of UTF-16 and UTF-32 left out. */
const beginning = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
    .toString('latin1')
    // oxlint-disable-next-line no-control-regex -- zeros are what wide encodings have between letters
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)|\0/g, '')
    .replace(/^[\xff\xfe]+/, '')
    .trimStart();

const isXml = (bytes: Uint8Array): boolean => /^<[?!A-Za-z_]/.test(beginning(bytes));

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
    .toString('latin1')
    .includes('%PDF-');

const readBytes = async (
  bytes: Uint8Array,
  readCarried?: (bytes: Uint8Array) => Promise<Reading>,
): Promise<Reading> => {
  if (bytes.length === 0) return keptAs('unknown', 'empty', [issue('file_empty')]);
  if (bytes.length > MOST_BYTES)
    return keptAs('unknown', 'too_large', [
      issue('file_too_large', { megabytes: String(MOST_BYTES / 1_000_000) }),
    ]);
  const [picture] = PICTURES.find(([, is]) => is(bytes)) ?? [];
  if (picture !== undefined)
    return keptAs('unknown', 'image', [issue('no_structured_data')], { profile: picture });
  if (isXml(bytes)) return readXmlFile(bytes, readCarried);
  if (isPdf(bytes)) {
    // The library is large: who reads XML does without it.
    const { readPdf } = await import('./pdf/read.ts');
    return readPdf(bytes);
  }
  return keptAs('unknown', 'unknown', [issue('file_unknown')]);
};

/** Reads one file; of what is not read it says why. It may take long and much memory: see `readDocument`. */
export const readFile = (bytes: Uint8Array): Promise<Reading> =>
  readBytes(bytes, (carried) => readBytes(carried));
