/** A project of which distributions make packages with other names. */
export interface Project {
  /** At Repology: https://repology.org/project/<name>. */
  name: string;
  /** Other names that it has there. */
  others?: string[];
  /** Its packages that have its version: of programs, and of the libraries that are it. Those that only depend on the right version are none. */
  packages?: string[];
  /** Packages with a version in their names. */
  numbered?: RegExp;
  /** Source packages whose names no package of the project has. */
  sources?: string[];
  /** Whether other packages of the same source say nothing about it. */
  isOnlyPackages?: true;
  /** Identity or package URL of its product, where the catalogue does not have its name at Repology. */
  known?: string[];
}

/**
 * Well-known projects, by the names of their packages in Debian, Ubuntu, Fedora, Red Hat, openSUSE and Alpine, and of those that the
 * projects publish. What is called as at Repology need not be here.
 */
export const PROJECTS: readonly Project[] = [
  { name: 'apache', packages: ['apache2', 'apache2-bin', 'httpd', 'httpd-core'] },
  { name: 'ansible-core', packages: ['ansible-core'] },
  { name: 'bind', packages: ['bind9', 'bind'], known: ['scoop:main/bind'] },
  { name: 'cassandra', packages: ['cassandra'] },
  { name: 'clamav', packages: ['clamav', 'clamav-daemon', 'clamd'] },
  { name: 'clickhouse', packages: ['clickhouse-server', 'clickhouse-common-static'] },
  { name: 'cmake', packages: ['cmake'], known: ['scoop:main/cmake'] },
  { name: 'containerd', packages: ['containerd', 'containerd.io'] },
  { name: 'cups', packages: ['cups', 'cups-daemon'], known: ['pkg:github/openprinting/cups'] },
  { name: 'curl', packages: ['curl', 'curl-minimal'], numbered: /^libcurl[34](?:-gnutls|-openssl|t64)*$/, known: ['scoop:main/curl'] },
  { name: 'docker-ce', others: ['moby'], packages: ['docker-ce', 'docker-ce-cli', 'docker.io', 'moby-engine', 'docker-engine'] },
  { name: 'dotnet-runtime', packages: [], numbered: /^dotnet-runtime-\d+\.\d+$/ },
  { name: 'dovecot', packages: ['dovecot', 'dovecot-core'] },
  { name: 'elasticsearch', packages: ['elasticsearch', 'elasticsearch-oss'] },
  { name: 'elixir', packages: ['elixir'] },
  { name: 'erlang', packages: ['erlang', 'erlang-base', 'erlang-erts'] },
  { name: 'etcd', packages: ['etcd', 'etcd-server'] },
  { name: 'exim', packages: ['exim', 'exim4-base', 'exim4-daemon-light', 'exim4-daemon-heavy'], sources: ['exim4'] },
  { name: 'ffmpeg', packages: ['ffmpeg', 'ffmpeg-free'] },
  { name: 'filebeat', packages: ['filebeat', 'metricbeat', 'heartbeat-elastic', 'packetbeat', 'auditbeat'] },
  { name: 'firefox', packages: ['firefox-esr', 'MozillaFirefox'] },
  { name: 'fluent-bit', packages: ['fluent-bit', 'td-agent-bit'] },
  { name: 'ghostscript', packages: ['ghostscript'], known: ['scoop:main/ghostscript'] },
  { name: 'gimp', packages: ['gimp'], known: ['winget:GIMP.GIMP'] },
  { name: 'git', packages: ['git', 'git-core', 'git-man'], known: ['winget:Git.Git', 'pkg:github/git/git'] },
  { name: 'gitlab', packages: ['gitlab-ce', 'gitlab-ee'] },
  { name: 'go', packages: ['golang', 'golang-bin'], numbered: /^golang-1\.\d+(?:-go)?$/ },
  { name: 'google-chrome', packages: ['google-chrome-stable'] },
  { name: 'grafana', packages: ['grafana', 'grafana-enterprise'] },
  { name: 'grafana-loki', packages: ['loki'] },
  { name: 'icinga2', packages: ['icinga2', 'icinga2-bin'] },
  { name: 'imagemagick', packages: ['imagemagick', 'ImageMagick'], known: ['scoop:main/imagemagick'] },
  { name: 'influxdb', packages: ['influxdb', 'influxdb2'] },
  { name: 'inkscape', packages: ['inkscape'], known: ['winget:Inkscape.Inkscape'] },
  { name: 'jenkins', packages: ['jenkins'] },
  { name: 'keepassxc', packages: ['keepassxc'], known: ['winget:KeePassXCTeam.KeePassXC'] },
  { name: 'kubernetes', packages: ['kubelet', 'kubeadm', 'kubectl', 'kubernetes-node'] },
  { name: 'libreoffice', packages: ['libreoffice', 'libreoffice-core', 'libreoffice-common'] },
  { name: 'lighttpd', packages: ['lighttpd'], known: ['selfhosted:lighttpd'] },
  // Headers and tools of the kernel say nothing about the one that runs, so its source does not count.
  {
    name: 'linux',
    packages: ['linux-image-amd64', 'linux-image-arm64', 'linux-image-cloud-amd64', 'kernel', 'kernel-core', 'kernel-default', 'linux-lts', 'linux-virt'],
    numbered: /^linux-image-(?:unsigned-)?\d+\.\d+\.\d+-[\w.+~-]*?(?<!-dbg)$/,
    isOnlyPackages: true,
    known: ['endoflife:linux-kernel'],
  },
  { name: 'lua', numbered: /^lua5\.\d$/ },
  { name: 'mariadb', packages: ['mariadb', 'mariadb-server', 'mariadb-client', 'MariaDB-server', 'MariaDB-client'], numbered: /^mariadb-(?:server|client)(?:-core)?-10\.\d+$/ },
  { name: 'memcached', packages: ['memcached'] },
  { name: 'mongodb', packages: ['mongodb-org-server', 'mongodb-server-core'] },
  { name: 'mysql', packages: ['mysql', 'mysql-community-server', 'mysql-server-core'], numbered: /^mysql-(?:server|client)(?:-core)?-[58]\.\d+$|^mysql-[58]\.\d+$/ },
  { name: 'neovim', packages: ['neovim'], known: ['winget:Neovim.Neovim', 'pkg:github/neovim/neovim'] },
  { name: 'nginx', packages: ['nginx', 'nginx-core', 'nginx-full', 'nginx-light', 'nginx-extras', 'nginx-mainline'] },
  { name: 'nodejs', packages: ['nodejs', 'nodejs-current'], numbered: /^nodejs\d{2}$/ },
  { name: 'nomad-scheduler', packages: ['nomad'] },
  { name: 'openssl', packages: ['openssl', 'openssl-libs'], numbered: /^lib(?:ssl|crypto)(?:1\.1|3)(?:t64)?$/ },
  { name: 'openvpn', packages: ['openvpn'] },
  { name: 'openzfs', packages: ['zfsutils-linux', 'zfs'], sources: ['zfs-linux'] },
  { name: 'perl', packages: ['perl', 'perl-base', 'perl-interpreter'] },
  { name: 'php', packages: ['php-cli', 'php-fpm', 'php-common'], numbered: /^php-?[5-9]\.?\d(?:-(?:cli|common|fpm|cgi))?$/ },
  { name: 'podman', packages: ['podman'] },
  { name: 'postfix', packages: ['postfix'] },
  { name: 'postgresql', packages: ['postgresql-server', 'postgresql-client'], numbered: /^postgresql-?(?:9\.\d|\d{2})(?:-server|-client)?$|^postgresql-client-(?:9\.\d|\d{2})$/ },
  { name: 'powershell', packages: ['powershell', 'powershell-lts'] },
  { name: 'prometheus', packages: ['prometheus', 'golang-github-prometheus'] },
  { name: 'proftpd', packages: ['proftpd', 'proftpd-core', 'proftpd-basic'], sources: ['proftpd-dfsg'] },
  { name: 'puppet', packages: ['puppet-agent'] },
  { name: 'python', packages: ['python3', 'python3-minimal', 'python3-libs'], numbered: /^(?:lib)?python3\.\d+(?:-minimal|-stdlib)?$/ },
  { name: 'qemu', packages: ['qemu-system-x86', 'qemu-kvm', 'qemu-system-x86_64'], sources: ['qemu'], known: ['scoop:main/qemu'] },
  { name: 'rabbitmq-server', packages: ['rabbitmq-server'] },
  { name: 'redis', packages: ['redis', 'redis-server', 'redis-tools'] },
  { name: 'ruby', numbered: /^(?:lib)?ruby[23]\.\d$/, packages: ['ruby-libs'] },
  { name: 'rust', packages: ['rustc', 'rust'] },
  { name: 'salt', packages: ['salt-master', 'salt-minion', 'salt-common'] },
  { name: 'samba', packages: ['samba', 'samba-common', 'samba-libs'], known: ['selfhosted:samba'] },
  { name: 'sqlite', packages: ['sqlite3', 'libsqlite3-0', 'sqlite', 'sqlite-libs'] },
  { name: 'squid', packages: ['squid', 'squid-openssl'] },
  { name: 'subversion', packages: ['subversion'] },
  { name: 'thunderbird', packages: ['thunderbird', 'MozillaThunderbird'], known: ['winget:Mozilla.Thunderbird'] },
  { name: 'tomcat', numbered: /^tomcat(?:[6-9]|1\d)$/, packages: ['tomcat'] },
  { name: 'varnish', packages: ['varnish'] },
  { name: 'vault', packages: ['vault'] },
  { name: 'vim', packages: ['vim', 'vim-enhanced', 'vim-minimal', 'vim-tiny', 'vim-common', 'vim-runtime'], known: ['winget:vim.vim', 'pkg:github/vim/vim'] },
  { name: 'virtualbox', packages: ['virtualbox'], numbered: /^virtualbox-\d+\.\d+$/ },
  { name: 'vlc', packages: ['vlc', 'vlc-bin'], known: ['winget:VideoLAN.VLC'] },
  { name: 'wget', packages: ['wget'], known: ['scoop:main/wget'] },
  { name: 'wireshark', packages: ['wireshark', 'wireshark-cli', 'tshark', 'wireshark-common'] },
  { name: 'zabbix', packages: ['zabbix-agent', 'zabbix-agent2', 'zabbix-server-mysql', 'zabbix-server-pgsql'] },
  { name: 'zookeeper', packages: ['zookeeper', 'libzookeeper-java'] },
]; // prettier-ignore

/** Packages of Debian that have a version of their own and only depend on the packages of a program. */
export const METAPACKAGES: ReadonlySet<string> = new Set([
  ...['php', 'php-cli', 'php-fpm', 'php-common', 'php-cgi', 'postgresql', 'postgresql-client', 'postgresql-contrib'],
  ...['golang', 'golang-go', 'ruby', 'ruby-full', 'default-jdk', 'default-jre', 'default-mysql-server', 'mysql-server'],
  ...['linux-image-generic', 'linux-generic'],
]);
