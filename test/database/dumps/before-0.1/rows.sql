INSERT INTO migrations (id, timestamp, name) VALUES
  (1, 1763700000000, 'Initial1763700000000'),
  (2, 1763800000000, 'ConfirmationMail1763800000000'),
  (3, 1763810000000, 'DeliveryLane1763810000000'),
  (4, 1763820000000, 'Digest1763820000000'),
  (5, 1763900000000, 'ChannelNotice1763900000000'),
  (6, 1763910000000, 'ReleaseNotes1763910000000'),
  (7, 1764000000000, 'SourcePolling1764000000000'),
  (8, 1764010000000, 'SnoozeEnd1764010000000'),
  (9, 1764100000000, 'SourceHook1764100000000'),
  (10, 1764110000000, 'OperatorReport1764110000000'),
  (11, 1764121000000, 'UserSubject1764121000000'),
  (12, 1764121100000, 'AuditEntry1764121100000'),
  (13, 1764122000000, 'Limits1764122000000'),
  (14, 1764130000000, 'DeliveryIndexes1764130000000'),
  (15, 1764140000000, 'AnswerReleases1764140000000'),
  (16, 1764200300000, 'DeliveryPace1764200300000'),
  (17, 1764200400000, 'ConfirmationLimits1764200400000'),
  (18, 1764200500000, 'UserDisabled1764200500000'),
  (19, 1764200510000, 'TokenParent1764200510000'),
  (20, 1764300400000, 'SoftwareIdentifier1764300400000'),
  (21, 1764300500000, 'SearchTerms1764300500000'),
  (22, 1764300600000, 'SoftwareAsOf1764300600000'),
  (23, 1764300601000, 'SoftwareWrittenAt1764300601000'),
  (24, 1764300602000, 'RestingSource1764300602000'),
  (25, 1764300700000, 'HiddenVersion1764300700000'),
  (26, 1764300800000, 'BundledProduct1764300800000'),
  (27, 1764400100000, 'WebSession1764400100000'),
  (28, 1764400300000, 'AvailableStep1764400300000'),
  (29, 1764400400000, 'FavoriteBulk1764400400000'),
  (30, 1764400500000, 'ChannelStatistics1764400500000'),
  (31, 1764500100000, 'Lifecycle1764500100000'),
  (32, 1764500200000, 'FavoriteSupport1764500200000'),
  (33, 1764500300000, 'NotificationKind1764500300000'),
  (34, 1764500400000, 'ReleaseNote1764500400000'),
  (35, 1764500500000, 'NotesSource1764500500000'),
  (36, 1764500600000, 'ChannelNotes1764500600000'),
  (37, 1764600100000, 'Inventory1764600100000'),
  (38, 1764600200000, 'Feed1764600200000'),
  (39, 1764600300000, 'Knowledge1764600300000'),
  (40, 1764700500000, 'LeftOutVersion1764700500000'),
  (41, 1764800100000, 'UnmatchedComponents1764800100000');
INSERT INTO user (id, name, email, notifications_enabled, notify_always, time_zone, created_at, updated_at, issuer, subject, disabled_at) VALUES
  ('01a21606-0717-74ea-a50c-922475bef4cf', 'user 1', NULL, 1, NULL, 'UTC', '2026-11-26 04:03:43.512000', '2026-11-26 04:03:43.512000', NULL, NULL, NULL),
  ('01a21606-09fc-76d7-b903-e193225940c2', 'user 3', NULL, 1, NULL, 'UTC', '2026-11-26 04:03:44.253000', '2026-11-26 04:03:44.253000', NULL, NULL, NULL),
  ('01a21606-0a85-72e7-a72f-bcc11f1bf153', 'user 5', NULL, 1, NULL, 'UTC', '2026-11-26 04:03:44.389000', '2026-11-26 04:03:44.389000', NULL, NULL, NULL);
INSERT INTO access_token (id, user_id, name, hash, scopes, expires_at, last_used_at, created_at, parent_id) VALUES
  ('01a21606-0763-728f-a95a-821dc60570e6', '01a21606-0717-74ea-a50c-922475bef4cf', 'test', '1e5b956550a04148b2b19f84e4f46afd132d644deac947c138864b9595524024', 'read write', NULL, '2026-11-26 04:03:43.774000', '2026-11-26 04:03:43.588000', NULL),
  ('01a21606-09fd-7048-b8bb-7ce069d93dc7', '01a21606-09fc-76d7-b903-e193225940c2', 'test', 'a4e4de804c54067df07487402471be058fe8ce01bca2ad3b2a3b2080c93ff754', 'read write', NULL, '2026-11-26 04:03:44.257000', '2026-11-26 04:03:44.254000', NULL),
  ('01a21606-0aa3-7188-a48e-96803c74f373', '01a21606-0a85-72e7-a72f-bcc11f1bf153', 'test', 'f3fe2d2b47750a4473856ec0eb983c9d67c345400eea51e55715793eda1e439c', 'read write', NULL, '2026-11-26 04:03:44.444000', '2026-11-26 04:03:44.419000', NULL);
INSERT INTO audit_entry (id, user_id, means, credential, action, resource_type, resource_id, request_id, details, created_at) VALUES
  ('01a21606-073d-7794-9acf-3d689cff0974', NULL, 'cli', NULL, 'user.created', 'user', '01a21606-0717-74ea-a50c-922475bef4cf', NULL, '{"name":"user 1","issuer":null,"subject":null}', '2026-11-26 04:03:43.586000'),
  ('01a21606-0764-70fd-baae-8758340a3bb6', NULL, 'cli', NULL, 'token.created', 'token', '01a21606-0763-728f-a95a-821dc60570e6', NULL, '{"user":"01a21606-0717-74ea-a50c-922475bef4cf","name":"test","scopes":"read write","expires_at":null}', '2026-11-26 04:03:43.588000');
INSERT INTO publisher (id, name, name_key, url, support_url, privacy_url, facts_from, created_at, updated_at, search_digest) VALUES
  ('01a21606-087c-7148-915c-debe611ef9b1', 'Publisher of Product 2', 'publisher of product 2', 'https://example.org', NULL, NULL, 'test:product-1', '2026-11-26 04:03:43.868000', '2026-11-26 04:03:43.868000', NULL),
  ('01a21606-0a30-77bc-9681-33ab5a8b0515', 'Publisher of Product 4', 'publisher of product 4', 'https://example.org', NULL, NULL, 'test:product-2', '2026-11-26 04:03:44.304000', '2026-11-26 04:03:44.304000', NULL),
  ('01a21606-0b23-73e0-b579-47549a9fc542', 'Publisher of Product 6', 'publisher of product 6', 'https://example.org', NULL, NULL, 'test:product-3', '2026-11-26 04:03:44.547000', '2026-11-26 04:03:44.547000', NULL);
INSERT INTO software (id, publisher_id, identity, name, name_key, short_description, description, url, latest_version_id, scheme, calver_pattern, tag_pattern, ignore_pattern, prerelease_pattern, ordering_revision, created_at, updated_at, search_digest, catalogued_as_of, written_at, notes_from, notes_settings) VALUES
  ('01a21606-0885-731b-929d-b84ba367df79', '01a21606-087c-7148-915c-debe611ef9b1', 'test:product-1', 'Product 2', 'product 2', 'Short: Product 2', 'About Product 2', 'https://example.org/product', '01a21606-097c-71ed-a12e-2f715ef887ae', 'generic', NULL, NULL, NULL, NULL, 3, '2026-11-26 04:03:43.886000', '2026-11-26 04:03:44.137000', NULL, '2026-11-26', '2026-11-26 04:03:44.137000', NULL, NULL),
  ('01a21606-0a30-77bc-9681-356e9f4c9f1c', '01a21606-0a30-77bc-9681-33ab5a8b0515', 'test:product-2', 'Product 4', 'product 4', 'Short: Product 4', 'About Product 4', 'https://example.org/product', '01a21606-0a5f-7032-bf8a-2fa1e9126536', 'generic', NULL, NULL, NULL, NULL, 3, '2026-11-26 04:03:44.304000', '2026-11-26 04:03:44.352000', NULL, NULL, '2026-11-26 04:03:44.352000', NULL, NULL),
  ('01a21606-0b32-77e8-aaa1-268f4943cf55', '01a21606-0b23-73e0-b579-47549a9fc542', 'test:product-3', 'Product 6', 'product 6', 'Short: Product 6', 'About Product 6', 'https://example.org/product', '01a21606-0bc7-733d-ac78-57fb1cdf74e0', 'generic', NULL, NULL, NULL, NULL, 3, '2026-11-26 04:03:44.562000', '2026-11-26 04:03:44.711000', NULL, NULL, '2026-11-26 04:03:44.711000', NULL, NULL);
INSERT INTO software_identifier (software_id, type, value, origin) VALUES
  ('01a21606-0885-731b-929d-b84ba367df79', 'purl', 'pkg:npm/dump', 'record');
INSERT INTO version (id, software_id, version, version_key, source_prerelease, prerelease, standing, released_at, removed_at, created_at, added_at, notes_url, source_seen, hidden, left_out) VALUES
  ('01a21606-08a3-7394-9a3c-68afff6539fd', '01a21606-0885-731b-929d-b84ba367df79', '14.22', '214222*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:43.889000', '2026-11-26 04:03:43.889000', NULL, 0, 0, NULL),
  ('01a21606-08a3-7394-9a3c-6c1c4286fa0b', '01a21606-0885-731b-929d-b84ba367df79', '14.23', '214223*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:43.889000', '2026-11-26 04:03:43.889000', NULL, 0, 0, NULL),
  ('01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-0885-731b-929d-b84ba367df79', '14.24', '214224*', NULL, 0, 2, '2026-01-02 03:04:05.678901', NULL, '2026-01-02 03:04:05.678901', '2026-11-26 04:03:44.123000', 'https://example.org/notes', 0, 0, NULL),
  ('01a21606-0a31-725f-9ee4-58ca5c215e73', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '1.0', '11*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:44.305000', '2026-11-26 04:03:44.305000', NULL, 0, 0, NULL),
  ('01a21606-0a5f-7032-bf8a-2fa1e9126536', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '1.1', '1111*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:44.351000', '2026-11-26 04:03:44.351000', NULL, 0, 0, NULL),
  ('01a21606-0a60-75cc-9e37-cb5372475833', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '2.0-rc.1', '12(r!11*', NULL, 1, 1, NULL, NULL, '2026-11-26 04:03:44.351000', '2026-11-26 04:03:44.351000', NULL, 0, 0, NULL),
  ('01a21606-0b3f-717e-8edc-daf16111704b', '01a21606-0b32-77e8-aaa1-268f4943cf55', '1.0', '11*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:44.574000', '2026-11-26 04:03:44.574000', NULL, 0, 0, NULL),
  ('01a21606-0b73-74f1-97e0-712f336ab0a9', '01a21606-0b32-77e8-aaa1-268f4943cf55', '1.1', '1111*', NULL, 0, 0, NULL, '2026-02-03 00:00:00.000000', '2026-11-26 04:03:44.627000', '2026-11-26 04:03:44.627000', NULL, 0, 0, NULL),
  ('01a21606-0bc7-733d-ac78-57fb1cdf74e0', '01a21606-0b32-77e8-aaa1-268f4943cf55', '1.2', '1112*', NULL, 0, 2, NULL, NULL, '2026-11-26 04:03:44.711000', '2026-11-26 04:03:44.711000', NULL, 0, 0, NULL),
  ('01a21606-0d55-762a-ba71-e01f7b6967da', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '1.0.5', '11015*', NULL, 0, 0, NULL, '2026-11-26 04:03:45.109000', '2026-11-26 04:03:45.109000', '2026-11-26 04:03:45.109000', NULL, 0, 1, NULL);
INSERT INTO lifecycle (id, software_id, cycle, label, range_from, range_to, released_on, lts_from, active_until, eol_on, is_eol, extended_until, is_extended_over, latest, link, as_of, gone_at, ordering_revision, origin) VALUES
  ('01a21606-091b-733e-a7e6-34d36cc8f33b', '01a21606-0885-731b-929d-b84ba367df79', '14', NULL, '214', '214~', NULL, NULL, NULL, '2026-12-26', NULL, NULL, NULL, NULL, NULL, '2026-11-26', NULL, 3, NULL);
INSERT INTO favorite (id, user_id, software_id, version_id, available_version_id, known_version_id, has_policy, evaluate_at, notes, update_available, notified_version_id, notifications_enabled, use_default_notification, notify_always, due_at, created_at, updated_at, wake_at, available_step, available_at, support, lifecycle_id, eol_on, extended_until, alert_at, imported) VALUES
  ('01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-0717-74ea-a50c-922475bef4cf', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', '01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-097c-71ed-a12e-2f715ef887ae', 1, NULL, NULL, 1, '01a21606-097c-71ed-a12e-2f715ef887ae', 0, 1, 1, NULL, '2026-11-26 04:03:43.940000', '2026-11-26 04:03:45.075000', NULL, 1, '2026-01-02 03:04:05.678901', 1, '01a21606-091b-733e-a7e6-34d36cc8f33b', '2026-12-26', NULL, '2026-11-26 04:03:44.749000', NULL),
  ('01a21606-0a0d-72e2-9756-1e939bd77f0d', '01a21606-09fc-76d7-b903-e193225940c2', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', '01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-097c-71ed-a12e-2f715ef887ae', 0, NULL, NULL, 1, NULL, 1, 1, 0, NULL, '2026-11-26 04:03:44.269000', '2026-11-26 04:03:44.283000', NULL, 1, '2026-01-02 03:04:05.678901', 1, '01a21606-091b-733e-a7e6-34d36cc8f33b', '2026-12-26', NULL, '2026-12-19 00:00:00.000000', NULL),
  ('01a21606-0a41-734c-a125-419498326a1b', '01a21606-09fc-76d7-b903-e193225940c2', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '01a21606-0a31-725f-9ee4-58ca5c215e73', '01a21606-0a5f-7032-bf8a-2fa1e9126536', NULL, 0, NULL, NULL, 1, NULL, 1, 1, 0, NULL, '2026-11-26 04:03:44.321000', '2026-11-26 04:03:44.387000', NULL, 1, '2026-11-26 04:03:44.351000', NULL, NULL, NULL, NULL, NULL, NULL),
  ('01a21606-0aed-7271-a472-d06a4aa2bfd3', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-08a3-7394-9a3c-68afff6539fd', '01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-097c-71ed-a12e-2f715ef887ae', 0, NULL, NULL, 1, NULL, 1, 1, 0, NULL, '2026-11-26 04:03:44.493000', '2026-11-26 04:03:44.511000', NULL, 1, '2026-01-02 03:04:05.678901', 1, '01a21606-091b-733e-a7e6-34d36cc8f33b', '2026-12-26', NULL, '2026-12-19 00:00:00.000000', NULL),
  ('01a21606-0b58-77ad-88e6-b9d1745e9505', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0b32-77e8-aaa1-268f4943cf55', '01a21606-0b3f-717e-8edc-daf16111704b', '01a21606-0bc7-733d-ac78-57fb1cdf74e0', NULL, 0, NULL, NULL, 1, NULL, 1, 1, 0, NULL, '2026-11-26 04:03:44.601000', '2026-11-26 04:03:44.713000', NULL, 1, '2026-11-26 04:03:44.711000', NULL, NULL, NULL, NULL, NULL, NULL),
  ('01a21606-0d54-7337-aa40-856e94360408', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '01a21606-0d55-762a-ba71-e01f7b6967da', '01a21606-0a5f-7032-bf8a-2fa1e9126536', '01a21606-0a5f-7032-bf8a-2fa1e9126536', 0, NULL, NULL, 1, NULL, 1, 1, 0, NULL, '2026-11-26 04:03:45.118000', '2026-11-26 04:03:45.119000', NULL, 1, '2026-11-26 04:03:44.351000', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO favorite_policy (favorite_id, include_prereleases, series, series_from, series_to, snoozed_until, minimum_age_days, remind_every, support_notice, support_basis, supported_until) VALUES
  ('01a21606-08c2-75d1-9321-cfff028fcee1', 0, '14', '214', '214~', NULL, NULL, NULL, '60,7,0', NULL, NULL);
INSERT INTO favorite_skip (favorite_id, version) VALUES
  ('01a21606-08c2-75d1-9321-cfff028fcee1', '14.99');
INSERT INTO favorite_bulk (id, user_id, action, matched, changed, undone_at, created_at) VALUES
  ('01a21606-0d24-74ad-a4d6-81c999de363b', '01a21606-0717-74ea-a50c-922475bef4cf', 'mute', 1, 1, NULL, '2026-11-26 04:03:45.061000');
INSERT INTO favorite_bulk_item (bulk_id, favorite_id, `before`, after, notes) VALUES
  ('01a21606-0d24-74ad-a4d6-81c999de363b', '01a21606-08c2-75d1-9321-cfff028fcee1', '{"state":{"id":"01a21606-08c2-75d1-9321-cfff028fcee1","softwareId":"01a21606-0885-731b-929d-b84ba367df79","versionId":"01a21606-08a3-7394-9a3c-6c1c4286fa0b","availableVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","knownVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","notifiedVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","evaluateAt":null,"wakeAt":null,"notificationsEnabled":true,"useDefaultNotification":true,"notifyAlways":true,"imported":null,"createdAt":"2026-11-26 04:03:43.940000"}}', '{"state":{"id":"01a21606-08c2-75d1-9321-cfff028fcee1","softwareId":"01a21606-0885-731b-929d-b84ba367df79","versionId":"01a21606-08a3-7394-9a3c-6c1c4286fa0b","availableVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","knownVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","notifiedVersionId":"01a21606-097c-71ed-a12e-2f715ef887ae","evaluateAt":null,"wakeAt":null,"notificationsEnabled":false,"useDefaultNotification":true,"notifyAlways":true,"imported":null,"createdAt":"2026-11-26 04:03:43.940000"}}', NULL);
INSERT INTO inventory (id, user_id, name, environment, scope, format, components, run, revision, read_at, created_at, updated_at, unmatched, unmatched_list) VALUES
  ('01a21606-0c81-75c2-9072-3ffddd1066dc', '01a21606-0717-74ea-a50c-922475bef4cf', 'prod', NULL, 'main', 'lines', 2, '01a21606-0c81-75c2-9072-3a83818f8fd4', 2, '2026-11-26 04:03:44.923000', '2026-11-26 04:03:44.910000', '2026-11-26 04:03:44.923000', 1, '[{"name":"nobody-knows","purl":"pkg:npm/nobody-knows@1.0","version":"1.0","where":"line 2","reason":"no product is known by it","nearest":null}]');
INSERT INTO deployment (id, inventory_id, favorite_id, version_id, seen_version_id, label, name, seen_at, moved_by, moved_from) VALUES
  ('01a21606-0c90-723e-b76d-cde4f1f25af3', '01a21606-0c81-75c2-9072-3ffddd1066dc', '01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', '14.23', 'dump', '2026-11-26 04:03:44.911000', NULL, NULL);
INSERT INTO channel (id, user_id, type, name, enabled, is_default, settings, state, state_reason, consecutive_failures, first_failure_at, refusals, blocked_until, confirmed_at, created_at, updated_at, lane, digest, quiet_hours, confirmation_expires_at, notes) VALUES
  ('01a21606-080f-750f-90f2-f35e8a0bce06', '01a21606-0717-74ea-a50c-922475bef4cf', 'log', 'log', 1, 1, 'v1.9f3451d2.J4anxTBUBVui7iYiKy1zsr6U1x0ryzloaGdvihZned96w-BR0G4ykJmqBQ', 'ok', NULL, 0, NULL, 0, NULL, NULL, '2026-11-26 04:03:43.777000', '2026-11-26 04:03:43.777000', '836ff184e7b41b1e', NULL, NULL, NULL, 'short'),
  ('01a21606-0a03-7629-81ff-468cb3715642', '01a21606-09fc-76d7-b903-e193225940c2', 'log', 'daily', 1, 1, 'v1.9f3451d2.vhTa43XSlxyTGzzwCT_dBi2sG_5r9_bV8eQTrAlJbS5oMwmFIalRxSxuNg', 'ok', NULL, 0, NULL, 0, NULL, NULL, '2026-11-26 04:03:44.259000', '2026-11-26 04:03:44.259000', '836ff184e7b41b1e', '{"every":"daily","hour":9}', NULL, NULL, 'short'),
  ('01a21606-0ac9-730e-9dfe-b2f6efbe7855', '01a21606-0a85-72e7-a72f-bcc11f1bf153', 'log', 'log of Cleo', 1, 1, 'v1.9f3451d2.-6O5OJpYwvjwv-_6ysfdAvkNdVkRloPQL6lZMN-nYR3urAWahqOTiY_lAg', 'ok', NULL, 0, NULL, 0, NULL, NULL, '2026-11-26 04:03:44.459000', '2026-11-26 04:03:44.459000', '836ff184e7b41b1e', NULL, NULL, NULL, 'short');
INSERT INTO confirmation_mail (id, channel_id, user_id, address_key, mailbox_key, slot, next_at, claim_id, attempts, expires_at, created_at) VALUES
  ('01a21606-0e00-7000-8000-000000000001', '01a21606-0e00-7000-8000-00000000000a', '01a21606-0a85-72e7-a72f-bcc11f1bf153', 'address 1', 'mailbox 1', 1, '2026-11-26 04:03:45.000000', NULL, 0, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:45.000000'),
  ('01a21606-0e00-7000-8000-000000000002', '01a21606-0e00-7000-8000-00000000000a', NULL, 'address 1', NULL, 2, NULL, NULL, 1, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:45.000000');
INSERT INTO channel_notice (id, about_channel_id, about_type, about_name, reason, channel_id, type, next_at, claim_id, attempts, expires_at, created_at) VALUES
  ('01a21606-0e00-7000-8000-000000000003', '01a21606-0e00-7000-8000-00000000000b', 'webhook', 'Größe L', 'it answers 410', '01a21606-0ac9-730e-9dfe-b2f6efbe7855', 'log', '2026-11-26 04:03:45.000000', NULL, 2, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:45.000000');
INSERT INTO operator_report (id, next_at, claim_id, attempts, expires_at, created_at) VALUES
  ('01a21606-0e00-7000-8000-000000000004', NULL, NULL, 1, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:45.000000');
INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state, created_at, kind, subject) VALUES
  ('01a21606-093f-74bf-8002-badd1a0420ed', '01a21606-0717-74ea-a50c-922475bef4cf', '01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', -1, 'sent', '2026-11-26 04:03:44.063000', 'support.ending', 'support:01a21606-091b-733e-a7e6-34d36cc8f33b:2026-12-26:30'),
  ('01a21606-098b-7037-9cf7-66a1d4a64508', '01a21606-0717-74ea-a50c-922475bef4cf', '01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', 0, 'sent', '2026-11-26 04:03:44.138000', 'update', NULL),
  ('01a21606-09d6-760c-bab8-fbcef4908cd0', '01a21606-0717-74ea-a50c-922475bef4cf', '01a21606-08c2-75d1-9321-cfff028fcee1', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-097c-71ed-a12e-2f715ef887ae', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', 1, 'sent', '2026-11-26 04:03:44.214000', 'update', NULL),
  ('01a21606-0a24-72ef-aaab-678b26270ae5', '01a21606-09fc-76d7-b903-e193225940c2', '01a21606-0a0d-72e2-9756-1e939bd77f0d', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-0a0d-72e2-9756-1e939bd77f0d', '01a21606-08a3-7394-9a3c-6c1c4286fa0b', -1, 'pending', '2026-11-26 04:03:44.292000', 'support.ending', 'support:01a21606-091b-733e-a7e6-34d36cc8f33b:2026-12-26:30'),
  ('01a21606-0a83-77f9-ba02-956c982c4722', '01a21606-09fc-76d7-b903-e193225940c2', '01a21606-0a41-734c-a125-419498326a1b', '01a21606-0a30-77bc-9681-356e9f4c9f1c', '01a21606-0a5f-7032-bf8a-2fa1e9126536', '01a21606-0a31-725f-9ee4-58ca5c215e73', 0, 'pending', '2026-11-26 04:03:44.387000', 'update', NULL),
  ('01a21606-0b11-73bf-bf01-1cb054a1370a', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0aed-7271-a472-d06a4aa2bfd3', '01a21606-0885-731b-929d-b84ba367df79', '01a21606-0aed-7271-a472-d06a4aa2bfd3', '01a21606-08a3-7394-9a3c-68afff6539fd', -1, 'sent', '2026-11-26 04:03:44.529000', 'support.ending', 'support:01a21606-091b-733e-a7e6-34d36cc8f33b:2026-12-26:30'),
  ('01a21606-0b87-717c-a8aa-01fcf459c221', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0b58-77ad-88e6-b9d1745e9505', '01a21606-0b32-77e8-aaa1-268f4943cf55', '01a21606-0b73-74f1-97e0-712f336ab0a9', '01a21606-0b3f-717e-8edc-daf16111704b', 0, 'cancelled', '2026-11-26 04:03:44.636000', 'update', NULL),
  ('01a21606-0bc9-72cb-8cad-a29a3e9f5d4a', '01a21606-0a85-72e7-a72f-bcc11f1bf153', '01a21606-0b58-77ad-88e6-b9d1745e9505', '01a21606-0b32-77e8-aaa1-268f4943cf55', '01a21606-0bc7-733d-ac78-57fb1cdf74e0', '01a21606-0b3f-717e-8edc-daf16111704b', 0, 'pending', '2026-11-26 04:03:44.712000', 'update', NULL);
INSERT INTO delivery (id, notification_id, channel_id, type, state, next_at, claim_id, attempts, last_error, expires_at, created_at, updated_at, lane, collect_at, digest_id, at_once, held_until) VALUES
  ('01a21606-0940-72cc-a9c2-5c6b5493545a', '01a21606-093f-74bf-8002-badd1a0420ed', '01a21606-080f-750f-90f2-f35e8a0bce06', 'log', 'sent', NULL, NULL, 1, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.063000', '2026-11-26 04:03:44.107000', '836ff184e7b41b1e', NULL, NULL, 0, NULL),
  ('01a21606-098b-7037-9cf7-6bed3de45070', '01a21606-098b-7037-9cf7-66a1d4a64508', '01a21606-080f-750f-90f2-f35e8a0bce06', 'log', 'sent', NULL, NULL, 1, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.138000', '2026-11-26 04:03:44.163000', '836ff184e7b41b1e', NULL, NULL, 0, NULL),
  ('01a21606-09d7-7629-8adc-5142bd8aec8b', '01a21606-09d6-760c-bab8-fbcef4908cd0', '01a21606-080f-750f-90f2-f35e8a0bce06', 'log', 'sent', NULL, NULL, 1, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.214000', '2026-11-26 04:03:44.217000', '836ff184e7b41b1e', NULL, NULL, 0, NULL),
  ('01a21606-0a24-72ef-aaab-6b056ec24846', '01a21606-0a24-72ef-aaab-678b26270ae5', '01a21606-0a03-7629-81ff-468cb3715642', 'log', 'queued', NULL, NULL, 0, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.292000', '2026-11-26 04:03:44.292000', '836ff184e7b41b1e', '2026-11-26 09:00:00.000000', '01a21606-0a24-72ef-aaab-6b056ec24846', 0, NULL),
  ('01a21606-0a83-77f9-ba02-9a0fafa4d8c3', '01a21606-0a83-77f9-ba02-956c982c4722', '01a21606-0a03-7629-81ff-468cb3715642', 'log', 'queued', NULL, NULL, 0, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.387000', '2026-11-26 04:03:44.387000', '836ff184e7b41b1e', '2026-11-26 09:00:00.000000', NULL, 0, NULL),
  ('01a21606-0b11-73bf-bf01-215aaab7d397', '01a21606-0b11-73bf-bf01-1cb054a1370a', '01a21606-0ac9-730e-9dfe-b2f6efbe7855', 'log', 'sent', NULL, NULL, 1, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.529000', '2026-11-26 04:03:44.685000', '836ff184e7b41b1e', NULL, NULL, 0, NULL),
  ('01a21606-0b87-717c-a8aa-05a9aa705727', '01a21606-0b87-717c-a8aa-01fcf459c221', '01a21606-0ac9-730e-9dfe-b2f6efbe7855', 'log', 'cancelled', NULL, NULL, 0, 'the version was withdrawn', '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.636000', '2026-11-26 04:03:44.684000', '836ff184e7b41b1e', NULL, NULL, 0, NULL),
  ('01a21606-0bc9-72cb-8cad-a7d20b9cb43a', '01a21606-0bc9-72cb-8cad-a29a3e9f5d4a', '01a21606-0ac9-730e-9dfe-b2f6efbe7855', 'log', 'queued', '2026-11-26 04:03:44.712000', NULL, 0, NULL, '2999-12-31 00:00:00.000000', '2026-11-26 04:03:44.712000', '2026-11-26 04:03:44.712000', '836ff184e7b41b1e', NULL, NULL, 0, NULL);
INSERT INTO delivery_attempt (delivery_id, no, started_at, ms, outcome, code, reason, excerpt) VALUES
  ('01a21606-0940-72cc-a9c2-5c6b5493545a', 1, '2026-11-26 04:03:44.107000', 21, 'ok', NULL, NULL, NULL),
  ('01a21606-098b-7037-9cf7-6bed3de45070', 1, '2026-11-26 04:03:44.163000', 21, 'ok', NULL, NULL, NULL),
  ('01a21606-09d7-7629-8adc-5142bd8aec8b', 1, '2026-11-26 04:03:44.251000', 1, 'ok', NULL, NULL, NULL),
  ('01a21606-0b11-73bf-bf01-215aaab7d397', 1, '2026-11-26 04:03:44.685000', 1, 'ok', NULL, NULL, NULL);
INSERT INTO delivery_pace (user_id, lane, window_at, used) VALUES
  ('01a21606-0717-74ea-a50c-922475bef4cf', 'somewhere', '2026-11-26 00:00:00.000000', 3);
INSERT INTO feed (id, user_id, kind, name, hash, favorite_id, software_id, filters, details, releases, revision, changed_at, last_used_at, created_at) VALUES
  ('01a21606-0c09-762c-b35b-bfdad9ff5814', '01a21606-0717-74ea-a50c-922475bef4cf', 'updates', 'Mine', '47c7ac2e6b336fbbdab806fbffb72f3cde4c9182328720b66b2bc8a6a95f2aa5', NULL, NULL, NULL, 'names', 0, NULL, '2026-11-26 04:03:44.791000', NULL, '2026-11-26 04:03:44.791000');
