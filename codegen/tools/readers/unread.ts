// Parameters that nobody reads: a caller would send them, and nothing would happen.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';
import type { CheckedSpec } from '../../generator/generate.ts';
import { listSlotParts } from '../../generator/lower/countries.ts';
import type { Spec, ToolSpec } from '../../generator/model.ts';
import { slotTypeName } from '../../generator/naming.ts';
import { atKey, below, newProblems, type Problem, type Where } from '../../generator/problem.ts';
import { listSlots } from '../../generator/load/resolve.ts';
import { type Declared, followAll, surveyFile, typesOf } from './flows.ts';
import { listParameters, type Parameter } from './parameters.ts';

/** Where tools are answered. What pages and commands read does nothing for a caller. */
const ROOMS = /\/src\/(handlers|domain|einvoicing|base|db)\//;
/** What becomes a column of a row is stored. */
const ROWS = '/src/db/rows.ts#';

const nameOf = ({ path }: Parameter): string => path.split('.').at(-1) ?? '';

const findUnread = (
  project: Project,
  parameters: readonly Parameter[],
  slots: ReadonlySet<string>,
): readonly Parameter[] => {
  const { program, checker } = project;
  const names = new Set(parameters.map(nameOf));
  const types = typesOf(checker, names);
  const surveys = program.getSourceFileNames().flatMap((name) => {
    const file = ROOMS.test(name) ? program.getSourceFile(name) : undefined;
    return file === undefined ? [] : [surveyFile(file, types, names)];
  });
  const read = new Set(surveys.flatMap((survey) => [...survey.read]));
  const named = new Set(surveys.flatMap((survey) => [...survey.named]));
  const passed = surveys.flatMap((survey) => survey.passed);
  const edges = followAll(
    parameters.flatMap(({ declared }) => declared),
    passed,
    types,
  );
  const isRead = (declared: Iterable<Declared>, seen: Set<Declared>): boolean =>
    [...declared].some((each) => {
      if (read.has(each) || each.includes(ROWS)) return true;
      if (seen.has(each)) return false;
      seen.add(each);
      return isRead(edges.get(each) ?? [], seen);
    });
  return parameters.filter(
    (parameter) =>
      !isRead(parameter.declared, new Set()) &&
      // Fields of countries travel as records with keys of their own, which regimes read by name.
      !(slots.has(parameter.owner) && named.has(nameOf(parameter))),
  );
};

/** Where the spec states a parameter: in the tool, in a named type, or in the types of countries. */
const placesOf = ({ owner, path }: Parameter, tool: ToolSpec, spec: Spec): readonly Where[] => {
  const name = path.split('.').at(-1) ?? '';
  const [top = ''] = path.split('.');
  const slot = listSlots(spec).find((each) => slotTypeName(each) === owner);
  const holders = slot === undefined ? [owner] : listSlotParts(slot, spec).map(({ type }) => type);
  const inner = holders.flatMap((holder) => {
    const type = spec.types.get(holder);
    return type?.field.fields?.[name] === undefined ? [] : [below(type.where, 'fields', name)];
  });
  if (inner.length > 0) return inner;
  return [tool.params[top] === undefined ? below(tool.where, 'list') : below(tool.where, 'params', top)];
};

/** A project of the handlers and all that they import: the rest of the sources has no say, and takes time. */
const writeProject = (root: string): string => {
  const path = join(root, 'dist/readers.json');
  const compilerOptions = { rootDir: '..', noEmit: true, incremental: false, tsBuildInfoFile: null };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions,
      include: ['../src/handlers'],
      exclude: [],
    }),
  );
  return path;
};

/** A tool that is not available yet reads nothing. */
const isStub = (root: string, { group, name }: ToolSpec): boolean => {
  const path = join(root, 'src/handlers', group, `${name}.ts`);
  return existsSync(path) && readFileSync(path, 'utf8').includes("'not_available_yet'");
};

/** Opens the project below the root with the compiler, and names each parameter without a reader once. */
export const checkReaders = ({ spec, tools }: CheckedSpec, root: string): readonly Problem[] => {
  if (spec === undefined) return [];
  const problems = newProblems();
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [writeProject(root)] }).getProjects();
    if (project === undefined) throw new Error(`the compiler finds no project below ${root}`);
    const stubs = new Set(tools.filter(({ tool }) => isStub(root, tool)).map(({ tool }) => tool.name));
    const parameters = listParameters(
      project,
      root,
      tools.map(({ tool }) => tool.name).filter((name) => !stubs.has(name)),
    );
    const told = new Set<string>();
    for (const parameter of findUnread(project, parameters, new Set(listSlots(spec).map(slotTypeName)))) {
      const tool = tools.find((each) => each.tool.name === parameter.tool)?.tool;
      for (const where of tool === undefined ? [] : placesOf(parameter, tool, spec)) {
        const key = `${where.source.file} ${where.path.join('.')}`;
        if (!told.has(key))
          problems.fault(
            'unread-parameter',
            atKey(where),
            `nobody reads the parameter ${parameter.path} of ${parameter.tool}: read it in src/handlers or src/domain, or take it out`,
          );
        told.add(key);
      }
    }
    return problems.list;
  } finally {
    api.close();
  }
};
