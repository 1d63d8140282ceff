// The index of an exported archive, as a table and as JSON, and where each file stands in it.
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import type { Archived, ArchiveEntry } from '../../across/archive/entries.ts';

/** An entry as the index has it; null where the archive has no bytes of it. */
export interface IndexRow extends ArchiveEntry {
  readonly path: string | null;
}

/** What Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MOST_CHARACTERS = 120;
const MOST_ENDING = 12;

/** Others chose the name: nothing of it leads out of its folder or stops a system from unpacking it. */
export const safeName = (name: string): string => {
  const plain = Buffer.from(name.normalize('NFC'))
    .toString()
    .replaceAll(/[\p{C}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  const signs = [...plain];
  const dot = signs.lastIndexOf('.');
  const ending = dot > 0 && signs.length - dot <= MOST_ENDING ? signs.slice(dot) : [];
  const stem = signs.slice(0, Math.min(signs.length - ending.length, MOST_CHARACTERS));
  const cut = [...stem, ...ending].join('');
  if (cut === '') return 'file';
  return DEVICE.test(cut) ? `_${cut}` : cut;
};

export const pathOf = ({ source, id, kind, file_name }: ArchiveEntry): string =>
  ['files', source, id, ...(source === 'filed' ? [kind] : []), safeName(file_name)].join('/');

export const toRow = ({ entry }: Archived, damaged: ReadonlySet<string>): IndexRow => {
  const path = pathOf(entry);
  if (entry.state !== 'kept') return { ...entry, path: null };
  return damaged.has(path) ? { ...entry, state: 'damaged', path: null } : { ...entry, path };
};

export const COLUMNS: readonly Column<IndexRow>[] = [
  codeColumn('source', ({ source }) => source),
  codeColumn('id', ({ id }) => id),
  codeColumn('record_id', ({ record_id }) => record_id),
  codeColumn('kind', ({ kind }) => kind),
  textColumn('number', ({ number }) => number),
  textColumn('party', ({ party }) => party),
  textColumn('party_tax_id', ({ party_tax_id }) => party_tax_id),
  codeColumn('date', ({ date }) => date),
  codeColumn('currency', ({ currency }) => currency),
  numberColumn('total', ({ total }) => total),
  codeColumn('kept_at', ({ kept_at }) => kept_at),
  codeColumn('channel', ({ channel }) => channel),
  textColumn('file_name', ({ file_name }) => file_name),
  textColumn('mime_type', ({ mime_type }) => mime_type),
  numberColumn('bytes', ({ bytes }) => String(bytes)),
  codeColumn('sha256', ({ sha256 }) => sha256),
  codeColumn('retain_until', ({ retain_until }) => retain_until),
  codeColumn('state', ({ state }) => state),
  codeColumn('deleted_at', ({ deleted_at }) => deleted_at),
  codeColumn('deleted_by', ({ deleted_by }) => deleted_by),
  textColumn('deletion_reason', ({ deletion_reason }) => deletion_reason),
  textColumn('path', ({ path }) => path),
];
