"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.checkedUrl = checkedUrl;
exports.checkedBase = checkedBase;
exports.withCheckedServer = withCheckedServer;
exports.under = under;
const settings_1 = require("./settings");
/**
 * The URL of a setting in its normal form.
 * @throws SettingsError when the service does not go there
 */
function checkedUrl(http, field, text) {
    const url = http.checkUrl(text);
    if (!(url instanceof URL))
        throw new settings_1.SettingsError([{ field, message: url }]);
    return url.href;
}
/**
 * An address below which the paths of an API are, in its normal form.
 * @throws SettingsError when the service does not go there, or nothing can be below it
 */
function checkedBase(http, field, text) {
    const url = checkedUrl(http, field, text);
    if (url.includes('?'))
        throw new settings_1.SettingsError([{ field, message: 'must not hold a query (?)' }]);
    return url;
}
/**
 * The settings with the base address of a server of one's own checked, when there is one.
 * @throws SettingsError when the service does not go there, or nothing can be below it
 */
function withCheckedServer(http, settings) {
    if (!settings.server)
        return { settings };
    return { settings: { ...settings, server: checkedBase(http, 'server', settings.server) } };
}
/** `path` below the base address of a server, which may itself have a path: no part of it is taken for markup of a URL. */
function under(base, ...path) {
    return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
}
//# sourceMappingURL=url-setting.js.map