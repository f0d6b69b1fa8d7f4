import { IdentifierError, readIdentifier } from 'inventory-reader';

const LONG = 'x'.repeat(256);

describe('an identifier', () => {
  it.each([
    ['purl', 'pkg:npm/express', 'pkg:npm/express'],
    ['purl', ' pkg://NPM/@Angular/core@1.0.0?arch=x#lib ', 'pkg:npm/%40Angular/core'],
    ['purl', 'pkg:github/Mozilla-Mobile/Firefox-iOS@v1', 'pkg:github/mozilla-mobile/firefox-ios'],
    ['purl', 'pkg:winget/Mozilla.Firefox', 'pkg:winget/Mozilla.Firefox'],
    [
      'purl',
      'pkg:oci/argocd@sha256:0a?tag=v3&repository_url=quay.io/argoproj',
      'pkg:oci/argocd?repository_url=quay.io%2Fargoproj',
    ],
    [
      'purl',
      'pkg:swid/Fedora@29?tag_id=org.fedoraproject.Fedora-29&patch=true',
      'pkg:swid/Fedora?tag_id=org.fedoraproject.Fedora-29',
    ],
    ['cpe', 'a:nginx:nginx', 'a:nginx:nginx'],
    ['cpe', 'cpe:a:Nginx:Nginx', 'a:nginx:nginx'],
    ['cpe', 'cpe:2.3:a:apache:http_server:2.4.62:*:*:*:*:*:*:*', 'a:apache:http_server'],
    ['cpe', 'cpe:/o:google:android:15', 'o:google:android'],
    ['cpe', 'cpe:2.3:a:joomla:joomla\\!', 'a:joomla:joomla\\!'],
    ['cpe', 'cpe:/a:joomla:joomla%21:5.0', 'a:joomla:joomla\\!'],
    ['cpe', 'cpe:2.3:a:a\\:b:c:1', 'a:a\\:b:c'],
    ['repology', 'python:requests', 'python:requests'],
    ['repology', 'vue.js', 'vue.js'],
    ['alias', ' Visual Studio CODE ', 'visual studio code'],
    ['alias', 'ΟΔΟΣ', 'οδοσ'],
  ])('of type %s: %s is %s', (type, text, value) => {
    expect(readIdentifier(type, text)).toEqual({ type, value });
    // Canonical: the same again.
    expect(readIdentifier(type, value)).toEqual({ type, value });
  });

  it.each([
    ['PURL', 'pkg:npm/a', 'type', /^must be one of purl, cpe, repology, alias$/],
    ['constructor', 'a', 'type', /^must be one of/],
    ['purl', 'express', 'value', /^must be a package URL: must begin with pkg:$/],
    ['purl', 'pkg:npm/%zz', 'value', /percent-encoding/],
    ['purl', 'pkg:maven/junit', 'value', /namespace is required for maven$/],
    ['purl', `pkg:npm/${LONG}`, 'value', /^must not be longer than 255 characters$/],
    ['cpe', 'nginx', 'value', /^must be a CPE name/],
    ['cpe', 'cpe:2.3:a:*:nginx', 'value', /^must be a CPE name/],
    ['cpe', 'cpe:2.3:a:nginx:*', 'value', /^must be a CPE name/],
    ['cpe', 'cpe:2.3:a:ngin?:nginx', 'value', /^must be a CPE name/],
    ['cpe', 'cpe:2.3:*:nginx:nginx', 'value', /^must be a CPE name/],
    ['cpe', 'a:nginx:-', 'value', /^must be a CPE name/],
    ['cpe', 'a:nginx', 'value', /^must be a CPE name/],
    ['cpe', 'a:nginx:', 'value', /^must be a CPE name/],
    ['cpe', 'a:nginx:ngi\\', 'value', /^must be a CPE name/],
    ['cpe', 'cpe:/a:nginx:%ff', 'value', /^must be a CPE name/],
    ['cpe', `a:nginx:${LONG}`, 'value', /255/],
    ['purl', `pkg:npm/a?b=${'c'.repeat(2_048)}`, 'value', /^must not be longer than 2048 characters$/],
    ['repology', 'a b', 'value', /without spaces/],
    ['repology', 'a\u0000b', 'value', /without spaces/],
    ['repology', '', 'value', /^must not be empty$/],
    ['alias', '  ', 'value', /^must not be empty$/],
    ['alias', LONG, 'value', /255/],
  ])('of type %s: %j is refused, naming %s', (type, text, field, message) => {
    const read = () => readIdentifier(type, text);
    expect(read).toThrow(IdentifierError);
    expect(read).toThrow(expect.objectContaining({ field, message: expect.stringMatching(message) }));
  });
});
