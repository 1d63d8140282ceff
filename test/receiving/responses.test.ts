// Responses as the network brings them: what is read of each kind, and what is told of one that is none of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../src/receiving/read.ts';

const party = (role: string, endpoint: string, id: string): string =>
  `<cac:${role}><cbc:EndpointID schemeID="9930">${endpoint}</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>${id}</cbc:RegistrationName></cac:PartyLegalEntity></cac:${role}>`;

const answer = (number: string, type: string, response: string): string =>
  `<cac:DocumentResponse><cac:Response>${response}</cac:Response><cac:DocumentReference><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate>${type}</cac:DocumentReference></cac:DocumentResponse>`;

const read = async (
  profile: string,
  answers: string,
  time = '<cbc:IssueTime>09:30:00+01:00</cbc:IssueTime>',
) =>
  readFile(
    Buffer.from(
      `<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:CustomizationID>${profile}</cbc:CustomizationID><cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-11-03</cbc:IssueDate>${time}${party('SenderParty', 'DE1', 'Kunde')}${party('ReceiverParty', 'DE2', 'Wir')}${answers}</ApplicationResponse>`,
    ),
  );

const IMR = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';
const MLS = 'urn:peppol:edec:mls:1.0';

test('an invoice response says its state, its reasons, and which document by whom it means', async () => {
  const { kind, format, response, issues } = await read(
    IMR,
    answer(
      'RE-7',
      '<cbc:DocumentTypeCode>381</cbc:DocumentTypeCode>',
      '<cbc:ResponseCode>RE</cbc:ResponseCode><cac:Status><cbc:StatusReasonCode listID="OPStatusReason">REF</cbc:StatusReasonCode><cbc:StatusReason>No order</cbc:StatusReason></cac:Status>',
    ),
  );
  assert.deepEqual([kind, format, issues], ['invoice_response', 'invoice_response', []]);
  const { sender, receiver, ...said } = response ?? assert.fail();
  assert.deepEqual(said, {
    id: 'R-1',
    issueDate: '2026-11-03',
    issueTime: '09:30:00',
    status: 'RE',
    level: 'invoice',
    reasons: [{ code: 'REF', text: 'No order' }],
    documentNumber: 'RE-7',
    documentType: '381',
    documentDate: '2026-11-02',
  });
  assert.deepEqual(
    [sender, receiver].map(({ name, endpoint }) => [name, endpoint]),
    [
      ['Kunde', { id: 'DE1', scheme: '9930' }],
      ['Wir', { id: 'DE2', scheme: '9930' }],
    ],
  );
});

test('a message status knows fewer states; times that are none are left out', async () => {
  const accepted = answer('m-1', '', '<cbc:ResponseCode>AP</cbc:ResponseCode>');
  const { format, response, issues } = await read(MLS, accepted, '<cbc:IssueTime>25:00</cbc:IssueTime>');
  assert.deepEqual(
    [format, response?.level, response?.issueTime, issues],
    ['message_status', 'message', null, []],
  );
  const paid = await read(MLS, answer('m-1', '', '<cbc:ResponseCode>PD</cbc:ResponseCode>'));
  assert.deepEqual(
    paid.issues.map(({ rule }) => rule),
    ['en_response_status'],
  );
});

test('a response of another profile answers no invoice', async () => {
  const accepted = answer('RE-7', '', '<cbc:ResponseCode>AP</cbc:ResponseCode>');
  for (const profile of ['urn:fdc:peppol.eu:poacc:trns:catalogue_response:3', 'OIOUBL-2.1', '']) {
    const { kind, response, issues } = await read(profile, accepted);
    assert.deepEqual(
      [kind, response, issues.map(({ rule }) => rule)],
      ['unknown', null, ['en_response_profile']],
    );
  }
  const mlr = await read('urn:fdc:peppol.eu:poacc:trns:mlr:3', accepted);
  assert.deepEqual([mlr.response?.level, mlr.issues], ['message', []]);
});

test('a response to two documents is one to none', async () => {
  const one = answer('RE-7', '', '<cbc:ResponseCode>RE</cbc:ResponseCode>');
  const { issues } = await read(IMR, `${one}${one}`);
  assert.deepEqual(
    issues.map(({ rule, severity }) => [rule, severity]),
    [['en_response_several', 'error']],
  );
});
