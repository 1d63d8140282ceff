// Documents that an access point brings, over HTTP.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { SERVICE } from '../../../generated/service.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  assertEmpty,
  bill,
  changeDetails,
  envelope,
  inboxOf,
  newCompany,
  newParticipant,
  register,
  SECRET,
} from './support.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await startTestService({ deliverySecret: SECRET });
  other = await startTestService({ deliverySecret: SECRET });
});
after(async () => {
  await other.close();
  await service.close();
});

interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const bring = async (
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = { 'X-Token': SECRET },
  at = service,
): Promise<Told> => {
  const response = await fetch(at.url.replace(/\/mcp$/, '/network/documents'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', ...headers },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as Told['body'] };
};

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const rowOf = (message_id: string) =>
  service.database.reader
    .selectFrom('network_message')
    .select(['status', 'reason', 'company_id', 'attempts', 'sha256'])
    .where('message_id', '=', message_id)
    .executeTakeFirst();
const taken = (already_received: boolean) => ({ countryCodeC4: 'DE', already_received });
const outcome = ({ status, body }: Told) => {
  const { request_id: _request, ...told } = body;
  return [status, told];
};
const why = async (bytes: Buffer): Promise<unknown> => {
  const { status, body } = await bring(bytes);
  assert.equal(status, 422);
  return body['why'];
};

describe('a document that the access point brings', () => {
  test('lies in the inbox of the company it is for, as it came', async () => {
    const [company, stranger] = [await newCompany(service.database), await newCompany(service.database)];
    const message_id = randomUUID();
    const bytes = envelope({ to: company.participant, messageId: message_id });
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(false)]);
    const [kept, ...more] = await inboxOf(service.database, company);
    assert.deepEqual(
      [kept?.channel, kept?.sender_id, kept?.message_id, kept?.sha256, more],
      ['network', '9930:DE987654321', message_id, digestOf(bytes), []],
    );
    assert.deepEqual((await rowOf(message_id))?.company_id, company.id);
    await assertEmpty(service.database, stranger);
  });

  test('is found by its participant in every spelling of the network', async () => {
    const company = await newCompany(service.database);
    for (const to of [
      company.participant.toLowerCase(),
      company.participant.toUpperCase(),
      `  ${company.participant}\n`,
      `iso6523-actorid-upis::${company.participant.toLowerCase()}`,
    ])
      assert.deepEqual(outcome(await bring(envelope({ to }))), [200, taken(false)], to);
    assert.equal((await inboxOf(service.database, company)).length, 4);
  });

  test('is kept once, however often and wherever it is brought at once', async () => {
    const company = await newCompany(service.database);
    const message_id = randomUUID();
    const bytes = envelope({ to: company.participant, messageId: message_id });
    const told = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        bring(bytes, { 'X-Token': SECRET }, at % 2 === 0 ? service : other),
      ),
    );
    assert.deepEqual(new Set(told.map(({ status }) => status)), new Set([200]));
    assert.equal(told.filter(({ body }) => body['already_received'] === false).length, 1);
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(true)]);
    assert.equal((await inboxOf(service.database, company)).length, 1);
    const files = await service.database.reader
      .selectFrom('stored_file')
      .select('sha256')
      .where('entity_id', '=', company.id)
      .execute();
    assert.deepEqual(files, [{ sha256: digestOf(bytes) }]);
  });

  test('stays with the company that had the participant, whoever has it when it is brought again', async () => {
    const [first, second] = [
      await newCompany(service.database),
      await newCompany(service.database, { registered: false }),
    ];
    const bytes = envelope({ to: first.participant });
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(false)]);
    await service.database.kysely.deleteFrom('network_receiver').where('company_id', '=', first.id).execute();
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(true)]);
    await changeDetails(service.database, second.id, { participant_id: first.participant });
    await register(service.database, second.id);
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(true)]);
    await assertEmpty(service.database, second);
    const next = envelope({ to: first.participant });
    assert.deepEqual(outcome(await bring(next)), [200, taken(false)]);
    assert.deepEqual(
      (await inboxOf(service.database, second)).map(({ sha256 }) => sha256),
      [digestOf(next)],
    );
  });

  test('with the id of another one is refused', async () => {
    const company = await newCompany(service.database);
    const messageId = randomUUID();
    const { participant: to } = company;
    assert.equal((await bring(envelope({ to, messageId }))).status, 200);
    assert.match(String(await why(envelope({ to, messageId, payload: bill('RE 2') }))), /that message id/);
    assert.equal((await inboxOf(service.database, company)).length, 1);
  });
});

describe('a document for nobody here', () => {
  const UNKNOWN = 'Nobody receives here under that participant id or account.';

  test('is refused in words and noted for the operator, and taken once the company is registered', async () => {
    const company = await newCompany(service.database, { registered: false });
    const message_id = randomUUID();
    const bytes = envelope({ to: company.participant, messageId: message_id });
    const { status, body } = await bring(bytes);
    const { request_id: _request, ...told } = body;
    const remedy = 'The operator registers the company: "network register --entity …".';
    assert.deepEqual(
      [status, told],
      [
        422,
        {
          error_type: 'delivery_refused',
          message: `${UNKNOWN} Nothing was kept.`,
          hint: remedy,
          why: UNKNOWN,
          remedy,
          retryable: false,
        },
      ],
    );
    await assertEmpty(service.database, company);
    await bring(bytes);
    assert.deepEqual(await rowOf(message_id), {
      status: 'refused',
      reason: 'unknown',
      company_id: null,
      attempts: 2,
      sha256: null,
    });
    await register(service.database, company.id);
    assert.deepEqual(outcome(await bring(bytes)), [200, taken(false)]);
    const row = await rowOf(message_id);
    assert.deepEqual([row?.status, row?.company_id], ['delivered', company.id]);
  });

  test('is one for what only looks like the participant of a company', async () => {
    const company = await newCompany(service.database, {
      participant: `0204:991-${newParticipant().slice(7)}-67`,
    });
    const [scheme = '', value = ''] = company.participant.split(':');
    for (const to of [
      `${scheme}:${value.replaceAll('-', '')}`,
      `9930:${value}`,
      `${scheme}:0${value}`,
      `${company.participant}0`,
      `${scheme}:${value.slice(0, -1)}`,
      `${scheme}:${value}%`,
    ])
      assert.equal(await why(envelope({ to })), UNKNOWN, to);
    for (const to of [
      value,
      `other::${company.participant}`,
      `${scheme}:${value}\u212A`,
      `${scheme}: ${value}`,
      '',
    ])
      assert.notEqual(await why(envelope({ to })), undefined, to);
    await assertEmpty(service.database, company);
  });

  test('is one for a company that claims the participant of another, or claimed it before', async () => {
    const company = await newCompany(service.database);
    const thief = await newCompany(service.database);
    await changeDetails(service.database, thief.id, { participant_id: company.participant });
    await assert.rejects(register(service.database, thief.id), /receives as 9930:de\d+ already/);
    // What it was registered with is not its own any more.
    assert.match(String(await why(envelope({ to: thief.participant }))), /no longer that of the company/);
    assert.equal((await bring(envelope({ to: company.participant }))).status, 200);
    await assertEmpty(service.database, thief);
    assert.equal((await inboxOf(service.database, company)).length, 1);
  });

  test('is one for a company that is not active', async () => {
    const company = await newCompany(service.database);
    await changeDetails(service.database, company.id, {}, { active: false });
    assert.match(String(await why(envelope({ to: company.participant }))), /not active/);
    await assertEmpty(service.database, company);
  });

  test('whose registration ends while it comes is not kept', async () => {
    const company = await newCompany(service.database);
    const bytes = envelope({ to: company.participant, payload: bill('x'.repeat(200_000)) });
    const told = await new Promise<number | undefined>((resolve, reject) => {
      const req = request(service.url.replace(/\/mcp$/, '/network/documents'), {
        method: 'POST',
        headers: { 'X-Token': SECRET, 'Content-Length': bytes.length },
      });
      req.on('response', (res) => resolve(res.resume().statusCode)).on('error', reject);
      req.write(bytes.subarray(0, 150_000));
      const end = async (): Promise<void> => {
        for (;;) {
          const files = await service.database.reader
            .selectFrom('stored_file')
            .select('id')
            .where('entity_id', '=', company.id)
            .execute();
          if (files.length > 0) break;
          await new Promise((wait) => setTimeout(wait, 5));
        }
        await changeDetails(service.database, company.id, { participant_id: newParticipant() });
        req.end(bytes.subarray(150_000));
      };
      end().catch(reject);
    });
    assert.equal(told, 422);
    await assertEmpty(service.database, company);
  });

  test('whose envelope says nothing certain is refused', async () => {
    const company = await newCompany(service.database);
    const { participant: to } = company;
    const one = `<Receiver><Identifier Authority="iso6523-actorid-upis">${to}</Identifier></Receiver>`;
    const hidden = '<!-- </StandardBusinessDocumentHeader> -->';
    assert.equal((await bring(envelope({ to, receiverXml: `${hidden}${one}` }))).status, 200);
    for (const [given, bytes] of Object.entries({
      twice: envelope({ to, receiverXml: `${one}<Receiver><Identifier>9930:DE1</Identifier></Receiver>` }),
      none: envelope({ to: null }),
      'of another authority': envelope({ to, receiverXml: one.replace('iso6523-actorid-upis', 'GS1') }),
      'in a comment': envelope({ to, receiverXml: `<!-- ${one} -->` }),
      'with a DOCTYPE': envelope({ to, prolog: '<!DOCTYPE a [<!ENTITY b "c">]>' }),
      'without an id': envelope({ to, messageId: '' }),
      'with a long id': envelope({ to, messageId: 'm'.repeat(256) }),
      'no envelope': Buffer.from(bill('RE 1')),
      nothing: Buffer.alloc(0),
      'no end of the header': envelope({ to, receiverXml: `<a>${'x'.repeat(70_000)}</a>${one}` }),
      'UTF-16': Buffer.from(envelope({ to }).toString('utf8'), 'utf16le'),
    }))
      assert.notEqual(await why(bytes), undefined, given);
    assert.equal((await inboxOf(service.database, company)).length, 1);
  });
});

describe('the address of the access point', () => {
  test('takes nothing without the secret, and reads nothing then', async () => {
    const company = await newCompany(service.database);
    const bytes = envelope({ to: company.participant });
    for (const headers of [
      {},
      { 'X-Token': '' },
      { 'X-Token': `${SECRET}0` },
      { 'X-Token': SECRET.slice(1) },
    ]) {
      const { status, body } = await bring(bytes, headers);
      assert.deepEqual([status, body['error_type']], [401, 'delivery_unauthorised']);
    }
    await assertEmpty(service.database, company);
    const none = await startTestService();
    try {
      const { status, body } = await bring(bytes, { 'X-Token': '' }, none);
      assert.deepEqual([status, body['error_type']], [404, 'delivery_not_taken']);
    } finally {
      await none.close();
    }
    const got = await fetch(service.url.replace(/\/mcp$/, '/network/documents'), {
      headers: { 'X-Token': SECRET },
    });
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST']);
  });

  test(
    'takes what is as large as a file may be, in bounded memory, and no more',
    { timeout: 60_000 },
    async () => {
      const company = await newCompany(service.database);
      const limit = SERVICE.inbox.file_bytes;
      const bare = envelope({ to: company.participant, payload: bill('') }).length;
      const filled = (size: number) =>
        envelope({ to: company.participant, payload: bill('x'.repeat(size - bare)) });
      assert.deepEqual(outcome(await bring(filled(limit))), [200, taken(false)]);
      const { status, body } = await bring(filled(limit + 1));
      assert.deepEqual([status, body['error_type']], [413, 'delivery_too_large']);
      // Without a length, as a stream.
      const streamed = await fetch(service.url.replace(/\/mcp$/, '/network/documents'), {
        method: 'POST',
        headers: { 'X-Token': SECRET },
        body: new Blob([new Uint8Array(filled(limit + 1))]).stream(),
        duplex: 'half',
      } as RequestInit);
      assert.equal(streamed.status, 413);
      assert.deepEqual(
        (await inboxOf(service.database, company)).map(({ bytes }) => bytes),
        [limit],
      );
      const files = await service.database.reader
        .selectFrom('stored_file')
        .select('bytes')
        .where('entity_id', '=', company.id)
        .execute();
      assert.deepEqual(files, [{ bytes: limit }]);
    },
  );
});
