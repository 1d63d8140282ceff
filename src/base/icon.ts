// The icon of the service, for clients of the protocol and for the tab of a browser: one drawing, as SVG and as PNG.

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5f4f"/><path d="M10 7h13v4h-9v4h7v4h-7v6h-4z" fill="#fff"/></svg>';

/** The same drawing at 48 by 48, for clients that show no SVG. */
const PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAALVBMVEUfX08fX08fX08fX08fX08fX08fX08fX08/dmhfjYF/pJqfurS/0c3f6O',
  'b///+P5F9pAAAACHRSTlMAJEltkrbb/1y0/6IAAACTSURBVHjaY2BgYBBJL0cBZY4MYCBajgECQeJM5ViAAlBCHZtEEQMDYzlWIMDAil0igEEc',
  'u0Qhgzt2iRKGdOwSZQzlOABMono3DExHlah7BwPbB0TiNS5XPcfqDzpJgF21E4sEGLweIAmcrhrQsKKWBDCJbscqgZmocWYDnBkHZ1bDmTlxZm',
  'ecBQDuIgNnIYOjWAIAqxBIu20WY1wAAAAASUVORK5CYII=',
].join('');

interface IconFile {
  readonly name: string;
  readonly type: string;
  readonly sizes: string;
  readonly bytes: Buffer;
}

export const ICON_FILES: readonly IconFile[] = [
  { name: 'icon.svg', type: 'image/svg+xml', sizes: 'any', bytes: Buffer.from(SVG) },
  { name: 'icon.png', type: 'image/png', sizes: '48x48', bytes: Buffer.from(PNG, 'base64') },
];

/** As the protocol tells them (SEP-973): within the answer, so that no client fetches anything. */
export const ICONS = ICON_FILES.map(({ type, sizes, bytes }) => ({
  src: `data:${type};base64,${bytes.toString('base64')}`,
  mimeType: type,
  sizes: [sizes],
}));
