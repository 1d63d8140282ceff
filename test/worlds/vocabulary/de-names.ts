// What German companies and people are called.
import { listOf } from './words.ts';

export const DE_TRADES = listOf(`
Bäckerei, Metzgerei, Autohaus, Bauunternehmen, Tischlerei, Schreinerei, Malerbetrieb, Elektrotechnik, Sanitär, Heizungsbau,
Dachdeckerei, Gerüstbau, Metallbau, Maschinenbau, Werkzeugbau, Kunststofftechnik, Oberflächentechnik, Messtechnik,
Medizintechnik, Fördertechnik, Lagertechnik, Kältetechnik, Antriebstechnik, Spedition, Logistik, Kurierdienst, Reisebüro,
Steuerberatung, Unternehmensberatung, Werbeagentur, Medienhaus, Druckerei, Verlag, Buchhandlung, Apotheke, Sanitätshaus,
Zahnarztpraxis, Hausverwaltung, Immobilien, Gebäudereinigung, Gartenbau, Landschaftsbau, Baustoffe, Holzhandel,
Stahlhandel, Getränke, Weinhandel, Brauerei, Kaffeerösterei, Feinkost, Obsthof, Gärtnerei, Saatgut, Landtechnik,
Softwarehaus, Systemhaus, Datentechnik, Netzwerke, Telekommunikation, Sicherheitstechnik, Bürobedarf, Büromöbel,
Möbelhaus, Textilhandel, Modehaus, Schuhhaus, Sporthaus, Spielwaren, Optik, Hörakustik, Fahrradhaus, Reifenhandel,
Fahrzeugtechnik, Nutzfahrzeuge, Ingenieurbüro, Architekturbüro, Vermessung, Labor, Chemiehandel, Lacke, Verpackungen,
Papierfabrik, Glaserei, Keramik, Fliesen, Bodenbeläge, Energieberatung, Solartechnik, Windkraft, Stadtwerke, Entsorgung,
Recycling, Catering, Gastronomie, Hotel, Eventtechnik, Tontechnik, Fotostudio, Filmproduktion, Sprachschule, Akademie`);

export const DE_CORES = listOf(`
Müller, Schmidt, Schneider, Fischer, Weber, Wagner, Becker, Schulz, Hoffmann, Schäfer, Koch, Bauer, Richter, Klein,
Wolf, Schröder, Neumann, Schwarz, Zimmermann, Braun, Krüger, Hofmann, Hartmann, Lange, Werner, Krause, Lehmann, Köhler,
Maier, Herrmann, König, Walter, Mayer, Huber, Kaiser, Fuchs, Peters, Lang, Scholz, Möller, Weiß, Jung, Hahn, Vogel, Keller,
Günther, Frank, Berger, Winkler, Roth, Beck, Lorenz, Baumann, Franke, Böhm, Schuster, Ludwig, Kraft, Voß, Jäger, Groß,
Brandt, Haas, Schreiber, Graf, Dietrich, Kühn, Pohl, Engel, Horn, Bergmann, Sauer, Arnold, Pfeiffer, Busch, Thiele,
Nordlicht, Nordwind, Südstern, Rheintal, Mainblick, Elbufer, Alsterhaus, Spreewald, Havelland, Schwarzwald, Odenwald,
Taunus, Eifel, Harz, Rhön, Allgäu, Bodensee, Ostsee, Nordsee, Westfalen, Oberpfalz, Franken, Schwaben, Hanse, Hansa,
Germania, Concordia, Merkur, Jupiter, Saturn, Phönix, Adler, Falke, Löwe, Bär, Hirsch, Greif, Einhorn, Krone, Anker,
Kompass, Leuchtturm, Mühle, Brücke, Tor, Römer, Kaiserhof, Bergwerk, Talblick, Grünwald, Blaustein, Rotenburg, Weißenfels,
Nova, Vertex, Zenit, Alpha, Delta, Sigma, Omega, Primus, Optima, Solida, Verita, Kontur, Profil, Prisma, Impuls, Vektor`);

export const DE_TOWNS = listOf(`
Berlin, Hamburg, München, Köln, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dortmund, Essen, Bremen, Dresden, Hannover,
Nürnberg, Duisburg, Bochum, Wuppertal, Bielefeld, Bonn, Münster, Karlsruhe, Mannheim, Augsburg, Wiesbaden, Kiel, Lübeck,
Göttingen, Würzburg, Nord, Süd, West, Ost`);

export const DE_QUALIFIERS = listOf(`
& Söhne, & Sohn, & Co., & Partner, Gebrüder, Nachf., Deutschland, International, Service, Vertrieb, Handel, Produktion,
Holding, Verwaltung, Beteiligungen, Technik, Systeme, Gruppe, Dienstleistungen, Vermietung`);

export const DE_FORMS = listOf(`
GmbH, GmbH, GmbH, GmbH, GmbH & Co. KG, GmbH & Co. KG, AG, KG, OHG, UG (haftungsbeschränkt), e.K., eG, GbR, PartG mbB, e.V.`);

export const DE_BRANDS = listOf(`
Kaufix, Büroblitz, Meinwerk, Paketo, Clevero, Rentix, Speedlog, Grünzeug, Biokiste, Packfein, Innotec, Handwerk24, Lichtblick,
Casaluna, Tekvia, Möbelix, Pharmano, Sehgut, Bohnengold, Backstube21, Schuhwerk, Stromfix, Aquaklar, Putzteufel, Heizma,
Autoflott, Reifenpit, Kühlhaus7, Baufuchs, Plastura, Stoffwerk, Sportiva, Feierei, Eilbote, Mediko, Dentaris, Tierwohl,
Honigtopf, Marktplatz8, Nährwert, Wachsam, Alarmo, Verbindo, Datenhof, Webwerk, Kontora, Zahlbar, Lernraum, Fotofix`);

export const DE_GIVEN = listOf(`
Hans, Peter, Klaus, Wolfgang, Jürgen, Günter, Dieter, Uwe, Thomas, Michael, Andreas, Stefan, Markus, Jörg, Björn, Sören,
Matthias, Christian, Martin, Frank, Bernd, Rolf, Ralf, Kai, Jan, Lukas, Felix, Jonas, Tobias, Florian, Ulrich, Götz,
Anna, Maria, Ursula, Monika, Petra, Sabine, Renate, Karin, Brigitte, Ingrid, Susanne, Käthe, Bärbel, Jürgine, Heike,
Claudia, Birgit, Andrea, Katrin, Julia, Lena, Sophie, Hannah, Miriam, Antje, Silke, Anke, Dörte, Frauke, Gülay, Emre`);

export const DE_SURNAMES = listOf(`
Müller, Schmidt, Schneider, Fischer, Meyer, Weber, Wagner, Becker, Schulz, Hoffmann, Schäfer, Koch, Bauer, Richter, Klein,
Wolf, Schröder, Neumann, Schwarz, Zimmermann, Krüger, Hartmann, Lange, Köhler, König, Huber, Möller, Weiß, Jäger, Groß,
Böhm, Voß, Kühn, Pfeiffer, Thiele, Yılmaz, Kaya, Öztürk, Nowak, Kowalski, Petersen, Hansen, Jansen, Claßen, Größer, Häußler`);

export const DE_STREETS = listOf(`
Hauptstraße, Bahnhofstraße, Gartenstraße, Schulstraße, Dorfstraße, Lindenallee, Am Sandtorkai, Industriestraße, Ringstraße`);
