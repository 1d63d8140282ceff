// Runs alone: it marks the texts of the process.
// Every page in a language of marks: what a person reads there is a marked text, the value of a record, or listed below
// with its reason.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CURRENCIES } from '../../generated/currencies.ts';
import { EVENTS } from '../../generated/events.ts';
import { SCOPES } from '../../generated/scopes.ts';
import { PAGES } from '../../src/console/routes.ts';
import { appSetups } from '../../src/domain/parties/oauth/clients/setups.ts';
import { addressOf, fillBooks, type Ids } from './books.ts';
import { markTexts, readablesOf, unmarked } from './marked-texts.ts';
import { startTestConsole, type TestConsole } from './support.ts';

/** What every free text of the books says. */
const VALUE = 'Zq';

let pages: TestConsole;
let ids: Ids;
before(async () => {
  pages = await startTestConsole();
  ids = await fillBooks(pages, VALUE);
  markTexts();
});
after(() => pages.close());

/** Values of the books, and names that no language translates. */
const VALUES: readonly string[] = [
  'Folio',
  ...Object.keys(CURRENCIES),
  ...Object.keys(EVENTS),
  ...Object.keys(SCOPES),
  // Of the fixture: companies, customers, persons, keys, where they are.
  'Despacho Ibarra',
  'Papelería Robles SA de CV',
  'PAPELERIA ROBLES',
  'Brückner Werkzeugbau GmbH',
  'CAFE Zq',
  'CAFE ZQ',
  VALUE,
  'Ana',
  'test',
  'pagos@luna.example',
  'administrator@ibarra.example',
  'https://agent.example.com/folio',
  'https://hooks.example.com/folio?',
  'America/Mexico_City',
  'Europe/Berlin',
  // Codes of the authorities, whose words stand beside them.
  'PUE',
  'PPD',
  'IVA',
  'DERIVED-CODE',
  'PDF',
  // Languages in their own words, a key of the keyboard, toolsets by their names.
  'English',
  'Español',
  'Deutsch',
  'Enter',
  'corrections',
  'inbox',
  'organization',
  // What the browser says of itself.
  'Browser',
  // Apps by their names, and what is typed to set them up.
  ...appSetups('')
    .flatMap(({ app, command = '', after: then = '' }) => [app, command.replace('/mcp', ' ').trim(), then])
    .filter((text) => text !== ''),
];

/** Ids, tax numbers, numbers of documents, ends of secrets, kinds of events, units of time. */
const FORMS: readonly RegExp[] = [
  // Where this service is.
  /http:\/\/localhost:\d+\/(?:mcp\b|oauth\/\w+)/g,
  /\b[a-z]{4}_[0-9a-z]{26}\b/g,
  /\b[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}\b/g,
  /\bDE\d{9}\b/g,
  /\b(?:V|F)-\d+\b|^F$/g,
  // Codes of catalogues and keys of the keyboard.
  /\bG03\b|\bE48\b|^[Ijksnu]$/g,
  /…\S+/g,
  /\b[a-z_]+\.\*/g,
  /\b\d+ ms\b/g,
  /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/g,
  // Days and moments, as the platform writes them.
  /\b\d{1,2} (?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic) \d{4}\b/g,
  /\b\d{1,2}:\d{2}\s[ap]\.m\.\s(?:GMT[+-]\d+|UTC)/g,
  /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) de \d{4}\b/g,
  /^(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)$/g,
  // What stands in a received file, its name and its size.
  /\.(?:xml|txt)\b/g,
  // The digest of a file.
  /\b[0-9a-f]{64}\b/g,
  /<\/?note>/g,
  /\b\d+ B\b/g,
  // Countries, as the platform names them.
  /(?:México|Alemania)(?: \(MX\))?|\bMX\b/g,
];

/** Pages that show what is not for this language, and why. */
const EXCEPTED: Readonly<Record<string, string>> = {
  '/settings/audit': 'the trail shows what was called and which fields changed, by their own names',
  '/settings/providers': 'whoever runs the service reads here what `doctor` says in the terminal',
};

/** Sentences that the books still say in one language only. */
const UNTRANSLATED: readonly RegExp[] = [
  /^(?:DERIVED-CODE: |: )?The (?:product|unit) code is \S+, which nobody has set\.(?: \(\d+ x\))?$/,
  /^(?:: )?The default, because nobody has said .*$/,
  /^: Create a new draft with create_invoice, .*$/,
  /An administrator approves or rejects the filing\.$/,
  /Approve filing of the invoice “Zq” to/,
  /Una persona tiene que permitir que reciba\./,
  /It answered 500\./,
  /El pago de .* excede el saldo de .*/,
  /--tax-id is required in/,
  /: the RFC of the company/,
];

const LONGEST_FIRST = VALUES.toSorted((a, b) => b.length - a.length);
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

const straysIn = (text: string): string => {
  let rest = unmarked(text).trim();
  // Most texts are marked as a whole: nothing is left to be looked through.
  if (!hasLetter(rest)) return '';
  for (const sentence of UNTRANSLATED) rest = rest.replace(sentence, ' ');
  for (const form of FORMS) rest = rest.trim().replaceAll(form, ' ');
  for (const value of LONGEST_FIRST) rest = rest.replaceAll(value, ' ');
  return hasLetter(rest) ? rest.trim() : '';
};

test('every page speaks in texts and values', async () => {
  const person = pages.as('administrator');
  const found: string[] = [];
  for (const { path } of PAGES) {
    const address = addressOf(path, ids);
    if (address === undefined || Object.hasOwn(EXCEPTED, path)) continue;
    const { html, headers } = await person.get(`${address}?language=es`);
    if (headers.get('content-type')?.startsWith('text/html') !== true) continue;
    for (const text of readablesOf(html)) if (straysIn(text) !== '') found.push(`${path}: ${straysIn(text)}`);
  }
  assert.deepEqual([...new Set(found)], []);
});

test('what is refused speaks in texts and values', async () => {
  const person = pages.as('administrator');
  const company = `/companies/${ids['company']}`;
  const answers = [
    await person.get('/companies/nowhere?language=es'),
    await pages.as('viewer').get('/settings/keys?language=es'),
    await person.send(`${company}/bills/${ids['bill']}?language=es`, 'pay', { amount: '1.234,50' }),
    await person.send(`${company}/bills/${ids['bill']}?language=es`, 'pay', { amount: '99999' }),
    await person.send('/settings/companies/new?language=es', 'make', { name: '', country: 'MX' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status >= 400),
    answers.map(() => true),
  );
  const found = answers.flatMap(({ html, path }) =>
    readablesOf(html)
      .map(straysIn)
      .filter((text) => text !== '')
      .map((text) => `${path}: ${text}`),
  );
  assert.deepEqual([...new Set(found)], []);
});
