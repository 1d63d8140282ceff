// c_ClaveProdServ: 52,514 products and services. They are kept as one buffer, and a row becomes an object when asked for.
import { remembered } from '../../../base/remembered.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { readCatalog } from './files.ts';

export interface Product {
  readonly code: string;
  readonly description: string;
  /** Other names of the product in Mexico. */
  readonly similar: readonly string[];
  /** Whether the 8 % of the border regions may apply (Estímulo Franja Fronteriza). */
  readonly borderStimulus: boolean;
  /** The last day of its use. */
  readonly validTo: IsoDay | null;
}

interface ProductRows {
  readonly text: Buffer;
  /** As numbers, ascending. */
  readonly codes: Int32Array;
  /** Where each row begins, and where the last one ends. */
  readonly starts: Int32Array;
}

const LINE_FEED = 10;
const ZERO = 48;
const CODE_DIGITS = 8;

const codeAt = (text: Buffer, start: number): number => {
  let code = 0;
  for (let at = start; at < start + CODE_DIGITS; at += 1) code = code * 10 + (text[at] ?? ZERO) - ZERO;
  return code;
};

const locateRows = (text: Buffer): ProductRows => {
  const starts = [0];
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
  const codes = new Int32Array(starts.map((start) => codeAt(text, start)));
  return { text, codes, starts: new Int32Array([...starts, text.length + 1]) };
};

let loaded: ProductRows | undefined;

/** Read when a Mexican document is first checked. */
const loadRows = (): ProductRows => (loaded ??= locateRows(readCatalog('sat-products')));

export const countProducts = (): number => loadRows().codes.length;

/** By its position in the catalogue. */
export const productAt = (index: number): Product => {
  const { text, starts } = loadRows();
  const row = text.toString('utf8', starts[index], (starts[index + 1] ?? 1) - 1);
  const [code = '', description = '', stimulus = '', validTo = '', similar = ''] = row.split('\t');
  return {
    code,
    description,
    similar: similar === '' ? [] : similar.split(/, ?/),
    borderStimulus: stimulus === '01',
    validTo: validTo === '' ? null : (validTo as IsoDay),
  };
};

const findIndex = (code: string): number => {
  const { codes } = loadRows();
  const wanted = Number(code);
  let low = 0;
  let high = codes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((codes[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return codes[low] === wanted ? low : -1;
};

/** The product whose code it is or was. */
export const findAnyProduct = remembered((code): Product | undefined => {
  const index = /^\d{8}$/.test(code) ? findIndex(code) : -1;
  return index < 0 ? undefined : productAt(index);
});

/** The product if its code may be used on that day. */
export const findProduct = (code: string, day: IsoDay): Product | undefined => {
  const product = findAnyProduct(code);
  return product === undefined || (product.validTo !== null && day > product.validTo) ? undefined : product;
};

/** Whether the catalogue lets the product bear the 8 % of the border regions. */
export const mayBearBorderRate = (code: string): boolean => findAnyProduct(code)?.borderStimulus ?? false;
