// Refusals told in Spanish and German: every template keeps its parameters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEBHOOK_WORDS } from '../../src/console/told/webhooks.ts';
import { type Template, tellRefusal } from '../../src/console/told/told.ts';

const named = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([name]) => name);

const assertKnown = (english: string, words: Template): void => {
  for (const text of [words.es, words.de])
    for (const name of named(text)) assert.ok(named(english).includes(name), `${name} of: ${text}`);
};

test('a translation names no parameter that its English template lacks', () => {
  for (const [english, words] of Object.entries(WEBHOOK_WORDS)) assertKnown(english, words);
});

test('each sentence is told by its own template, with its figures and names', () => {
  const parameters = ['{x}', '12.50', 'Müller & Söhne (GmbH)', 'a.b*c?'];
  for (const [table, tell] of [[WEBHOOK_WORDS, tellRefusal]] as const)
    for (const [english, words] of Object.entries(table)) {
      let at = 0;
      const values = new Map(
        named(english).map((name) => [name, parameters[(at += 1) % parameters.length] ?? '']),
      );
      const fill = (text: string): string => text.replace(/\{\w+\}/g, (name) => values.get(name) ?? name);
      assert.equal(tell('de', fill(english)), fill(words.de).replace(/\.\.$/, '.'), english);
      assert.equal(tell('en', fill(english)), fill(english));
    }
});
