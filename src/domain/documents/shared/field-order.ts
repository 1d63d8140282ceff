// In which order people read what a document says: what the JSON columns of documents hold has the order of the server.
import { COUNTRIES } from '../../../../generated/countries.ts';
import { READING_ORDER } from '../../../../generated/vocabulary/reading-order.ts';
import { inOrderThroughout, orderOf } from '../../../base/key-order.ts';

/** What a country asks of a customer, an invoice and a line. */
const OF_COUNTRIES: readonly string[] = Object.values(COUNTRIES).flatMap(({ details }) =>
  Object.values(details).flatMap(({ fields }) => Object.keys(fields)),
);

const ORDER = orderOf([...READING_ORDER.document.split(' '), ...OF_COUNTRIES]);

/** Its fields, and those of all that is within it. */
export const inFieldOrder = <T>(value: T): T => inOrderThroughout(value, ORDER) as T;
