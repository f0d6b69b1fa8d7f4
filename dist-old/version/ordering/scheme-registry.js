"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.schemeFor = schemeFor;
const calver_scheme_1 = require("./calver.scheme");
const date_scheme_1 = require("./date.scheme");
const debian_scheme_1 = require("./debian.scheme");
const generic_scheme_1 = require("./generic.scheme");
const maven_scheme_1 = require("./maven.scheme");
const pep440_scheme_1 = require("./pep440.scheme");
const rpm_scheme_1 = require("./rpm.scheme");
const semver_scheme_1 = require("./semver.scheme");
/** The schemes that need no settings. */
const SCHEMES = new Map([generic_scheme_1.genericScheme, semver_scheme_1.semverScheme, pep440_scheme_1.pep440Scheme, debian_scheme_1.debianScheme, rpm_scheme_1.rpmScheme, maven_scheme_1.mavenScheme, date_scheme_1.dateScheme].map((scheme) => [
    scheme.name,
    scheme,
]));
/** The scheme with this name, ready for use; making one for `calver` with a pattern is the only costly case. */
function schemeFor({ scheme, calverPattern }) {
    return SCHEMES.get(scheme) ?? (0, calver_scheme_1.calverScheme)(calverPattern);
}
//# sourceMappingURL=scheme-registry.js.map