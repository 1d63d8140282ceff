// What real clients accept in a published schema. The dialect rules most of it out, so these rules check the
// generator as much as the spec.
import { type Schema, stripTold } from '../lower/schema.ts';
import { publishBounds } from '../lower/tool.ts';
import { atKey } from '../problem.ts';
import type { LintRule } from './all.ts';

/** Of arguments. `exclusiveMinimum`, `uniqueItems` and `const` are not among them: Gemini refuses a request over each. */
const INPUT_KEYWORDS: readonly string[] = [
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
];

const ANSWER_KEYWORDS: ReadonlySet<string> = new Set([...INPUT_KEYWORDS, 'const']);
const KEYWORDS: ReadonlySet<string> = new Set(INPUT_KEYWORDS);

/** Faults of one published schema, each with the path of the property. Inputs are held to more than outputs. */
export const portabilityFaults = (schema: Schema, isInput: boolean, path = ''): readonly string[] => {
  const at = path === '' ? 'the root' : path;
  const faults: string[] = Object.keys(schema)
    .filter((key) => !(isInput ? KEYWORDS : ANSWER_KEYWORDS).has(key))
    .map((key) => `${at} has the keyword ${key}`);
  if (schema.type === undefined) faults.push(`${at} has no type`);
  if (path === '' && schema.type !== 'object') faults.push('the root is not an object');
  if (isInput && Array.isArray(schema.type)) faults.push(`${at} has several types`);
  if (isInput && path !== '' && !path.endsWith('[]') && schema.description === undefined)
    faults.push(`${at} has no description`);
  if (
    isInput &&
    schema.type === 'object' &&
    (schema.properties === undefined || schema.additionalProperties !== false)
  ) {
    faults.push(`${at} is an open object`);
  }
  if (isInput && schema.enum?.some((value) => typeof value !== 'string') === true)
    faults.push(`${at} chooses among numbers`);
  const isArray = [schema.type].flat().includes('array');
  if (isArray && schema.items === undefined) faults.push(`${at} is an array without items`);
  if (schema.items !== undefined) faults.push(...portabilityFaults(schema.items, isInput, `${path}[]`));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      faults.push(`${path}${path === '' ? '' : '.'}${name} is not a portable name`);
    faults.push(...portabilityFaults(inner, isInput, path === '' ? name : `${path}.${name}`));
  }
  return faults;
};

/** Formats that no pattern beside them tells, since only the pattern is published. */
const bareFormats = (schema: Schema, path = ''): readonly string[] => [
  ...(schema.format === undefined || schema.pattern !== undefined
    ? []
    : [`${path} has the format ${schema.format} without a pattern`]),
  ...(schema.items === undefined ? [] : bareFormats(schema.items, `${path}[]`)),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    bareFormats(inner, path === '' ? name : `${path}.${name}`),
  ),
];

export const publishedIsPortable: LintRule = (_spec, tools, problems) => {
  for (const { tool, toldInput, publishedOutput, answer } of tools) {
    const where = atKey({ ...tool.where, path: ['tool'] });
    // What is published may say less of a field that another tool describes.
    for (const fault of portabilityFaults(publishBounds(stripTold(toldInput)), true))
      problems.flaw('portable', where, `input of ${tool.name}: ${fault}`);
    for (const fault of [...portabilityFaults(publishedOutput, false), ...bareFormats(answer)])
      problems.flaw('portable', where, `output of ${tool.name}: ${fault}`);
  }
};
