// Checks the configured PAC: whether it answers and accepts the credentials.
import type { Config } from '../base/config.ts';
import type { DoctorParts } from './parts.ts';
import { type Check, fail, formatError, ok } from './check.ts';

export const checkPac = async (config: Config, parts: Pick<DoctorParts, 'pac'>): Promise<Check> => {
  const transport = parts.pac(config);
  if (transport === null || config.pac === null)
    return ok('PAC', "the service's sandbox: what it stamps counts nowhere");
  const fault = await transport.check();
  return fault === null
    ? ok('PAC', `${new URL(config.pac.url).host} takes the credentials`)
    : fail('PAC', fault, 'Correct PAC_URL, PAC_DATA_URL and PAC_TOKEN, or PAC_USER and PAC_PASSWORD.');
};

const NAME = 'access point';

export const checkAccessPoint = async (
  config: Config,
  parts: Pick<DoctorParts, 'accessPoint'>,
): Promise<Check> => {
  const transport = parts.accessPoint(config);
  if (transport === null || config.access_point === null)
    return ok(NAME, 'the sandbox of the service; ACCESS_POINT_URL names a real one');
  const fault = await transport.check();
  const { host } = new URL(config.access_point.url);
  if (fault === null) return ok(NAME, `${transport.name} at ${host} answers`);
  return fail(NAME, fault, 'Correct ACCESS_POINT, ACCESS_POINT_URL or ACCESS_POINT_TOKEN.');
};

export const checkMail = async (config: Config, mail: DoctorParts['mail']): Promise<Check> => {
  const { smtp_url } = config;
  const fix =
    smtp_url === null
      ? 'Set DATA_DIR to a directory of this user, and MAIL_FROM to an e-mail address.'
      : 'Correct SMTP_URL (smtp://user:password@host:587 or smtps://host:465) and MAIL_FROM, or start that server.';
  try {
    const mailer = mail.open(config);
    try {
      const fault = await mailer.check();
      if (fault !== null) return fail('mail', fault, fix);
      return ok(
        'mail',
        smtp_url === null ? `written to ${mail.folder(config)}` : `${readHost(smtp_url)} takes mail`,
      );
    } finally {
      mailer.close();
    }
  } catch (error) {
    return fail('mail', formatError(error), fix);
  }
};

/** The URL contains a password, so only the host is shown. */
export const readHost = (url: string): string => new URL(url).host;
