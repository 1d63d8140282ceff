// Reads the SAT's list of article 69-B: a CSV in latin-1 with a legal legend, a title and a heading before its rows, all found
// by their content. A file whose cut date or heading is not found is refused: half a list would call the rest clean.
import { parseDay, type IsoDay } from '../../../base/time/day.ts';

export const SITUATIONS = ['Presunto', 'Desvirtuado', 'Definitivo', 'Sentencia Favorable'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** With several resolutions the gravest counts: one that was lifted does not lift another. */
const GRAVITY: readonly Situation[] = ['Definitivo', 'Presunto', 'Sentencia Favorable', 'Desvirtuado'];

export interface EfosRow {
  readonly rfc: string;
  readonly name: string;
  readonly situation: Situation;
  /** When a definitive standing was published; null where the list does not say. */
  readonly published_on: IsoDay | null;
}

export interface EfosList {
  readonly cutOn: IsoDay;
  readonly rows: readonly EfosRow[];
}

export type EfosFault = 'no_heading' | 'no_cut_date' | 'no_rows' | 'unknown_situation';

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

/** "Información actualizada al 31 de julio de 2026", anywhere before the heading. */
const CUT = /(\d{1,2})\s+de\s+([a-z]+)\s+(?:de|del)\s+(20\d\d)/i;

const readCut = (text: string): IsoDay | undefined => {
  const [, day = '', month = '', year = ''] = CUT.exec(text) ?? [];
  const at = MONTHS.indexOf(month.toLowerCase());
  return at < 0 ? undefined : parseDay(`${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`);
};

/** No field is as long: a quote that opens one is a stray one. */
const MOST_QUOTED = 10_000;

/** Where a quoted field ends; undefined where the quote opens none. */
const endOfQuoted = (text: string, start: number): number | undefined => {
  let end = start + 1;
  while (end < text.length && end - start < MOST_QUOTED && (text[end] !== '"' || text[end + 1] === '"'))
    end += text[end] === '"' ? 2 : 1;
  return text[end] === '"' ? end : undefined;
};

/** Fields of one record; a quoted field may have commas, quotes and line ends. */
function* records(text: string): Generator<readonly string[]> {
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value: string;
    const end = text[at] === '"' ? endOfQuoted(text, at) : undefined;
    if (end !== undefined) {
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1;
    } else {
      const start = at;
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1;
      value = text.slice(start, at);
    }
    fields.push(value.trim());
    if (at >= text.length || text[at] === '\n') {
      yield fields;
      fields = [];
    }
    at += 1;
  }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/u;

/** UTF-8 where it is valid, latin-1 as the SAT writes it otherwise. */
const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

interface Columns {
  readonly rfc: number;
  readonly name: number;
  readonly situation: number;
  /** Where a definitive standing was published: in the official gazette (DOF), on the page of the SAT. */
  readonly published: readonly number[];
}

const columnsIn = (fields: readonly string[]): Columns | undefined => {
  const names = fields.map(plain);
  const rfc = names.indexOf('rfc');
  const name = names.findIndex((field) => field.startsWith('nombre'));
  const situation = names.findIndex((field) => field.startsWith('situacion'));
  const published = ['dof', 'pagina sat'].flatMap((where) => {
    const at = names.findIndex(
      (field) => field.startsWith('publicacion') && field.includes(where) && field.includes('definitivo'),
    );
    return at < 0 ? [] : [at];
  });
  return rfc < 0 || name < 0 || situation < 0 ? undefined : { rfc, name, situation, published };
};

/** Written 31/07/2026. */
const readDay = (text: string): IsoDay | undefined => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};

const publishedOn = (
  { published }: Columns,
  fields: readonly string[],
  situation: Situation,
): IsoDay | null =>
  situation === 'Definitivo'
    ? (published.map((at) => readDay(fields[at] ?? '')).find((day) => day !== undefined) ?? null)
    : null;

export const readEfosList = (bytes: Uint8Array): EfosList | EfosFault => {
  let columns: Columns | undefined;
  let legend = '';
  const rows = new Map<string, EfosRow>();
  for (const fields of records(decode(bytes).replaceAll('\r', ''))) {
    if (columns === undefined) {
      columns = columnsIn(fields);
      if (columns === undefined) legend += ` ${fields.join(' ')}`;
      continue;
    }
    const rfc = (fields[columns.rfc] ?? '').toUpperCase().replace(/\s/gu, '');
    if (!RFC.test(rfc)) continue;
    const told = plain(fields[columns.situation] ?? '');
    const situation = SITUATIONS.find((each) => plain(each) === told || told.startsWith(plain(each)));
    if (situation === undefined) return 'unknown_situation';
    const earlier = rows.get(rfc);
    if (earlier !== undefined && GRAVITY.indexOf(earlier.situation) <= GRAVITY.indexOf(situation)) continue;
    const name = [...(fields[columns.name] ?? '')].slice(0, 300).join('');
    rows.set(rfc, { rfc, name, situation, published_on: publishedOn(columns, fields, situation) });
  }
  if (columns === undefined) return 'no_heading';
  const cutOn = readCut(legend);
  if (cutOn === undefined) return 'no_cut_date';
  return rows.size === 0 ? 'no_rows' : { cutOn, rows: [...rows.values()] };
};
