"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MAX_URLS = void 0;
exports.Setting = Setting;
exports.settingsOf = settingsOf;
exports.secretFields = secretFields;
exports.settingsSchema = settingsSchema;
const url_1 = require("../../config/url");
const class_validator_1 = require("class-validator");
const mail_address_1 = require("./mail-address");
/** More instances than any cluster of one service has. */
exports.MAX_URLS = 8;
const declared = new WeakMap();
const FORMATS = {
    url: { check: isHttpUrl, expected: 'an http(s) URL' },
    urls: { check: isHttpUrl, expected: 'a list of http(s) URLs' },
    email: { check: mail_address_1.isMailAddress, expected: 'one plain e-mail address such as name@example.com' },
    text: { check: (text) => !/\p{Cc}/u.test(text), expected: 'text without control characters' },
};
/** Declares a setting of a channel or of a source. */
function Setting(options) {
    return (target, property) => {
        const settings = declared.get(target.constructor) ?? new Map();
        declared.set(target.constructor, settings.set(String(property), options));
        for (const check of checksOf(options))
            check(target, property);
    };
}
/** The settings of a class in the order of their declaration. */
function settingsOf(settingsClass) {
    return declared.get(settingsClass) ?? new Map();
}
/** Names of the settings that are secrets. */
function secretFields(settingsClass) {
    return [...settingsOf(settingsClass)].filter(([, options]) => options.secret).map(([name]) => name);
}
/** JSON Schema (draft 2020-12) of the settings, enough for a form to be drawn from it. */
function settingsSchema(settingsClass) {
    const settings = [...settingsOf(settingsClass)];
    return {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: Object.fromEntries(settings.map(([name, options]) => [name, propertySchema(options)])),
        required: settings.filter(([, options]) => !options.optional).map(([name]) => name),
        additionalProperties: false,
    };
}
function propertySchema(options) {
    const { title, description, examples } = options;
    const shape = options.format === 'urls'
        ? { type: 'array', items: textSchema(options), minItems: 1, maxItems: exports.MAX_URLS, uniqueItems: true }
        : textSchema(options);
    return {
        ...shape,
        title,
        description,
        ...(options.default ? { default: options.default } : {}),
        ...(examples ? { examples } : {}),
        ...(options.secret ? { writeOnly: true } : {}),
    };
}
function textSchema({ format, maxLength, pattern, values }) {
    const formats = { url: { format: 'uri' }, urls: { format: 'uri' }, email: { format: 'email' }, text: {} };
    return {
        type: 'string',
        ...formats[format],
        maxLength,
        ...(pattern ? { pattern: pattern.source } : {}),
        ...(values ? { enum: values } : {}),
    };
}
function checksOf(options) {
    const { format, values, maxLength } = options;
    const { check, expected } = FORMATS[format];
    const each = format === 'urls';
    return [
        options.optional ? (0, class_validator_1.IsOptional)() : (0, class_validator_1.IsDefined)({ message: 'is required' }),
        ...(each ? listChecks : []),
        (0, class_validator_1.IsString)({ each, message: 'must be text' }),
        (0, class_validator_1.MaxLength)(maxLength, { each, message: `must be at most ${maxLength} characters` }),
        ...(options.pattern ? [(0, class_validator_1.Matches)(options.pattern, { each, message: 'has the wrong form' })] : []),
        ...(values ? [(0, class_validator_1.IsIn)([...values], { message: `must be one of ${values.join(', ')}` })] : []),
        (0, class_validator_1.ValidateBy)({
            name: format,
            validator: {
                validate: (value) => typeof value === 'string' && check(value),
                defaultMessage: () => `must be ${expected}`,
            },
        }, { each }),
    ];
}
const listChecks = [
    (0, class_validator_1.IsArray)({ message: 'must be a list' }),
    (0, class_validator_1.ArrayMinSize)(1, { message: 'must not be empty' }),
    (0, class_validator_1.ArrayMaxSize)(exports.MAX_URLS, { message: `must have at most ${exports.MAX_URLS} entries` }),
    (0, class_validator_1.ArrayUnique)({ message: 'must not name anything twice' }),
];
function isHttpUrl(text) {
    return /^https?:$/.test((0, url_1.parseUrl)(text)?.protocol ?? '');
}
//# sourceMappingURL=setting.js.map