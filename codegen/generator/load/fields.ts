// Walks every field body of the spec, with its location and role.
import type { Field, Fields, Spec } from '../model.ts';
import { below } from '../problem.ts';
import type { Where } from '../problem.ts';

/** Input: what callers send. Output: what answers hold. Detail: what errors and warnings hold. Type: shared scalars. */
type Role = 'input' | 'output' | 'detail' | 'type';

export interface FieldAt {
  readonly field: Field;
  /** Its key; empty for array elements. */
  readonly name: string;
  readonly role: Role;
  readonly where: Where;
  /** A type of spec/types itself, not a field of one. */
  readonly named: boolean;
}

/** Every field body once, in the order of the files. */
export const allFields = (spec: Spec): readonly FieldAt[] => {
  const found: FieldAt[] = [];
  const visit = (field: Field, name: string, role: Role, where: Where, named = false): void => {
    const own: Role =
      field.record !== undefined || field.extends !== undefined
        ? 'output'
        : field.fields === undefined
          ? role
          : 'input';
    found.push({ field, name, role: role === 'detail' ? role : own, where, named });
    const inner = own === 'type' ? 'type' : own;
    if (field.items !== undefined) visit(field.items, '', inner, below(where, 'items'));
    each(field.fields, inner, below(where, 'fields'));
    each(field.record, inner, below(where, 'record'));
  };
  const each = (fields: Fields | undefined, role: Role, where: Where): void => {
    for (const [name, field] of Object.entries(fields ?? {})) visit(field, name, role, below(where, name));
  };
  for (const { name, field, where } of spec.types.values()) visit(field, name, 'type', where, true);
  for (const { details, where } of spec.errors.values()) each(details, 'detail', below(where, 'details'));
  for (const { details, where } of spec.warnings.values()) each(details, 'detail', below(where, 'details'));
  for (const { fields, where } of spec.imports) each(fields, 'input', below(where, 'fields'));
  for (const tool of spec.tools) {
    each(tool.params, 'input', below(tool.where, 'params'));
    each(tool.output.fields, 'output', below(tool.where, 'output', 'fields'));
  }
  return found;
};
