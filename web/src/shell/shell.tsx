import { ActionIcon, AppShell, Burger, Button, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../api/queries';
import { signOut } from '../parts/sign-out';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { UndoShortcut } from '../parts/undo';
import { SignInAgain } from '../session/sign-in-again';

import { ConnectionBar } from './connection-bar';
import { Navigation } from './navigation';
import { Palette, openPalette } from './palette';
import classes from './shell.module.css';
import { ShortcutHelp } from './shortcut-help';

const words = messages.common.navigation;

/** What is around every screen of somebody who is signed in. */
export function Shell() {
  const client = useQueryClient();
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    // Not of the first chunk: the page has its rows before it listens.
    void import('../api/live').then(({ listen }) => {
      if (!isGone) end = listen(client);
    });
    return () => {
      isGone = true;
      end();
    };
  }, [client]);
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', md: 'xl' }}
      transitionDuration={120}
    >
      <a href="#content" className={classes.skip}>
        {words.skip}
      </a>
      <AppShell.Header hiddenFrom="md">
        <Group h="100%" px="sm" justify="space-between">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={words.open} aria-expanded={isOpen} />
          <Brand />
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.search} onClick={openPalette}>
            <Icon name="search" />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={words.label}>
        <AppShell.Section visibleFrom="md" px="sm" pb="md" pt="xs">
          <Brand />
        </AppShell.Section>
        <AppShell.Section visibleFrom="md" pb="xs">
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            classNames={{ label: classes.goTo, section: classes.goToSection }}
            leftSection={<Icon name="search" size={16} />}
            rightSection={<kbd className={classes.key}>{isMac ? '⌘K' : 'Ctrl K'}</kbd>}
            onClick={openPalette}
          >
            {messages.common.palette.open}
          </Button>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation onGone={close} />
        </AppShell.Section>
        <AppShell.Section>
          <NavLink href="/docs" label={words.docs} leftSection={<Icon name="book" />} />
          <Account />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBar />
        <Outlet />
      </AppShell.Main>
      <Palette />
      <ShortcutHelp />
      <UndoShortcut />
      <SignInAgain />
    </AppShell>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const Brand = () => (
  <Link to="/updates" className={classes.brand}>
    <img src="/icon.svg" width={24} height={24} alt="" />
    <Text component="span" fw={650}>
      {messages.common.name}
    </Text>
  </Link>
);

function Account() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <Group justify="space-between" wrap="nowrap" px="sm" pt="xs">
      <Text size="sm" truncate title={session?.user.name}>
        {session && <Name>{session.user.name}</Name>}
      </Text>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void signOut()} style={{ flex: 'none' }}>
        {words.signOut}
      </Button>
    </Group>
  );
}
