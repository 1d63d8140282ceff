// The matrix: every tool, page and export, asked by each company for what is another's.
import type { Whose } from '../isolation/world.ts';
import type { Page } from './addresses.ts';
import { sendForeignForms } from './forms.ts';
import { createJudge, type Part } from './judge.ts';
import { crossings } from './owners.ts';
import { openForeignPages, openOwnPages } from './pages.ts';
import { openStage } from './stage.ts';
import { askForOthers, askForOwn } from './tools.ts';

export interface WhoAsks {
  readonly tools: readonly Whose[];
  readonly pages: readonly Whose[];
  /** With these pages; all by default. */
  readonly only?: readonly Page[];
  /** The companies that there are; all by default. */
  readonly among?: readonly Whose[];
}

export const runTenants = async (whoAsks: WhoAsks): Promise<readonly Part[]> => {
  const stage = await openStage(whoAsks.among);
  try {
    const { database } = stage.world.service;
    const asking = (wanted: readonly Whose[]) => stage.tenants.filter(({ whose }) => wanted.includes(whose));
    const judge = createJudge(stage.tenants);
    const pages = await openOwnPages(asking(whoAsks.pages), judge, whoAsks.only);
    const parts = [
      pages.part,
      await openForeignPages(stage, pages.own, judge),
      await askForOthers(stage, asking(whoAsks.tools)),
      await sendForeignForms(stage, pages.own, judge),
      await askForOwn(stage, asking(whoAsks.tools), judge),
      await judge.end(database),
    ];
    const { rows, leaks } = await crossings(database);
    return [...parts, { name: 'rows that could name others', tried: rows, leaks }];
  } finally {
    await stage.close();
  }
};
