// Writes .xlsx workbooks, as small as they can be, for tests; and archives that are more than they seem.
import { crc32, deflateRawSync } from 'node:zlib';

/** A text, a number as its digits, a day as its count, a formula with the value that the workbook has of it; or nothing. */
export type Cell =
  | string
  | { readonly n: string }
  | { readonly day: number; readonly style?: number }
  | { readonly inline: string }
  | { readonly f: string; readonly v?: string }
  | null;

export interface Written {
  readonly sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>;
  readonly hidden?: readonly string[];
  readonly since1904?: boolean;
  /** Further parts, or others in the place of those that are written. */
  readonly parts?: Readonly<Record<string, string>>;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Style 1 is a built-in day, style 2 one of the file's own, style 3 an amount. */
const STYLES = `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd&quot;.&quot;mm\\.yyyy;@"/>
<numFmt numFmtId="165" formatCode="#,##0.00\\ [$EUR];[Red]-#,##0.00"/></numFmts><cellXfs count="4">
<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

export const toXlsx = ({ sheets, hidden = [], since1904 = false, parts = {} }: Written): Buffer => {
  const strings: string[] = [];
  const cellXml = (cell: Cell, place: string): string => {
    if (cell === null) return `<c r="${place}" s="1"/>`;
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
    if ('n' in cell) return `<c r="${place}" s="3"><v>${cell.n}</v></c>`;
    if ('day' in cell) return `<c r="${place}" s="${cell.style ?? 1}"><v>${cell.day}</v></c>`;
    if ('inline' in cell) return `<c r="${place}" t="inlineStr"><is><t>${escape(cell.inline)}</t></is></c>`;
    return `<c r="${place}"><f>${cell.f}</f>${cell.v === undefined ? '<v/>' : `<v>${cell.v}</v>`}</c>`;
  };
  const names = Object.keys(sheets);
  const made = names.map((name) => {
    const rows = (sheets[name] ?? []).map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
    );
    return `<worksheet><sheetData>${rows.join('\n')}</sheetData></worksheet>`;
  });
  const state = (name: string): string => (hidden.includes(name) ? ' state="hidden"' : '');
  const list = names.map(
    (name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${state(name)}/>`,
  );
  return toZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${since1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(made.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
};

interface ZipFaults {
  /** The size that the archive gives instead of the true one. */
  readonly saidSize?: number;
}

export const toZip = (
  parts: Readonly<Record<string, string | Buffer>>,
  { saidSize }: ZipFaults = {},
): Buffer => {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(saidSize ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), head, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), head, rest, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, directory, Buffer.from('504b0506', 'hex'), end]);
};
