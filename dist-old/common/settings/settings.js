"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SettingsError = void 0;
exports.acceptSettings = acceptSettings;
exports.validateSettings = validateSettings;
exports.maskSettings = maskSettings;
const class_validator_1 = require("class-validator");
const setting_1 = require("./setting");
/** The settings that a person gave are not usable: the caller's mistake, to be shown beside the fields. */
class SettingsError extends Error {
    constructor(problems) {
        super(problems.map(({ field, message }) => `${field} ${message}`).join('; '));
        this.problems = problems;
    }
}
exports.SettingsError = SettingsError;
const DOTS = '••••';
/** A secret shorter than this shows nothing of itself: four characters of it would be too large a part. */
const SHOW_END_FROM = 16;
/**
 * Settings from a request body, ready to be stored.
 * @param stored the present settings on update: a secret that is absent, or comes back as its own mask, keeps its value
 * @throws SettingsError naming each field that is unknown or wrong
 */
function acceptSettings(owner, input, stored) {
    const settings = validateSettings(owner.settingsClass, stored ? withStored(owner, input, stored) : input);
    return owner.prepare?.(settings) ?? { settings };
}
/**
 * Checks plain input against the declarations; null counts as absent.
 * @throws SettingsError naming each field that is unknown or wrong
 */
function validateSettings(settingsClass, input) {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
        throw new SettingsError([{ field: 'settings', message: 'must be an object' }]);
    const known = (0, setting_1.settingsOf)(settingsClass);
    // Own keys, compared before anything is copied: `__proto__` out of a JSON body is such a key, and no setting.
    const unknown = Object.keys(input).filter((name) => !known.has(name));
    if (unknown.length > 0)
        throw new SettingsError(unknown.map((field) => ({ field, message: 'is not a setting of this type' })));
    const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
    const settings = Object.assign(new settingsClass(), Object.fromEntries(given));
    // class-validator takes a class without any declaration for an unknown value.
    const errors = known.size === 0 ? [] : (0, class_validator_1.validateSync)(settings, { stopAtFirstError: true });
    if (errors.length === 0)
        return settings;
    throw new SettingsError(errors.map(({ property, constraints }) => ({
        field: property,
        message: Object.values(constraints ?? {}).join(', '),
    })));
}
/** Settings as the API shows them: each secret as dots and, of a long one, its last four characters. */
function maskSettings(settingsClass, settings) {
    const shown = { ...settings };
    for (const name of (0, setting_1.secretFields)(settingsClass))
        if (shown[name] != null)
            shown[name] = maskSecret(String(shown[name]));
    return shown;
}
function maskSecret(secret) {
    return secret.length >= SHOW_END_FROM ? DOTS + secret.slice(-4) : DOTS;
}
function withStored(owner, input, stored) {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
        return input;
    const merged = new Map(Object.entries(input));
    for (const name of (0, setting_1.secretFields)(owner.settingsClass)) {
        const old = stored[name];
        const given = merged.get(name);
        if (old != null && (given == null || given === maskSecret(String(old))))
            merged.set(name, old);
    }
    return Object.fromEntries(merged);
}
//# sourceMappingURL=settings.js.map