// Draws a page. The rows of a long table are drawn apart, some at a time, so that others are answered in between; the page
// is the same, byte for byte.
import { randomUUID } from 'node:crypto';
import { type ComponentChildren, createContext, Fragment, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import { createBreath } from '../base/load/turns.ts';
import { useVisit, VisitProvider } from './context.ts';

interface Apart {
  /** Stands where a part belongs; a new one for each page, so that no text can have it. */
  readonly mark: string;
  /** In the order of the page. */
  readonly parts: VNode[];
}

const Page = createContext<Apart | undefined>(undefined);

/** About a millisecond of the longest rows. */
const ROWS = 20;
/** Less than elsewhere: other work for the page stands before. */
const HELD_MS = 5;

interface RowsProps<R> {
  readonly rows: readonly R[];
  readonly row: (row: R) => ComponentChildren;
}

const AtOnce = <R,>({ rows, row }: RowsProps<R>): VNode => (
  <Fragment>{rows.map((each) => row(each))}</Fragment>
);

/** Each row of a table, or of what may be as long. */
export const Rows = <R,>({ rows, row }: RowsProps<R>): VNode => {
  const page = useContext(Page);
  const visit = useVisit();
  if (page === undefined || rows.length <= ROWS) return <AtOnce rows={rows} row={row} />;
  const marks: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS) {
    page.parts.push(
      <VisitProvider value={visit}>
        <AtOnce rows={rows.slice(at, at + ROWS)} row={row} />
      </VisitProvider>,
    );
    marks.push(page.mark);
  }
  return <Fragment>{marks}</Fragment>;
};

export const draw = async (page: VNode): Promise<string> => {
  const breathe = createBreath(HELD_MS);
  const mark = randomUUID();
  const parts: VNode[] = [];
  const html = renderToString(<Page.Provider value={{ mark, parts }}>{page}</Page.Provider>);
  if (parts.length === 0) return html;
  const [first = '', ...pieces] = html.split(mark);
  if (pieces.length !== parts.length) throw new Error('a part of a page has no place');
  let drawn = first;
  for (const [at, part] of parts.entries()) {
    const paused = breathe();
    if (paused !== undefined) await paused;
    drawn += `${renderToString(part)}${pieces[at] ?? ''}`;
  }
  return drawn;
};
