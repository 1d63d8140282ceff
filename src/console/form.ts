// What a person sent with a form: fields as text, files as bytes.
import { Buffer } from 'node:buffer';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Form {
  /** Trimmed; empty when the field was empty or absent. */
  text(name: string): string;
  /** Undefined when the field was empty or absent. */
  optional(name: string): string | undefined;
  /** Every value of a field that repeats, as typed. */
  all(name: string): readonly string[];
  /** Whether the field was sent at all, such as a ticked box. */
  has(name: string): boolean;
  file(name: string): UploadedFile | undefined;
  /** All fields, for sending them again after a check of who is there. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly (readonly [name: string, file: UploadedFile])[];
}

/** Files that a page sends a second time travel in a field of this name: `NAME` + suffix, `FILENAME base64`. */
export const CARRIED = '.carried';
/** Larger ones are chosen again. */
export const CARRIED_BYTES = 200_000;

export const makeForm = (
  fields: readonly (readonly [string, string])[],
  sent: readonly (readonly [string, UploadedFile])[] = [],
): Form => {
  const files = [...sent, ...fields.flatMap(carriedFile)].filter(([, { bytes }]) => bytes.length > 0);
  const all = (name: string): string[] =>
    fields.filter(([field]) => field === name).map(([, value]) => value);
  const text = (name: string): string => all(name)[0]?.trim() ?? '';
  return {
    text,
    optional: (name) => (text(name) === '' ? undefined : text(name)),
    all,
    has: (name) => fields.some(([field]) => field === name),
    file: (name) => files.find(([field]) => field === name)?.[1],
    fields: fields.filter(([name]) => !name.endsWith(CARRIED)),
    files,
  };
};

const carriedFile = ([field, value]: readonly [string, string]): [string, UploadedFile][] => {
  if (!field.endsWith(CARRIED)) return [];
  const [name = '', data = ''] = value.split(' ');
  const file = { name: decodedName(name), bytes: Buffer.from(data, 'base64') };
  return [[field.slice(0, -CARRIED.length), file]];
};

/** Of what these pages have not written it is the name as it came. */
const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

export const carry = ({ name, bytes }: UploadedFile): string =>
  `${encodeURIComponent(name)} ${bytes.toString('base64')}`;
