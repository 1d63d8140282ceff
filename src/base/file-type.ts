// What a file is by its first bytes. Its name proves nothing, and is not asked.

interface Kind {
  readonly mime: string;
  readonly is: (head: Buffer) => boolean;
}

const starts =
  (...bytes: readonly number[]): Kind['is'] =>
  (head) =>
    bytes.every((byte, at) => head[at] === byte);

const reads =
  (text: string, at = 0): Kind['is'] =>
  (head) =>
    head.toString('latin1', at, at + text.length) === text;

/** A first sign of markup, after a mark of the encoding and blanks; UTF-16 has a zero beside each letter. */
const isXml = (head: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00fe\u00ff|\u00ff\u00fe)?[\s\0]*<\0?(?:[?!a-zA-Z_])/u.test(
    head.toString('latin1', 0, 200),
  );

const KINDS: readonly Kind[] = [
  { mime: 'application/pdf', is: (head) => head.toString('latin1', 0, 1024).includes('%PDF-') },
  { mime: 'image/png', is: starts(0x89, 0x50, 0x4e, 0x47) },
  { mime: 'image/jpeg', is: starts(0xff, 0xd8, 0xff) },
  { mime: 'image/gif', is: reads('GIF8') },
  { mime: 'image/webp', is: (head) => reads('RIFF')(head) && reads('WEBP', 8)(head) },
  {
    mime: 'image/heic',
    is: (head) => reads('ftyp', 4)(head) && /^(?:hei|hev|mif1|msf1)/.test(head.toString('latin1', 8, 12)),
  },
  { mime: 'image/tiff', is: (head) => reads('II*\0')(head) || reads('MM\0*')(head) },
  { mime: 'application/zip', is: reads('PK\u0003\u0004') },
  { mime: 'application/xml', is: isXml },
];

/** How much of a file is looked at. */
export const HEAD_BYTES = 1024;

export const fileType = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  return KINDS.find(({ is }) => is(head))?.mime ?? 'application/octet-stream';
};

/** The last part of a path, without what a name of a file may not have. */
export const plainFileName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex
  const plain = last.replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return [...plain].slice(0, 200).join('') || 'file';
};
