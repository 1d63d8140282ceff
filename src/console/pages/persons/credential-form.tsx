// The fields with which a person gets a way in: a passkey, or a password with the code of an app.
import { Go } from '../../parts/show.tsx';
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import { encode } from 'uqr';
import { MIN_PASSWORD } from '../../../domain/parties/persons/password.ts';
import { isTotpSecret, newTotpSecret, totpUri } from '../../../domain/parties/persons/totp.ts';
import { Field } from '../../parts/form.tsx';
import type { Visit } from '../../visit.ts';
import { PASSKEY } from './person-parts.ts';

export const PASSKEY_SCRIPT = 'passkey.js';

/** What the script needs: which act it belongs to, and the options for the browser. */
export const PasskeyFields = ({
  kind,
  act,
  options,
  into = PASSKEY,
}: {
  kind: 'ask' | 'make';
  act: string;
  options: object;
  into?: string;
}): VNode => (
  <input
    type="hidden"
    name={into}
    value=""
    data-passkey={kind}
    data-passkey-act={act}
    data-options={JSON.stringify(options)}
  />
);

/** Kept while the form is shown again, so that the app need not be set up twice. */
const totpSecretFor = ({ sent }: Visit): string => {
  const given = sent?.text('totp_secret') ?? '';
  return isTotpSecret(given) ? given : newTotpSecret();
};

export const PasswordFields = ({ email }: { email: string }): VNode => {
  const visit = useVisit();
  const { person: words } = visit.words;
  const secret = totpSecretFor(visit);
  return (
    <>
      <Field
        name="password"
        type="password"
        label={words.newPassword}
        hint={words.passwordHint(String(MIN_PASSWORD))}
        autocomplete="new-password"
        wide
      />
      <input type="hidden" name="totp_secret" value={secret} />
      <p>{words.scan}</p>
      <QrCode text={totpUri(secret, email, 'Folio')} label={words.scan} />
      <p class="secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      <Field name="code" label={words.code} autocomplete="one-time-code" inputmode="numeric" wide />
    </>
  );
};

const QUIET = 4;

/** Drawn as one path on white, in both colour schemes: scanners want it so. */
const QrCode = ({ text, label }: { text: string; label: string }): VNode => {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

/** Shown once. */
export const RecoveryCodes = ({ codes, to }: { codes: readonly string[]; to: string }): VNode => {
  const { person: words } = useVisit().words;
  return (
    <>
      <h1>{words.codes}</h1>
      <p>{words.codesText}</p>
      <pre class="secret">{codes.join('\n')}</pre>
      <Go to={to} text={words.codesKept} apart />
    </>
  );
};
