// Words that many companies share, in the languages the service is used in, normalised.

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Articles and connectives: never significant unless a name ends with them. */
const FILLERS = wordSet(`
de del la las el los y e en para por der die das den dem des und fur fuer von vom im am the and of for et du le
les di da do dos van`);

/** Words of trade: they narrow a search, but alone they identify nobody. */
const TRADE_WORDS = wordSet(`
abarrotes administracion administradora agencia agropecuaria alimentos asesores asesoria asociados autopartes
autotransportes bienes cafe cafeteria carniceria casa centro clinica comercial comercializadora comercio
compania construccion construcciones constructora consultores consultoria corporacion corporativo desarrolladora
desarrollos despacho distribuciones distribuidora distribuidor editorial electrica empaques empresa empresas
equipos estudio exportadora fabrica estetica farmacia farmacias ferreteria ferretera floreria fonda gasolinera
gestion grupo hermanos hijos hotel hoteles importadora imprenta impresos industria industrial industriales
industrias ingenieria inmobiliaria insumos integral integrales internacional inversiones laboratorio
laboratorios logistica mantenimiento manufacturas maquinaria maquinados materiales mercantil mexicana mexicano
mexico muebles nacional negocios norte operadora panaderia papeleria productora productos promotora proveedora
proyectos publicidad quimica quimicos refaccionaria refacciones restaurante restaurantes servicio servicios
sistemas soluciones suministros supermercado sur talleres taller taqueria tecnologia tecnologias
telecomunicaciones textiles tienda tiendas transportadora transporte transportes universidad veterinaria
zapateria apotheke architekten autohaus backerei bank bau baugesellschaft bauunternehmen beratung beteiligungen
beteiligungsgesellschaft deutsche deutschland dienstleistung dienstleistungen druckerei elektro elektrotechnik
gebruder gesellschaft gruppe handel handels handelsgesellschaft haus hausverwaltung immobilien industrie
ingenieurburo ingenieure internationale kanzlei logistik maschinenbau metallbau partner praxis rechtsanwalte
reisen sohne spedition stadtwerke steuerberatung systeme systemhaus technik transporte unternehmensberatung
verein verlag vertrieb vertriebsgesellschaft verwaltung verwaltungsgesellschaft werbeagentur werke agency
associates brothers capital company consulting construction design digital distribution engineering enterprise
enterprises finance global group holding holdings industries international investments logistics management
manufacturing marketing media products properties restaurant services software solutions sons store supply
systems tech technologies technology trading transport travel university`);

export const isFiller = (word: string): boolean => FILLERS.has(word);

/** True for a trade word and for the beginning of one, which is what a truncated name may be. */
export const isTradeWord = (word: string): boolean => TRADE_WORDS.has(word);

export const beginsTradeWord = (part: string): boolean => {
  for (const word of TRADE_WORDS) if (word.startsWith(part)) return true;
  return false;
};
