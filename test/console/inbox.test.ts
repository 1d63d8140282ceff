// Received documents on the pages: files are added, looked at, and decided about; what others sent runs nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

const path = (rest = ''): string => `/companies/${pages.service.entities.de}/inbox${rest}`;

const add = async (name: string, content: string): Promise<string> => {
  const { html } = await pages
    .as('accountant')
    .upload(path(), 'add', {}, { files: new File([content], name) });
  return (
    /inbox\/(rdoc_\w+|[a-z]+_[0-9a-z]{26})/.exec(html.slice(html.indexOf('class="outcomes"')))?.[1] ??
    assert.fail(html)
  );
};

test('what others sent is stored or shown without any right of the pages', async () => {
  const id = await add('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const person = pages.as('viewer');
  const { headers } = await person.raw(path(`/${id}/file`));
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.match(headers.get('content-disposition') ?? '', /^attachment/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const shown = await person.get(path(`/${id}`));
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.html, /<script>alert|name="act" value="reject"/);
});

test('a document is rejected with a reason and the next one follows; a viewer decides nothing', async () => {
  const first = await add('one.txt', 'one');
  const second = await add('two.txt', 'two');
  const bare = await pages.as('accountant').send(path(`/${second}`), 'reject', { reason: '' });
  assert.equal(bare.status, 422);
  const done = await pages.as('accountant').send(path(`/${second}`), 'reject', { reason: 'Not ours' });
  assert.equal(done.path, path(`/${first}`));
  assert.match(done.html, /Rejected two\.txt/);
  const after_ = await pages.as('accountant').get(path(`/${second}`));
  assert.match(after_.html, /Not ours/);
  assert.doesNotMatch(after_.html, /name="act" value="reject"/);
});
