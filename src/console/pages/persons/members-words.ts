import { inLanguages } from '../../language.ts';

export const memberWords = inLanguages({
  en: {
    title: 'Members',
    access: 'Access',
    role: 'Role',
    change: 'Change role',
    invited: 'invited, has not signed in yet',
    invite: 'Invite somebody',
    inviteText: 'They get a mail with a link that holds for seven days and works once.',
    send: 'Send the invitation',
    inviteAgain: 'Invite again',
    recover: 'Send a recovery link',
    removed: (name: string, keys: string) =>
      `${name} was removed and has no access any more.${keys === '' ? '' : ` These keys that they made have ended: ${keys}.`}`,
    changed: (name: string, role: string) => `${name} is ${role} now.`,
    sent: (email: string) => `A link is on its way to ${email}.`,
    joined: (email: string) => `${email} can sign in already and finds the organisation there.`,
    notSent: (email: string) =>
      `The mail to ${email} could not be sent. Try it again, or check the mail server.`,
    linkFor: (email: string) => `A link for ${email}`,
    linkText:
      'No mail server is set up, so the mail reached nobody. Give them this link yourself; it works once.',
    notShown: (email: string) =>
      `No mail server is set up, and ${email} can sign in already or belongs to another organisation too: only whoever runs the service hands over such a link (npm run admin -- person link --email ${email}).`,
    emailFault: 'This is not an e-mail address.',
    viewer: 'reads',
    accountant: 'drafts, uploads, matches, records payments',
    administrator: 'also approves, voids, and manages keys and members',
    mailSubject: (organisation: string) => `${organisation}: your access to Folio`,
    mailInvite: (by: string, organisation: string) =>
      `${by} invites you to work in ${organisation} with Folio.`,
    mailRecover: (by: string) =>
      `${by} sends you a link to set up a new way to sign in to Folio. Your earlier passkeys, password and sessions end when you use it.`,
    mailLink: 'Open this link; it works once:',
    mailIgnore: 'If you did not expect this, do nothing and tell your administrator.',
  },
  es: {
    title: 'Miembros',
    access: 'Acceso',
    role: 'Rol',
    change: 'Cambiar rol',
    invited: 'con invitación, aún no ha entrado',
    invite: 'Invitar a alguien',
    inviteText: 'Recibe un correo con un enlace que vale siete días y sirve una sola vez.',
    send: 'Enviar la invitación',
    inviteAgain: 'Invitar de nuevo',
    recover: 'Enviar enlace de recuperación',
    removed: (name, keys) =>
      `${name} ya no es miembro y no tiene acceso.${keys === '' ? '' : ` Terminaron estas llaves que creó: ${keys}.`}`,
    changed: (name, role) => `${name} ahora es ${role}.`,
    sent: (email) => `Un enlace va en camino a ${email}.`,
    joined: (email) => `${email} ya puede iniciar sesión y ahí encuentra la organización.`,
    notSent: (email) =>
      `No se pudo enviar el correo a ${email}. Inténtalo de nuevo o revisa el servidor de correo.`,
    linkFor: (email) => `Un enlace para ${email}`,
    linkText:
      'No hay servidor de correo, así que el correo no llegó a nadie. Entrega tú este enlace; sirve una sola vez.',
    notShown: (email) =>
      `No hay servidor de correo, y ${email} ya puede iniciar sesión o también es de otra organización: solo quien opera el servicio entrega ese enlace (npm run admin -- person link --email ${email}).`,
    emailFault: 'Esto no es una dirección de correo.',
    viewer: 'consulta',
    accountant: 'prepara borradores, sube archivos, concilia, registra pagos',
    administrator: 'además aprueba, cancela y administra llaves y miembros',
    mailSubject: (organisation) => `${organisation}: tu acceso a Folio`,
    mailInvite: (by, organisation) => `${by} te invita a trabajar en ${organisation} con Folio.`,
    mailRecover: (by) =>
      `${by} te envía un enlace para definir una nueva forma de iniciar sesión en Folio. Al usarlo terminan tus llaves de acceso, tu contraseña y tus sesiones anteriores.`,
    mailLink: 'Abre este enlace; sirve una sola vez:',
    mailIgnore: 'Si no lo esperabas, no hagas nada y avisa a tu administrador.',
  },
  de: {
    title: 'Mitglieder',
    access: 'Zugang',
    role: 'Rolle',
    change: 'Rolle ändern',
    invited: 'eingeladen, noch nicht angemeldet',
    invite: 'Jemanden einladen',
    inviteText: 'Die Person erhält eine Mail mit einem Link, der sieben Tage und einmal gilt.',
    send: 'Einladung senden',
    inviteAgain: 'Erneut einladen',
    recover: 'Wiederherstellungslink senden',
    removed: (name, keys) =>
      `${name} ist entfernt und hat keinen Zugang mehr.${keys === '' ? '' : ` Diese Schlüssel, die von dort kamen, sind beendet: ${keys}.`}`,
    changed: (name, role) => `${name} hat jetzt die Rolle ${role}.`,
    sent: (email) => `Ein Link ist unterwegs an ${email}.`,
    joined: (email) => `${email} kann sich schon anmelden und findet die Organisation dort.`,
    notSent: (email) =>
      `Die Mail an ${email} konnte nicht gesendet werden. Versuchen Sie es erneut, oder prüfen Sie den Mailserver.`,
    linkFor: (email) => `Ein Link für ${email}`,
    linkText:
      'Es ist kein Mailserver eingerichtet, die Mail hat niemanden erreicht. Geben Sie diesen Link selbst weiter; er gilt einmal.',
    notShown: (email) =>
      `Es ist kein Mailserver eingerichtet, und ${email} kann sich schon anmelden oder gehört auch zu einer anderen Organisation: Einen solchen Link übergibt nur, wer den Dienst betreibt (npm run admin -- person link --email ${email}).`,
    emailFault: 'Das ist keine E-Mail-Adresse.',
    viewer: 'liest',
    accountant: 'entwirft, lädt hoch, ordnet zu, erfasst Zahlungen',
    administrator: 'gibt außerdem frei, storniert und verwaltet Schlüssel und Mitglieder',
    mailSubject: (organisation) => `${organisation}: Ihr Zugang zu Folio`,
    mailInvite: (by, organisation) => `${by} lädt Sie ein, mit Folio in ${organisation} zu arbeiten.`,
    mailRecover: (by) =>
      `${by} sendet Ihnen einen Link für eine neue Anmeldung bei Folio. Ihre bisherigen Passkeys, Ihr Passwort und Ihre Sitzungen enden, sobald Sie ihn benutzen.`,
    mailLink: 'Öffnen Sie diesen Link; er gilt einmal:',
    mailIgnore: 'Wenn Sie das nicht erwartet haben, tun Sie nichts und sagen Sie es Ihrem Administrator.',
  },
});
