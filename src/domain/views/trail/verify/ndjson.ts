// Reads a file of the trail line by line; whatever it is not is refused with its line.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { explainFileError, requireFile } from '../../../../base/input-file.ts';
import { Refusal } from '../../../../base/refusal.ts';

export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const isText: Check = (value) => typeof value === 'string';
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const isHashes: Check = (value) => Array.isArray(value) && value.every(isHash);
export const isTrue: Check = (value) => value === true;
export const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
export const isAbsent: Check = (value) => value === undefined;
export const isNull: Check = (value) => value === null;

export const hasShape = (value: unknown, shape: Shape): boolean =>
  isObject(value) &&
  Object.entries(shape).every(([name, check]) => check(Reflect.get(value as object, name)));

/** Undefined for what is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface NumberedLine {
  readonly number: number;
  /** With its line feed. */
  readonly text: string;
  readonly value: unknown;
}

export const refuseLine = (path: string, number: number, what: string): never => {
  throw new Refusal('unreadable_file', `${path}, line ${number}: ${what}`);
};

export const readNdjson = async function* (path: string): AsyncGenerator<NumberedLine> {
  await requireFile(path).catch((error: unknown) => {
    throw explainFileError(path, error);
  });
  const file = createReadStream(path);
  let number = 0;
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== '') yield { number, text: `${line}\n`, value: parseJson(line) };
    }
  } catch (error) {
    throw explainFileError(path, error);
  } finally {
    file.destroy();
  }
};
