// Every page is drawn with the request that asked for it, however many are under way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

const SAID = { en: 'Invoices', es: 'Facturas', de: 'Rechnungen' } as const;
const LANGUAGES = ['en', 'es', 'de'] as const;
const TIMES = 8;

test('pages asked for at the same moment each speak the language of their own request', async () => {
  const person = pages.as('viewer');
  const path = `/companies/${pages.service.entities.mx}/invoices`;
  const asked = Array.from({ length: TIMES }, () => LANGUAGES).flat();
  const answers = await Promise.all(asked.map((language) => person.get(`${path}?language=${language}`)));
  answers.forEach(({ status, html }, at) => {
    const language = asked[at] ?? 'en';
    assert.equal(status, 200);
    assert.ok(html.includes(`<html lang="${language}">`), language);
    assert.ok(html.includes(`<h1>${SAID[language]}</h1>`), language);
  });
});
