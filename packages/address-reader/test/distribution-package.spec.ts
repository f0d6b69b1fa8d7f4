import { parsePurl } from 'inventory-reader';
import { isMetapackage, upstreamOf } from '../src/distribution-package';

const of = (purl: string) => upstreamOf(parsePurl(purl))!;

describe('packages of distributions', () => {
  it.each([
    ['deb/debian/postgresql-15@15.6-0%2Bdeb12u1', 'postgresql'],
    ['rpm/redhat/postgresql16-server@16.4-1', 'postgresql'],
    ['apk/alpine/postgresql16@16.4-r0', 'postgresql'],
    ['deb/debian/linux-image-6.1.0-18-amd64@6.1.76-1', 'linux'],
    ['deb/ubuntu/linux-image-unsigned-6.8.0-31-generic@6.8.0-31.31', 'linux'],
    ['deb/debian/libssl3@3.0.11-1~deb12u2', 'openssl'],
    ['deb/ubuntu/libssl3t64@3.0.13-0ubuntu3', 'openssl'],
    ['deb/debian/python3.11-minimal@3.11.2-6', 'python'],
    ['deb/debian/python3-django@3%3A3.2.19-1', 'python:django'],
    ['apk/alpine/py3-django@4.2-r0', 'python:django'],
    ['rpm/fedora/rubygem-rails@7.0-1', 'ruby:rails'],
    ['deb/debian/php8.2-fpm@8.2.7-1', 'php'],
    ['apk/alpine/php83@8.3.1-r0', 'php'],
    ['deb/debian/keycloak@1', 'keycloak'],
    // The file says what it is built from.
    ['deb/debian/libxyz1@3.0.11-1?upstream=openssl', 'openssl'],
    ['deb/debian/libcurl4-openssl-dev@7.88.1-10?upstream=curl%407.88.1-10', 'curl'],
    ['rpm/redhat/openssl-perl@3.0.7-18.el9?upstream=openssl-3.0.7-18.el9.src.rpm', 'openssl'],
    ['apk/alpine/libcrypto3@3.1.4-r5?upstream=openssl', 'openssl'],
  ])('%s is of the project %s', (purl, project) => expect(of(`pkg:${purl}`).repology[0]).toBe(project));

  it.each([
    // Another version than that of its source: it is something else.
    ['deb/debian/libdevmapper1@2%3A1.02.185-2?upstream=openssl%403.0.11-1', 'libdevmapper1'],
    ['rpm/redhat/perl-Errno@1.30-480.el9?upstream=perl-5.32.1-480.el9.src.rpm', 'perl-Errno'],
    ['deb/debian/python3@3.11.2-1%2Bb1', 'python'],
    ['deb/debian/nginx-doc@1.22.1-9', 'nginx-doc'],
    ['deb/debian/libapache2-mod-php8.2@8.2.7-1', 'libapache2-mod-php8.2'],
    ['deb/debian/postgresql-15-postgis-3@3.3.2', 'postgresql-15-postgis-3'],
    ['deb/debian/linux-image-6.1.0-18-amd64-dbg@6.1.76-1', 'linux-image-6.1.0-18-amd64-dbg'],
    ['deb/debian/redis-sentinel-exporter@1', 'redis-sentinel-exporter'],
  ])('%s is %s and no other project', (purl, name) => expect(of(`pkg:${purl}`).repology).toEqual([name]));

  it('headers of the kernel say nothing about the one that runs', () => {
    expect(of('pkg:rpm/redhat/kernel-headers@5.14.0-362.el9?upstream=kernel-5.14.0-362.el9.src.rpm')).toEqual({
      source: null,
      repology: [],
      known: [],
    });
    expect(of('pkg:deb/debian/linux-libc-dev@6.1.76-1?upstream=linux').known).toEqual([]);
  });

  it('packages that only depend on others, and what is of no distribution, have no project', () => {
    expect(isMetapackage(parsePurl('pkg:deb/debian/postgresql@15%2B248'))).toBe(true);
    expect(isMetapackage(parsePurl('pkg:apk/alpine/ruby@3.2-r0'))).toBe(false);
    expect(upstreamOf(parsePurl('pkg:npm/redis@1.0.0'))).toBeNull();
  });
});
