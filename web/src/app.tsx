import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client';
import { router } from './routes';
import { cssVariables, theme } from './theme/theme';
import { styleNonce } from './theme/trusted-types';

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications
        position="bottom-center"
        limit={3}
        // Below dialogs, whose buttons it must not cover.
        zIndex={190}
        autoClose={10_000}
        transitionDuration={120}
        containerWidth={480}
      />
    </QueryClientProvider>
  </MantineProvider>
);
