// Splits the unformatted output of json-schema-to-typescript into one formatted declaration per exported name.

/** Puts a comment with one line of text on one line. */
const tidyComments = (text: string): string =>
  text.replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');

/** Two spaces a level, a semicolon after each member. */
const indented = (lines: readonly string[]): string => {
  let depth = 0;
  const shown = lines.map((line) => {
    if (line.startsWith('*') || line.startsWith('/*')) {
      return `${'  '.repeat(depth)}${line.startsWith('*') ? ' ' : ''}${line}`;
    }
    if (line.startsWith('}') || line.startsWith('})')) depth -= 1;
    const closesInterface = line === '}' && depth === 0;
    const text = `${'  '.repeat(depth)}${line}${line.endsWith('{') || closesInterface ? '' : ';'}`;
    if (line.endsWith('{')) depth += 1;
    return text;
  });
  return tidyComments(shown.join('\n'));
};

/** The declarations by name, with their comments, in the order of the output. */
export const splitDeclarations = (text: string): Map<string, string> => {
  const pieces = new Map<string, string>();
  let lines: string[] = [];
  let depth = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    lines.push(line);
    const isComment = line.startsWith('*') || line.startsWith('/*');
    if (isComment) continue;
    if (line.startsWith('}')) depth -= 1;
    if (line.endsWith('{')) depth += 1;
    if (depth > 0) continue;
    const name = lines
      .map((each) => /^export (?:interface|type) (\w+)/.exec(each)?.[1])
      .find((found) => found !== undefined);
    if (name !== undefined) pieces.set(name, indented(lines));
    lines = [];
  }
  return pieces;
};
