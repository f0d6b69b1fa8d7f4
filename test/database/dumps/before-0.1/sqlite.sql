CREATE TABLE "migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
CREATE TABLE "user" (
      id varchar(36) NOT NULL,
      name varchar(100) NOT NULL,
      email varchar(254),
      issuer varchar(255),
      subject varchar(255),
      notifications_enabled boolean NOT NULL DEFAULT 1,
      notify_always boolean,
      time_zone varchar(64) NOT NULL DEFAULT 'UTC',
      disabled_at datetime(6),
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL, home_assistant_at datetime(6),
      PRIMARY KEY (id));
CREATE TABLE "access_token" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      parent_id varchar(36),
      name varchar(100) NOT NULL,
      hash varchar(64) NOT NULL,
      scopes varchar(255) NOT NULL,
      expires_at datetime(6),
      last_used_at datetime(6),
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_access_token_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "web_session" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      hash varchar(64) NOT NULL,
      means varchar(16) NOT NULL,
      credential varchar(255),
      access_token_id varchar(36),
      scopes varchar(255) NOT NULL,
      agent varchar(64) NOT NULL,
      created_at datetime(6) NOT NULL,
      last_used_at datetime(6) NOT NULL,
      idle_until datetime(6) NOT NULL,
      ends_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_web_session_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_web_session_access_token" FOREIGN KEY ("access_token_id") REFERENCES "access_token" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "sign_in_link" (
      id varchar(36) NOT NULL,
      hash varchar(64) NOT NULL,
      user_id varchar(36) NOT NULL,
      scopes varchar(255) NOT NULL,
      created_at datetime(6) NOT NULL,
      ends_at datetime(6) NOT NULL,
      used_at datetime(6), session_id varchar(36),
      PRIMARY KEY (id), CONSTRAINT "fk_sign_in_link_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "audit_entry" (
      id varchar(36) NOT NULL,
      user_id varchar(36),
      means varchar(16) NOT NULL,
      credential varchar(255),
      action varchar(40) NOT NULL,
      resource_type varchar(16) NOT NULL,
      resource_id varchar(36),
      request_id varchar(100),
      details varchar(2000) NOT NULL,
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (id));
CREATE TABLE "rate_limit" (
      `key` varchar(255) NOT NULL,
      points integer NOT NULL,
      expire bigint NOT NULL,
      PRIMARY KEY (`key`));
CREATE TABLE "upkeep" (
      name varchar(32) NOT NULL,
      next_at datetime(6) NOT NULL,
      PRIMARY KEY (name));
CREATE TABLE "publisher" (
      id varchar(36) NOT NULL,
      name varchar(255) NOT NULL,
      name_key varchar(255) NOT NULL,
      url varchar(2048),
      support_url varchar(2048),
      privacy_url varchar(2048),
      facts_from varchar(255) NOT NULL,
      search_digest varchar(16),
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL,
      PRIMARY KEY (id));
CREATE TABLE "publisher_term" (
      kind tinyint NOT NULL,
      term varchar(100) NOT NULL,
      publisher_id varchar(36) NOT NULL,
      PRIMARY KEY (kind, term, publisher_id), CONSTRAINT "fk_publisher_term_publisher" FOREIGN KEY ("publisher_id") REFERENCES "publisher" (id) ON DELETE CASCADE ON UPDATE NO ACTION) WITHOUT ROWID;
CREATE TABLE "software" (
      id varchar(36) NOT NULL,
      publisher_id varchar(36) NOT NULL,
      identity varchar(255) NOT NULL,
      name varchar(255) NOT NULL,
      name_key varchar(255) NOT NULL,
      short_description varchar(1000),
      description text,
      url varchar(2048),
      latest_version_id varchar(36),
      scheme varchar(16) NOT NULL DEFAULT 'generic',
      calver_pattern varchar(64),
      tag_pattern varchar(255),
      ignore_pattern varchar(255),
      prerelease_pattern varchar(255),
      ordering_revision integer NOT NULL DEFAULT 0,
      catalogued_as_of varchar(10),
      search_digest varchar(16),
      notes_from varchar(16),
      notes_settings text,
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL,
      written_at datetime(6), stars integer, popularity smallint NOT NULL DEFAULT 0,
      PRIMARY KEY (id), CONSTRAINT "fk_software_publisher" FOREIGN KEY ("publisher_id") REFERENCES "publisher" (id) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE "software_identifier" (
      software_id varchar(36) NOT NULL,
      type varchar(16) NOT NULL,
      value varchar(255) NOT NULL,
      origin varchar(16) NOT NULL,
      PRIMARY KEY (software_id, type, value, origin), CONSTRAINT "fk_software_identifier_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "software_term" (
      kind tinyint NOT NULL,
      term varchar(100) NOT NULL,
      software_id varchar(36) NOT NULL,
      name_length smallint NOT NULL, popularity smallint NOT NULL DEFAULT 0,
      PRIMARY KEY (kind, term, software_id), CONSTRAINT "fk_software_term_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION) WITHOUT ROWID;
CREATE TABLE "version" (
      id varchar(36) NOT NULL,
      software_id varchar(36) NOT NULL,
      version varchar(255) NOT NULL,
      version_key varchar(255) NOT NULL,
      source_prerelease boolean,
      prerelease boolean NOT NULL DEFAULT 0,
      release_rank tinyint NOT NULL,
      released_at datetime(6),
      removed_at datetime(6),
      left_out varchar(255),
      notes_url varchar(2048),
      source_seen boolean NOT NULL DEFAULT 0,
      hidden boolean NOT NULL DEFAULT 0,
      created_at datetime(6) NOT NULL,
      added_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_version_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "update_mark" (
      software_id varchar(36) NOT NULL,
      revision integer NOT NULL DEFAULT 0,
      next_at datetime(6) NOT NULL,
      claim_id varchar(36), traceparent varchar(55),
      PRIMARY KEY (software_id), CONSTRAINT "fk_update_mark_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "lifecycle" (
      id varchar(36) NOT NULL,
      software_id varchar(36) NOT NULL,
      cycle varchar(64) NOT NULL,
      label varchar(255),
      range_from varchar(255),
      range_to varchar(255),
      released_on varchar(10),
      lts_from varchar(10),
      active_until varchar(10),
      eol_on varchar(10),
      is_eol boolean,
      extended_until varchar(10),
      is_extended_over boolean,
      latest varchar(255),
      link varchar(2048),
      as_of varchar(10) NOT NULL,
      gone_at datetime(6),
      origin varchar(16),
      ordering_revision integer NOT NULL DEFAULT 0,
      PRIMARY KEY (id), CONSTRAINT "fk_lifecycle_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "note_text" (
      digest varchar(64) NOT NULL,
      body blob NOT NULL,
      size integer NOT NULL DEFAULT 0,
      format varchar(8) NOT NULL,
      cut boolean NOT NULL DEFAULT 0,
      breaking integer NOT NULL DEFAULT 0,
      security text,
      PRIMARY KEY (digest));
CREATE TABLE "release_note" (
      version_id varchar(36) NOT NULL,
      digest varchar(64) NOT NULL,
      url varchar(2048),
      fetched_at datetime(6) NOT NULL,
      PRIMARY KEY (version_id), CONSTRAINT "fk_release_note_version" FOREIGN KEY ("version_id") REFERENCES "version" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "notes_reader" (
      software_id varchar(36) NOT NULL,
      target varchar(64) NOT NULL,
      host varchar(255) NOT NULL,
      next_at datetime(6) NOT NULL,
      read_at datetime(6),
      etag varchar(255),
      last_modified varchar(255),
      answer_hash varchar(64),
      failures integer NOT NULL DEFAULT 0,
      last_error varchar(500),
      PRIMARY KEY (software_id), CONSTRAINT "fk_notes_reader_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "software_source" (
      software_id varchar(36) NOT NULL,
      type varchar(32) NOT NULL,
      settings text NOT NULL,
      revision integer NOT NULL DEFAULT 0,
      host varchar(255) NOT NULL,
      repository varchar(255),
      interval_seconds integer,
      next_at datetime(6) NOT NULL,
      again_at datetime(6),
      resting_since datetime(6),
      etag varchar(255),
      last_modified varchar(255),
      answer_hash varchar(43),
      answer_releases text,
      answer_product_at datetime(6),
      last_attempt_at datetime(6),
      last_success_at datetime(6),
      released_at datetime(6),
      failures integer NOT NULL DEFAULT 0,
      failing_since datetime(6),
      last_error varchar(500),
      notice varchar(500),
      reported_at datetime(6),
      report_id varchar(36),
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (software_id), CONSTRAINT "fk_software_source_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "source_host" (
      host varchar(255) NOT NULL,
      next_at datetime(6),
      claim_id varchar(36),
      held_until datetime(6),
      rest_until datetime(6),
      PRIMARY KEY (host));
CREATE TABLE "bundled_product" (
      software_id varchar(36) NOT NULL,
      source varchar(43),
      ordering varchar(43) NOT NULL,
      PRIMARY KEY (software_id), CONSTRAINT "fk_bundled_product_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "knowledge" (
      provider varchar(32) NOT NULL,
      target varchar(64),
      etag varchar(255),
      last_modified varchar(255),
      asked_since datetime(6),
      next_at datetime(6) NOT NULL,
      claim_id varchar(36),
      held_until datetime(6),
      asked_at datetime(6),
      answered_at datetime(6),
      failures integer NOT NULL DEFAULT 0,
      last_error varchar(500),
      as_of varchar(10),
      records integer NOT NULL DEFAULT 0,
      rejected integer NOT NULL DEFAULT 0, validators text, bundled varchar(64),
      PRIMARY KEY (provider));
CREATE TABLE "knowledge_match" (
      software_id varchar(36) NOT NULL,
      provider varchar(32) NOT NULL,
      name varchar(255) NOT NULL,
      as_of varchar(10),
      PRIMARY KEY (software_id, provider), CONSTRAINT "fk_knowledge_match_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "favorite" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      software_id varchar(36) NOT NULL,
      version_id varchar(36) NOT NULL,
      available_version_id varchar(36),
      available_step tinyint,
      available_at datetime(6),
      support tinyint,
      lifecycle_id varchar(36),
      eol_on varchar(10),
      extended_until varchar(10),
      alert_at datetime(6),
      known_version_id varchar(36),
      has_policy boolean NOT NULL DEFAULT 0,
      evaluate_at datetime(6),
      wake_at datetime(6),
      notes text,
      update_available boolean NOT NULL DEFAULT 0,
      notified_version_id varchar(36),
      notifications_enabled boolean NOT NULL DEFAULT 1,
      use_default_notification boolean NOT NULL DEFAULT 1,
      notify_always boolean NOT NULL DEFAULT 0,
      due_at datetime(6),
      imported tinyint,
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL, breaking integer NOT NULL DEFAULT 0, days_behind integer,
      PRIMARY KEY (id), CONSTRAINT "fk_favorite_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_favorite_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE NO ACTION ON UPDATE NO ACTION, CONSTRAINT "fk_favorite_version" FOREIGN KEY ("version_id") REFERENCES "version" (id) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE "favorite_policy" (
      favorite_id varchar(36) NOT NULL,
      include_prereleases boolean NOT NULL DEFAULT 0,
      series varchar(64),
      series_from varchar(255),
      series_to varchar(255),
      snoozed_until datetime(6),
      minimum_age_days integer,
      remind_every integer,
      support_notice varchar(64),
      support_basis varchar(8),
      supported_until varchar(10), advisories varchar(9), urgent_from varchar(9), urgent_age_days integer,
      PRIMARY KEY (favorite_id), CONSTRAINT "fk_favorite_policy_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "favorite_skip" (
      favorite_id varchar(36) NOT NULL,
      version varchar(255) NOT NULL,
      PRIMARY KEY (favorite_id, version), CONSTRAINT "fk_favorite_skip_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "favorite_channel" (
      favorite_id varchar(36) NOT NULL,
      channel_id varchar(36) NOT NULL,
      PRIMARY KEY (favorite_id, channel_id), CONSTRAINT "fk_favorite_channel_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "favorite_bulk" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      action varchar(16) NOT NULL,
      matched integer NOT NULL DEFAULT 0,
      changed integer NOT NULL DEFAULT 0,
      undone_at datetime(6),
      created_at datetime(6) NOT NULL, is_single boolean, means varchar(16), credential_id varchar(36), details varchar(2000), products varchar(110), inventory_id varchar(36),
      PRIMARY KEY (id));
CREATE TABLE "favorite_bulk_item" (
      bulk_id varchar(36) NOT NULL,
      favorite_id varchar(36) NOT NULL,
      `before` text NOT NULL,
      after text NOT NULL,
      notes text,
      PRIMARY KEY (bulk_id, favorite_id), CONSTRAINT "fk_favorite_bulk_item_bulk" FOREIGN KEY ("bulk_id") REFERENCES "favorite_bulk" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "favorite_bulk_skip" (
      bulk_id varchar(36) NOT NULL,
      favorite_id varchar(36) NOT NULL,
      version varchar(255) NOT NULL,
      PRIMARY KEY (bulk_id, favorite_id, version), CONSTRAINT "fk_favorite_bulk_skip_bulk" FOREIGN KEY ("bulk_id") REFERENCES "favorite_bulk" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "inventory" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      name varchar(64) NOT NULL,
      environment varchar(64),
      scope varchar(8) NOT NULL,
      format varchar(32),
      components integer NOT NULL DEFAULT 0,
      unmatched integer NOT NULL DEFAULT 0,
      unmatched_list text,
      run varchar(36),
      revision integer NOT NULL DEFAULT 0,
      read_at datetime(6),
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_inventory_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "deployment" (
      id varchar(36) NOT NULL,
      inventory_id varchar(36) NOT NULL,
      favorite_id varchar(36) NOT NULL,
      version_id varchar(36) NOT NULL,
      seen_version_id varchar(36) NOT NULL,
      label varchar(255) NOT NULL,
      name varchar(255) NOT NULL,
      seen_at datetime(6) NOT NULL,
      moved_by varchar(36),
      moved_from varchar(255),
      PRIMARY KEY (id), CONSTRAINT "fk_deployment_inventory" FOREIGN KEY ("inventory_id") REFERENCES "inventory" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_deployment_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_deployment_version" FOREIGN KEY ("version_id") REFERENCES "version" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "feed" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      kind varchar(16) NOT NULL,
      name varchar(100),
      hash varchar(64) NOT NULL,
      favorite_id varchar(36),
      software_id varchar(36),
      filters text,
      details varchar(8) NOT NULL,
      releases boolean NOT NULL DEFAULT 0,
      revision varchar(64),
      changed_at datetime(6) NOT NULL,
      last_used_at datetime(6),
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_feed_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_feed_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_feed_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "feed_event" (
      favorite_id varchar(36) NOT NULL,
      subject varchar(36) NOT NULL,
      ends_on varchar(10) NOT NULL,
      revision integer NOT NULL DEFAULT 0,
      changed_at datetime(6) NOT NULL,
      PRIMARY KEY (favorite_id, subject), CONSTRAINT "fk_feed_event_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "channel" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      type varchar(32) NOT NULL,
      name varchar(100) NOT NULL,
      enabled boolean NOT NULL DEFAULT 1,
      is_default boolean NOT NULL DEFAULT 1,
      settings text NOT NULL,
      digest varchar(64),
      quiet_hours varchar(80),
      notes varchar(8) NOT NULL DEFAULT 'short',
      destination varchar(16) NOT NULL DEFAULT '',
      state varchar(16) NOT NULL DEFAULT 'ok',
      state_reason varchar(500),
      consecutive_failures integer NOT NULL DEFAULT 0,
      first_failure_at datetime(6),
      refusals integer NOT NULL DEFAULT 0,
      blocked_until datetime(6),
      confirmed_at datetime(6),
      confirmation_expires_at datetime(6),
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_channel_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "confirmation_hour" (
      hour integer NOT NULL,
      mails integer NOT NULL DEFAULT 0,
      PRIMARY KEY (hour));
CREATE TABLE "notification" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      favorite_id varchar(36) NOT NULL,
      software_id varchar(36) NOT NULL,
      kind varchar(32) NOT NULL DEFAULT 'update',
      subject varchar(191),
      version_id varchar(36),
      tracked_version_id varchar(36) NOT NULL,
      reminder integer NOT NULL DEFAULT 0,
      state varchar(16) NOT NULL,
      created_at datetime(6) NOT NULL, traceparent varchar(55),
      PRIMARY KEY (id), CONSTRAINT "fk_notification_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "delivery" (
      id varchar(36) NOT NULL,
      notification_id varchar(36) NOT NULL,
      channel_id varchar(36) NOT NULL,
      type varchar(32) NOT NULL,
      destination varchar(16) NOT NULL DEFAULT '',
      state varchar(16) NOT NULL,
      next_at datetime(6),
      collect_at datetime(6),
      held_until datetime(6),
      digest_id varchar(36),
      at_once boolean NOT NULL DEFAULT 0,
      claim_id varchar(36),
      attempts integer NOT NULL DEFAULT 0,
      last_error varchar(500),
      expires_at datetime(6) NOT NULL,
      created_at datetime(6) NOT NULL,
      updated_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_delivery_notification" FOREIGN KEY ("notification_id") REFERENCES "notification" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "delivery_attempt" (
      delivery_id varchar(36) NOT NULL,
      no integer NOT NULL,
      started_at datetime(6) NOT NULL,
      ms integer NOT NULL DEFAULT 0,
      outcome varchar(16) NOT NULL,
      code varchar(32),
      reason varchar(500),
      excerpt varchar(500),
      PRIMARY KEY (delivery_id, no), CONSTRAINT "fk_delivery_attempt_delivery" FOREIGN KEY ("delivery_id") REFERENCES "delivery" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "delivery_pace" (
      user_id varchar(36) NOT NULL,
      destination varchar(16) NOT NULL,
      window_at datetime(6) NOT NULL,
      used integer NOT NULL,
      PRIMARY KEY (user_id, destination));
CREATE TABLE "system_message" (
      id varchar(36) NOT NULL,
      kind varchar(16) NOT NULL,
      channel_id varchar(36),
      about_channel_id varchar(36),
      user_id varchar(36),
      address_key varchar(64),
      mailbox_key varchar(64),
      slot integer NOT NULL DEFAULT 0,
      payload text,
      next_at datetime(6),
      claim_id varchar(36),
      attempts integer NOT NULL DEFAULT 0,
      expires_at datetime(6) NOT NULL,
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (id));
CREATE UNIQUE INDEX user_subject ON user (issuer, subject);
CREATE UNIQUE INDEX user_name ON user (name);
CREATE INDEX access_token_user ON access_token (user_id, created_at, id);
CREATE UNIQUE INDEX access_token_hash ON access_token (hash);
CREATE INDEX web_session_idle ON web_session (idle_until);
CREATE INDEX web_session_token ON web_session (access_token_id);
CREATE INDEX web_session_user ON web_session (user_id, created_at, id);
CREATE UNIQUE INDEX web_session_hash ON web_session (hash);
CREATE INDEX sign_in_link_end ON sign_in_link (ends_at);
CREATE INDEX sign_in_link_user ON sign_in_link (user_id);
CREATE UNIQUE INDEX sign_in_link_hash ON sign_in_link (hash);
CREATE INDEX audit_entry_resource ON audit_entry (resource_id, created_at, id);
CREATE INDEX audit_entry_type ON audit_entry (resource_type, created_at, id);
CREATE INDEX audit_entry_action ON audit_entry (action, created_at, id);
CREATE INDEX audit_entry_user ON audit_entry (user_id, created_at, id);
CREATE INDEX audit_entry_created ON audit_entry (created_at, id);
CREATE INDEX rate_limit_expire ON rate_limit (expire);
CREATE INDEX publisher_updated ON publisher (updated_at, id);
CREATE UNIQUE INDEX publisher_name ON publisher (name_key);
CREATE INDEX publisher_term_publisher ON publisher_term (publisher_id);
CREATE INDEX software_publisher ON software (publisher_id, name_key, id);
CREATE INDEX software_updated ON software (updated_at, id);
CREATE INDEX software_name ON software (name_key, id);
CREATE UNIQUE INDEX software_identity ON software (identity);
CREATE INDEX software_identifier_value ON software_identifier (type, value);
CREATE INDEX software_term_software ON software_term (software_id);
CREATE INDEX version_listed_created ON version (software_id, hidden, created_at, id);
CREATE INDEX version_latest ON version (software_id, release_rank, version_key, id);
CREATE INDEX version_listed ON version (software_id, hidden, version_key, id);
CREATE UNIQUE INDEX version_label ON version (software_id, version);
CREATE INDEX update_mark_due ON update_mark (next_at);
CREATE INDEX lifecycle_range ON lifecycle (software_id, range_from);
CREATE UNIQUE INDEX lifecycle_cycle ON lifecycle (software_id, cycle);
CREATE INDEX release_note_digest ON release_note (digest);
CREATE INDEX notes_reader_due ON notes_reader (host, next_at, software_id);
CREATE INDEX software_source_report ON software_source (report_id);
CREATE INDEX software_source_unreported ON software_source (reported_at, failing_since);
CREATE INDEX software_source_failing ON software_source (failing_since, software_id);
CREATE INDEX software_source_repository ON software_source (repository);
CREATE INDEX software_source_due ON software_source (host, next_at, software_id);
CREATE INDEX source_host_due ON source_host (next_at, host);
CREATE INDEX favorite_due ON favorite (due_at, id);
CREATE INDEX favorite_evaluate ON favorite (evaluate_at, id);
CREATE INDEX favorite_software ON favorite (software_id, id);
CREATE INDEX favorite_user_created ON favorite (user_id, created_at, id);
CREATE UNIQUE INDEX favorite_user_software ON favorite (user_id, software_id);
CREATE INDEX favorite_user_updated ON favorite (user_id, updated_at, id);
CREATE INDEX favorite_version ON favorite (version_id);
CREATE INDEX favorite_user_update ON favorite (user_id, update_available, available_step, available_at, notifications_enabled, wake_at);
CREATE INDEX favorite_user_support ON favorite (user_id, support, eol_on, extended_until);
CREATE INDEX favorite_alert ON favorite (alert_at, id);
CREATE INDEX favorite_bulk_created ON favorite_bulk (created_at, id);
CREATE INDEX favorite_bulk_user ON favorite_bulk (user_id, created_at, id);
CREATE UNIQUE INDEX inventory_user_name ON inventory (user_id, name);
CREATE INDEX deployment_version ON deployment (version_id);
CREATE INDEX deployment_favorite ON deployment (favorite_id, inventory_id);
CREATE UNIQUE INDEX deployment_once ON deployment (inventory_id, favorite_id, label);
CREATE INDEX feed_software ON feed (software_id);
CREATE INDEX feed_favorite ON feed (favorite_id);
CREATE INDEX feed_user ON feed (user_id, created_at, id);
CREATE UNIQUE INDEX feed_hash ON feed (hash);
CREATE INDEX channel_user ON channel (user_id, created_at, id);
CREATE INDEX notification_created ON notification (created_at, id);
CREATE INDEX notification_user ON notification (user_id, created_at, id);
CREATE UNIQUE INDEX notification_subject ON notification (favorite_id, subject);
CREATE UNIQUE INDEX notification_once ON notification (favorite_id, version_id, reminder);
CREATE INDEX delivery_digest_members ON delivery (digest_id, collect_at);
CREATE INDEX delivery_collect ON delivery (collect_at, channel_id);
CREATE INDEX delivery_channel_ended ON delivery (channel_id, state, updated_at, attempts);
CREATE INDEX delivery_channel_state ON delivery (channel_id, state, collect_at);
CREATE INDEX delivery_due ON delivery (next_at, id);
CREATE UNIQUE INDEX delivery_once ON delivery (notification_id, channel_id);
CREATE INDEX delivery_pace_window ON delivery_pace (window_at);
CREATE INDEX system_message_due ON system_message (kind, next_at, id);
CREATE INDEX system_message_user ON system_message (user_id, created_at);
CREATE INDEX system_message_channel ON system_message (channel_id, kind, created_at);
CREATE UNIQUE INDEX system_message_mailbox ON system_message (mailbox_key, slot);
CREATE UNIQUE INDEX system_message_slot ON system_message (address_key, slot);
CREATE UNIQUE INDEX system_message_once ON system_message (about_channel_id, channel_id);
CREATE TABLE "probe" (
    id varchar(36) NOT NULL,
    user_id varchar(36) NOT NULL,
    favorite_id varchar(36) NOT NULL,
    software_id varchar(36) NOT NULL,
    environment varchar(64) NOT NULL,
    preset varchar(64),
    json_path varchar(255),
    pattern varchar(255),
    header varchar(64),
    settings text NOT NULL,
    interval_seconds integer NOT NULL,
    host varchar(255) NOT NULL,
    next_at datetime(6) NOT NULL,
    revision integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    asked_at datetime(6),
    answered_at datetime(6),
    answer varchar(255),
    failing_since datetime(6),
    message varchar(500),
    created_at datetime(6) NOT NULL,
    updated_at datetime(6) NOT NULL,
    PRIMARY KEY (id), CONSTRAINT "fk_probe_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_probe_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE UNIQUE INDEX probe_once ON probe (favorite_id, environment);
CREATE INDEX probe_due ON probe (host, next_at);
CREATE INDEX probe_user ON probe (user_id);
CREATE TABLE "inventory_decision" (
      id varchar(36) NOT NULL,
      inventory_id varchar(36) NOT NULL,
      component varchar(64) NOT NULL,
      name varchar(255) NOT NULL,
      software_id varchar(36),
      created_at datetime(6) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_inventory_decision_inventory" FOREIGN KEY ("inventory_id") REFERENCES "inventory" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_inventory_decision_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE UNIQUE INDEX inventory_decision_once ON inventory_decision (inventory_id, component);
CREATE INDEX inventory_decision_software ON inventory_decision (software_id);
CREATE TABLE "inventory_change" (
      id varchar(36) NOT NULL,
      inventory_id varchar(36) NOT NULL,
      run varchar(36) NOT NULL,
      software_id varchar(36) NOT NULL,
      was varchar(255),
      becomes varchar(255),
      name varchar(255),
      favorite_was varchar(255),
      PRIMARY KEY (id), CONSTRAINT "fk_inventory_change_inventory" FOREIGN KEY ("inventory_id") REFERENCES "inventory" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX inventory_change_run ON inventory_change (inventory_id, run);
CREATE TABLE "advisory" (
      id varchar(36) NOT NULL,
      provider varchar(32) NOT NULL,
      record_id varchar(128) NOT NULL,
      from_batch integer NOT NULL DEFAULT 0,
      to_batch integer,
      vulnerability varchar(128) NOT NULL,
      aliases text NOT NULL,
      summary varchar(500),
      severity tinyint NOT NULL,
      cvss varchar(255),
      database_name varchar(64) NOT NULL,
      url varchar(2048),
      published varchar(10),
      modified varchar(10),
      digest varchar(64) NOT NULL,
      PRIMARY KEY (id));
CREATE UNIQUE INDEX advisory_record ON advisory (provider, record_id, from_batch);
CREATE INDEX advisory_vulnerability ON advisory (vulnerability);
CREATE INDEX advisory_from ON advisory (provider, from_batch);
CREATE INDEX advisory_to ON advisory (provider, to_batch);
CREATE TABLE "advisory_range" (
      advisory_id varchar(36) NOT NULL,
      position integer NOT NULL,
      key_type varchar(8) NOT NULL,
      key_value varchar(255) NOT NULL,
      origin tinyint NOT NULL,
      scheme varchar(16),
      content text NOT NULL,
      PRIMARY KEY (advisory_id, position), CONSTRAINT "fk_advisory_range_advisory" FOREIGN KEY ("advisory_id") REFERENCES "advisory" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX advisory_range_key ON advisory_range (key_type, key_value);
CREATE TABLE "advisory_batch" (
      provider varchar(32) NOT NULL,
      batch integer NOT NULL DEFAULT 0,
      quiet_batch integer NOT NULL DEFAULT 0,
      held_because varchar(500),
      held text, reported_at datetime(6),
      PRIMARY KEY (provider));
CREATE TABLE "exploit" (
      vulnerability varchar(128) NOT NULL,
      cisa_on varchar(10),
      enisa_on varchar(10),
      exploited_at datetime(6),
      epss integer,
      PRIMARY KEY (vulnerability));
CREATE TABLE "software_advisory" (
      software_id varchar(36) NOT NULL,
      revision integer NOT NULL DEFAULT 0,
      known_by varchar(500),
      as_of varchar(10),
      PRIMARY KEY (software_id), CONSTRAINT "fk_software_advisory_software" FOREIGN KEY ("software_id") REFERENCES "software" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "assessment" (version_id varchar(36) NOT NULL, revision integer NOT NULL DEFAULT 0, PRIMARY KEY (version_id), CONSTRAINT "fk_assessment_version" FOREIGN KEY ("version_id") REFERENCES "version" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "finding" (
      version_id varchar(36) NOT NULL,
      vulnerability varchar(128) NOT NULL,
      state tinyint NOT NULL,
      severity tinyint NOT NULL,
      fixed varchar(255),
      reason varchar(500),
      found_at datetime(6) NOT NULL,
      is_quiet boolean NOT NULL DEFAULT 0,
      PRIMARY KEY (version_id, vulnerability), CONSTRAINT "fk_finding_version" FOREIGN KEY ("version_id") REFERENCES "version" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX finding_vulnerability ON finding (vulnerability);
CREATE TABLE "favorite_risk" (
      favorite_id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      version_id varchar(36) NOT NULL,
      risk integer NOT NULL DEFAULT 0,
      known integer NOT NULL DEFAULT 0,
      critical integer NOT NULL DEFAULT 0,
      high integer NOT NULL DEFAULT 0,
      exploited integer NOT NULL DEFAULT 0,
      open integer NOT NULL DEFAULT 0,
      disputed integer NOT NULL DEFAULT 0,
      epss integer,
      severity tinyint,
      fixed integer NOT NULL DEFAULT 0,
      is_urgent boolean NOT NULL DEFAULT 0,
      seen_at datetime(6) NOT NULL,
      PRIMARY KEY (favorite_id), CONSTRAINT "fk_favorite_risk_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX favorite_risk_user ON favorite_risk (user_id, risk);
CREATE TABLE "triage" (
      favorite_id varchar(36) NOT NULL,
      vulnerability varchar(128) NOT NULL,
      state tinyint NOT NULL,
      until varchar(10),
      reason varchar(500) NOT NULL,
      needs_review boolean NOT NULL DEFAULT 0,
      had_fix boolean NOT NULL DEFAULT 0,
      decided_at datetime(6) NOT NULL,
      PRIMARY KEY (favorite_id, vulnerability), CONSTRAINT "fk_triage_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE TABLE "risk_alert" (
      favorite_id varchar(36) NOT NULL,
      vulnerability varchar(128) NOT NULL,
      is_exploited boolean NOT NULL,
      notification_id varchar(36) NOT NULL,
      PRIMARY KEY (favorite_id, vulnerability, is_exploited), CONSTRAINT "fk_risk_alert_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX risk_alert_notification ON risk_alert (notification_id);
CREATE TABLE "tag" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      name varchar(40) NOT NULL,
      name_key varchar(255) NOT NULL,
      PRIMARY KEY (id), CONSTRAINT "fk_tag_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE UNIQUE INDEX tag_user_name ON tag (user_id, name_key);
CREATE TABLE "favorite_tag" (favorite_id varchar(36) NOT NULL, tag_id varchar(36) NOT NULL, PRIMARY KEY (favorite_id, tag_id), CONSTRAINT "fk_favorite_tag_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" (id) ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "fk_favorite_tag_tag" FOREIGN KEY ("tag_id") REFERENCES "tag" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX favorite_tag_tag ON favorite_tag (tag_id, favorite_id);
CREATE TABLE "user_day" (
      user_id varchar(36) NOT NULL,
      day varchar(10) NOT NULL,
      tracked integer NOT NULL DEFAULT 0,
      major integer NOT NULL DEFAULT 0,
      minor integer NOT NULL DEFAULT 0,
      patch integer NOT NULL DEFAULT 0,
      other integer NOT NULL DEFAULT 0,
      median_days integer,
      worst_days integer,
      PRIMARY KEY (user_id, day), CONSTRAINT "fk_user_day_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX user_day_day ON user_day (day);
CREATE TABLE "user_update" (
      user_id varchar(36) NOT NULL,
      day varchar(10) NOT NULL,
      updates integer NOT NULL DEFAULT 0,
      PRIMARY KEY (user_id, day), CONSTRAINT "fk_user_update_user" FOREIGN KEY ("user_id") REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE INDEX user_update_day ON user_update (day);
CREATE INDEX software_source_type ON software_source (type, software_id);
CREATE INDEX software_source_host ON software_source (host, software_id);
CREATE INDEX source_host_rest ON source_host (rest_until, host);
CREATE TABLE "home_assistant_entity" (
      id varchar(36) NOT NULL,
      user_id varchar(36) NOT NULL,
      kind varchar(8) NOT NULL,
      digest varchar(64) NOT NULL,
      PRIMARY KEY (id));
CREATE INDEX home_assistant_entity_user ON home_assistant_entity (user_id, id);
CREATE TABLE "home_assistant_lease" (
      id varchar(8) NOT NULL,
      instance varchar(12) NOT NULL,
      holder varchar(36) NOT NULL,
      held_until datetime(6) NOT NULL,
      PRIMARY KEY (id));
CREATE INDEX user_home_assistant ON user (home_assistant_at, id);
