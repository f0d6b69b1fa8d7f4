import classes from './user.module.css';

export const Scopes = ({ scopes }: { scopes: readonly string[] }) => (
  <div className={classes.scopes}>
    {scopes.map((scope) => (
      <code key={scope}>{scope}</code>
    ))}
  </div>
);
