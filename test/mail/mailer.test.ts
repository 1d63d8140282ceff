import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressIn, fileName, headerText, isAddress } from '../../src/base/mail-address.ts';
import { MailFault, type Mailer, type OutgoingMail } from '../../src/domain/filing/delivery/mailer.ts';
import { openMailer } from '../../src/mail/open.ts';
import { StartError } from '../../src/base/start-error.ts';
import { attachment, type MailServer, readMail, startMailServer } from './mail-server.ts';

const XML = Buffer.from('<?xml version="1.0"?>\n<a b="ñ"/>\r\n');
const PDF = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));

const MAIL: OutgoingMail = {
  messageId: 'invc_1.1@example.com',
  fromName: 'Papelería Robles SA de CV',
  to: { name: 'Cafetería Luna', address: 'pagos@luna.example' },
  replyTo: 'ventas@robles.example',
  subject: 'Factura F-12 de Papelería Robles',
  text: 'Buen día:\n\nÑandú\n.\n..punto\n',
  html: '<p>Buen día</p>',
  attachments: [
    { filename: 'F-12.xml', mediaType: 'application/xml', content: XML },
    { filename: 'F-12.pdf', mediaType: 'application/pdf', content: PDF },
  ],
};

const config = (
  smtp_url: string | null,
  data_dir = '/nowhere',
  mail_from = 'Folio <facturas@example.com>',
) => ({
  smtp_url,
  data_dir,
  mail_from,
});

const faultOf = async (work: Promise<unknown>): Promise<MailFault> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof MailFault, String(error));
  return error;
};

describe('over SMTP', () => {
  let server: MailServer;
  let mailer: Mailer;
  before(async () => {
    server = await startMailServer();
    mailer = openMailer(config(server.url));
  });
  after(async () => {
    mailer.close();
    await server.close();
  });
  beforeEach(() => {
    server.taken.length = 0;
    server.replies.length = 0;
  });

  test('a mail arrives as it was written, its attachments byte for byte', async () => {
    assert.deepEqual(await mailer.send(MAIL), { messageId: MAIL.messageId });
    const [taken] = server.taken;
    assert.ok(taken);
    assert.deepEqual([taken.from, taken.to], ['facturas@example.com', ['pagos@luna.example']]);
    const mail = readMail(taken.raw);
    assert.equal(mail.headers.get('message-id'), '<invc_1.1@example.com>');
    assert.equal(mail.headers.get('from'), 'Papelería Robles SA de CV <facturas@example.com>');
    assert.equal(mail.headers.get('to'), 'Cafetería Luna <pagos@luna.example>');
    assert.equal(mail.headers.get('reply-to'), 'ventas@robles.example');
    assert.equal(mail.headers.get('subject'), MAIL.subject);
    assert.equal(mail.headers.get('auto-submitted'), 'auto-generated');
    assert.ok(attachment(mail, 'F-12.xml')?.equals(XML));
    assert.ok(attachment(mail, 'F-12.pdf')?.equals(PDF));
    const text = mail.parts.find(({ headers }) => headers.get('content-type')?.startsWith('text/plain'));
    assert.equal(text?.body.toString('utf8').replaceAll('\r\n', '\n').trim(), MAIL.text.trim());
  });

  test('a refusal for now may be tried again, one for good may not', async () => {
    server.replies.push({ code: 451, at: 'recipient' }, { code: 452, at: 'data' }, 'accept');
    for (const code of ['451', '452']) {
      const fault = await faultOf(mailer.send(MAIL));
      assert.deepEqual([fault.permanent, fault.message.startsWith(code)], [false, true], fault.message);
    }
    await mailer.send(MAIL);
    server.replies.push({ code: 550, at: 'recipient' }, { code: 554, at: 'data' });
    for (const code of ['550', '554']) {
      const fault = await faultOf(mailer.send(MAIL));
      assert.deepEqual([fault.permanent, fault.message.includes(code)], [true, true], fault.message);
    }
    assert.equal(server.taken.length, 1);
  });

  test('a connection lost after the data leaves it open; the repeat has the same message id', async () => {
    server.replies.push('lost_after_data');
    const fault = await faultOf(mailer.send(MAIL));
    assert.equal(fault.permanent, false);
    await mailer.send(MAIL);
    assert.deepEqual(
      server.taken.map(({ raw }) => readMail(raw).headers.get('message-id')),
      ['<invc_1.1@example.com>', '<invc_1.1@example.com>'],
    );
  });

  test('no text can add a header or a receiver', async () => {
    const evil = 'Eve\r\nBcc: all@example.com\u2028X-Evil: 1\u202E';
    await mailer.send({
      ...MAIL,
      fromName: `${evil}" <x@y.example>, "`,
      to: { name: `${evil}, other@example.com`, address: MAIL.to.address },
      replyTo: 'a@example.com\r\nBcc: all@example.com',
      subject: evil,
      attachments: [
        { filename: fileName(`../../${evil}`, 'xml'), mediaType: 'application/xml', content: XML },
      ],
    });
    const [taken] = server.taken;
    assert.ok(taken);
    assert.deepEqual(taken.to, [MAIL.to.address]);
    const { headers, parts } = readMail(taken.raw);
    assert.deepEqual(
      [headers.has('bcc'), headers.has('x-evil'), headers.has('reply-to')],
      [false, false, false],
    );
    assert.match(headers.get('from') ?? '', /<facturas@example\.com>$/);
    assert.equal(headers.get('subject'), 'Eve Bcc: all@example.com X-Evil: 1');
    assert.ok(
      parts.some((part) => part.headers.get('content-disposition')?.includes('Eve-Bcc-all-example.com')),
    );
    for (const address of [
      'a@b.example, c@d.example',
      'a b@c.example',
      'a@b\r\nRCPT TO:<c@d>',
      '<a@b>',
      '',
      'a@',
    ]) {
      const fault = await faultOf(mailer.send({ ...MAIL, to: { name: '', address } }));
      assert.equal(fault.permanent, true, address);
    }
    assert.equal(server.taken.length, 1);
  });

  test('a server that is not there, or wants a password, is for the operator to mend', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => {
      gone.listen(0, '127.0.0.1', resolve);
    });
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const other = openMailer(config(`smtp://user:secret@127.0.0.1:${port}`));
    const fault = await faultOf(other.send(MAIL));
    assert.equal(fault.permanent, false);
    assert.ok(!fault.message.includes('secret'));
    assert.match((await other.check()) ?? '', /ECONNREFUSED/);
    other.close();
    const locked = openMailer(config(server.url.replace('smtp://', 'smtp://user:wrong@')));
    const refused = await faultOf(locked.send(MAIL));
    assert.equal(refused.permanent, false, refused.message);
    assert.ok(!refused.message.includes('wrong'));
    locked.close();
    assert.equal(await mailer.check(), null);
  });
});

describe('the mail folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folio-mail-'));
  });
  const forget = (): Promise<void> => rm(dataDir, { recursive: true, force: true });

  test('has each mail once, whole', async () => {
    const mailer = openMailer(config(null, dataDir));
    await Promise.all(Array.from({ length: 5 }, () => mailer.send(MAIL)));
    const folder = join(dataDir, 'mail');
    assert.deepEqual(await readdir(folder), ['invc_1.1.eml']);
    const first = await readFile(join(folder, 'invc_1.1.eml'));
    await mailer.send({ ...MAIL, subject: 'other' });
    assert.ok(first.equals(await readFile(join(folder, 'invc_1.1.eml'))));
    await mailer.send({ ...MAIL, messageId: 'invc_1.2@example.com' });
    assert.deepEqual((await readdir(folder)).toSorted(), ['invc_1.1.eml', 'invc_1.2.eml']);
    const mail = readMail(first.toString('utf8'));
    assert.ok(attachment(mail, 'F-12.pdf')?.equals(PDF) && attachment(mail, 'F-12.xml')?.equals(XML));
    assert.equal(await mailer.check(), null);
    await forget();
  });

  test('that cannot be written is no reason to give up', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'mail'), 'a file in the way');
    const mailer = openMailer(config(null, dataDir));
    assert.equal((await faultOf(mailer.send(MAIL))).permanent, false);
    assert.match((await mailer.check()) ?? '', /cannot be written/);
    await forget();
  });

  test('takes no message id that is a path', async () => {
    const mailer = openMailer(config(null, dataDir));
    await assert.rejects(mailer.send({ ...MAIL, messageId: '../../x@example.com' }), /not a message id/);
    await forget();
  });
});

test('addresses and names of files', () => {
  assert.equal(addressIn('Folio <a@b.example>'), 'a@b.example');
  assert.equal(addressIn('a@b.example'), 'a@b.example');
  assert.throws(() => openMailer(config(null, '/nowhere', 'nobody')), StartError);
  assert.equal(headerText(' a\r\n\tb\u0000 c\u200b '), 'a b c');
  for (const good of ['a@b.example', "o'neil+x@b.example", 'jürgen@bücher.example'])
    assert.ok(isAddress(good), good);
  for (const bad of ['a@b@c', 'a', '@b', `${'a'.repeat(65)}@b.example`]) assert.ok(!isAddress(bad), bad);
  assert.equal(fileName('F-12', 'xml'), 'F-12.xml');
  assert.equal(fileName('../../etc/passwd', 'pdf'), 'etc-passwd.pdf');
  assert.equal(fileName('Ñ/12\\x"\n', 'pdf'), 'N-12-x.pdf');
  assert.equal(fileName('…', 'pdf'), 'invoice.pdf');
  assert.equal(fileName('.hidden', 'xml'), 'hidden.xml');
});
