/** Our own line drawings on a grid of 24, in the colour of the text. */
const PATHS = {
  updates: 'M12 19V6m-6 6 6-6 6 6',
  favorites: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 4 4',
  channels: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zm4 4h4',
  notifications: 'M5 6h14M5 12h14M5 18h9',
  history: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 14m8-6v5l3 2',
  inventories: 'M4 5h16v6H4zm0 8h16v6H4zm4-5h.01M8 16h.01',
  import: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  tokens: 'M14 10a4 4 0 1 0-3 3.9L13 16h2v2h2v2h3v-3z',
  sessions: 'M4 5h16v10H4zm5 14h6m-3-4v4',
  operator: 'M4 18a8 8 0 1 1 16 0M12 18l4-6M4 18h16',
  profile: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M5 20a7 7 0 0 1 14 0',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6m0-6v3m0 12v3m9-9h-3M6 12H3m15.4-6.4-2.2 2.2M7.8 16.2l-2.2 2.2m12.8 0-2.2-2.2M7.8 7.8 5.6 5.6',
  signOut: 'M10 5H5v14h5m4-11 4 4-4 4m4-4H9',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  external: 'M9 5H5v14h14v-4M13 5h6v6m0-6-9 9',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 13 4 4 10-10',
  plus: 'M12 5v14M5 12h14',
  book: 'M5 5h6a2 2 0 0 1 2 2v12a2 2 0 0 0-2-2H5zm14 0h-4a2 2 0 0 0-2 2v12a2 2 0 0 1 2-2h4z',
  share: 'M12 15V4m-4 4 4-4 4 4M5 12v7h14v-7',
  shown: 'M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6m9.5-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  hidden:
    'M4 4l16 16M9.5 6.4A9 9 0 0 1 12 6c6 0 9.5 6 9.5 6a16 16 0 0 1-3 3.5M6 8.2A16 16 0 0 0 2.5 12S6 18 12 18a9 9 0 0 0 4-1',
  down: 'm6 9 6 6 6-6',
  filter: 'M4 6h16M7 12h10m-7 6h4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
