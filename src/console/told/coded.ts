// Errors and warnings that people meet on pages, with the parameters of their English templates in the spec.
import type { ErrorCode } from '../../../generated/errors.ts';
import type { WarningCode } from '../../../generated/warnings.ts';
import type { Template } from './told.ts';

export const ERROR_WORDS: Readonly<Partial<Record<ErrorCode, Template>>> = {
  missing_parameter: { es: 'Falta {path}.', de: '{path} fehlt.' },
  invalid_parameter: {
    es: '{path} no se acepta así; se recibió {received}.',
    de: '{path} wird so nicht angenommen; angegeben ist {received}.',
  },
  impossible_date: {
    es: '{path}: la fecha {received} no existe.',
    de: '{path}: Das Datum {received} gibt es nicht.',
  },
  too_many_decimals: {
    es: '{path} admite {allowed_decimals} decimales como máximo; se recibió {received}.',
    de: '{path} darf höchstens {allowed_decimals} Nachkommastellen haben; angegeben ist {received}.',
  },
  amount_too_large: {
    es: 'El importe {received} es mayor que lo que cabe en los libros.',
    de: 'Der Betrag {received} ist größer, als die Bücher fassen.',
  },
  code_unknown: {
    es: '{received} no es una clave de {code_list} ({path}).',
    de: '{received} ist kein Schlüssel aus {code_list} ({path}).',
  },
  database_unavailable: {
    es: 'Por el momento no se puede llegar a los libros.',
    de: 'Die Bücher sind im Moment nicht erreichbar.',
  },
  currency_unknown: {
    es: '{received} no es una moneda de ISO 4217.',
    de: '{received} ist keine Währung nach ISO 4217.',
  },
  exchange_rate_unavailable: {
    es: 'No hay tipo de cambio de {base} a {quote} al {date} ni antes.',
    de: 'Es gibt keinen Kurs von {base} nach {quote} zum {date} oder davor.',
  },
  country_unknown: {
    es: '{received} no es un país de ISO 3166.',
    de: '{received} ist kein Land nach ISO 3166.',
  },
  country_field_not_allowed: {
    es: 'El dato {path} no existe en {country}. Se aceptan: {allowed}.',
    de: 'Die Angabe {path} gibt es in {country} nicht. Erlaubt: {allowed}.',
  },
  country_field_missing: {
    es: 'En {country} se requiere {path}.',
    de: 'In {country} ist {path} nötig.',
  },
  postal_code_invalid: {
    es: '{received} no es un código postal de {country}.',
    de: '{received} ist keine Postleitzahl in {country}.',
  },
  tax_id_invalid: {
    es: '{received} no es un {tax_id_kind} válido.',
    de: '{received} ist keine gültige Nummer ({tax_id_kind}).',
  },
  tax_rate_not_allowed: {
    es: 'La tasa {received} no existe en {country} en esa fecha. Se aceptan: {allowed}.',
    de: 'Den Steuersatz {received} gibt es in {country} zu diesem Datum nicht. Erlaubt: {allowed}.',
  },
  participant_id_invalid: {
    es: '{received} no es un identificador de Peppol.',
    de: '{received} ist keine Peppol-Teilnehmerkennung.',
  },
  fiscal_regime_unknown: {
    es: '{received} no es un régimen fiscal del SAT.',
    de: '{received} ist kein Steuerregime des SAT.',
  },
  cfdi_use_not_for_regime: {
    es: 'El uso de CFDI {received} no va con el régimen fiscal {fiscal_regime_code} del receptor.',
    de: 'Die CFDI-Verwendung {received} passt nicht zum Steuerregime {fiscal_regime_code} des Empfängers.',
  },
  payment_form_not_for_method: {
    es: 'La forma de pago {received} no va con el método {payment_method}. Se aceptan: {allowed}.',
    de: 'Die Zahlungsform {received} passt nicht zur Zahlungsmethode {payment_method}. Erlaubt: {allowed}.',
  },
  counterparty_not_found: {
    es: 'No hay ningún cliente o proveedor {received} en esta empresa.',
    de: 'In dieser Firma gibt es keinen Geschäftspartner {received}.',
  },
  counterparty_ambiguous: {
    es: 'Varios coinciden con el nombre «{received}»; no se creó nada.',
    de: 'Mehrere passen zum Namen „{received}“; es wurde nichts angelegt.',
  },
  counterparty_no_match: {
    es: 'Nadie coincide con el nombre «{received}»; no se creó nada.',
    de: 'Niemand passt zum Namen „{received}“; es wurde nichts angelegt.',
  },
  counterparty_not_customer: { es: '{name} no es cliente.', de: '{name} ist kein Kunde.' },
  counterparty_not_supplier: { es: '{name} no es proveedor.', de: '{name} ist kein Lieferant.' },
  counterparty_without_role: {
    es: 'Tiene que ser cliente, proveedor o ambos.',
    de: 'Ein Geschäftspartner ist Kunde, Lieferant oder beides.',
  },
  counterparty_duplicate: {
    es: 'La identificación fiscal {tax_id} ya es de {name}.',
    de: 'Die Steuernummer {tax_id} gehört schon zu {name}.',
  },
  invoice_not_found: {
    es: 'No hay ninguna factura {received} en esta empresa.',
    de: 'In dieser Firma gibt es keine Rechnung {received}.',
  },
  invoice_not_draft: {
    es: 'La factura ya no es un borrador: {status}.',
    de: 'Die Rechnung ist kein Entwurf mehr: {status}.',
  },
  filing_in_progress: {
    es: 'La factura se está timbrando (estado: {filing_status}).',
    de: 'Die Rechnung wird gerade eingereicht (Stand: {filing_status}).',
  },
  compliance_not_ready: {
    es: 'El borrador no cumple {issue_count} reglas de la autoridad; no se pidió la aprobación.',
    de: 'Der Entwurf verletzt {issue_count} Regeln der Behörde; die Freigabe wurde nicht beantragt.',
  },
  invoice_not_payable: {
    es: 'La factura no admite pagos: {status}.',
    de: 'Die Rechnung nimmt keine Zahlung an: {status}.',
  },
  invoice_already_paid: {
    es: 'La factura ya no tiene saldo.',
    de: 'Auf der Rechnung ist nichts mehr offen.',
  },
  bill_not_found: {
    es: 'No hay ninguna factura de proveedor {received} en esta empresa.',
    de: 'In dieser Firma gibt es keine Eingangsrechnung {received}.',
  },
  bill_duplicate: {
    es: 'Este proveedor ya tiene una factura {bill_number} en esa serie.',
    de: 'Von diesem Lieferanten gibt es die Rechnung {bill_number} schon.',
  },
  bill_not_payable: {
    es: 'La factura del proveedor no admite pagos: {status}.',
    de: 'Die Eingangsrechnung nimmt keine Zahlung an: {status}.',
  },
  bill_already_paid: {
    es: 'La factura del proveedor ya no tiene saldo.',
    de: 'Auf der Eingangsrechnung ist nichts mehr offen.',
  },
  issue_date_outside_window: {
    es: 'Una factura con fecha {received} no se puede timbrar hoy; la ley permite del {earliest} al {latest}.',
    de: 'Eine Rechnung vom {received} kann heute nicht eingereicht werden; erlaubt ist {earliest} bis {latest}.',
  },
  due_before_issue: {
    es: 'El vencimiento {due_date} es anterior a la emisión {issue_date}.',
    de: 'Die Fälligkeit {due_date} liegt vor dem Ausstellungstag {issue_date}.',
  },
  period_closed: {
    es: 'Los libros están cerrados hasta el {closed_through}; no se registra nada con fecha {date}.',
    de: 'Die Bücher sind bis {closed_through} geschlossen; zum {date} wird nichts gebucht.',
  },
  payment_in_future: {
    es: 'Un pago se registra cuando el dinero se movió; {received} está en el futuro.',
    de: 'Eine Zahlung wird erfasst, wenn das Geld geflossen ist; {received} liegt in der Zukunft.',
  },
  payment_exceeds_balance: {
    es: 'El pago de {received} {currency} excede el saldo de {balance_due} {currency}.',
    de: 'Die Zahlung von {received} {currency} übersteigt den offenen Betrag von {balance_due} {currency}.',
  },
};

export const WARNING_WORDS: Readonly<Partial<Record<WarningCode, Template>>> = {
  similar_write_recently: {
    es: 'Un registro parecido, {record_id}, se hizo el {created_at}. ¿Era la intención hacer otro?',
    de: 'Ein ähnlicher Datensatz, {record_id}, entstand am {created_at}. Sollte es ein zweiter werden?',
  },
  tax_id_check_digit: {
    es: 'El dígito verificador de {tax_id} no coincide; confírmalo con la otra parte.',
    de: 'Die Prüfziffer von {tax_id} stimmt nicht; klären Sie das mit dem Geschäftspartner.',
  },
  fiscal_regime_missing: {
    es: 'Falta el régimen fiscal; sus facturas no se pueden timbrar hasta que se agregue.',
    de: 'Das Steuerregime fehlt; seine Rechnungen können nicht eingereicht werden, bis es ergänzt ist.',
  },
  registration_missing: {
    es: 'Falta el número de registro ({names}); sus facturas no se pueden enviar por la red de {country} hasta que se agregue.',
    de: 'Die Registernummer ({names}) fehlt; Rechnungen an ihn gehen nicht über das Netz von {country}, bis sie ergänzt ist.',
  },
  similar_name_exists: {
    es: 'Ya hay nombres parecidos: {candidates}.',
    de: 'Es gibt schon ähnliche Namen: {candidates}.',
  },
  cfdi_use_fell_back: {
    es: 'El uso habitual {default_use} no va con el régimen fiscal {fiscal_regime_code}; se usa {cfdi_use}.',
    de: 'Die übliche Verwendung {default_use} passt nicht zum Steuerregime {fiscal_regime_code}; es gilt {cfdi_use}.',
  },
  exchange_rate_date: {
    es: 'No hay tipo de cambio de {base} a {quote} del {wanted_date}; se usa el del {rate_date}.',
    de: 'Für den {wanted_date} gibt es keinen Kurs von {base} nach {quote}; es gilt der vom {rate_date}.',
  },
  already_awaiting_approval: {
    es: 'La factura ya espera aprobación; la solicitud es {approval_request_id}.',
    de: 'Die Rechnung wartet schon auf Freigabe; der Antrag ist {approval_request_id}.',
  },
  payment_before_issue: {
    es: 'El pago es anterior a la emisión del documento ({issue_date}); ¿es un anticipo?',
    de: 'Die Zahlung liegt vor dem Ausstellungstag {issue_date}; ist sie eine Anzahlung?',
  },
  payment_complement_due: {
    es: 'La factura es PPD: el complemento de este pago vence el {due_date}.',
    de: 'Die Rechnung ist PPD: Der Zahlungsbeleg für diese Zahlung ist bis {due_date} fällig.',
  },
  nothing_changed: {
    es: 'Ya tenía estos valores; no cambió nada.',
    de: 'Diese Werte standen schon da; es hat sich nichts geändert.',
  },
  residual_left: {
    es: 'Queda un saldo de {residual} {currency} en {matched_record_id}.',
    de: 'Auf {matched_record_id} bleiben {residual} {currency} offen.',
  },
  credit_amount_missed: {
    es: 'Con sus impuestos, ningún importe da {asked} {currency}; la nota es de {total} {currency}, {difference} menos.',
    de: 'Kein Betrag ergibt mit seiner Steuer {asked} {currency}; die Gutschrift lautet auf {total} {currency}, {difference} weniger.',
  },
  credit_less_than_price: {
    es: 'De lo que regresa, {less} {currency} sin impuestos ya están acreditados; la nota es por lo que queda.',
    de: 'Von dem, was zurückkommt, sind {less} {currency} ohne Steuer schon gutgeschrieben; die Gutschrift lautet auf den Rest.',
  },
  credit_leaves_rounding: {
    es: 'El redondeo deja {rest} {currency} de la factura, que ninguna nota puede llevar; se registran aparte al timbrar esta.',
    de: 'Durch Rundung bleiben {rest} {currency} der Rechnung, die keine Gutschrift tragen kann; sie werden mit dieser gesondert gebucht.',
  },
  prepaid_refunded: {
    es: '{refund} {currency} se pagaron antes de la factura y ya no se deben en ella; quedan a favor del cliente, para devolver o aplicar a otra factura.',
    de: '{refund} {currency} waren vor der Rechnung gezahlt und sind auf ihr nicht mehr offen; sie werden ein Guthaben des Kunden, das erstattet oder verrechnet wird.',
  },
  difference_booked: {
    es: 'Una diferencia de {difference} {currency} se registra aparte; los documentos quedan saldados.',
    de: 'Eine Differenz von {difference} {currency} ist gesondert gebucht; die Belege sind ausgeglichen.',
  },
  surplus_on_account: {
    es: 'El movimiento excede el saldo en {surplus} {currency}, que quedan a favor del cliente en {payment_id}.',
    de: 'Die Bankzeile übersteigt den offenen Betrag um {surplus} {currency}; sie bleiben als Guthaben bei {payment_id}.',
  },
  bill_overpaid: {
    es: 'La factura {bill_id} está pagada de más por {surplus} {currency}.',
    de: 'Die Eingangsrechnung {bill_id} ist um {surplus} {currency} überzahlt.',
  },
};
