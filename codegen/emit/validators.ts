// validators/: one module per tool for its arguments, one for its whole answer, one per import row.
import { lowerInputs } from '../lower/field.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { pascal, rowTypeName } from '../naming.ts';
import type { Emitter } from './emit.ts';
import { toolFile } from './tool.ts';
import { compileSchema, validatorText } from './validator.ts';
import type { Compiled } from './validator.ts';

const inputs = new WeakMap<LoweredTool, Compiled>();

/** The compiled arguments of a tool; lint runs it on the examples, so it is compiled once. */
export const compiledInput = (lowered: LoweredTool): Compiled => {
  const compiled = inputs.get(lowered) ?? compileSchema(lowered.input, true);
  inputs.set(lowered, compiled);
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
      return [file, validatorText(compiledInput(lowered), module)];
    }),
  );

export const emitAnswerValidators: Emitter = ({ tools }) =>
  new Map(
    tools.map(({ tool: { name, where }, answer }) => {
      const file = `validators/answers/${name}.ts`;
      const guards = `${pascal(name)}Answer`;
      const module = {
        file,
        name: `validate${guards}`,
        guards,
        home: toolFile(name),
        specFile: where.source.file,
      };
      return [file, validatorText(compileSchema(answer, false), module)];
    }),
  );

export const emitImportValidators: Emitter = ({ spec }) =>
  new Map(
    spec.imports.map(({ name, fields, where }) => {
      const file = `validators/imports/${name}.ts`;
      const guards = rowTypeName(name);
      const module = {
        file,
        name: `validate${guards}`,
        guards,
        home: 'imports.ts',
        specFile: where.source.file,
      };
      return [file, validatorText(compileSchema(lowerInputs(fields, spec), true), module)];
    }),
  );
