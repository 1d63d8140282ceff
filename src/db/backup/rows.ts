// A row as a line of the file: text as text, bytes in base64.
import type { Cell, Table } from './raw.ts';

export const encodeRow = ({ bytes }: Table, row: readonly Cell[]): string =>
  `${JSON.stringify(row.map((cell, place) => cell?.toString(bytes.includes(place) ? 'base64' : 'utf8') ?? null))}\n`;

export const decodeRow = (
  bytes: readonly number[],
  row: readonly (string | null)[],
): (string | Buffer | null)[] =>
  row.map((cell, place) => (cell !== null && bytes.includes(place) ? Buffer.from(cell, 'base64') : cell));

export const tableStart = ({ name, columns, bytes }: Table): string =>
  `${JSON.stringify({ table: name, columns, bytes })}\n`;

export const tableEnd = ({ name }: Table, rows: number, sha256: string): string =>
  `${JSON.stringify({ end: name, rows, sha256 })}\n`;
