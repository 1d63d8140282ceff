// Finds the page of a path.
import type { Page } from './page.ts';

export interface Matched {
  readonly page: Page;
  readonly params: Readonly<Record<string, string>>;
}

/** One step of a path: pages that end here, and what may follow. */
interface Node {
  page?: Page;
  name?: string;
  readonly next: Map<string, Node>;
}

const OPEN = ':';
const newNode = (): Node => ({ next: new Map() });

/** Fixed parts win over open ones: `/invoices/new` is not the invoice "new". */
export const createMatcher = (pages: readonly Page[]): ((path: string) => Matched | undefined) => {
  const root = newNode();
  for (const page of pages) {
    let node = root;
    for (const part of partsOf(page.path)) {
      const key = part.startsWith(OPEN) ? OPEN : part;
      const next = node.next.get(key) ?? newNode();
      node.next.set(key, next);
      if (key === OPEN) {
        if (next.name !== undefined && next.name !== part.slice(1))
          throw new Error(`${page.path}: ${next.name}`);
        next.name = part.slice(1);
      }
      node = next;
    }
    if (node.page !== undefined) throw new Error(`two pages at ${page.path}`);
    node.page = page;
  }
  return (path) => find(root, partsOf(path), {});
};

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

const find = (
  node: Node,
  parts: readonly string[],
  params: Readonly<Record<string, string>>,
): Matched | undefined => {
  const [part, ...rest] = parts;
  if (part === undefined) return node.page === undefined ? undefined : { page: node.page, params };
  const fixed = node.next.get(part);
  const found = fixed === undefined ? undefined : find(fixed, rest, params);
  if (found !== undefined) return found;
  const open = node.next.get(OPEN);
  return open?.name === undefined ? undefined : find(open, rest, { ...params, [open.name]: part });
};
