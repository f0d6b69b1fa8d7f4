"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.channelProviders = exports.CHANNEL_CLASSES = void 0;
const channel_registry_1 = require("./channel-registry");
const alertmanager_channel_1 = require("./alertmanager.channel");
const apprise_channel_1 = require("./apprise.channel");
const discord_channel_1 = require("./discord.channel");
const email_channel_1 = require("./email.channel");
const google_chat_channel_1 = require("./google-chat.channel");
const gotify_channel_1 = require("./gotify.channel");
const jira_service_management_channel_1 = require("./jira-service-management.channel");
const log_channel_1 = require("./log.channel");
const matrix_channel_1 = require("./matrix.channel");
const mattermost_channel_1 = require("./mattermost.channel");
const ntfy_channel_1 = require("./ntfy.channel");
const opsgenie_channel_1 = require("./opsgenie.channel");
const pagerduty_channel_1 = require("./pagerduty.channel");
const pushover_channel_1 = require("./pushover.channel");
const slack_channel_1 = require("./slack.channel");
const splunk_on_call_channel_1 = require("./splunk-on-call.channel");
const teams_channel_1 = require("./teams.channel");
const telegram_channel_1 = require("./telegram.channel");
const webhook_channel_1 = require("./webhook.channel");
/** The one list of notification channels: a new channel is one file and one line here. */
exports.CHANNEL_CLASSES = [
    email_channel_1.EmailChannel,
    webhook_channel_1.WebhookChannel,
    slack_channel_1.SlackChannel,
    teams_channel_1.TeamsChannel,
    discord_channel_1.DiscordChannel,
    telegram_channel_1.TelegramChannel,
    mattermost_channel_1.MattermostChannel,
    google_chat_channel_1.GoogleChatChannel,
    matrix_channel_1.MatrixChannel,
    ntfy_channel_1.NtfyChannel,
    gotify_channel_1.GotifyChannel,
    pushover_channel_1.PushoverChannel,
    pagerduty_channel_1.PagerdutyChannel,
    jira_service_management_channel_1.JiraServiceManagementChannel,
    opsgenie_channel_1.OpsgenieChannel,
    splunk_on_call_channel_1.SplunkOnCallChannel,
    alertmanager_channel_1.AlertmanagerChannel,
    apprise_channel_1.AppriseChannel,
    log_channel_1.LogChannel,
];
/** What the notification module provides for them; the channels themselves need Config and OutgoingHttp. */
exports.channelProviders = [
    ...exports.CHANNEL_CLASSES,
    { provide: channel_registry_1.CHANNELS, useFactory: (...channels) => channels, inject: exports.CHANNEL_CLASSES },
    channel_registry_1.ChannelRegistry,
];
//# sourceMappingURL=index.js.map