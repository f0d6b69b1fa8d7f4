import { useCombobox } from 'downshift';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { join } from './box';
import { Text } from './text';
import classes from './ui.module.css';

interface ComboboxProps<One> {
  /** What is found for the text, in groups. */
  groups: readonly { label?: string; items: readonly One[] }[];
  keyOf: (one: One) => string;
  /** As the field has it once it is chosen. */
  textOf: (one: One) => string;
  show: (one: One) => ReactNode;
  isDisabled?: (one: One) => boolean;
  text: string;
  onText: (text: string) => void;
  onChoose: (one: One) => void;
  /** Where nothing is found. */
  nothing: ReactNode;
  /** The list is there from the beginning, as in the palette. */
  isOpen?: boolean;
  label: string;
  field: ComponentPropsWithRef<'input'>;
}

/** A field and the list of what is found for its text, walked by the keys; the behaviour is Downshift's. */
export function Combobox<One>({
  groups,
  keyOf,
  textOf,
  show,
  isDisabled = () => false,
  text,
  onText,
  onChoose,
  nothing,
  isOpen: isAlwaysOpen,
  label,
  field,
}: ComboboxProps<One>) {
  const items = groups.flatMap((group) => group.items);
  const list = useId();
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<One>({
    items,
    inputValue: text,
    itemToString: (one) => (one ? textOf(one) : ''),
    itemToKey: (one) => (one ? keyOf(one) : null),
    isItemDisabled: isDisabled,
    ...(isAlwaysOpen && { isOpen: true }),
    defaultHighlightedIndex: 0,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
  });
  const { ref, ...rest } = field;
  return (
    <div className={classes.combobox}>
      <input
        {...getInputProps({
          ...rest,
          ref,
          'aria-label': rest.id ? undefined : label,
          autoComplete: 'off',
          // Not Downshift's own: it would hear of a key only after the next rendering, and lose the place of the caret.
          onInput: (event) => onText((event.target as HTMLInputElement).value),
        })}
        className={join(classes.input, rest.className)}
      />
      <div
        {...getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
        className={isAlwaysOpen ? classes.options : classes.optionsBelow}
        hidden={!isOpen}
      >
        {groups.map(
          (group, at) =>
            group.items.length > 0 && (
              <div key={group.label ?? at} role="group" aria-labelledby={group.label && `${list}-${at}`}>
                {group.label && (
                  <div id={`${list}-${at}`} className={classes.menuLabel}>
                    {group.label}
                  </div>
                )}
                {group.items.map((one) => {
                  const index = items.indexOf(one);
                  return (
                    <div
                      key={keyOf(one)}
                      {...getItemProps({ item: one, index })}
                      className={classes.menuItem}
                      data-highlighted={index === highlightedIndex || undefined}
                    >
                      {show(one)}
                    </div>
                  );
                })}
              </div>
            ),
        )}
      </div>
      {isOpen && items.length === 0 && (
        <Text role="status" size="sm" c="dimmed" p="sm">
          {nothing}
        </Text>
      )}
    </div>
  );
}
