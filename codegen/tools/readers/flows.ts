// Follows properties through the sources as the compiler types them: where a property is read, and which property of
// another type it becomes when a value is passed on.
import type * as Ast from 'typescript/unstable/ast';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { type Checker, type Symbol, type Type, TypeFlags } from 'typescript/unstable/sync';

/** Where a property is declared, which tells it from all others of its name. */
export type Declared = string;

/** Mapped and spread types keep the declarations of those that they are made from. */
export const declaredAt = ({ declarations, id }: Symbol): readonly Declared[] =>
  // A type made from a list of keys declares nothing.
  declarations.length === 0 ? [`symbol ${id}`] : declarations.map(({ path, index }) => `${path}#${index}`);

export interface Types {
  readonly checker: Checker;
  /** The properties of a type, or of its elements, by name; only those of the names in question. */
  readonly propertiesOf: (type: Type) => ReadonlyMap<string, Symbol>;
  readonly typeOf: (property: Symbol) => Type | undefined;
}

const STRUCTURED = TypeFlags.Object | TypeFlags.Union | TypeFlags.Intersection;

/** What an array holds; without null and undefined. */
export const unwrap = (checker: Checker, type: Type): Type => {
  const present = checker.getNonNullableType(type) ?? type;
  if (!present.isTypeReference() || !checker.isArrayLikeType(present)) return present;
  const [element] = checker.getTypeArguments(present);
  return element === undefined ? present : unwrap(checker, element);
};

export const typesOf = (checker: Checker, names: ReadonlySet<string>): Types => {
  const known = new Map<number, ReadonlyMap<string, Symbol>>();
  const types = new Map<number, Type | undefined>();
  return {
    checker,
    propertiesOf: (type) => {
      if ((type.flags & STRUCTURED) === 0) return new Map();
      const found =
        known.get(type.id) ??
        new Map(
          checker
            .getPropertiesOfType(unwrap(checker, type))
            .filter(({ name }) => names.has(name))
            .map((property) => [property.name, property]),
        );
      known.set(type.id, found);
      return found;
    },
    typeOf: (property) => {
      if (!types.has(property.id)) types.set(property.id, checker.getTypeOfSymbol(property));
      return types.get(property.id);
    },
  };
};

/** An expression that is passed on, with its type. */
interface Passed {
  readonly node: Ast.Expression;
  readonly type: Type;
}

export interface Survey {
  readonly read: ReadonlySet<Declared>;
  /** Names that stand in the file as a property or as text: how records with keys of their own are read. */
  readonly named: ReadonlySet<string>;
  readonly passed: readonly Passed[];
}

/** What an expression is passed to: a call, a property, a variable of a stated type, or the caller. */
const listPassed = (node: Node): readonly Ast.Expression[] => {
  if (isCallExpression(node)) return [...node.arguments];
  if (isPropertyAssignment(node)) return [node.initializer];
  if (isShorthandPropertyAssignment(node)) return isIdentifier(node.name) ? [node.name] : [];
  if (isVariableDeclaration(node))
    return node.type === undefined || node.initializer === undefined ? [] : [node.initializer];
  if (isReturnStatement(node)) return node.expression === undefined ? [] : [node.expression];
  return isArrowFunction(node) && !isBlock(node.body) ? [node.body] : [];
};

/** What a file reads by name, what it takes apart, and what it passes on. */
const collect = (file: SourceFile, names: ReadonlySet<string>) => {
  const named = new Set<string>();
  const accessed: Node[] = [];
  const patterns: Ast.ObjectBindingPattern[] = [];
  const indexed: Ast.ElementAccessExpression[] = [];
  const passed: Ast.Expression[] = [];
  const visit = (node: Node): undefined => {
    if (isPropertyAccessExpression(node) && names.has(node.name.text)) {
      accessed.push(node.name);
      named.add(node.name.text);
    } else if (isStringLiteral(node)) named.add(node.text);
    else if (isObjectBindingPattern(node)) patterns.push(node);
    else if (isElementAccessExpression(node)) indexed.push(node);
    passed.push(...listPassed(node));
    node.forEachChild(visit);
  };
  visit(file);
  return { accessed, patterns, indexed, passed, named };
};

const literalsOf = (type: Type | undefined): readonly string[] => {
  if (type === undefined) return [];
  if (type.isUnionType()) return type.getTypes().flatMap(literalsOf);
  return type.isStringLiteralType() ? [type.value] : [];
};

export const surveyFile = (
  file: SourceFile,
  { checker, propertiesOf }: Types,
  names: ReadonlySet<string>,
): Survey => {
  const { accessed, patterns, indexed, passed, named } = collect(file, names);
  const read = new Set<Declared>();
  const note = (property: Symbol | undefined): void => {
    for (const each of property === undefined ? [] : declaredAt(property)) read.add(each);
  };
  for (const property of checker.getSymbolAtLocation(accessed)) note(property);
  const sources = checker.getTypeAtLocation(patterns);
  for (const [index, { elements }] of patterns.entries()) {
    const properties = sources[index] === undefined ? undefined : propertiesOf(sources[index]);
    for (const { propertyName, name, dotDotDotToken } of elements) {
      const key = propertyName ?? name;
      if (dotDotDotToken === undefined && key !== undefined && isIdentifier(key))
        note(properties?.get(key.text));
    }
  }
  for (const { expression, argumentExpression } of indexed) {
    const owner = checker.getTypeAtLocation(expression);
    const keys = literalsOf(checker.getTypeAtLocation(argumentExpression)).filter((key) => names.has(key));
    if (owner !== undefined) for (const key of keys) note(propertiesOf(owner).get(key));
  }
  const types = checker.getTypeAtLocation(passed);
  return {
    read,
    named,
    passed: passed.flatMap((node, index) => {
      const type = types[index];
      return type !== undefined && (type.flags & STRUCTURED) !== 0 ? [{ node, type }] : [];
    }),
  };
};

/** Adds what properties become as one type is passed for another, inner ones too. */
const link = (
  from: Type,
  to: Type,
  types: Types,
  seen: Set<string>,
  became: (from: Symbol, to: Symbol) => void,
): void => {
  const pair = `${from.id}>${to.id}`;
  if (from.id === to.id || seen.has(pair)) return;
  seen.add(pair);
  const targets = types.propertiesOf(to);
  for (const [name, property] of types.propertiesOf(from)) {
    const target = targets.get(name);
    if (target === undefined) continue;
    became(property, target);
    const [inner, outer] = [types.typeOf(property), types.typeOf(target)];
    if (inner !== undefined && outer !== undefined) link(inner, outer, types, seen, became);
  }
};

/** Every declaration that these properties become, themselves included. */
export const followAll = (
  roots: Iterable<Declared>,
  passed: readonly Passed[],
  types: Types,
): ReadonlyMap<Declared, ReadonlySet<Declared>> => {
  const edges = new Map<Declared, Set<Declared>>();
  const interesting = new Set(roots);
  const seen = new Set<string>();
  const became = (from: Symbol, to: Symbol): void => {
    for (const source of declaredAt(from)) {
      const targets = edges.get(source) ?? new Set();
      edges.set(source, targets);
      for (const target of declaredAt(to)) {
        targets.add(target);
        if (interesting.has(source)) interesting.add(target);
      }
    }
  };
  let waiting = passed;
  for (let before = -1; before !== interesting.size;) {
    before = interesting.size;
    waiting = waiting.filter(({ node, type }) => {
      const properties = [...types.propertiesOf(type).values()];
      if (!properties.some((property) => declaredAt(property).some((each) => interesting.has(each))))
        return true;
      const target = types.checker.getContextualType(node);
      if (target !== undefined) link(type, target, types, seen, became);
      return false;
    });
  }
  return edges;
};
