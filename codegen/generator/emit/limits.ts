// limits.ts: how long the texts and lists of each record may be.
import type { Field, Fields } from '../model.ts';
import type { Emitter } from './emit.ts';
import { header } from './emit.ts';
import { literal } from './literal.ts';

const readLimits = (fields: Fields): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { maxLength, maxItems }]) => {
      const limit = maxLength ?? maxItems;
      return limit === undefined ? [] : [[name, limit] as const];
    }),
  );

const fieldsOf = ({ record, fields }: Field): Fields => record ?? fields ?? {};

export const emitLimits: Emitter = ({ spec }) => {
  const limits = [...spec.types.values()]
    .map(({ name, field }) => [name, readLimits(fieldsOf(field))] as const)
    .filter(([, ofType]) => Object.keys(ofType).length > 0);
  const table = literal(Object.fromEntries(limits));
  return new Map([
    [
      'limits.ts',
      `${header('spec/types')}
/** By record and field: the most characters of a text, the most elements of a list. */
export const LIMITS = ${table} as const;
`,
    ],
  ]);
};
