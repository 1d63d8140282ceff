// Every parameter, value and tool with an opposite or a negation in its place: no hint proposes what it opposes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import { SYNONYMS } from '../../generated/vocabulary/synonyms.ts';
import { argumentFaults } from '../../src/base/arguments/faults.ts';
import { type Holder, holdersOf } from '../../src/base/arguments/names.ts';
import { readingsOf } from '../../src/base/arguments/readings.ts';
import { isOpposite, wordsOf } from '../../src/base/words.ts';
import { hintForTool } from '../../src/dispatch/unknown-tool.ts';

const tools = Object.values<ToolDescriptor>(TOOLS);
const wordsOfGroup = (group: string | readonly string[]): readonly string[] =>
  typeof group === 'string' ? group.split(/\s+/) : group;
const groups = (SYNONYMS.opposites as readonly (string | readonly string[])[]).map(wordsOfGroup);
const negations = wordsOfGroup(SYNONYMS.negations);

/** Apart from its word, "in" is no negation: `in_draft` is a draft. */
const NEGATED = negations.flatMap((each) => (each === 'in' ? [each] : [each, `${each}_`, `${each}-`]));

/** Words that mean the opposite of a truth value, which is turned round with it. */
const turned = new Set(
  (SYNONYMS.names as readonly { readonly also: string | readonly string[]; readonly convert?: string }[])
    .filter(({ convert }) => convert === 'negated')
    .flatMap(({ also }) => wordsOfGroup(also)),
);

/** The name with one word denied, or in its opposite. */
const opposed = (name: string): readonly string[] => {
  const words = name.split('_');
  const put = (index: number, word: string): string => words.with(index, word).join('_');
  return words.flatMap((word, index) => [
    ...groups
      .filter((group) => group.includes(word))
      .flatMap((group) => group.filter((each) => each !== word).map((each) => put(index, each))),
    ...['un', 'in', 'non', 'not_'].map((prefix) => put(index, `${prefix}${word}`)),
  ]);
};

const at = (holder: Holder, name: string): { readonly pointer: string; readonly args: object } => {
  const steps = holder.path === '' ? [] : holder.path.replaceAll('[]', '.0').split('.');
  const args = steps.reduceRight<object>((inner, step) => (step === '0' ? [inner] : { [step]: inner }), {
    [name]: 'x1',
  });
  return { pointer: steps.map((step) => `/${step}`).join(''), args };
};

const hintOf = (tool: ToolDescriptor, holder: Holder, name: string): string => {
  const { pointer, args } = at(holder, name);
  const error = {
    keyword: 'additionalProperties',
    instancePath: pointer,
    schemaPath: '',
    params: { additionalProperty: name },
  };
  const [fault] = argumentFaults([error], args, tool.inputSchema, { tool: tool.name });
  return fault?.hint ?? '';
};

const PROPOSED = /(?:Did you mean|Give it as) ([^ ?]+?)(?:\?| instead)/;

test('no hint for a parameter proposes the opposite', () => {
  const wrong: string[] = [];
  for (const tool of tools)
    for (const holder of holdersOf(tool.name, tool.inputSchema))
      for (const name of Object.keys(holder.fields))
        for (const sent of opposed(name)) {
          if (Object.hasOwn(holder.fields, sent) || turned.has(sent)) continue;
          const proposed = PROPOSED.exec(hintOf(tool, holder, sent))?.[1]
            ?.split('.')
            .at(-1);
          if (proposed !== undefined && (proposed === name || isOpposite(wordsOf(sent), wordsOf(proposed))))
            wrong.push(`${tool.name} ${holder.path} ${sent}: ${proposed}`);
        }
  assert.deepEqual([...new Set(wrong)], []);
});

const enumsOf = (schema: PublishedSchema): readonly PublishedSchema[] => [
  ...(schema.enum === undefined ? [] : [schema]),
  ...(schema.items === undefined ? [] : enumsOf(schema.items)),
  ...Object.values(schema.properties ?? {}).flatMap(enumsOf),
];

test('no value is read as what it denies', () => {
  const wrong: string[] = [];
  for (const tool of tools)
    for (const schema of enumsOf(tool.inputSchema))
      for (const value of schema.enum ?? [])
        for (const prefix of NEGATED) {
          const sent = `${prefix}${value}`;
          if (readingsOf(schema, sent, { tool: tool.name, path: '' }).includes(value))
            wrong.push(`${tool.name} ${sent}: ${value}`);
        }
  assert.deepEqual([...new Set(wrong)], []);
});

test('no tool is proposed for its opposite', () => {
  const wrong: string[] = [];
  for (const { name } of tools)
    for (const sent of opposed(name)) {
      if (Object.hasOwn(TOOLS, sent)) continue;
      if (new RegExp(`Did you mean (?:.* or )?${name}\\b`).test(hintForTool(sent, () => true)))
        wrong.push(`${sent}: ${name}`);
    }
  assert.deepEqual(wrong, []);
});
