// The XML inside a hybrid invoice, as PDF/A-3 and Factur-X want it declared.
import { type XmlElement, element } from '../einvoicing/xml/write.ts';
import { describe } from './hybrid.ts';
import type { EmbeddedXml } from './printed.ts';
import type { Attach } from './render.ts';

const FILE = 'factur-x.xml';
const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES: readonly { readonly name: string; readonly value: string; readonly means: string }[] = [
  { name: 'DocumentFileName', value: FILE, means: 'The name of the embedded XML document' },
  { name: 'DocumentType', value: 'INVOICE', means: 'The type of the hybrid document' },
  { name: 'Version', value: '1.0', means: 'The version of the standard that the XML document follows' },
  { name: 'ConformanceLevel', value: 'EN 16931', means: 'The profile that the XML document follows' },
];

const resource = (name: string, children: readonly XmlElement[]): XmlElement =>
  element(name, { 'rdf:parseType': 'Resource' }, children);

/** PDF/A allows properties of a schema that it does not know only with the schema itself. */
const schema = element('pdfaExtension:schemas', {}, [
  element('rdf:Bag', {}, [
    resource('rdf:li', [
      element('pdfaSchema:schema', {}, 'Factur-X PDFA Extension Schema'),
      element('pdfaSchema:namespaceURI', {}, FX),
      element('pdfaSchema:prefix', {}, 'fx'),
      element('pdfaSchema:property', {}, [
        element(
          'rdf:Seq',
          {},
          PROPERTIES.map(({ name, means }) =>
            resource('rdf:li', [
              element('pdfaProperty:name', {}, name),
              element('pdfaProperty:valueType', {}, 'Text'),
              element('pdfaProperty:category', {}, 'external'),
              element('pdfaProperty:description', {}, means),
            ]),
          ),
        ),
      ]),
    ]),
  ]),
]);

const AIIM = 'http://www.aiim.org/pdfa/ns/';
const EXTENSION = {
  pdfaExtension: `${AIIM}extension/`,
  pdfaSchema: `${AIIM}schema#`,
  pdfaProperty: `${AIIM}property#`,
};

/** The XML as a file of the PDF. */
export const attachXml =
  ({ xml, modifiedDate }: EmbeddedXml): Attach =>
  (document) => {
    // The types of pdfkit leave out `relationship`, which they would refuse in a literal.
    const options = {
      name: FILE,
      type: 'text/xml',
      relationship: 'Alternative',
      description: 'EN 16931',
      creationDate: modifiedDate,
      modifiedDate,
    };
    document.file(Buffer.from(xml, 'utf8'), options);
    describe(
      document,
      { fx: FX },
      PROPERTIES.map(({ name, value }) => element(`fx:${name}`, {}, value)),
    );
    describe(document, EXTENSION, [schema]);
  };
