// Rules on names: style, use, and collisions in TypeScript.
import { planNames } from '../emit/all.ts';
import { allFields } from '../load/fields.ts';
import type { Spec } from '../model.ts';
import { isPascal, isSnake } from '../naming.ts';
import { atKey } from '../problem.ts';
import type { Where } from '../problem.ts';
import { listUses } from '../load/resolve.ts';
import type { LintRule } from './all.ts';

const MAX_TOOL_NAME = 50;

/** Names on the wire are snake_case, types PascalCase. */
export const namesWritten: LintRule = (spec, _tools, problems) => {
  const wrong = (where: Where, name: string, style: string): void =>
    problems.flaw('name-style', atKey(where), `${name} is not ${style}`);
  for (const { name, where, named } of allFields(spec)) {
    if (named ? !isPascal(name) : name !== '' && !isSnake(name))
      wrong(where, name, named ? 'PascalCase' : 'snake_case');
  }
  for (const { name, where } of spec.ids.values()) if (!isPascal(name)) wrong(where, name, 'PascalCase');
  for (const { code, where } of [...spec.errors.values(), ...spec.warnings.values()])
    if (!isSnake(code)) wrong(where, code, 'snake_case');
  for (const [name, { where }] of spec.scopes)
    if (!/^[a-z_]+:[a-z]+$/.test(name)) wrong(where, name, 'of the form records:read');
  for (const [name, { where }] of spec.events)
    if (!/^[a-z_]+\.[a-z_]+$/.test(name)) wrong(where, name, 'of the form record.happened');
  const told = new Set([...spec.events.keys()].map((name) => name.split('.')[0]));
  const [event] = spec.events.values();
  for (const record of Object.keys(spec.eventRecords))
    if (!told.has(record) && event !== undefined) wrong(event.where, record, 'the first word of an event');
  for (const { name, where } of spec.tools) {
    if (!isSnake(name) || name.length > MAX_TOOL_NAME)
      wrong({ ...where, path: ['tool'] }, name, `snake_case of at most ${MAX_TOOL_NAME} letters`);
  }
};

/** Reports what nothing uses: it was forgotten or left over. */
export const nothingUnused: LintRule = (spec, tools, problems) => {
  const used = usedTypes(spec);
  for (const { name, where } of spec.types.values()) {
    if (!used.has(name)) problems.flaw('unused-type', atKey(where), `nothing uses the type ${name}`);
  }
  const errors = new Set(tools.flatMap((tool) => tool.errors));
  for (const { code, where, applies, refusal } of spec.errors.values()) {
    if (refusal === undefined && !errors.has(code) && applies.length === 0)
      problems.flaw('unused-error', atKey(where), `no tool raises ${code}`);
  }
  const warnings = new Set(tools.flatMap((tool) => tool.warnings));
  for (const { code, where, applies } of spec.warnings.values()) {
    if (!warnings.has(code) && applies.length === 0)
      problems.flaw('unused-warning', atKey(where), `no tool adds ${code}`);
  }
  const scopes = new Set(spec.tools.map(({ scope }) => scope));
  for (const [name, { where }] of spec.scopes) {
    if (!scopes.has(name)) problems.flaw('unused-scope', atKey(where), `no tool needs ${name}`);
  }
};

/** The named types that something outside spec/types uses, directly or not, and those of pages and commands. */
const usedTypes = (spec: Spec): ReadonlySet<string> => {
  const used = new Set<string>();
  const enter = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    listUses(spec.types.get(name)?.field ?? {}).forEach(enter);
  };
  const fields = [
    ...spec.tools.flatMap(({ params, output }) => [
      ...Object.values(params),
      ...Object.values(output.fields ?? {}),
    ]),
    ...[...spec.errors.values(), ...spec.warnings.values()].flatMap(({ details }) => Object.values(details)),
    ...spec.imports.flatMap((each) => Object.values(each.fields)),
  ];
  fields.flatMap(listUses).forEach(enter);
  for (const { name, field } of spec.types.values()) if (field.beyond_tools === true) enter(name);
  spec.tools
    .flatMap(({ output }) => [output.list, output.record].filter((name) => name !== undefined))
    .forEach(enter);
  spec.countries.flatMap(({ details }) => Object.values(details)).forEach(enter);
  Object.values(spec.service.defaultDetails).forEach(enter);
  if (spec.tools.some(({ entity }) => entity === 'required')) enter('EntityRef');
  if (spec.tools.some(({ list }) => list !== undefined)) enter('Cursor');
  return used;
};

/** Two things with the same TypeScript name would silently be merged. */
export const noCollisions: LintRule = (spec, tools, problems) => {
  const seen = new Map<string, string>();
  for (const { name, from, where } of planNames(spec, tools)) {
    const earlier = seen.get(name);
    if (earlier === undefined) seen.set(name, from);
    else
      problems.fault(
        'name-collision',
        atKey(where),
        `${from} and ${earlier} both become ${name} in TypeScript`,
      );
  }
};

export const prefixesDiffer: LintRule = (spec, _tools, problems) => {
  const seen = new Map<string, string>();
  for (const { name, prefix, where } of spec.ids.values()) {
    const earlier = seen.get(prefix);
    if (earlier !== undefined)
      problems.fault('prefix-twice', atKey(where), `${name} and ${earlier} have the prefix ${prefix}`);
    seen.set(prefix, name);
  }
};
