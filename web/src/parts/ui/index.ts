// The parts that screens are made of, from native elements. Their looks are in `ui.module.css`, in a layer that any class of a screen wins over.
export { ActionIcon, Button, CloseButton, FileButton, useCopy } from './button';
export { Checkbox, CheckboxGroup, RadioGroup } from './choice';
export { Field, NativeSelect, NumberInput, optionsOf, PasswordInput, Select, Textarea, TextInput } from './field';
export { Group, Stack } from './layout';
export { Menu } from './menu';
export { Pagination } from './pagination';
export { TagsInput } from './tags-input';
export { Alert, Anchor, Badge, Divider, Table, Text, Title, VisuallyHidden } from './text';
