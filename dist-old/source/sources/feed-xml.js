"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MAX_XML_TAGS = void 0;
exports.parseXml = parseXml;
exports.boundXml = boundXml;
exports.xmlText = xmlText;
exports.elementsOf = elementsOf;
const fast_xml_parser_1 = require("fast-xml-parser");
const bounds_1 = require("./bounds");
const read_1 = require("./read");
const source_1 = require("./source");
/** UTF-16 units: feeds hold the newest entries only. */
const MAX_LENGTH = 4_000_000;
/** Tags, and references to characters. An entry has some twenty of each. */
exports.MAX_XML_TAGS = 150_000;
const MAX_REFERENCES = 500_000;
/** UTF-16 units of a tag with its attributes. */
const MAX_TAG = 65_536;
const ATTRIBUTES = ['href', 'rel'];
const NAMED = new Map([
    ['lt', '<'],
    ['gt', '>'],
    ['amp', '&'],
    ['quot', '"'],
    ['apos', "'"],
]);
/**
 * An XML document as an object, each attribute as `@name`: no entities but the five of XML itself and characters by number, none that a
 * document declares, and names that mean something to JavaScript are refused.
 * @throws SourceError when it is not XML
 */
function parseXml(text) {
    if (text.length > MAX_LENGTH)
        throw new source_1.SourceError(`The feed is longer than ${MAX_LENGTH / 1e6} MB`, null, 'size');
    boundXml(text);
    try {
        return (0, read_1.fieldsOf)(parser().parse(text));
    }
    catch {
        throw new source_1.SourceError('The answer is not XML that can be read', null, 'format');
    }
}
/**
 * Bounds what a parser of XML is slow at.
 * @throws SourceError
 */
function boundXml(text) {
    (0, bounds_1.boundParts)(text, '<', exports.MAX_XML_TAGS);
    (0, bounds_1.boundParts)(text, '&', MAX_REFERENCES);
    for (let from = 0, next; from >= 0; from = next) {
        next = text.indexOf('<', from + 1);
        const end = next < 0 ? text.length : next;
        // What begins with ! is no tag, and a comment or CDATA may be long.
        if (end - from > MAX_TAG && text[from + 1] !== '!' && longTag(text, from))
            throw new source_1.SourceError('The answer has too many parts to be read', null, 'size');
    }
}
function longTag(text, from) {
    const end = text.indexOf('>', from);
    return text[from] === '<' && (end < 0 || end - from > MAX_TAG);
}
/** What an element says; null when it has no text of its own. */
function xmlText(element) {
    const [first] = elementsOf(element);
    const text = typeof first === 'object' && first !== null ? first['#text'] : first;
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}
/** The elements of one name: the parser makes a list only when there are several. */
function elementsOf(element) {
    if (element === undefined || element === null)
        return [];
    return Array.isArray(element) ? element : [element];
}
function parser() {
    return new fast_xml_parser_1.XMLParser({
        ignoreAttributes: (name) => !ATTRIBUTES.includes(name),
        attributeNamePrefix: '@',
        parseTagValue: false,
        maxNestedTags: 100,
        entityDecoder: {
            setExternalEntities: () => undefined,
            addInputEntities: refuseEntities,
            reset: () => undefined,
            decode: decodeEntities,
            setXmlVersion: () => undefined,
        },
    });
}
function refuseEntities(entities) {
    if (Object.keys(entities).length > 0)
        throw new Error('declares entities');
}
function decodeEntities(text) {
    return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
        if (name)
            return NAMED.get(name) ?? all;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    });
}
//# sourceMappingURL=feed-xml.js.map