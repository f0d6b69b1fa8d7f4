"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Input = exports.MayBeAbsent = void 0;
exports.IsText = IsText;
exports.IsMailAddress = IsMailAddress;
exports.IsFlag = IsFlag;
exports.IsOtherThan = IsOtherThan;
exports.fieldErrors = fieldErrors;
const common_1 = require("@nestjs/common");
const class_validator_1 = require("class-validator");
const problem_1 = require("../problem/problem");
const text_1 = require("../text");
/** Text of `min` to `max` characters (code points); blanks at the ends do not count. */
function IsText(min, max, options) {
    const ok = (value) => typeof value === 'string' && (0, text_1.lengthOf)(value) <= max && (0, text_1.lengthOf)(value.trim()) >= min;
    return register('isText', ok, `must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters`, options);
}
/** The address of a mailbox. class-validator's own check throws at half of a surrogate pair. */
function IsMailAddress() {
    const ok = (value) => typeof value === 'string' && value.isWellFormed() && (0, text_1.lengthOf)(value) <= 254 && (0, class_validator_1.isEmail)(value);
    return register('isMailAddress', ok, 'must be an email of at most 254 characters');
}
/** May be left out; null is not the same as left out and is checked. */
const MayBeAbsent = () => (0, class_validator_1.ValidateIf)((_object, value) => value !== undefined);
exports.MayBeAbsent = MayBeAbsent;
/** true or false, and nothing that looks like it. */
function IsFlag() {
    return (target, property) => {
        (0, exports.MayBeAbsent)()(target, property);
        (0, class_validator_1.IsBoolean)({ message: 'must be true or false' })(target, property);
    };
}
/** Not the same value as that of another property. */
function IsOtherThan(other) {
    const ok = (value, args) => value !== (args?.object)[other];
    return register('isOtherThan', ok, `must not be the same as ${other}`);
}
function register(name, validate, message, options) {
    return (target, property) => (0, class_validator_1.registerDecorator)({
        name,
        target: target.constructor,
        propertyName: property,
        options: options ?? {},
        validator: { validate, defaultMessage: (_args) => message },
    });
}
/** Nested errors as `settings.url: …`; the property's own name is taken off the front of class-validator's messages. */
function fieldErrors(errors, path = '') {
    return errors.flatMap((error) => {
        const field = path ? `${path}.${error.property}` : error.property;
        const messages = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
            field,
            message: rule === 'whitelistValidation'
                ? 'is not a field of this resource'
                : message.replace(new RegExp(`^(property )?${error.property.replace(/\W/g, '\\$&')} `), ''),
        }));
        return [...messages, ...fieldErrors(error.children ?? [], field)];
    });
}
function bodyProblem(errors) {
    const fields = fieldErrors(errors).sort((a, b) => a.field.localeCompare(b.field));
    const [first] = fields;
    return new problem_1.Problem('invalid-body', first ? `${first.field}: ${first.message}` : 'The body does not validate.', fields);
}
/** No resource is nested like this; the code behind recurses and would run out of stack. */
const DEPTH_AT_MOST = 16;
/** Keys such as `__proto__` or `toString` would reach for prototypes, or be dropped unseen, further on; no resource has one. */
function refuseUnsafe(value, path = []) {
    if (path.length > DEPTH_AT_MOST)
        throw problem_1.Problem.field(path[0], `is nested more than ${DEPTH_AT_MOST} deep`);
    for (const [key, child] of Object.entries(value)) {
        const field = [...path, key];
        if (key in Object.prototype || key === 'prototype')
            throw problem_1.Problem.field(field.join('.'), 'is not a field of this resource');
        if (typeof child === 'object' && child !== null)
            refuseUnsafe(child, field);
    }
}
/** Checks a JSON body against its class: unknown fields and wrong types are 422 with the field's name. */
class BodyPipe {
    constructor() {
        this.pipe = new common_1.ValidationPipe({
            transform: true,
            whitelist: true,
            forbidNonWhitelisted: true,
            forbidUnknownValues: false,
            stopAtFirstError: true,
            exceptionFactory: bodyProblem,
        });
    }
    transform(value, metadata) {
        if (metadata.type !== 'body' || !metadata.metatype || metadata.metatype === Object)
            return value;
        const body = value === undefined ? {} : value;
        if (typeof body !== 'object' || body === null || Array.isArray(body))
            throw new problem_1.Problem('invalid-body', 'The body must be a JSON object.', [
                { field: 'body', message: 'must be a JSON object' },
            ]);
        refuseUnsafe(body);
        return this.pipe.transform(body, metadata);
    }
}
/**
 * The checked body, in a controller's parameters; `Body` of Nest would not check it. A pipe for all parameters of all routes would make
 * every one of them wait, bodies or not, for a tenth of the time of a small request (bench/results.md).
 */
const Input = () => (0, common_1.Body)(new BodyPipe());
exports.Input = Input;
//# sourceMappingURL=validation.js.map