import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from '../../codegen/generator/watch.ts';
import { listen, rootWith } from './support.ts';

/** Ways in which editors save a file. */
const SAVES: Readonly<Record<string, (file: string, text: string) => void>> = {
  'writing into it': (file, text) => writeFileSync(file, text),
  'putting another file in its place': (file, text) => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  },
  'moving it away first': (file, text) => {
    renameSync(file, `${file}.bak`);
    writeFileSync(file, text);
    rmSync(`${file}.bak`);
  },
  'removing it first': (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
};

describe('npm run codegen:watch', () => {
  for (const [name, save] of Object.entries(SAVES)) {
    it(`sees each of three saves that work by ${name}`, async (t) => {
      const root = rootWith(t, new Map([['spec/tools/a/b.yaml', 'n: 0\n']]));
      const file = join(root, 'spec/tools/a/b.yaml');
      const stop = new AbortController();
      const heard = listen();
      let builds = 0;
      const ended = watch(
        join(root, 'spec'),
        heard,
        () => {
          builds += 1;
          return Promise.resolve(0);
        },
        stop.signal,
      );
      const reach = async (count: number): Promise<void> => {
        for (let tries = 0; tries < 200; tries += 1) {
          if (builds >= count) break;
          await sleep(25);
        }
        // What one save does in several steps is one build.
        await sleep(150);
        assert.equal(builds, count);
      };
      await reach(1);
      for (const count of [2, 3, 4]) {
        save(file, `n: ${count}\n`);
        await reach(count);
      }
      writeFileSync(join(root, 'spec/notes.txt'), 'no YAML');
      mkdirSync(join(root, 'spec/new'));
      await reach(4);
      writeFileSync(join(root, 'spec/new/c.yaml'), 'n: 1\n');
      await reach(5);
      stop.abort();
      assert.equal(await ended, 0);
      assert.match(heard.stdout(), /^(built in \d+\.\d s at [^\n]+\n){5}$/);
    });
  }
});
