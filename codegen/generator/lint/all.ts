// Every lint rule, in one list. Each reports its own rule ids; the golden cases of test/codegen show one fault of each.
import type { LoweredTool } from '../lower/tool.ts';
import type { Spec } from '../model.ts';
import type { Problems } from '../problem.ts';
import { variablesFit } from './configuration.ts';
import { countryFieldsAgree, countryFits, regimeDefaultsAgree, slotsAreInputs } from './countries.ts';
import { dialectsExpress } from './dialects.ts';
import { deliveriesShown } from './deliveries.ts';
import {
  exampleErrorsDeclared,
  exampleOutputsFit,
  exampleParamsFit,
  examplesGiven,
  samplesFit,
} from './examples.ts';
import {
  bounded,
  described,
  findersExist,
  formatsTold,
  keywordFits,
  oneShape,
  valuesFit,
  wordFitsRole,
} from './fields.ts';
import { idsNamed } from './ids.ts';
import { layoutsDiffer } from './layouts.ts';
import { namesWritten, noCollisions, nothingUnused, prefixesDiffer } from './names.ts';
import { publishedIsPortable } from './published.ts';
import { promptsReach } from './prompts.ts';
import { textsReach } from './reach.ts';
import { fixesFit } from './rules.ts';
import { parametersLabelled, textsAgree } from './said.ts';
import { synonymsDiffer, synonymsFit, synonymsNameFit } from './synonyms.ts';
import { textsFit, textsNameFit } from './texts.ts';
import { refusalsAddressed, refusalsAgree, refusalsTranslated } from './refusals.ts';
import {
  annotationsFit,
  codesFit,
  codesListed,
  dryRunsFit,
  groupsListed,
  outputsFit,
  renamesFit,
  rulesFit,
  scopeFitsAccess,
  toolsDescribed,
  toolsetsDescribed,
} from './tools.ts';

export type LintRule = (spec: Spec, tools: readonly LoweredTool[], problems: Problems) => void;

/** Rules that follow no names, so they work whatever else is wrong. */
const LOCAL: readonly LintRule[] = [
  bounded,
  oneShape,
  wordFitsRole,
  namesWritten,
  prefixesDiffer,
  codesFit,
  refusalsAddressed,
  refusalsAgree,
  refusalsTranslated,
  scopeFitsAccess,
  annotationsFit,
  codesListed,
  textsAgree,
  fixesFit,
  examplesGiven,
  groupsListed,
  toolsetsDescribed,
  countryFits,
  regimeDefaultsAgree,
  deliveriesShown,
  textsFit,
  variablesFit,
  layoutsDiffer,
];

/** Rules that need every name to be defined. */
const NAMES_HOLD: readonly LintRule[] = [
  keywordFits,
  outputsFit,
  dryRunsFit,
  rulesFit,
  slotsAreInputs,
  noCollisions,
  renamesFit,
  valuesFit,
  described,
  formatsTold,
  findersExist,
  idsNamed,
  nothingUnused,
  parametersLabelled,
  toolsDescribed,
  countryFieldsAgree,
  exampleErrorsDeclared,
  textsNameFit,
  textsReach,
  promptsReach,
  synonymsFit,
  synonymsNameFit,
  synonymsDiffer,
];

/** Rules that need the schemas of every tool, to compare examples with them. */
const SHAPES_HOLD: readonly LintRule[] = [exampleOutputsFit, exampleParamsFit, samplesFit];

export const lintLocal = (spec: Spec, problems: Problems): void => {
  for (const rule of LOCAL) rule(spec, [], problems);
};

export const lintWhole = (spec: Spec, tools: readonly LoweredTool[], problems: Problems): void => {
  for (const rule of NAMES_HOLD) rule(spec, tools, problems);
  if (problems.list.some(({ fatal }) => fatal)) return;
  for (const rule of SHAPES_HOLD) rule(spec, tools, problems);
  // A safeguard: what the other rules accept should be portable.
  if (problems.list.length === 0) publishedIsPortable(spec, tools, problems);
  if (problems.list.length === 0) dialectsExpress(spec, tools, problems);
};
