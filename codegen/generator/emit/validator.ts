// Prints a compiled schema as a TypeScript module, which needs no compiler at run time.
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FormatsPluginOptions } from 'ajv-formats';
import standalone from 'ajv/dist/standalone/index.js';
import { stripProse } from '../lower/schema.ts';
import type { Schema } from '../lower/schema.ts';
import { header, importPath } from './emit.ts';

/** A compiled schema: lint runs it, the emitter prints it. */
export interface Compiled {
  readonly validate: ValidateFunction;
  readonly print: (exported: string) => string;
}

/** How every schema is compiled, arguments here and answers at run time. */
export const AJV_OPTIONS = { allErrors: true, strict: true, allowUnionTypes: true } as const;
export const AJV_FORMATS: FormatsPluginOptions = {
  mode: 'full',
  formats: ['date', 'date-time', 'email'],
  keywords: false,
};

/** Fills in defaults. Names in the printed code are numbered per instance, so each schema has its own: small diffs. */
export const compileSchema = (schema: Schema): Compiled => {
  const code = { source: true, esm: true, lines: true } as const;
  const ajv = new Ajv({ ...AJV_OPTIONS, useDefaults: true, code });
  addFormats.default(ajv, AJV_FORMATS);
  const validate = ajv.compile(stripProse(schema));
  return { validate, print: () => standalone.default(ajv, validate) };
};

export interface ValidatorModule {
  /** From generated/. */
  readonly file: string;
  /** The name of the exported function. */
  readonly name: string;
  /** The type that it guards, and the file that exports it. */
  readonly guards: string;
  readonly home: string;
  readonly specFile: string;
}

/** The whole module. Nobody reads it, so it is not type-checked; its one export is typed. */
export const validatorText = (compiled: Compiled, module: ValidatorModule): string => {
  const code = callFault(hoistRequires(compiled.print(module.name)))
    .replace('"use strict";\n', '')
    .replace(/^export const validate = (\w+);\n?/m, '')
    .replace(/^export default (\w+);\n?/m, '');
  const main = /^function (validate\d+)\(/m.exec(code)?.[1];
  if (main === undefined) throw new Error(`no validator function in the code for ${module.file}`);
  const { imports, body } = code.startsWith('import ') ? splitImports(code) : { imports: '', body: code };
  return `// @ts-nocheck
${header(module.specFile)}import type { ${module.guards} } from '${importPath(module.file, module.home)}';
import { fault, type Validator } from '${importPath(module.file, 'runtime.ts')}';
${imports}
${body.trim()}

export const ${module.name}: Validator<${module.guards}> = ${main};
`;
};

/** What AJV prints for each fault that it may find: an object that joins a list, which it makes for the first. */
const FAULT_BLOCK = new RegExp(
  [
    String.raw`^const (err\d+) = (\{.*\});`,
    String.raw`if\(vErrors === null\)\{`,
    String.raw`vErrors = \[\1\];`,
    String.raw`\}`,
    String.raw`else \{`,
    String.raw`vErrors\.push\(\1\);`,
    String.raw`\}`,
    String.raw`errors\+\+;$`,
  ].join('\n'),
  'gm',
);

/** One call for each block. The list alone tells whether there was a fault, so the count goes too. */
const callFault = (code: string): string => {
  const called = code
    .replaceAll(FAULT_BLOCK, 'vErrors = fault(vErrors, $2);')
    .replace(/^let errors = 0;\n/m, '')
    .replace(/^return errors === 0;$/m, 'return vErrors === null;');
  const unquoted = called.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/(?<!\.)\berr(?:ors|\d+)\b/.test(unquoted))
    throw new Error('a generated validator gathers its faults in another way');
  return called;
};

const splitImports = (code: string): { imports: string; body: string } => {
  const lines = code.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('import '));
  return { imports: `${lines.slice(0, end).join('\n')}\n`, body: lines.slice(end).join('\n') };
};

/**
 * AJV prints `require` even for ES modules. Each becomes an import at the top; any other would fail at run time
 * only, so it is an error here.
 */
const hoistRequires = (code: string): string => {
  const modules = new Map<string, string>();
  const body = code.replaceAll(/require\("([^"]+)"\)/g, (_, path: string) => {
    const name = modules.get(path) ?? `imported${modules.size}`;
    modules.set(path, name);
    return name;
  });
  if (/\brequire\(/.test(body)) throw new Error('a require is left in a generated validator');
  const imports = [...modules].map(([path, name]) => `import ${name} from '${path}.js';\n`);
  return `${imports.join('')}${body}`;
};
