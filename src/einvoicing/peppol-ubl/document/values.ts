// Values in a UBL document: no empty elements, amounts with their currency, texts without stray spaces.
import { toFixed, toText, type Decimal } from '../../../base/money/decimal.ts';
import { type Amount, toDecimal } from '../../../base/money/amount.ts';
import { element, type XmlAttributes, type XmlElement } from '../../xml/write.ts';
import { documentDigits } from '../calculate.ts';
import { written } from '../text.ts';

type Maybe = XmlElement | null;

/** An element with a text; null where there is none. */
export const leaf = (
  name: string,
  text: string | null | undefined,
  attributes: XmlAttributes = {},
): Maybe => {
  const content = written(text);
  return content === '' ? null : element(name, attributes, content);
};

/** An element with elements; null where all of them are absent. */
export const group = (name: string, children: readonly Maybe[]): Maybe => {
  const present = children.filter((child) => child !== null);
  return present.length === 0 ? null : element(name, {}, present);
};

/** An amount with the decimals of its currency, two at most. */
export const money = (name: string, value: Decimal, currency: string): XmlElement =>
  element(name, { currencyID: currency }, toFixed(value, documentDigits(currency)));

export const amountElement = (name: string, value: Amount): XmlElement =>
  money(name, toDecimal(value), value.currency);

/** A price, which may have more decimals than an amount. */
export const price = (name: string, value: Decimal, currency: string): XmlElement => {
  const places = documentDigits(currency);
  const text = toText(value);
  const decimals = text.split('.')[1]?.length ?? 0;
  return element(name, { currencyID: currency }, decimals < places ? toFixed(value, places) : text);
};
