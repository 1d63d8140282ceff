// Every emitter, over one lowered spec.
import { lowerTool } from '../lower/tool.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Spec } from '../model.ts';
import { TOOL_TYPES, pascal, toolTypeNames, valuesName } from '../naming.ts';
import type { Where } from '../problem.ts';
import { emitAnswers } from './answers.ts';
import { emitClient } from './client.ts';
import { emitCommands } from './commands.ts';
import { emitConfiguration } from './configuration.ts';
import { emitCountries } from './countries.ts';
import { declareAll, listDeclaredNames } from './declare.ts';
import type { Declaration } from './declare.ts';
import { emitDialects } from './dialects.ts';
import { emitDispatch, emitRuntime } from './dispatch.ts';
import { emitDocs } from './docs.ts';
import { emitEvents } from './events.ts';
import { emitEditor } from './editor.ts';
import { emitLimits } from './limits.ts';
import type { EmitInput, Emitter, Files } from './emit.ts';
import { emitImports, declareImports } from './imports.ts';
import { emitToolsJson } from './published.ts';
import { emitPrompts } from './prompts.ts';
import { declareRefusals, emitRefusals } from './refusals.ts';
import {
  emitCurrencies,
  emitErrors,
  emitScopes,
  emitService,
  emitData,
  emitWarnings,
  declareTables,
} from './tables.ts';
import { emitRules } from './rules.ts';
import { emitIssues } from './received-tables.ts';
import { emitPerson, emitReceived, emitSaid } from './said.ts';
import { emitTools, declareTool, toolFile } from './tool.ts';
import { emitTexts } from './texts.ts';
import { emitToolsets } from './toolsets.ts';
import { emitIds, emitTypes, declareTypes, declareType } from './types.ts';
import { emitImportValidators, emitInputValidators } from './validators.ts';

const EMITTERS: readonly Emitter[] = [
  emitRuntime,
  emitIds,
  emitTypes,
  emitScopes,
  emitErrors,
  emitRefusals,
  emitWarnings,
  emitPerson,
  emitSaid,
  emitReceived,
  emitIssues,
  emitRules,
  emitEvents,
  emitService,
  emitCommands,
  emitConfiguration,
  emitCurrencies,
  emitData,
  emitCountries,
  emitLimits,
  emitTexts,
  emitPrompts,
  emitTools,
  emitInputValidators,
  emitImportValidators,
  emitDispatch,
  emitAnswers,
  emitImports,
  emitToolsJson,
  emitToolsets,
  emitDialects,
  emitClient,
  emitDocs,
  emitEditor,
];

/** Which file declares which types. */
const groupByFile = (
  spec: Spec,
  tools: readonly LoweredTool[],
): readonly (readonly [string, readonly Declaration[]])[] => [
  ['types.ts', declareTypes(spec)],
  ['errors.ts', declareTables(spec).slice(0, 1)],
  ['warnings.ts', declareTables(spec).slice(1)],
  ['refusals.ts', declareRefusals(spec)],
  ['imports.ts', declareImports(spec)],
  ...tools.map((lowered) => [toolFile(lowered.tool.name), declareTool(lowered)] as const),
];

/** The file that exports each type. An inline type belongs to the type whose name it begins with. */
const findHomes = (
  spec: Spec,
  tools: readonly LoweredTool[],
  byFile: readonly (readonly [string, readonly Declaration[]])[],
  printed: Iterable<string>,
): ReadonlyMap<string, string> => {
  const homes = new Map<string, string>(
    byFile.flatMap(([file, list]) => list.map(({ name }) => [name, file] as const)),
  );
  const asked = [...homes.keys()];
  for (const name of printed) {
    const owner = homes.has(name)
      ? undefined
      : asked.filter((each) => name.startsWith(each)).sort((a, b) => b.length - a.length)[0];
    if (owner !== undefined) homes.set(name, homes.get(owner) ?? '');
  }
  for (const [name, { field }] of spec.types) if (field.enum !== undefined) homes.set(name, 'types.ts');
  for (const name of spec.ids.keys()) homes.set(name, 'ids.ts');
  for (const { tool } of tools)
    for (const part of TOOL_TYPES) homes.set(`${pascal(tool.name)}${part}`, toolFile(tool.name));
  for (const name of ['Page', 'ListAnswer', 'ExactlyOne', 'Validator', 'InputSchema'])
    homes.set(name, 'runtime.ts');
  homes
    .set('ToolDescriptor', 'dispatch.ts')
    .set('CountryDetailsAt', 'dispatch.ts')
    .set('WarningOf', 'warnings.ts');
  return homes;
};

/** A name that generated TypeScript exports, what it stands for, and its location in the spec. */
export interface PlannedName {
  readonly name: string;
  readonly from: string;
  readonly where: Where;
}

const RUNTIME_NAMES = [
  'Page',
  'ListAnswer',
  'ExactlyOne',
  'Validator',
  'InputSchema',
  'ToolDescriptor',
  'WarningOf',
];

const planFrom = (from: string, where: Where, names: readonly string[]): readonly PlannedName[] =>
  names.map((name) => ({ name, from, where }));

/** Every exported type name that depends on the spec. Lint refuses duplicates. */
export const planNames = (spec: Spec, tools: readonly LoweredTool[]): readonly PlannedName[] => {
  const fixed =
    spec.service.where === undefined
      ? []
      : planFrom('the generator itself', spec.service.where, RUNTIME_NAMES);
  return [
    ...fixed,
    ...[...spec.ids.values()].flatMap(({ name, where }) => planFrom(`the id ${name}`, where, [name])),
    ...[...spec.types.values()].flatMap(({ name, field, where }) =>
      planFrom(
        `the type ${name}`,
        where,
        field.enum === undefined
          ? listDeclaredNames(declareType(name, field, spec), spec)
          : [name, valuesName(name)],
      ),
    ),
    ...tools.flatMap((lowered) => {
      const { name, where } = lowered.tool;
      const declared = listDeclaredNames(declareTool(lowered), spec);
      return planFrom(`the tool ${name}`, { ...where, path: ['tool'] }, [
        ...new Set([...declared, ...toolTypeNames(name)]),
      ]);
    }),
    ...spec.imports.flatMap((each) =>
      planFrom(
        `the import ${each.name}`,
        { ...each.where, path: ['import'] },
        listDeclaredNames(declareImports({ ...spec, imports: [each] }), spec),
      ),
    ),
  ];
};

export const lowerAll = (spec: Spec): readonly LoweredTool[] =>
  spec.tools.map((tool) => lowerTool(tool, spec));

/** The text of every generated file, sorted by path. */
export const emitAll = async (spec: Spec, tools: readonly LoweredTool[]): Promise<Files> => {
  const byFile = groupByFile(spec, tools);
  const declarations = await declareAll(
    byFile.flatMap(([, list]) => list),
    spec,
  );
  const input: EmitInput = {
    spec,
    tools,
    declarations,
    homes: findHomes(spec, tools, byFile, declarations.keys()),
  };
  const files = EMITTERS.flatMap((emit) => [...emit(input)]);
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
};
