// Refuses links of a page that lead nowhere: to a file that is not there, or to a heading that its page does not have.
import { dirname, posix } from 'node:path';
import { didYouMean } from '../problem.ts';
import { anchorsOf, linesOf, type Page } from './page.ts';

/** The text of a file by its path from the root; empty for a folder, undefined for what is not there. */
export type ReadPath = (path: string) => string | undefined;

const LINK = /\]\(([^)\s]+)\)/g;

const checkLink = ({ target }: Page, link: string, read: ReadPath): string | undefined => {
  const [path = '', anchor] = link.split('#');
  const to = path === '' ? target : posix.join(dirname(target), path).replace(/\/$/, '');
  const text = read(to);
  if (text === undefined) return `there is no ${to}`;
  if (anchor === undefined) return undefined;
  const anchors = anchorsOf(text);
  return anchors.has(anchor) ? undefined : `${to} has no heading #${anchor}${didYouMean(anchor, anchors)}`;
};

export const checkLinks = (page: Page, read: ReadPath): readonly string[] =>
  linesOf(page.text).flatMap(({ number, text, code }) =>
    code === null
      ? [...text.matchAll(LINK)].flatMap(([, link = '']) => {
          const fault = /^(https?|mailto):/.test(link) ? undefined : checkLink(page, link, read);
          return fault === undefined ? [] : [`${page.file}:${number} ${fault}`];
        })
      : [],
  );
