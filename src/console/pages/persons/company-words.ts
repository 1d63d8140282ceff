import { inLanguages } from '../../language.ts';

export const companyWords = inLanguages({
  en: {
    title: 'Sign in with your company',
    text: (host: string) => `Your company signs you in at ${host}.`,
    go: 'Continue',
    silent: 'Your company’s sign-in does not answer at the moment. Try it again later, or use a passkey.',
    refused: 'Your company’s sign-in did not say who you are. Begin again.',
    nowhere: 'You are not invited yet. Ask an administrator of your organisation for an invitation.',
    again: 'Begin again',
    in: 'You are signed in.',
    open: 'Open Folio',
  },
  es: {
    title: 'Entrar con tu empresa',
    text: (host) => `Tu empresa te identifica en ${host}.`,
    go: 'Continuar',
    silent:
      'El acceso de tu empresa no responde en este momento. Inténtalo más tarde o usa una llave de acceso.',
    refused: 'El acceso de tu empresa no dijo quién eres. Empieza de nuevo.',
    nowhere: 'Aún no tienes invitación. Pídela a un administrador de tu organización.',
    again: 'Empezar de nuevo',
    in: 'Has iniciado sesión.',
    open: 'Abrir Folio',
  },
  de: {
    title: 'Mit der Firma anmelden',
    text: (host) => `Ihre Firma meldet Sie bei ${host} an.`,
    go: 'Weiter',
    silent:
      'Die Anmeldung Ihrer Firma antwortet gerade nicht. Versuchen Sie es später, oder nehmen Sie einen Passkey.',
    refused: 'Die Anmeldung Ihrer Firma hat nicht gesagt, wer Sie sind. Fangen Sie neu an.',
    nowhere: 'Sie sind noch nicht eingeladen. Bitten Sie einen Administrator Ihrer Organisation darum.',
    again: 'Neu anfangen',
    in: 'Sie sind angemeldet.',
    open: 'Folio öffnen',
  },
});
