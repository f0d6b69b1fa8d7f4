import type { Provider } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ChannelRegistry } from './channel-registry';
import { AlertmanagerChannel } from './alertmanager.channel';
import { AppriseChannel } from './apprise.channel';
import { DiscordChannel } from './discord.channel';
import { EmailChannel } from './email.channel';
import { GoogleChatChannel } from './google-chat.channel';
import { GotifyChannel } from './gotify.channel';
import { JiraServiceManagementChannel } from './jira-service-management.channel';
import { LogChannel } from './log.channel';
import { MatrixChannel } from './matrix.channel';
import { MattermostChannel } from './mattermost.channel';
import { NtfyChannel } from './ntfy.channel';
import { OpsgenieChannel } from './opsgenie.channel';
import { PagerdutyChannel } from './pagerduty.channel';
import { PushoverChannel } from './pushover.channel';
import { SlackChannel } from './slack.channel';
import { SplunkOnCallChannel } from './splunk-on-call.channel';
import { TeamsChannel } from './teams.channel';
import { TelegramChannel } from './telegram.channel';
import { WebPushChannel } from './web-push.channel';
import { WebhookChannel } from './webhook.channel';

/** The providers of the notification module. A channel is found by its mark; it may inject Config and OutgoingHttp. */
export const channelProviders: Provider[] = [
  EmailChannel,
  WebhookChannel,
  SlackChannel,
  TeamsChannel,
  DiscordChannel,
  TelegramChannel,
  MattermostChannel,
  GoogleChatChannel,
  MatrixChannel,
  WebPushChannel,
  NtfyChannel,
  GotifyChannel,
  PushoverChannel,
  PagerdutyChannel,
  JiraServiceManagementChannel,
  OpsgenieChannel,
  SplunkOnCallChannel,
  AlertmanagerChannel,
  AppriseChannel,
  LogChannel,
  DiscoveryService,
  ChannelRegistry,
];
