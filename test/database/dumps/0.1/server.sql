CREATE TABLE `access_token` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `parent_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `name` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `scopes` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `expires_at` datetime(6) DEFAULT NULL,
  `last_used_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `access_token_hash` (`hash`),
  KEY `access_token_user` (`user_id`,`created_at`,`id`),
  CONSTRAINT `fk_access_token_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `advisory` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `record_id` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `from_batch` int(11) NOT NULL DEFAULT 0,
  `to_batch` int(11) DEFAULT NULL,
  `vulnerability` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `aliases` text CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `summary` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `severity` tinyint(4) NOT NULL,
  `cvss` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `database_name` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `published` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `modified` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `digest` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `advisory_record` (`provider`,`record_id`,`from_batch`),
  KEY `advisory_vulnerability` (`vulnerability`),
  KEY `advisory_from` (`provider`,`from_batch`),
  KEY `advisory_to` (`provider`,`to_batch`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `advisory_batch` (
  `provider` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `batch` int(11) NOT NULL DEFAULT 0,
  `quiet_batch` int(11) NOT NULL DEFAULT 0,
  `held_because` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `held` text CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `reported_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`provider`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `advisory_range` (
  `advisory_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `position` int(11) NOT NULL,
  `key_type` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `key_value` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `origin` tinyint(4) NOT NULL,
  `scheme` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `content` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`advisory_id`,`position`),
  KEY `advisory_range_key` (`key_type`,`key_value`),
  CONSTRAINT `fk_advisory_range_advisory` FOREIGN KEY (`advisory_id`) REFERENCES `advisory` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `assessment` (
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`version_id`),
  CONSTRAINT `fk_assessment_version` FOREIGN KEY (`version_id`) REFERENCES `version` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `audit_entry` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `means` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `credential` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `action` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `resource_type` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `resource_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `request_id` varchar(100) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `details` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `audit_entry_resource` (`resource_id`,`created_at`,`id`),
  KEY `audit_entry_type` (`resource_type`,`created_at`,`id`),
  KEY `audit_entry_action` (`action`,`created_at`,`id`),
  KEY `audit_entry_user` (`user_id`,`created_at`,`id`),
  KEY `audit_entry_created` (`created_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `bundled_product` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source` varchar(43) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `ordering` varchar(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`software_id`),
  CONSTRAINT `fk_bundled_product_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `catalogue_revision` (
  `id` int(11) NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `channel` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `enabled` tinyint(4) NOT NULL DEFAULT 1,
  `is_default` tinyint(4) NOT NULL DEFAULT 1,
  `settings` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `digest` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `quiet_hours` varchar(80) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `notes` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'short',
  `destination` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  `state` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'ok',
  `state_reason` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `consecutive_failures` int(11) NOT NULL DEFAULT 0,
  `first_failure_at` datetime(6) DEFAULT NULL,
  `refusals` int(11) NOT NULL DEFAULT 0,
  `blocked_until` datetime(6) DEFAULT NULL,
  `confirmed_at` datetime(6) DEFAULT NULL,
  `confirmation_expires_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `channel_user` (`user_id`,`created_at`,`id`),
  CONSTRAINT `fk_channel_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `confirmation_hour` (
  `hour` int(11) NOT NULL,
  `mails` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`hour`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `delivery` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `notification_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `destination` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  `state` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `next_at` datetime(6) DEFAULT NULL,
  `collect_at` datetime(6) DEFAULT NULL,
  `held_until` datetime(6) DEFAULT NULL,
  `digest_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `at_once` tinyint(4) NOT NULL DEFAULT 0,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `last_error` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `expires_at` datetime(6) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `delivery_once` (`notification_id`,`channel_id`),
  KEY `delivery_digest_members` (`digest_id`,`collect_at`),
  KEY `delivery_collect` (`collect_at`,`channel_id`),
  KEY `delivery_channel_ended` (`channel_id`,`state`,`updated_at`,`attempts`),
  KEY `delivery_channel_state` (`channel_id`,`state`,`collect_at`),
  KEY `delivery_due` (`next_at`,`id`),
  CONSTRAINT `fk_delivery_notification` FOREIGN KEY (`notification_id`) REFERENCES `notification` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `delivery_attempt` (
  `delivery_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `no` int(11) NOT NULL,
  `started_at` datetime(6) NOT NULL,
  `ms` int(11) NOT NULL DEFAULT 0,
  `outcome` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `code` varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `reason` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `excerpt` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`delivery_id`,`no`),
  CONSTRAINT `fk_delivery_attempt_delivery` FOREIGN KEY (`delivery_id`) REFERENCES `delivery` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `delivery_pace` (
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `destination` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `window_at` datetime(6) NOT NULL,
  `used` int(11) NOT NULL,
  PRIMARY KEY (`user_id`,`destination`),
  KEY `delivery_pace_window` (`window_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `deployment` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `inventory_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `seen_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `label` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `tag` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `seen_at` datetime(6) NOT NULL,
  `moved_by` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `moved_from` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `deployment_once` (`inventory_id`,`favorite_id`,`label`),
  KEY `deployment_version` (`version_id`),
  KEY `deployment_in_use` (`favorite_id`,`version_id`,`inventory_id`),
  CONSTRAINT `fk_deployment_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_deployment_inventory` FOREIGN KEY (`inventory_id`) REFERENCES `inventory` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_deployment_version` FOREIGN KEY (`version_id`) REFERENCES `version` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `exploit` (
  `vulnerability` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cisa_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `enisa_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `exploited_at` datetime(6) DEFAULT NULL,
  `epss` int(11) DEFAULT NULL,
  PRIMARY KEY (`vulnerability`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `available_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `available_step` tinyint(4) DEFAULT NULL,
  `available_at` datetime(6) DEFAULT NULL,
  `days_behind` int(11) DEFAULT NULL,
  `breaking` int(11) NOT NULL DEFAULT 0,
  `support` tinyint(4) DEFAULT NULL,
  `lifecycle_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `eol_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `extended_until` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `alert_at` datetime(6) DEFAULT NULL,
  `known_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `has_policy` tinyint(4) NOT NULL DEFAULT 0,
  `evaluate_at` datetime(6) DEFAULT NULL,
  `wake_at` datetime(6) DEFAULT NULL,
  `notes` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `update_available` tinyint(4) NOT NULL DEFAULT 0,
  `notified_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `notifications_enabled` tinyint(4) NOT NULL DEFAULT 1,
  `use_default_notification` tinyint(4) NOT NULL DEFAULT 1,
  `notify_always` tinyint(4) NOT NULL DEFAULT 0,
  `due_at` datetime(6) DEFAULT NULL,
  `imported` tinyint(4) DEFAULT NULL,
  `last_change` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `favorite_user_software` (`user_id`,`software_id`),
  KEY `favorite_due` (`due_at`,`id`),
  KEY `favorite_evaluate` (`evaluate_at`,`id`),
  KEY `favorite_software` (`software_id`,`id`),
  KEY `favorite_user_created` (`user_id`,`created_at`,`id`),
  KEY `favorite_user_updated` (`user_id`,`updated_at`,`id`),
  KEY `favorite_version` (`version_id`),
  KEY `favorite_user_update` (`user_id`,`update_available`,`available_step`,`available_at`,`notifications_enabled`,`wake_at`),
  KEY `favorite_user_support` (`user_id`,`support`,`eol_on`,`extended_until`),
  KEY `favorite_alert` (`alert_at`,`id`),
  CONSTRAINT `fk_favorite_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION,
  CONSTRAINT `fk_favorite_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_favorite_version` FOREIGN KEY (`version_id`) REFERENCES `version` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_bulk` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `action` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `matched` int(11) NOT NULL DEFAULT 0,
  `changed` int(11) NOT NULL DEFAULT 0,
  `is_single` tinyint(4) DEFAULT NULL,
  `means` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `credential_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `details` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `products` varchar(110) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `inventory_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `undone_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `favorite_bulk_created` (`created_at`,`id`),
  KEY `favorite_bulk_user` (`user_id`,`created_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_bulk_item` (
  `bulk_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `before` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `after` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `notes` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`bulk_id`,`favorite_id`),
  CONSTRAINT `fk_favorite_bulk_item_bulk` FOREIGN KEY (`bulk_id`) REFERENCES `favorite_bulk` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_bulk_skip` (
  `bulk_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`bulk_id`,`favorite_id`,`version`),
  CONSTRAINT `fk_favorite_bulk_skip_bulk` FOREIGN KEY (`bulk_id`) REFERENCES `favorite_bulk` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_channel` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`favorite_id`,`channel_id`),
  CONSTRAINT `fk_favorite_channel_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_policy` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `include_prereleases` tinyint(4) NOT NULL DEFAULT 0,
  `series` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `series_from` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `series_to` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `snoozed_until` datetime(6) DEFAULT NULL,
  `minimum_age_days` int(11) DEFAULT NULL,
  `remind_every` int(11) DEFAULT NULL,
  `support_notice` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `support_basis` varchar(8) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `supported_until` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `advisories` varchar(9) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `urgent_from` varchar(9) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `urgent_age_days` int(11) DEFAULT NULL,
  PRIMARY KEY (`favorite_id`),
  CONSTRAINT `fk_favorite_policy_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_risk` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `risk` int(11) NOT NULL DEFAULT 0,
  `known` int(11) NOT NULL DEFAULT 0,
  `critical` int(11) NOT NULL DEFAULT 0,
  `high` int(11) NOT NULL DEFAULT 0,
  `exploited` int(11) NOT NULL DEFAULT 0,
  `open` int(11) NOT NULL DEFAULT 0,
  `disputed` int(11) NOT NULL DEFAULT 0,
  `epss` int(11) DEFAULT NULL,
  `severity` tinyint(4) DEFAULT NULL,
  `fixed` int(11) NOT NULL DEFAULT 0,
  `is_urgent` tinyint(4) NOT NULL DEFAULT 0,
  `seen_at` datetime(6) NOT NULL,
  PRIMARY KEY (`favorite_id`),
  KEY `favorite_risk_user` (`user_id`,`risk`),
  CONSTRAINT `fk_favorite_risk_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_skip` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`favorite_id`,`version`),
  CONSTRAINT `fk_favorite_skip_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `favorite_tag` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `tag_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`favorite_id`,`tag_id`),
  KEY `favorite_tag_tag` (`tag_id`,`favorite_id`),
  CONSTRAINT `fk_favorite_tag_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_favorite_tag_tag` FOREIGN KEY (`tag_id`) REFERENCES `tag` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `feed` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `filters` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `details` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `releases` tinyint(4) NOT NULL DEFAULT 0,
  `revision` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `changed_at` datetime(6) NOT NULL,
  `last_used_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `feed_hash` (`hash`),
  KEY `feed_software` (`software_id`),
  KEY `feed_favorite` (`favorite_id`),
  KEY `feed_user` (`user_id`,`created_at`,`id`),
  CONSTRAINT `fk_feed_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_feed_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_feed_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `feed_event` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `ends_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `changed_at` datetime(6) NOT NULL,
  PRIMARY KEY (`favorite_id`,`subject`),
  CONSTRAINT `fk_feed_event_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `finding` (
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `vulnerability` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `state` tinyint(4) NOT NULL,
  `severity` tinyint(4) NOT NULL,
  `fixed` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `reason` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `found_at` datetime(6) NOT NULL,
  `is_quiet` tinyint(4) NOT NULL DEFAULT 0,
  PRIMARY KEY (`version_id`,`vulnerability`),
  KEY `finding_vulnerability` (`vulnerability`),
  CONSTRAINT `fk_finding_version` FOREIGN KEY (`version_id`) REFERENCES `version` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `home_assistant_entity` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `digest` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`id`),
  KEY `home_assistant_entity_user` (`user_id`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `home_assistant_lease` (
  `id` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `instance` varchar(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `holder` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `held_until` datetime(6) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `image_digest` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `image` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `digest` varchar(71) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `tag` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `tried` int(11) DEFAULT NULL,
  `asked_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `image_digest_once` (`image`,`digest`),
  KEY `image_digest_asked` (`asked_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `inventory` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `environment` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `scope` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `labels` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `format` varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `components` int(11) NOT NULL DEFAULT 0,
  `unmatched` int(11) NOT NULL DEFAULT 0,
  `unmatched_hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `content_key` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `outcome` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `run` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `read_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `inventory_user_name` (`user_id`,`name`),
  CONSTRAINT `fk_inventory_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `inventory_decision` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `inventory_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `component` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `inventory_decision_once` (`inventory_id`,`component`),
  KEY `inventory_decision_software` (`software_id`),
  CONSTRAINT `fk_inventory_decision_inventory` FOREIGN KEY (`inventory_id`) REFERENCES `inventory` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_inventory_decision_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `inventory_label` (
  `inventory_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`inventory_id`,`name`),
  KEY `inventory_label_value` (`name`,`value`,`inventory_id`),
  CONSTRAINT `fk_inventory_label_inventory` FOREIGN KEY (`inventory_id`) REFERENCES `inventory` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `kept_answer` (
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `fingerprint` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `answer` text CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`hash`),
  KEY `kept_answer_created` (`created_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `knowledge` (
  `provider` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `target` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `etag` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `last_modified` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `validators` text CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `bundled` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `asked_since` datetime(6) DEFAULT NULL,
  `next_at` datetime(6) NOT NULL,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `held_until` datetime(6) DEFAULT NULL,
  `asked_at` datetime(6) DEFAULT NULL,
  `answered_at` datetime(6) DEFAULT NULL,
  `failures` int(11) NOT NULL DEFAULT 0,
  `last_error` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `as_of` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `records` int(11) NOT NULL DEFAULT 0,
  `rejected` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`provider`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `knowledge_match` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `as_of` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`software_id`,`provider`),
  CONSTRAINT `fk_knowledge_match_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `lifecycle` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cycle` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `label` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `range_from` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `range_to` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `released_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lts_from` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `active_until` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `eol_on` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `is_eol` tinyint(4) DEFAULT NULL,
  `extended_until` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `is_extended_over` tinyint(4) DEFAULT NULL,
  `latest` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `link` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `as_of` varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `gone_at` datetime(6) DEFAULT NULL,
  `origin` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `ordering_revision` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `lifecycle_cycle` (`software_id`,`cycle`),
  KEY `lifecycle_range` (`software_id`,`range_from`),
  CONSTRAINT `fk_lifecycle_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `migrations` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `timestamp` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `note_text` (
  `digest` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `body` blob NOT NULL,
  `size` int(11) NOT NULL DEFAULT 0,
  `format` varchar(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cut` tinyint(4) NOT NULL DEFAULT 0,
  `breaking` int(11) NOT NULL DEFAULT 0,
  `security` text CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`digest`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `notes_reader` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `target` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `next_at` datetime(6) NOT NULL,
  `read_at` datetime(6) DEFAULT NULL,
  `etag` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `last_modified` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `failures` int(11) NOT NULL DEFAULT 0,
  `last_error` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`software_id`),
  KEY `notes_reader_due` (`host`,`next_at`,`software_id`),
  CONSTRAINT `fk_notes_reader_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `notification` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'update',
  `subject` varchar(191) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `tracked_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `reminder` int(11) NOT NULL DEFAULT 0,
  `state` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `notification_subject` (`favorite_id`,`subject`),
  UNIQUE KEY `notification_once` (`favorite_id`,`version_id`,`reminder`),
  KEY `notification_created` (`created_at`,`id`),
  KEY `notification_user` (`user_id`,`created_at`,`id`),
  CONSTRAINT `fk_notification_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `probe` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `environment` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `preset` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `json_path` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `pattern` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `header` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `settings` text CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `interval_seconds` int(11) NOT NULL,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `next_at` datetime(6) NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `failures` int(11) NOT NULL DEFAULT 0,
  `asked_at` datetime(6) DEFAULT NULL,
  `answered_at` datetime(6) DEFAULT NULL,
  `answer` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `failing_since` datetime(6) DEFAULT NULL,
  `message` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `probe_once` (`favorite_id`,`environment`),
  KEY `probe_due` (`host`,`next_at`),
  KEY `probe_user` (`user_id`),
  CONSTRAINT `fk_probe_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_probe_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `publisher` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name_key` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `support_url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `privacy_url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `facts_from` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `search_digest` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `publisher_name` (`name_key`),
  KEY `publisher_updated` (`updated_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `publisher_term` (
  `kind` tinyint(4) NOT NULL,
  `term` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `publisher_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`kind`,`term`,`publisher_id`),
  KEY `publisher_term_publisher` (`publisher_id`),
  CONSTRAINT `fk_publisher_term_publisher` FOREIGN KEY (`publisher_id`) REFERENCES `publisher` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `rate_limit` (
  `key` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `points` int(11) NOT NULL,
  `expire` bigint(20) NOT NULL,
  PRIMARY KEY (`key`),
  KEY `rate_limit_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `release_note` (
  `version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `digest` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `fetched_at` datetime(6) NOT NULL,
  PRIMARY KEY (`version_id`),
  KEY `release_note_digest` (`digest`),
  CONSTRAINT `fk_release_note_version` FOREIGN KEY (`version_id`) REFERENCES `version` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `risk_alert` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `vulnerability` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `is_exploited` tinyint(4) NOT NULL,
  `notification_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`favorite_id`,`vulnerability`,`is_exploited`),
  KEY `risk_alert_notification` (`notification_id`),
  CONSTRAINT `fk_risk_alert_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `sign_in_link` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `scopes` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `ends_at` datetime(6) NOT NULL,
  `used_at` datetime(6) DEFAULT NULL,
  `session_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `sign_in_link_hash` (`hash`),
  KEY `sign_in_link_end` (`ends_at`),
  KEY `sign_in_link_user` (`user_id`),
  CONSTRAINT `fk_sign_in_link_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `software` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `publisher_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `identity` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name_key` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `short_description` varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `description` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `latest_version_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `scheme` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'generic',
  `calver_pattern` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `tag_pattern` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ignore_pattern` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `prerelease_pattern` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ordering_revision` int(11) NOT NULL DEFAULT 0,
  `catalogued_as_of` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `stars` int(11) DEFAULT NULL,
  `popularity` smallint(6) NOT NULL DEFAULT 0,
  `search_digest` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `notes_from` varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `notes_settings` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  `written_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `software_identity` (`identity`),
  KEY `software_publisher` (`publisher_id`,`name_key`,`id`),
  KEY `software_updated` (`updated_at`,`id`),
  KEY `software_name` (`name_key`,`id`),
  CONSTRAINT `fk_software_publisher` FOREIGN KEY (`publisher_id`) REFERENCES `publisher` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `software_advisory` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `known_by` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `as_of` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`software_id`),
  CONSTRAINT `fk_software_advisory_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `software_identifier` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `origin` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`software_id`,`type`,`value`,`origin`),
  KEY `software_identifier_value` (`type`,`value`),
  CONSTRAINT `fk_software_identifier_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `software_source` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `settings` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `interval_seconds` int(11) DEFAULT NULL,
  `next_at` datetime(6) NOT NULL,
  `again_at` datetime(6) DEFAULT NULL,
  `resting_since` datetime(6) DEFAULT NULL,
  `etag` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `last_modified` varchar(255) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `answer_hash` varchar(43) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `answer_releases` text CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `answer_product_at` datetime(6) DEFAULT NULL,
  `last_attempt_at` datetime(6) DEFAULT NULL,
  `last_success_at` datetime(6) DEFAULT NULL,
  `released_at` datetime(6) DEFAULT NULL,
  `failures` int(11) NOT NULL DEFAULT 0,
  `failing_since` datetime(6) DEFAULT NULL,
  `last_error` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `notice` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `reported_at` datetime(6) DEFAULT NULL,
  `report_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`software_id`),
  KEY `software_source_report` (`report_id`),
  KEY `software_source_unreported` (`reported_at`,`failing_since`),
  KEY `software_source_failing` (`failing_since`,`software_id`),
  KEY `software_source_due` (`host`,`next_at`,`software_id`),
  KEY `software_source_type` (`type`,`software_id`),
  KEY `software_source_host` (`host`,`software_id`),
  CONSTRAINT `fk_software_source_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `software_term` (
  `kind` tinyint(4) NOT NULL,
  `term` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `popularity` smallint(6) NOT NULL DEFAULT 0,
  `name_length` smallint(6) NOT NULL,
  PRIMARY KEY (`kind`,`term`,`software_id`),
  KEY `software_term_software` (`software_id`),
  CONSTRAINT `fk_software_term_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `source_host` (
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `next_at` datetime(6) DEFAULT NULL,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `held_until` datetime(6) DEFAULT NULL,
  `rest_until` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`host`),
  KEY `source_host_due` (`next_at`,`host`),
  KEY `source_host_rest` (`rest_until`,`host`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `system_message` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `about_channel_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `address_key` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `mailbox_key` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `slot` int(11) NOT NULL DEFAULT 0,
  `payload` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `next_at` datetime(6) DEFAULT NULL,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `expires_at` datetime(6) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `system_message_mailbox` (`mailbox_key`,`slot`),
  UNIQUE KEY `system_message_slot` (`address_key`,`slot`),
  UNIQUE KEY `system_message_once` (`about_channel_id`,`channel_id`),
  KEY `system_message_due` (`kind`,`next_at`,`id`),
  KEY `system_message_user` (`user_id`,`created_at`),
  KEY `system_message_channel` (`channel_id`,`kind`,`created_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `tag` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name_key` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tag_user_name` (`user_id`,`name_key`),
  CONSTRAINT `fk_tag_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `triage` (
  `favorite_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `vulnerability` varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `state` tinyint(4) NOT NULL,
  `until` varchar(10) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `reason` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `needs_review` tinyint(4) NOT NULL DEFAULT 0,
  `had_fix` tinyint(4) NOT NULL DEFAULT 0,
  `decided_at` datetime(6) NOT NULL,
  PRIMARY KEY (`favorite_id`,`vulnerability`),
  CONSTRAINT `fk_triage_favorite` FOREIGN KEY (`favorite_id`) REFERENCES `favorite` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `unmatched_list` (
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `entries` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `written_at` datetime(6) NOT NULL,
  PRIMARY KEY (`hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `update_mark` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `revision` int(11) NOT NULL DEFAULT 0,
  `next_at` datetime(6) NOT NULL,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `parts_of` int(11) DEFAULT NULL,
  PRIMARY KEY (`software_id`),
  KEY `update_mark_due` (`next_at`),
  CONSTRAINT `fk_update_mark_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `update_part` (
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `place` int(11) NOT NULL,
  `last_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `end_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `next_at` datetime(6) NOT NULL,
  `claim_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`software_id`,`place`),
  CONSTRAINT `fk_update_part_mark` FOREIGN KEY (`software_id`) REFERENCES `update_mark` (`software_id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `upkeep` (
  `name` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `next_at` datetime(6) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `user` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `email` varchar(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `issuer` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `subject` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `notifications_enabled` tinyint(4) NOT NULL DEFAULT 1,
  `notify_always` tinyint(4) DEFAULT NULL,
  `time_zone` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'UTC',
  `home_assistant_at` datetime(6) DEFAULT NULL,
  `disabled_at` datetime(6) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `updated_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `user_name` (`name`),
  UNIQUE KEY `user_subject` (`issuer`,`subject`),
  KEY `user_home_assistant` (`home_assistant_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `version` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `software_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `version_key` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source_prerelease` tinyint(4) DEFAULT NULL,
  `prerelease` tinyint(4) NOT NULL DEFAULT 0,
  `release_rank` tinyint(4) NOT NULL,
  `released_at` datetime(6) DEFAULT NULL,
  `removed_at` datetime(6) DEFAULT NULL,
  `left_out` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `notes_url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `source_seen` tinyint(4) NOT NULL DEFAULT 0,
  `hidden` tinyint(4) NOT NULL DEFAULT 0,
  `created_at` datetime(6) NOT NULL,
  `added_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `version_label` (`software_id`,`version`),
  KEY `version_listed_created` (`software_id`,`hidden`,`created_at`,`id`),
  KEY `version_latest` (`software_id`,`release_rank`,`version_key`,`id`),
  KEY `version_listed` (`software_id`,`hidden`,`version_key`,`id`),
  CONSTRAINT `fk_version_software` FOREIGN KEY (`software_id`) REFERENCES `software` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
CREATE TABLE `web_session` (
  `id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `hash` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `means` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `credential` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `access_token_id` varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `scopes` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `last_used_at` datetime(6) NOT NULL,
  `idle_until` datetime(6) NOT NULL,
  `ends_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `web_session_hash` (`hash`),
  KEY `web_session_idle` (`idle_until`),
  KEY `web_session_token` (`access_token_id`),
  KEY `web_session_user` (`user_id`,`created_at`,`id`),
  CONSTRAINT `fk_web_session_access_token` FOREIGN KEY (`access_token_id`) REFERENCES `access_token` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT `fk_web_session_user` FOREIGN KEY (`user_id`) REFERENCES `user` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
