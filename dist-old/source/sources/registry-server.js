"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.RegistryServer = RegistryServer;
exports.preparedServer = preparedServer;
exports.serverOf = serverOf;
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const source_1 = require("./source");
/** The setting `server` of a source whose usual address comes from the configuration. */
function RegistryServer(of, variable) {
    return (0, setting_1.Setting)({
        title: 'Server',
        description: `The base address of ${of}. Without it the one that the operator configured as ${variable} is asked.`,
        format: 'url',
        maxLength: 2048,
        optional: true,
        examples: ['https://packages.example.com/'],
    });
}
/** @throws SettingsError when neither the settings nor the configuration say where to ask */
function preparedServer(http, settings, configured) {
    if (settings.server || configured)
        return (0, url_setting_1.withCheckedServer)(http, settings);
    throw new settings_1.SettingsError([{ field: 'server', message: 'is required: the operator has configured no usual one' }]);
}
/** @throws SourceError when the configuration has lost what it had when the settings were saved */
function serverOf({ server }, configured) {
    const base = server || configured;
    if (base)
        return base;
    throw new source_1.SourceError('The operator has configured no address to ask', null, 'configuration');
}
//# sourceMappingURL=registry-server.js.map