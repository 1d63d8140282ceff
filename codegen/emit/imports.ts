// imports.ts: the rows that `import` of the admin command line takes.
import { withoutFormat } from '../lower/schema.ts';
import { lowerInputs } from '../lower/field.ts';
import type { Spec } from '../model.ts';
import { rowTypeName } from '../naming.ts';
import { inputDeclaration } from './declare.ts';
import type { Declaration } from './declare.ts';
import { header, importsFor } from './emit.ts';
import type { Emitter } from './emit.ts';
import { bare, literal } from './literal.ts';
import { render } from './render.ts';
import { countryDetailsOf } from './tool.ts';

export const importDeclarations = (spec: Spec): readonly Declaration[] =>
  spec.imports.map(({ name, fields, description }) =>
    inputDeclaration(rowTypeName(name), fields, 'params', description),
  );

export const emitImports: Emitter = ({ spec, declarations, homes }) => {
  const file = 'imports.ts';
  const rows = spec.imports.map(({ name, description, fields }) => ({
    name,
    row: rowTypeName(name),
    facts: literal(
      {
        type: name,
        description,
        countryDetails: countryDetailsOf(fields, spec),
        schema: withoutFormat(lowerInputs(fields, spec)),
        validate: bare(`validate${rowTypeName(name)}`),
      },
      1,
    ),
  }));
  const texts = [...homes].filter(([, home]) => home === file).map(([name]) => declarations.get(name) ?? '');
  const body = render('imports', { texts: texts.join('\n\n'), rows });
  return new Map([[file, `${header('spec/imports')}${importsFor(file, body, homes)}${body}`]]);
};
