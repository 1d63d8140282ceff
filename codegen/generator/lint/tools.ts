// Rules on tools as a whole: scopes, outputs, rules across parameters, error lists.
import { RULE_KINDS } from '../model.ts';
import { expand } from '../lower/field.ts';
import { collectTraits } from '../lower/tool.ts';
import type { Schema } from '../lower/schema.ts';
import { below, didYouMean, atKey } from '../problem.ts';
import type { Where } from '../problem.ts';
import type { LintRule } from './all.ts';
import { longest } from '../texts/fit.ts';
import { isSentence } from './fields.ts';

/** A key with all :read scopes can read everything and write nothing. */
export const scopeFitsAccess: LintRule = (spec, _tools, problems) => {
  for (const { name, scope, access, where } of spec.tools) {
    if (scope === undefined) {
      if (access === 'write')
        problems.flaw('scope-access', below(where, 'scope'), `${name} writes, so it cannot be exempt`);
    } else if (spec.scopes.has(scope) && scope.endsWith(':read') !== (access === 'read')) {
      problems.flaw(
        'scope-access',
        below(where, 'scope'),
        `${name} has access ${access} and the scope ${scope}`,
      );
    }
  }
};

/** Read tools destroy nothing, and repeating them changes nothing. */
export const annotationsFit: LintRule = (spec, _tools, problems) => {
  for (const { access, annotations, where } of spec.tools) {
    if (access === 'read' && annotations.destructive)
      problems.flaw(
        'annotation',
        below(where, 'annotations', 'destructive'),
        'a tool that reads destroys nothing',
      );
    if (access === 'read' && !annotations.idempotent)
      problems.flaw(
        'annotation',
        below(where, 'annotations', 'idempotent'),
        'a tool that reads is idempotent',
      );
  }
};

export const toolsDescribed: LintRule = (spec, tools, problems) => {
  for (const { tool, description: told, fitting } of tools) {
    const description = longest(fitting ?? told);
    const where = below(tool.where, 'description');
    if (!isSentence(tool.description))
      problems.flaw('full-stop', where, `the description of ${tool.name} does not end with a full stop`);
    if (description.length > 600)
      problems.flaw(
        'description-long',
        where,
        `the description of ${tool.name}, its rules included, has ${description.length} characters; 600 are allowed`,
      );
  }
  for (const { code, message, hint, refusal, where } of spec.errors.values()) {
    if (refusal !== undefined) continue;
    for (const [key, text] of Object.entries({ message, hint })) {
      if (!isSentence(text))
        problems.flaw('full-stop', below(where, key), `the ${key} of ${code} does not end with a full stop`);
    }
  }
};

/** The name before a rename cannot be that of something else. */
export const renamesFit: LintRule = (spec, tools, problems) => {
  const names = new Set(spec.tools.map(({ name }) => name));
  const walk = ({ properties = {}, items }: Schema, where: Where): void => {
    if (items !== undefined) walk(items, where);
    for (const [name, inner] of Object.entries(properties)) {
      if (inner.was !== undefined && properties[inner.was] !== undefined)
        problems.fault('was-taken', where, `${name} was ${inner.was}, which is a parameter of its own`);
      walk(inner, where);
    }
  };
  for (const { tool, toldInput } of tools) {
    if (tool.was !== undefined && names.has(tool.was))
      problems.fault('was-taken', below(tool.where, 'was'), `${tool.was} is a tool of its own`);
    walk(toldInput, below(tool.where, 'params'));
  }
};

/** A folder of tools that the service does not list is a slip. */
export const groupsListed: LintRule = (spec, _tools, problems) => {
  const { groups } = spec.service;
  const told = new Set<string>();
  for (const { group, set, where } of spec.tools) {
    if (groups.length === 0 || set !== undefined || groups.includes(group) || told.has(group)) continue;
    told.add(group);
    problems.fault(
      'unknown-group',
      atKey(where),
      `the folder ${group} is not in groups of spec/service.yaml${didYouMean(group, groups)}; move the file, or add the group there`,
    );
  }
};

/** What a set is for is told to who gives it to a key. */
export const toolsetsDescribed: LintRule = (spec, _tools, problems) => {
  for (const { description, name, where } of spec.toolsets.values()) {
    const flaw = !isSentence(description) ? 'does not end with a full stop' : undefined;
    if (flaw !== undefined)
      problems.flaw(
        'full-stop',
        below(where, 'description'),
        `the description of the toolset ${name} ${flaw}`,
      );
    if (!spec.tools.some(({ set }) => set === name))
      problems.flaw('toolset-empty', atKey(below(where, 'description')), `the toolset ${name} has no tool`);
  }
  for (const { name, set, where } of spec.tools)
    if (set !== undefined && !spec.toolsets.has(set))
      problems.fault(
        'toolset-undescribed',
        atKey(below(where, 'tool')),
        `${name} is of the toolset ${set}, which nothing describes: write spec/toolsets/${set}/set.yaml with description and budget`,
      );
};

const ENVELOPE = ['entity', 'warnings', 'idempotent_replay'];

const secretIsToldOnce = (
  { tool: { output, where }, resultFields }: Pick<Parameters<LintRule>[1][number], 'tool' | 'resultFields'>,
  problems: Parameters<LintRule>[2],
): void => {
  const { once, asks } = output;
  if (once === undefined) return;
  if (resultFields?.[once]?.nullable !== true)
    problems.fault(
      'output-shape',
      below(where, 'output', 'once'),
      `the output has no nullable field ${once}`,
    );
  // A task tells its answer to whoever follows it, as often as they ask.
  if (asks !== undefined)
    problems.fault('output-shape', below(where, 'output', 'asks'), `${once} is told only once`);
};

/** A tool has one output, a list has pages, and no field has a name of the envelope. */
export const outputsFit: LintRule = (spec, tools, problems) => {
  for (const { tool, resultFields } of tools) {
    const { output, list, where } = tool;
    const place = atKey(below(where, 'output'));
    const given = (['list', 'record', 'fields'] as const).filter((key) => output[key] !== undefined);
    if (given.length !== 1)
      problems.fault('output-shape', place, 'an output has one of list, record and fields');
    if ((output.list === undefined) !== (list === undefined)) {
      problems.fault(
        'output-shape',
        place,
        'a tool with list: has an output of the form { list: Row }, and only such a tool',
      );
    }
    for (const key of ['list', 'record'] as const) {
      const name = output[key];
      if (name !== undefined && expand({ use: name }, spec).record === undefined) {
        problems.fault('output-shape', below(where, 'output', key), `${name} is not a record`);
      }
    }
    for (const name of ['csv', 'asks'] as const) {
      const field = output[name];
      if (field !== undefined && resultFields?.[field] === undefined)
        problems.fault(
          'output-shape',
          below(where, 'output', name),
          `the output has no field ${field}${didYouMean(field, Object.keys(resultFields ?? {}))}`,
        );
    }
    const missing = output.embed === undefined ? [] : [output.embed, 'uri', 'mime_type', 'encoding'];
    for (const name of missing.filter((each) => resultFields?.[each] === undefined))
      problems.fault('output-shape', below(where, 'output', 'embed'), `the output has no field ${name}`);
    secretIsToldOnce({ tool, resultFields }, problems);
    const envelope = tool.dry_run ? [...ENVELOPE, 'dry_run'] : ENVELOPE;
    for (const name of envelope.filter((each) => resultFields?.[each] !== undefined)) {
      problems.fault(
        'envelope-name',
        place,
        `the field ${name} is added to every answer; give it another name`,
      );
    }
    if (tool.entity === 'required' && !spec.types.has('EntityRef')) {
      problems.fault(
        'missing-type',
        atKey(below(where, 'entity')),
        'answers of this tool name the entity; spec/types needs the record EntityRef',
      );
    }
    const added = [
      ...(tool.entity === 'required' ? ['entity_id'] : []),
      ...(list === undefined ? [] : ['limit', 'cursor']),
      ...(tool.dry_run ? ['dry_run'] : []),
    ];
    for (const name of added.filter((each) => tool.params[each] !== undefined)) {
      problems.fault(
        'envelope-name',
        atKey(below(where, 'params', name)),
        `the parameter ${name} is added by the generator`,
      );
    }
    if (list !== undefined && list.default > list.max)
      problems.fault('list-limit', below(where, 'list', 'default'), 'the default is above the maximum');
  }
};

/** A dry run takes back the one transaction of a write. */
export const dryRunsFit: LintRule = (spec, _tools, problems) => {
  for (const { name, access, transactions, output, dry_run, where } of spec.tools) {
    const isFit = access === 'write' && transactions === 'one' && output.once === undefined;
    if (dry_run && !isFit)
      problems.fault(
        'dry-run',
        below(where, 'dry_run'),
        `${name} can have no dry run: only a write of one transaction, which shows no secret, can be taken back whole`,
      );
  }
};

/** A range has two parameters of one kind; a required parameter is no alternative to another. */
export const rulesFit: LintRule = (spec, _tools, problems) => {
  for (const tool of spec.tools) {
    for (const { kind, params, where } of tool.rules) {
      const isRange = kind === 'date_order' || kind === 'number_order';
      if (isRange && params.length !== 2)
        problems.fault('rule-form', atKey(where), `${kind} takes two parameters`);
      for (const [index, name] of params.entries()) {
        const field = expand(tool.params[name] ?? {}, spec);
        if (!isRange && field.required === true)
          problems.flaw('rule-form', below(where, index), `${name} is required, so ${kind} never decides`);
        if (kind === 'date_order' && field.format !== 'date')
          problems.flaw('rule-form', below(where, index), `${name} is not a day`);
        if (kind === 'number_order' && field.type !== 'number' && field.type !== 'integer')
          problems.flaw('rule-form', below(where, index), `${name} is not a number`);
      }
    }
  }
};

/** Codes are listed once and implied ones not at all, so the list shows what is special about the tool. */
export const codesListed: LintRule = (spec, _tools, problems) => {
  for (const tool of spec.tools) {
    const traits = collectTraits(tool);
    for (const [key, codes, table] of [
      ['errors', tool.errors, spec.errors],
      ['warnings', tool.warnings, spec.warnings],
    ] as const) {
      codes.forEach((code, index) => {
        const where = below(tool.where, key, index);
        if (codes.indexOf(code) !== index) problems.flaw('listed-twice', where, `${code} is listed twice`);
        const applies = table.get(code)?.applies ?? [];
        if (applies.some((trait) => traits.has(trait)))
          problems.flaw('implied', where, `${code} is implied here; leave it out`);
      });
    }
  }
};

const TRAITS = [
  'all',
  'read',
  'write',
  'adds',
  'entity',
  'entity_read',
  'entity_write',
  'list',
  ...RULE_KINDS,
];

/** Placeholders name details; `applies` names traits of tools. */
export const codesFit: LintRule = (spec, _tools, problems) => {
  for (const { message, details, applies, where } of [
    ...[...spec.errors.values()].filter(({ refusal }) => refusal === undefined),
    ...spec.warnings.values(),
  ]) {
    const known = [...Object.keys(details), 'path'];
    for (const [, name = ''] of message.matchAll(/\{([a-z_]*)\}/g)) {
      if (!known.includes(name))
        problems.fault(
          'unknown-placeholder',
          below(where, 'message'),
          `no detail is called ${name}${didYouMean(name, known)}`,
        );
    }
    for (const trait of applies.filter((each) => !TRAITS.includes(each))) {
      problems.fault(
        'unknown-trait',
        below(where, 'applies'),
        `unknown trait ${trait}${didYouMean(trait, TRAITS)}`,
      );
    }
  }
};
