// The imports of a file, read from its text: enough to count them, where the lint rule reads the syntax tree.
export interface FoundImport {
  readonly specifier: string;
  readonly isType: boolean;
}

const FROM =
  /^(?:import|export)\b(?<type>\s+type\b(?!\s+from\b))?[^;'"=()]*?from\s*['"](?<path>[^'"]+)['"]/gmu;
const BARE = /^import\s*['"](?<path>[^'"]+)['"]/gmu;
const CALLED = /\bimport\(\s*['"](?<path>[^'"]+)['"]\s*\)(?<member>\.[A-Z])?/gu;
const URL_OF = /new URL\(\s*['"](?<path>\.[^'"]+)['"],\s*import\.meta\.url/gu;

export const importsOf = (text: string): readonly FoundImport[] =>
  [FROM, BARE, CALLED, URL_OF].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups = {} }) => ({
      specifier: groups['path'] ?? '',
      isType: pattern === CALLED ? groups['member'] !== undefined : groups['type'] !== undefined,
    })),
  );
