import { Table } from '../parts/ui';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { exactDate } from '../parts/relative-time';
import classes from './plot.module.css';
import type { Mark } from './timeline-model';

const words = messages.software.timeline;

/** The marks of the plot as rows, the newest first. */
export const TimelineTable = ({ name, marks }: { name: string; marks: readonly Mark[] }) => (
  <div className={classes.table} tabIndex={0} role="region" aria-label={words.tableOf(name)}>
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.columns.version}</Table.Th>
          <Table.Th>{words.columns.released}</Table.Th>
          <Table.Th visibleFrom="xs">{words.columns.series}</Table.Th>
          <Table.Th>{words.columns.signs}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {marks.toReversed().map((mark) => (
          <Table.Tr key={mark.id}>
            <Table.Td className="tabular">
              {mark.flags.has('withdrawn') ? (
                <s>
                  <Name>{mark.version}</Name>
                </s>
              ) : (
                <Name>{mark.version}</Name>
              )}
            </Table.Td>
            <Table.Td className="tabular">{exactDate(mark.time)}</Table.Td>
            <Table.Td className="tabular" visibleFrom="xs">
              {mark.series ?? words.older}
            </Table.Td>
            <Table.Td>{words.signsOf(mark).join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);
