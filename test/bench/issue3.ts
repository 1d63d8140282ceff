// `node dist/test/bench/issue3.js [books] [lists]`: the benches of the books and of large lists, on a durable server.
import { benchBooks } from './books.ts';
import { withService } from './issue3-server.ts';
import { benchLists } from './lists.ts';

const BENCHES = { books: benchBooks, lists: benchLists } as const;

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await withService(bench);
}
