import type { ReactNode } from 'react';
import classes from './plot.module.css';

/** What a plot shows, as rows.  */
export const PlotTable = ({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}) => (
  <div className={classes.table} tabIndex={0} role="region" aria-label={label}>
    <table className="tabular">
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, ...cells]) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={head[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
