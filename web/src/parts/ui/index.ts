// The parts that screens are made of, from native elements. Their looks are in `ui.module.css`, in a layer that any class of a screen wins over.
export { Alert } from './alert';
export { ActionIcon, Button, CloseButton, CopyButton, FileButton } from './button';
export { Checkbox, MultiSelect, Radio, SegmentedControl, Switch } from './choice';
export { Field, NativeSelect, NumberInput, PasswordInput, Select, Textarea, TextInput } from './field';
export { Group, Stack } from './layout';
export { Menu } from './menu';
export { Pagination, Table, Tabs } from './table';
export { TagsInput } from './tags-input';
export { Anchor, Badge, Divider, Text, Title, VisuallyHidden } from './text';
