// The encoding of a file: UTF-8 wherever its bytes are that, else what the file declares, else windows-1252, which German and
// Mexican banks still write.
import { TextDecoder } from 'node:util';
import { toolError } from '../../../base/errors.ts';
import { decodeWindows1252 } from '../../../base/input-file.ts';

const DECLARED = [
  // XML, also of OFX 2.
  /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/iu,
  // The header of OFX 1: CHARSET is the code page where ENCODING is USASCII.
  /^\s*OFXHEADER\s*:[\s\S]{0,400}?\bCHARSET\s*:\s*([\w.-]+)/iu,
  /^\s*OFXHEADER\s*:[\s\S]{0,400}?\bENCODING\s*:\s*([\w.-]+)/iu,
];
const HEADER_BYTES = 1_000;

const declaredIn = (bytes: Buffer): readonly string[] => {
  const header = bytes.subarray(0, HEADER_BYTES).toString('latin1');
  return DECLARED.flatMap((pattern) => pattern.exec(header)?.[1] ?? []).filter(
    (label) => !SAYS_NOTHING.test(label),
  );
};

/** A file with other bytes than it declares is read as banks mostly write. */
const SAYS_NOTHING = /^(?:NONE|US-?ASCII|UTF-?8|UNICODE|UTF-?16(?:LE|BE)?)$/iu;

/** `1252` and `8859-15` are what OFX calls windows-1252 and ISO-8859-15. */
const labelOf = (label: string): string =>
  label
    .replace(/^(?:cp|ansi_?)?(125\d|874)$/iu, 'windows-$1')
    .replace(/^(?:iso)?-?8859[-_](\d{1,2})$/iu, 'iso-8859-$1');

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(labelOf(label));
  } catch {
    return undefined;
  }
};

export const decodeBytes = (file: string, bytes: Buffer): string => {
  try {
    // The decoder also takes away a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [label] = declaredIn(bytes);
    if (label === undefined) return decodeOneByte(bytes);
    if (/^(?:cp|ibm)?-?850$/iu.test(label)) return decodeCp850(bytes);
    const decoder = decoderOf(label);
    if (decoder === undefined) throw toolError('file_encoding_unknown', { file, encoding: label });
    return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  }
};

/** UTF-16 without its mark: most of a statement is ASCII, of which every other byte is zero. */
export const wideEncoding = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const start = bytes.subarray(0, 2_000);
  const zeros = [0, 1].map(
    (parity) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  );
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : undefined;
};

/** What MS-DOS and programs that come from it write for the bytes from 0x80 on. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const decodeCp850 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u00ff]/gu, (byte) => CP850[byte.charCodeAt(0) - 0x80] ?? byte);

/** Its vowels and its Ñ are quotes and signs in windows-1252, which nobody writes within a word; its blank is a ÿ. */
const DOS_LETTER =
  /(?<=[A-Za-z])[\u0081\u0082\u0084\u0094\u00a0-\u00a5](?=[A-Za-z])|(?<![A-Za-z])[\u0099\u009a](?=[a-z])|(?<=\d)\u00ff(?=\d)/u;
/** Letters of windows-1252, but for the one that is ß in the other. */
const WINDOWS_LETTER = /[\u00c0-\u00e0\u00e2-\u00fe]/u;
const isCp850 = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  return DOS_LETTER.test(text) && !WINDOWS_LETTER.test(text);
};

/** Nobody writes the sign of no currency: where windows-1252 has it, and none of its own letters, it is ISO-8859-15's €. */
const decodeOneByte = (bytes: Buffer): string => {
  if (isCp850(bytes)) return decodeCp850(bytes);
  const isLatin9 = bytes.includes(0xa4) && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return isLatin9 ? new TextDecoder('iso-8859-15').decode(bytes) : decodeWindows1252(bytes);
};
