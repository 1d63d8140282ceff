// What Mexican companies and people are called.
import { listOf } from './words.ts';

export const MX_TRADES = listOf(`
Comercializadora, Distribuidora, Constructora, Transportes, Autotransportes, Grupo, Servicios, Industrias, Ferretería, Papelería,
Refaccionaria, Materiales, Abarrotes, Inmobiliaria, Agropecuaria, Laboratorios, Consultores, Asesores, Desarrollos,
Proveedora, Operadora, Maquinados, Textiles, Empaques, Plásticos, Aceros, Muebles, Químicos, Alimentos, Lácteos, Carnes,
Frutas y Verduras, Clínica, Hospital, Farmacias, Óptica, Imprenta, Editorial, Publicidad, Logística, Mensajería,
Tecnología, Sistemas, Soluciones, Telecomunicaciones, Seguridad Privada, Limpieza, Mantenimiento, Jardinería, Gasolinera, Hotel,
Restaurante, Cafetería, Panadería, Tortillería, Zapatería, Joyería, Vidrios y Aluminios, Pinturas, Pisos, Maderas,
Autopartes, Llantas, Talleres, Eléctrica, Iluminación, Refrigeración, Climas, Bombas, Tuberías, Herramientas, Arrendadora,
Promotora, Corporativo, Administradora, Exportadora, Importadora, Manufacturas, Fundición, Envases, Cartones, Uniformes,
Capacitación, Colegio, Instituto, Despacho, Agencia Aduanal, Estudio, Arquitectos, Ingeniería, Topografía, Perforaciones,
Agua Purificada, Hielo, Cervecería, Tequilera, Viñedos, Ganadera, Avícola, Semillas, Fertilizantes, Veterinaria,
Equipos Médicos, Insumos Dentales, Material Didáctico, Juguetes, Deportes, Eventos, Banquetes, Producciones, Mudanzas, Grúas`);

export const MX_CORES = listOf(`
del Bajío, del Norte, del Golfo, del Pacífico, del Centro, del Valle, de Occidente, del Sureste, del Istmo, Peninsular,
La Esperanza, La Luz, La Providencia, La Purísima, El Águila, El Roble, El Faro, El Sol, El Tigre, Los Álamos, Los Arcos, Los Pinos,
San José, San Miguel, San Rafael, Santa Fe, Santa Rosa, Santa Lucía, San Ángel, San Judas, Guadalupe, Monterrey,
Azteca, Tolteca, Mexica, Maya, Chapultepec, Anáhuac, Tenochtitlan, Popocatépetl, Iztaccíhuatl, Xochimilco, Coyoacán,
Ibarra, Robles, Peñafiel, Núñez, Cárdenas, Zavala, Quintanilla, Garza, Treviño, Sada, Elizondo, Villarreal, Cantú,
Montemayor, Lozano, Ayala, Barragán, Camarena, Covarrubias, Echeverría, Figueroa, Galván, Hinojosa, Ibáñez, Jáuregui,
Limón, Márquez, Nájera, Ocampo, Padilla, Quiroz, Rentería, Saldívar, Tamayo, Urquidi, Valdivia, Yáñez, Zepeda,
Alfa, Beta, Delta, Omega, Sigma, Nova, Vértice, Cénit, Horizonte, Ápex, Prisma, Nexo, Vector, Ágora, Ícaro, Zafiro,
Rubí, Ámbar, Cobalto, Titanio, Mercurio, Neptuno, Orión, Pegaso, Centauro, Fénix, Quetzal, Jaguar, Colibrí, Halcón,
Tres Hermanos, Dos Ríos, Cuatro Vientos, Siete Leguas, Cinco Estrellas, Río Bravo, Río Lerma, Sierra Madre, Altamira,
Lomas, Cumbres, Mirador, Las Flores, Las Palmas, La Laguna, La Huasteca, Los Mochis, Tepatitlán, Querétaro, Celaya,
Irapuato, Salamanca, Silao, León, Guanajuato, Aguascalientes, Zacatecas, Durango, Culiacán, Mazatlán, Hermosillo,
Mexicali, Tijuana, Ensenada, La Paz, Tampico, Veracruz, Xalapa, Puebla, Tlaxcala, Toluca, Cuernavaca, Oaxaca, Mérida,
Campeche, Cancún, Chetumal, Tuxtla, Villahermosa, Morelia, Uruapan, Colima, Tepic, Saltillo, Torreón, Reynosa, Matamoros`);

export const MX_QUALIFIERS = listOf(`
de México, Mexicana, Nacional, Internacional, Industrial, Integrales, Especializados, Profesionales, y Asociados,
e Hijos, Hermanos, Express, Plus, Premium, Global, y Servicios, y Proyectos, del Norte, del Sur, Sucursal Centro`);

export const MX_FORMS = listOf(`
SA de CV, SA de CV, SA de CV, SA de CV, S.A. de C.V., S de RL de CV, S. de R.L. de C.V., SC, SA, SAPI de CV, AC, SAS, SPR de RL`);

export const MX_BRANDS = listOf(`
Kioska, Ferretodo, Abastika, Vivanto, Paketmex, Clickit, Rentaya, Doña Lola, Fletamax, Agrovida, Biomex, Novapack, Innovak,
Grupo Zeta, Casa Luna, Tecnovía, Mueblex, Farmaluz, Optivisión, Cafelito, Pan de Oro, Zapatón, Electromax, Hidroclean,
Limpiatec, Maxigas, Autofix, Llantodo, Climafrío, Construmax, Plastimundo, Textilia, Deportiva, Eventia, Rapidísimo,
Medikal, Dentalia, Veteripet, Colmena, Bodeguita, Surtitodo, Nutrimex, Prosegura, Alarmex, Conectia, Datamex, Webtek`);

export const MX_GIVEN = listOf(`
José, Juan, Luis, Carlos, Jorge, Miguel, Francisco, Pedro, Jesús, Alejandro, Fernando, Ricardo, Roberto, Raúl, Sergio,
Héctor, Óscar, Andrés, Martín, Rubén, Ángel, Iván, Hugo, Adrián, Gerardo, Ramón, Arturo, Eduardo, Víctor, Manuel,
María, Ana, Laura, Patricia, Guadalupe, Verónica, Leticia, Rosa, Claudia, Mónica, Sofía, Lucía, Inés, Beatriz, Silvia,
Gabriela, Norma, Teresa, Elena, Adriana, Yolanda, Alicia, Irma, Martha, Carmen, Isabel, Daniela, Paola, Karla, Ximena`);

export const MX_SURNAMES = listOf(`
García, Hernández, Martínez, López, González, Rodríguez, Pérez, Sánchez, Ramírez, Flores, Gómez, Díaz, Torres, Cruz,
Morales, Reyes, Jiménez, Ruiz, Ortiz, Castillo, Chávez, Mendoza, Vázquez, Álvarez, Romero, Rivera, Aguilar, Moreno,
Guzmán, Salazar, Delgado, Vargas, Peña, Muñoz, Domínguez, Contreras, Ibarra, Núñez, Cervantes, Ríos, Acosta, Navarro,
Campos, Vega, Rojas, Luna, Soto, Castro, Juárez, Medina, Herrera, Velázquez, Camacho, Espinosa, Cárdenas, Fuentes,
Miranda, Valdez, Lara, Rangel, Esquivel, Zúñiga, Ávila, Orozco, Estrada, Solís, Serrano, Trejo, Olvera, Barrera, Ochoa`);
