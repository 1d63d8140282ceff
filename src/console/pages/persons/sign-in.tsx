// Signing in: with a passkey, which the browser may offer in the e-mail field, or with password and code.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import { askOptions } from '../../../domain/parties/persons/passkeys.ts';
import { signInByPasskey, signInByPassword, type SignIn } from '../../../domain/parties/persons/sign-in.ts';
import { findOnlyCompanySignIn } from '../../../domain/parties/persons/store/company.ts';
import { type Led, publicPage, type Shown } from '../../page.ts';
import { ActForm, Field, Press } from '../../parts/form.tsx';
import { FormProblem } from '../../problem.ts';
import type { Visit } from '../../visit.ts';
import { PASSKEY_SCRIPT, PasskeyFields } from './credential-form.tsx';
import { backPath, browserOf, partsOf, PASSKEY, passwordIn, refusedText } from './person-parts.ts';

const enter = (visit: Visit, result: SignIn, field: string): Led => {
  const { person: words } = visit.words;
  if (result.outcome === 'signed_in') {
    const { secret: session, mark, copied = false } = result;
    return { to: backPath(visit), session, mark, ...(copied ? { say: words.passkeyCopied } : {}) };
  }
  if (result.outcome === 'nowhere') throw new FormProblem({ [field]: words.nowhere });
  const isPasskey = field === PASSKEY && result.outcome === 'wrong';
  throw new FormProblem({ [field]: isPasskey ? words.passkeyFailed : refusedText(visit, result) });
};

interface Ways {
  readonly options: object;
  readonly company: string | undefined;
}

const view = ({ options, company }: Ways, visit: Visit): Shown => {
  const {
    person: words,
    common: { email },
  } = visit.words;
  const own = visit.signedIn;
  return {
    title: words.signIn,
    scripts: [PASSKEY_SCRIPT],
    main: (
      <>
        <h1>{words.signIn}</h1>
        {own !== undefined && <Already name={own.person.name} />}
        <ActForm act="passkey">
          <PasskeyFields kind="ask" act="passkey" options={options} />
          <Press text={words.withPasskey} />
          <noscript>
            <p class="warning mild">{words.noScript}</p>
          </noscript>
        </ActForm>
        {company !== undefined && (
          <p>
            <a href={`/sign-in/company/${company}`}>{visit.words.companySignIn.title}</a>
          </p>
        )}
        <h2>{words.orPassword}</h2>
        <ActForm act="password">
          <div class="fields">
            <Field name="email" type="email" label={email} autocomplete="username webauthn" required wide />
            <Field
              name="password"
              type="password"
              label={words.password}
              autocomplete="current-password"
              required
              wide
            />
            <Field
              name="code"
              label={words.code}
              hint={words.codeHint}
              autocomplete="one-time-code"
              required
              wide
            />
          </div>
          <Press text={words.signIn} quiet />
        </ActForm>
        <p class="quiet">{words.lost}</p>
      </>
    ),
  };
};

const Already = ({ name }: { name: string }): VNode => {
  const visit = useVisit();
  const { person: words } = visit.words;
  return (
    <p class="notice">
      {words.already(name)} <a href={backPath(visit)}>{words.goOn}</a>
    </p>
  );
};

export const signIn = publicPage({
  path: '/sign-in',
  query: async (visit) => ({
    options: await askOptions(partsOf(visit), browserOf(visit)),
    company: await findOnlyCompanySignIn(visit.parts.books.database.reader),
  }),
  view,
  acts: {
    passkey: async (visit, form) =>
      enter(visit, await signInByPasskey(partsOf(visit), browserOf(visit), form.text(PASSKEY)), PASSKEY),
    password: async (visit, form) => {
      const given = { email: form.text('email'), password: passwordIn(form), code: form.text('code') };
      return enter(visit, await signInByPassword(partsOf(visit), browserOf(visit), given), 'password');
    },
  },
});
