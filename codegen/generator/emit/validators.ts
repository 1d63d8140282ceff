// validators/: one module for the arguments of each tool, one for the rows of each import.
import { lowerInputs } from '../lower/field.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { ImportSpec, Spec } from '../model.ts';
import { pascal, rowTypeName } from '../naming.ts';
import type { Emitter } from './emit.ts';
import { toolFile } from './tool.ts';
import { compileSchema, validatorText } from './validator.ts';
import type { Compiled } from './validator.ts';

const inputs = new WeakMap<LoweredTool, Compiled>();

/** The compiled arguments of a tool; lint runs it on the examples, so it is compiled once. */
export const compileInput = (lowered: LoweredTool): Compiled => {
  const compiled = inputs.get(lowered) ?? compileSchema(lowered.input);
  inputs.set(lowered, compiled);
  return compiled;
};

const rows = new WeakMap<ImportSpec, Compiled>();

/** The compiled row of an import, which lint runs on its sample. */
export const compileRow = (each: ImportSpec, spec: Spec): Compiled => {
  const compiled = rows.get(each) ?? compileSchema(lowerInputs(each.fields, spec));
  rows.set(each, compiled);
  return compiled;
};

export const emitInputValidators: Emitter = ({ tools }) =>
  new Map(
    tools.map((lowered) => {
      const { name, where } = lowered.tool;
      const file = `validators/${name}.ts`;
      const guards = `${pascal(name)}Params`;
      const module = {
        file,
        name: `validate${pascal(name)}`,
        guards,
        home: toolFile(name),
        specFile: where.source.file,
      };
      return [file, validatorText(compileInput(lowered), module)];
    }),
  );

export const emitImportValidators: Emitter = ({ spec }) =>
  new Map(
    spec.imports.map((each) => {
      const { name, where } = each;
      const file = `validators/imports/${name}.ts`;
      const guards = rowTypeName(name);
      const module = {
        file,
        name: `validate${guards}`,
        guards,
        home: 'imports.ts',
        specFile: where.source.file,
      };
      return [file, validatorText(compileRow(each, spec), module)];
    }),
  );
