// Why a webhook gets nothing: the English sentence that agents read, and how a person reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english, type SaidSentence, say } from '../../src/base/said.ts';
import { tell } from '../../src/console/tell.ts';

const host = 'hooks.example.com';

/** The sentence, in English for agents, and in German. */
const TOLD: readonly (readonly [SaidSentence, string, string])[] = [
  [say('webhook_asked', {}), 'A person has to let it receive.', 'Jemand muss den Empfang erlauben.'],
  [say('webhook_switched_off', {}), 'It was switched off.', 'Er wurde ausgeschaltet.'],
  [
    say('webhook_failing', { when: '2026-03-01T10:00Z', why: say('post_no_name', {}) }),
    'It has taken nothing since 2026-03-01T10:00Z. Its name is not in DNS.',
    'Er hat seit 2026-03-01T10:00Z nichts angenommen. Der Hostname ist im DNS nicht bekannt.',
  ],
  [
    say('webhook_gone', { why: say('post_answered', { code: 410 }) }),
    'The receiver says that it is gone for good: It answered 410.',
    'Der Empfänger sagt, dass es ihn nicht mehr gibt: Antwort 410.',
  ],
  [
    say('webhook_not_on', { id: 'whk_1', status: 'disabled', why: 'Wrong address' }),
    'The webhook whk_1 is disabled, so nothing is sent to it. Wrong address',
    'Dieser Webhook ist nicht eingeschaltet, deshalb wird nichts an ihn gesendet.',
  ],
  [
    say('webhook_unwanted', { id: 'whk_1', event: 'invoice.filed', company: 'ent_1' }),
    'Nothing is sent to the webhook whk_1: it does not take invoice.filed of ent_1 as it is now.',
    'Nichts wird gesendet: Wie er jetzt ist, nimmt dieser Webhook invoice.filed von ent_1 nicht an.',
  ],
  [
    say('webhook_changed', {}),
    'The webhook is not what was shown any more. Look at it as it is now, then decide.',
    'Der Webhook ist nicht mehr der gezeigte. Sehen Sie ihn an, wie er jetzt ist, und entscheiden Sie dann.',
  ],
  [
    say('webhook_unknown', { id: 'whk_1' }),
    'There is no webhook whk_1.',
    'Diesen Webhook gibt es nicht mehr.',
  ],
  [
    say('webhook_delivery_unknown', { id: 'wdel_1' }),
    'There is no delivery wdel_1.',
    'Diese Zustellung gibt es nicht mehr.',
  ],
  [
    say('webhook_entity_unknown', { id: 'ent_1' }),
    'There is no entity ent_1 in the organization.',
    'Diese Firma gehört nicht zur Organisation.',
  ],
  [
    say('webhook_limit', { count: 20 }),
    'The organization has 20 webhooks, which is the most; delete one that is not needed.',
    'Die Organisation hat 20 Webhooks, mehr gehen nicht; löschen Sie einen, der nicht gebraucht wird.',
  ],
  [
    say('webhook_text_long', { field: 'description', count: 201, most: 200 }),
    'The description has 201 characters; at most 200 are kept.',
    'Beschreibung: höchstens 200 Zeichen, es sind 201.',
  ],
  [
    say('webhook_url_long', { count: 2001, most: 2000 }),
    'The address has 2001 characters; at most 2000 are kept.',
    'Die Adresse hat 2001 Zeichen; höchstens 2000 gehen.',
  ],
  [
    say('webhook_url_unusable', { why: say('url_https', {}) }),
    'The address cannot be used. It must begin with https://.',
    'Die Adresse lässt sich nicht verwenden. Sie muss mit https:// beginnen.',
  ],
  [
    say('url_form', {}),
    'It is not an address such as https://hooks.example.com/folio.',
    'Das ist keine Adresse wie https://hooks.example.com/folio.',
  ],
  [
    say('url_password', {}),
    'It must not hold a user name or password.',
    'Sie darf weder Benutzernamen noch Kennwort enthalten.',
  ],
  [say('url_fragment', {}), 'It must not hold a fragment (#…).', 'Sie darf kein Fragment (#…) enthalten.'],
  [
    say('url_port', { port: '25', least: 1024 }),
    'Port 25 is not one for https; use 443 or one from 1024.',
    'Port 25 ist keiner für https; nehmen Sie 443 oder einen ab 1024.',
  ],
  [
    say('host_own', { host: 'localhost' }),
    'localhost is the machine of the service itself.',
    'localhost ist die Maschine des Dienstes selbst.',
  ],
  [say('host_no_address', { host }), `${host} has no address.`, `${host} hat keine Adresse.`],
  [
    say('host_not_public_at', { host, address: '127.0.0.1' }),
    `${host} is 127.0.0.1, which is not a public address.`,
    `${host} ist 127.0.0.1, und das ist keine öffentliche Adresse.`,
  ],
  [
    say('host_not_public', { host: '10.0.0.1' }),
    '10.0.0.1 is not a public address.',
    '10.0.0.1 ist keine öffentliche Adresse.',
  ],
  [
    say('post_redirected', { code: 302 }),
    'It answered 302, a redirect, which is not followed.',
    'Antwort 302, eine Weiterleitung, der nicht gefolgt wird.',
  ],
  [
    say('post_no_answer', { time: 0.1 }),
    'No answer came within 0.1 seconds.',
    'Binnen 0.1 Sekunden kam keine Antwort.',
  ],
  [
    say('post_given_up', {}),
    'The attempt was given up because the service stopped.',
    'Der Versuch wurde aufgegeben, weil der Dienst anhielt.',
  ],
  [
    say('post_unsigned', {}),
    'Its secret does not open with the present master key; doctor says more.',
    'Sein Geheimnis lässt sich mit dem jetzigen Hauptschlüssel nicht öffnen; doctor sagt mehr.',
  ],
  [
    say('post_name_failed', {}),
    'Its name could not be looked up in DNS.',
    'Der Hostname ließ sich im DNS nicht nachschlagen.',
  ],
  [
    say('post_name_late', {}),
    'Its name could not be looked up in DNS in time.',
    'Der Hostname ließ sich im DNS nicht rechtzeitig nachschlagen.',
  ],
  [say('post_refused', {}), 'It refused the connection.', 'Er hat die Verbindung abgelehnt.'],
  [say('post_broken_off', {}), 'It broke the connection off.', 'Er hat die Verbindung abgebrochen.'],
  [say('post_certificate_expired', {}), 'Its certificate has expired.', 'Sein Zertifikat ist abgelaufen.'],
  [
    say('post_certificate_own', {}),
    'Its certificate is self-signed.',
    'Sein Zertifikat ist selbst signiert.',
  ],
  [
    say('post_certificate_name', {}),
    'Its certificate is for another name.',
    'Sein Zertifikat ist für einen anderen Namen.',
  ],
  [
    say('post_failed', { code: 'EPIPE' }),
    'The connection failed (EPIPE).',
    'Die Verbindung scheiterte (EPIPE).',
  ],
];

test('agents read why in English, people in their language', () => {
  for (const [said, agent, german] of TOLD) {
    assert.equal(english(said), agent);
    assert.equal(tell('de', said), german);
    assert.doesNotMatch(tell('es', said), /\{/);
    assert.doesNotMatch(tell('en', said), /\{/);
  }
});
