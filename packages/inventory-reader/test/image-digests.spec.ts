import { readInventory } from 'inventory-reader';

const SHA = `sha256:${'1'.repeat(64)}`;
const OTHER = `sha256:${'2'.repeat(64)}`;

const read = (given: unknown) => {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return readInventory(Buffer.from(text)).components.map(({ name, version, digest }) => [name, version, digest]);
};

const pod = (imageID: string) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } },
  spec: {
    containers: [{ name: 'app', image: 'acme/anvil:latest' }],
    initContainers: [{ name: 'init', image: 'acme/wait' }],
  },
  status: {
    containerStatuses: [{ name: 'app', image: 'acme/anvil:latest', imageID }],
    initContainerStatuses: [{ name: 'init', imageID: `docker.io/acme/wait@${OTHER}` }],
  },
});

it.each<[string, unknown, unknown[]]>([
  ['a reference', `acme/anvil:latest@${SHA}\n`, [['acme/anvil', 'latest', SHA]]],
  [
    'docker inspect of an image, which is in two repositories',
    [{ RepoTags: ['acme/anvil:latest'], RepoDigests: [`acme/hammer@${OTHER}`, `acme/anvil@${SHA}`], Config: {} }],
    [['acme/anvil', 'latest', SHA]],
  ],
  [
    'two images behind one tag, and one that says none',
    `acme/anvil:latest\nacme/anvil:latest@${SHA}\nacme/anvil:latest@${OTHER}\nacme/anvil:latest@${SHA}\nacme/anvil:latest\n`,
    [
      ['acme/anvil', 'latest', SHA],
      ['acme/anvil', 'latest', OTHER],
    ],
  ],
  ['another algorithm', `acme/anvil:latest@sha512:${'1'.repeat(128)}\n`, [['acme/anvil', 'latest', undefined]]],
  [
    'docker inspect of an image that was built on the machine',
    [{ RepoTags: ['acme/anvil:latest'], RepoDigests: [], Config: {} }],
    [['acme/anvil', 'latest', undefined]],
  ],
  [
    'docker inspect of a container, whose image has no digest of a registry there',
    [{ Name: '/a', Image: SHA, Config: { Image: 'acme/anvil:latest' }, State: {} }],
    [['acme/anvil', 'latest', undefined]],
  ],
  [
    'podman inspect',
    [{ Name: 'a', ImageName: 'docker.io/acme/anvil:latest', ImageDigest: SHA, State: {} }],
    [['docker.io/acme/anvil', 'latest', SHA]],
  ],
  [
    'docker image ls --digests',
    `REPOSITORY     TAG       DIGEST                                                                    IMAGE ID       CREATED        SIZE
acme/anvil     latest    ${SHA}   1f0a2b3c4d5e   2 days ago     180MB
acme/hammer    latest    <none>                                                                    2f0a2b3c4d5e   2 days ago     180MB
`,
    [
      ['acme/anvil', 'latest', SHA],
      ['acme/hammer', 'latest', undefined],
    ],
  ],
  [
    'docker image ls --format json',
    `{"Repository":"acme/anvil","Tag":"latest","Digest":"${SHA}","ID":"1f"}\n`,
    [['acme/anvil', 'latest', SHA]],
  ],
  [
    'kubectl get pods',
    { apiVersion: 'v1', kind: 'List', items: [pod(`docker-pullable://acme/anvil@${SHA}`)] },
    [
      ['acme/anvil', 'latest', SHA],
      ['acme/wait', 'latest', OTHER],
    ],
  ],
  [
    'kubectl get pods of a runtime that names the configuration',
    pod(SHA),
    [
      ['acme/anvil', 'latest', undefined],
      ['acme/wait', 'latest', OTHER],
    ],
  ],
])('the digest of %s', (_name, given, expected) => {
  expect(read(given)).toEqual(expected);
});
