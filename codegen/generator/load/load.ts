// Reads spec/**/*.yaml: YAML 1.2 core schema, no anchors, and a position for every key and value.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair } from 'yaml';
import { compareText, atKey } from '../problem.ts';
import type { Path, Problems } from '../problem.ts';

/** One YAML file: its plain value and the location of each part. */
export interface Source {
  /** From the root, with forward slashes: `spec/tools/invoices/get_invoice.yaml`. */
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  position(path: Path, part: 'key' | 'value'): { readonly line: number; readonly column: number };
}

/** Paths and texts of all YAML files below `<root>/spec`, sorted, so that no file system decides the order. */
export const readSpecFiles = (root: string): ReadonlyMap<string, string> => {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith('.yaml')) found.push(relative(root, path).split(sep).join('/'));
    }
  };
  if (existsSync(join(root, 'spec'))) walk(join(root, 'spec'));
  return new Map(found.sort(compareText).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
};

/** `03` is a code whose zero counts, and would be read as 3; `0x1F` and `0o17` are no figures of books either. */
const isCode = (source: string): boolean => /^[+-]?0[\dxo]/i.test(source);

/** Parses one file; faults of syntax, anchors and aliases are reported, and the file is then left out. */
export const parseSource = (file: string, text: string, problems: Problems): Source | undefined => {
  const lines = new LineCounter();
  // YAML 1.1 would turn NO into false and E48 into NaN; `uniqueKeys` refuses a key given twice.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    uniqueKeys: true,
  });
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const position: Source['position'] = (path, part) => at(findOffset(document, path, part));
  let broken = false;
  const refuse = (rule: string, offset: number, message: string): void => {
    broken = true;
    problems.fault(
      rule,
      { source: { file, text, value: undefined, position: () => at(offset) }, path: [] },
      message,
    );
  };
  for (const fault of [...document.errors, ...document.warnings]) {
    refuse(
      'yaml',
      fault.pos[0],
      (fault.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, ''),
    );
  }
  visit(document, (_, node) => {
    if (isAlias(node)) refuse('no-alias', node.range?.[0] ?? 0, `aliases are not allowed; share with use:`);
    else if (isMap(node) || isSeq(node) || isScalar(node)) {
      if (node.anchor !== undefined)
        refuse('no-alias', node.range?.[0] ?? 0, 'anchors are not allowed; share with use:');
      else if (isScalar(node) && typeof node.value === 'number' && isCode(node.source ?? ''))
        refuse(
          'unquoted-code',
          node.range?.[0] ?? 0,
          `${node.source} is read as the number ${node.value}; write '${node.source}' for the text`,
        );
    }
  });
  return broken ? undefined : { file, text, value: document.toJS(), position };
};

/** Parses all files; those with faults are missing from the result. */
export const parseSources = (files: ReadonlyMap<string, string>, problems: Problems): readonly Source[] => {
  const sources: Source[] = [];
  for (const file of [...files.keys()].sort(compareText)) {
    const source = parseSource(file, files.get(file) ?? '', problems);
    if (source === undefined) continue;
    if (source.value === null) problems.fault('empty-file', atKey({ source, path: [] }), 'the file is empty');
    else sources.push(source);
  }
  return sources;
};

/** Offset of the key or value at a path; the nearest parent that exists when the path does not. */
const findOffset = (document: Document, path: Path, part: 'key' | 'value'): number => {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, step] of path.entries()) {
    const last = index === path.length - 1;
    let next: unknown;
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(
        (item) => isScalar(item.key) && String(item.key.value) === String(step),
      );
      if (pair === undefined) return offset;
      next = pair.value;
      const key = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      const isCollection = isMap(next) || isSeq(next);
      // A block value starts on the next line, so its key is the better location.
      offset = (last && part === 'key') || isCollection || !isScalar(next) ? key : (next.range?.[0] ?? key);
    } else if (isSeq(node)) {
      next = node.items[Number(step)];
      if (next === undefined) return offset;
      offset = (next as Node).range?.[0] ?? offset;
    } else return offset;
    node = isMap(next) || isSeq(next) || isScalar(next) ? next : null;
  }
  return offset;
};
