// The parameters of every tool, inner fields included, as the generated types declare them.
import type { InterfaceDeclaration } from 'typescript/unstable/ast';
import { isInterfaceDeclaration } from 'typescript/unstable/ast/is';
import type { Project, Type } from 'typescript/unstable/sync';
import { pascal } from '../../generator/naming.ts';
import { declaredAt, type Declared, unwrap } from './flows.ts';

export interface Parameter {
  readonly tool: string;
  /** `line_items.discount.percent`. */
  readonly path: string;
  /** The named type that holds an inner field; empty for the tool's own. */
  readonly owner: string;
  readonly declared: readonly Declared[];
}

const GENERATED = '/generated/';

export const listParameters = (
  project: Project,
  root: string,
  tools: readonly string[],
): readonly Parameter[] => {
  const { program, checker } = project;
  const found: Parameter[] = [];
  const enter = (tool: string, type: Type, prefix: string, owner: string): void => {
    for (const property of checker.getPropertiesOfType(type)) {
      const path = `${prefix}${property.name}`;
      found.push({ tool, path, owner, declared: declaredAt(property) });
      const inner = checker.getTypeOfSymbol(property);
      const element = inner === undefined ? undefined : unwrap(checker, inner);
      const symbol = element?.getSymbol();
      const isOurs = symbol?.declarations.some(({ path: file }) => file.includes(GENERATED)) === true;
      if (element !== undefined && element.isObjectType() && symbol !== undefined && isOurs)
        enter(tool, element, `${path}.`, symbol.name);
    }
  };
  for (const tool of tools) {
    const file = program.getSourceFile(`${root}/generated/tools/${tool}.ts`);
    const name = `${pascal(tool)}Params`;
    const declaration = file?.statements.find(
      (statement): statement is InterfaceDeclaration =>
        isInterfaceDeclaration(statement) && [name, `${name}Fields`].includes(statement.name.text),
    );
    const symbol = declaration === undefined ? undefined : checker.getSymbolAtLocation(declaration.name);
    if (symbol !== undefined) enter(tool, checker.getDeclaredTypeOfSymbol(symbol), '', '');
  }
  return found;
};
