import { messages } from '../messages';

const ROWS = 14;

/** A list that is not there yet, as it will be. The build writes it into the page as HTML: see frame.tsx. */
export const Ghost = ({ path }: { path: string }) => {
  const { updates, favorites } = messages.common.navigation;
  const title = { '/updates': updates, '/favorites': favorites }[path];
  return (
    <div className="screen" aria-busy="true">
      {title ? (
        <>
          <h1 className="ghost-title">{title}</h1>
          <div className="surface">
            <div className="ghost-head" />
            {Array.from({ length: ROWS }, (_, row) => (
              <div key={row} className="ghost-row" />
            ))}
          </div>
        </>
      ) : null}
    </div>
  );
};
