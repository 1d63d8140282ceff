// Why an address is not taken, why nothing was delivered to it, and why nothing is sent to it.
import type { Templates } from './told.ts';

export const WEBHOOK_WORDS: Templates = {
  'A person has to let it receive.': {
    es: 'Una persona tiene que permitir que reciba.',
    de: 'Jemand muss den Empfang erlauben.',
  },
  'It was switched off.': { es: 'Alguien lo apagó.', de: 'Er wurde ausgeschaltet.' },
  'It has taken nothing since {when}. {why}': {
    es: 'No ha recibido nada desde {when}. {why}',
    de: 'Er hat seit {when} nichts angenommen. {why}',
  },
  'The receiver says that it is gone for good: {why}': {
    es: 'El receptor dice que ya no existe: {why}',
    de: 'Der Empfänger sagt, dass es ihn nicht mehr gibt: {why}',
  },
  'The webhook {id} is {status}, so nothing is sent to it. {why}': {
    es: 'Nada se envía a este webhook: {status}. {why}',
    de: 'An diesen Webhook wird nichts gesendet: {status}. {why}',
  },
  'Nothing is sent to the webhook {id}: it does not take {event} of {company} as it is now.': {
    es: 'Nada se envía: como está ahora, este webhook no recibe {event} de {company}.',
    de: 'Nichts wird gesendet: Wie er jetzt ist, nimmt dieser Webhook {event} von {company} nicht an.',
  },
  'The webhook is not what was shown any more. Look at it as it is now, then decide.': {
    es: 'El webhook ya no es lo que se mostró. Míralo como está ahora y decide.',
    de: 'Der Webhook ist nicht mehr der gezeigte. Sehen Sie ihn an, wie er jetzt ist, und entscheiden Sie dann.',
  },
  'There is no webhook {id}.': { es: 'Ese webhook ya no existe.', de: 'Diesen Webhook gibt es nicht mehr.' },
  'There is no delivery {id}.': {
    es: 'Esa entrega ya no existe.',
    de: 'Diese Zustellung gibt es nicht mehr.',
  },
  'There is no entity {id} in the organization.': {
    es: 'Esa empresa no es de la organización.',
    de: 'Diese Firma gehört nicht zur Organisation.',
  },
  'The organization has {count} webhooks, which is the most; delete one that is not needed.': {
    es: 'La organización tiene {count} webhooks, que es el máximo; elimina uno que no haga falta.',
    de: 'Die Organisation hat {count} Webhooks, mehr gehen nicht; löschen Sie einen, der nicht gebraucht wird.',
  },
  'The address has {count} characters; at most {most} are kept.': {
    es: 'La dirección tiene {count} caracteres; se admiten {most}.',
    de: 'Die Adresse hat {count} Zeichen; höchstens {most} gehen.',
  },
  'It is not an address such as https://hooks.example.com/folio.': {
    es: 'No es una dirección como https://hooks.example.com/folio.',
    de: 'Das ist keine Adresse wie https://hooks.example.com/folio.',
  },
  'It must begin with https://.': { es: 'Debe empezar con https://.', de: 'Sie muss mit https:// beginnen.' },
  'It must not hold a user name or password.': {
    es: 'No debe llevar usuario ni contraseña.',
    de: 'Sie darf weder Benutzernamen noch Kennwort enthalten.',
  },
  'It must not hold a fragment (#…).': {
    es: 'No debe llevar un fragmento (#…).',
    de: 'Sie darf kein Fragment (#…) enthalten.',
  },
  '{host} is the machine of the service itself.': {
    es: '{host} es la máquina del propio servicio.',
    de: '{host} ist die Maschine des Dienstes selbst.',
  },
  '{host} has no address.': { es: '{host} no tiene dirección.', de: '{host} hat keine Adresse.' },
  '{host} is {address}, which is not a public address.': {
    es: '{host} es {address}, que no es una dirección pública.',
    de: '{host} ist {address}, und das ist keine öffentliche Adresse.',
  },
  '{host} is not a public address.': {
    es: '{host} no es una dirección pública.',
    de: '{host} ist keine öffentliche Adresse.',
  },
  'Port {port} is not one for https; use 443 or one from {least}.': {
    es: 'El puerto {port} no es para https; usa el 443 o uno desde {least}.',
    de: 'Port {port} ist keiner für https; nehmen Sie 443 oder einen ab {least}.',
  },
  'It answered {code}, a redirect, which is not followed.': {
    es: 'Respondió {code}, una redirección, que no se sigue.',
    de: 'Antwort {code}, eine Weiterleitung, der nicht gefolgt wird.',
  },
  'It answered {code}.': { es: 'Respondió {code}.', de: 'Antwort {code}.' },
  'No answer came within {time} seconds.': {
    es: 'No hubo respuesta en {time} segundos.',
    de: 'Binnen {time} Sekunden kam keine Antwort.',
  },
  'The attempt was given up because the service stopped.': {
    es: 'El intento se abandonó porque el servicio se detuvo.',
    de: 'Der Versuch wurde aufgegeben, weil der Dienst anhielt.',
  },
  'Its secret does not open with the present master key; doctor says more.': {
    es: 'Su secreto no se abre con la llave maestra actual; doctor dice más.',
    de: 'Sein Geheimnis lässt sich mit dem jetzigen Hauptschlüssel nicht öffnen; doctor sagt mehr.',
  },
  'Its name is not in DNS.': { es: 'Su nombre no está en el DNS.', de: 'Sein Name steht nicht im DNS.' },
  'Its name could not be looked up in DNS.': {
    es: 'Su nombre no se pudo consultar en el DNS.',
    de: 'Sein Name ließ sich im DNS nicht nachschlagen.',
  },
  'Its name could not be looked up in DNS in time.': {
    es: 'Su nombre no se pudo consultar a tiempo en el DNS.',
    de: 'Sein Name ließ sich im DNS nicht rechtzeitig nachschlagen.',
  },
  'It refused the connection.': { es: 'Rechazó la conexión.', de: 'Er hat die Verbindung abgelehnt.' },
  'It broke the connection off.': { es: 'Cortó la conexión.', de: 'Er hat die Verbindung abgebrochen.' },
  'Its certificate has expired.': { es: 'Su certificado venció.', de: 'Sein Zertifikat ist abgelaufen.' },
  'Its certificate is self-signed.': {
    es: 'Su certificado está firmado por él mismo.',
    de: 'Sein Zertifikat ist selbst signiert.',
  },
  'Its certificate is for another name.': {
    es: 'Su certificado es de otro nombre.',
    de: 'Sein Zertifikat ist für einen anderen Namen.',
  },
  'The connection failed ({code}).': {
    es: 'La conexión falló ({code}).',
    de: 'Die Verbindung scheiterte ({code}).',
  },
};
