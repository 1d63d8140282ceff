// Rules on tools as a whole.
import { change, moved, without } from './surface.ts';
import type { Change, SurfaceTool } from './surface.ts';

type ToolRule = (before: SurfaceTool, after: SurfaceTool) => readonly Change[];

/** A key that could call the tool must still be able to. */
const toolScope: ToolRule = (before, after) => {
  if (before.scope === after.scope) return [];
  const level = after.scope === null ? 'safe' : 'breaking';
  return [change(level, 'TOOL_SCOPE_CHANGED', after.name, moved(before.scope, after.scope))];
};

const toolEntity: ToolRule = (before, after) =>
  before.entity === after.entity
    ? []
    : [change('breaking', 'TOOL_ENTITY_CHANGED', after.name, moved(before.entity, after.entity))];

/** Agents call tools that read without asking a person. */
const toolAccess: ToolRule = (before, after) => {
  if (before.access === after.access) return [];
  const level = after.access === 'write' ? 'breaking' : 'risky';
  return [change(level, 'TOOL_ACCESS_CHANGED', after.name, moved(before.access, after.access))];
};

const toolAnnotation: ToolRule = (before, after) =>
  Object.keys(after.annotations)
    .filter((hint) => before.annotations[hint] !== after.annotations[hint])
    .map((hint) =>
      change(
        'risky',
        'TOOL_ANNOTATION_CHANGED',
        `${after.name}.${hint}`,
        moved(before.annotations[hint], after.annotations[hint]),
      ),
    );

const toolDescription: ToolRule = (before, after) =>
  before.description === after.description
    ? []
    : [change('risky', 'TOOL_DESCRIPTION_CHANGED', after.name, 'an agent reads this text')];

const toolTitle: ToolRule = (before, after) =>
  before.title === after.title
    ? []
    : [change('safe', 'TOOL_TITLE_CHANGED', after.name, moved(before.title, after.title))];

/** A new failure is one that callers do not handle; a failure that is gone was perhaps relied upon. */
const toolError: ToolRule = (before, after) => [
  ...without(after.errors, before.errors).map((code) =>
    change('risky', 'TOOL_ERROR_ADDED', after.name, code),
  ),
  ...without(before.errors, after.errors).map((code) =>
    change('risky', 'TOOL_ERROR_REMOVED', after.name, code),
  ),
];

const toolWarning: ToolRule = (before, after) => [
  ...without(after.warnings, before.warnings).map((code) =>
    change('safe', 'TOOL_WARNING_ADDED', after.name, code),
  ),
  ...without(before.warnings, after.warnings).map((code) =>
    change('risky', 'TOOL_WARNING_REMOVED', after.name, code),
  ),
];

const RULES: readonly ToolRule[] = [
  toolScope,
  toolEntity,
  toolAccess,
  toolAnnotation,
  toolDescription,
  toolTitle,
  toolError,
  toolWarning,
];

export const compareTool: ToolRule = (before, after) => RULES.flatMap((rule) => rule(before, after));

/** Tools that came, went, or have another name: a tool of the same arguments and scope is taken to be the same. */
export const compareToolLists = (
  before: readonly SurfaceTool[],
  after: readonly SurfaceTool[],
): readonly Change[] => {
  const [old, now] = [before.map(({ name }) => name), after.map(({ name }) => name)];
  const added = after.filter(({ name }) => !old.includes(name));
  const changes: Change[] = [];
  for (const gone of before.filter(({ name }) => !now.includes(name))) {
    const next = added.find(({ was }) => was === gone.name);
    if (next !== undefined) {
      changes.push(
        change('safe', 'TOOL_RENAMED', next.name, `was ${gone.name}, which is taken until the next release`),
      );
      continue;
    }
    const heir = added.find(
      (each) => each.scope === gone.scope && JSON.stringify(each.input) === JSON.stringify(gone.input),
    );
    changes.push(
      heir === undefined
        ? change('breaking', 'TOOL_REMOVED', gone.name)
        : change('breaking', 'TOOL_RENAMED', gone.name, `now ${heir.name}`),
    );
  }
  const fresh = added.filter(({ was }) => was === undefined || !old.includes(was));
  return [...changes, ...fresh.map(({ name }) => change('safe', 'TOOL_ADDED', name))];
};
