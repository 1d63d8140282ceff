// What an answer calls an id is what the tools that take it call it.
import { allFields } from '../load/fields.ts';
import { expand } from '../lower/field.ts';
import type { Field, Spec } from '../model.ts';
import { atKey, below } from '../problem.ts';
import type { LintRule } from './all.ts';

const listIds = (field: Field, spec: Spec): readonly string[] => expand(field, spec).ids ?? [];

/** By kind of id, the required parameters that take nothing else: what a tool is told to work on. */
const namesOfIds = (spec: Spec): ReadonlyMap<string, ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>();
  for (const { params } of spec.tools)
    for (const [name, field] of Object.entries(params)) {
      const [id, ...others] = listIds(field, spec);
      if (id === undefined || others.length > 0 || field.required !== true) continue;
      names.set(id, (names.get(id) ?? new Set<string>()).add(name));
    }
  return names;
};

/** An agent hands on an id under the name that it read it by: a record says its `id` under that name too. */
export const idsNamed: LintRule = (spec, _tools, problems) => {
  const names = namesOfIds(spec);
  for (const { field, role, where } of allFields(spec)) {
    if (role !== 'output' || field.record?.['id'] === undefined) continue;
    const record = expand(field, spec).record ?? {};
    for (const id of listIds(field.record['id'], spec)) {
      const asked = [...(names.get(id) ?? [])];
      const isNamed = asked.some((name) => listIds(record[name] ?? {}, spec).includes(id));
      if (asked.length > 0 && !isNamed)
        problems.flaw(
          'id-unnamed',
          atKey(below(where, 'record', 'id')),
          `tools take such an id as ${asked.join(' or ')}; say it under that name beside id`,
        );
    }
  }
};
