/** Error codes of the server in the reader's language. */
import * as m from "../paraglide/messages.js";
import { settings } from "../browser/settings.svelte";
import { whyNot } from "./affordability";
import { dateWords } from "./format";
import { ServerError } from "../api/errors";

type Params = Readonly<Record<string, string | number>>;

const WORDS: Record<string, (params: Params) => string> = {
  "client/offline": () => m.error_offline(),
  "message/too-often": ({ seconds = 1 }) =>
    Number(seconds) > 90
      ? m.error_too_often_minutes({ minutes: Math.ceil(Number(seconds) / 60) })
      : m.error_too_often({ seconds }),
  "table/unknown": () => m.error_table_unknown(),
  "code/unreadable": () => m.no_such_link(),
  "code/unknown": () => m.error_code_unknown(),
  "table/not-open": () => m.error_table_started(),
  "table/not-playing": () => m.error_not_now(),
  "table/not-over": () => m.error_not_over(),
  "table/not-ready": ({ seat = 0 }) => m.error_not_ready({ seat: Number(seat) + 1 }),
  "table/host-only": () => m.error_host_only(),
  "table/full": () => m.error_full(),
  "bot/unknown": ({ name = "" }) => m.error_bot_unknown({ name }),
  "program/unknown": () => m.error_program_unknown(),
  "person/needed": () => m.error_name_needed(),
  "person/name": ({ why = "" }) =>
    why === "reserved" ? m.error_name_reserved() : why === "forbidden" ? m.error_name_forbidden() : m.error_name(),
  "person/banned": ({ until = 0 }) =>
    until ? m.error_banned({ date: dateWords(Number(until), settings.language) }) : m.error_banned_for_good(),
  "request/banned": () => m.error_address_banned(),
  "admin/needed": () => m.error_not_admin(),
  "admin/code": () => m.error_app_code(),
  "admin/own": () => m.error_own(),
  "reset/unknown": () => m.error_reset(),
  "mail/none": () => m.error_mail_none(),
  "person/taken": () => m.error_account_taken(),
  "person/login": () => m.error_login(),
  "person/password": () => m.error_password_common(),
  "person/account": () => m.error_account_needed(),
  "person/already": () => m.error_already_account(),
  "seat/none": () => m.error_no_seat(),
  "seat/taken": () => m.error_seat_taken(),
  "seat/foreign": () => m.error_no_seat(),
  "seat/bot-plays": () => m.error_bot_plays(),
  "seat/here": () => m.error_still_here(),
  "seat/not-invited": () => m.error_not_invited(),
  "seat/not-asked": () => m.error_not_asked(),
  "seat/seen": () => m.error_seen(),
  "seat/declined": () => m.error_declined(),
  "table/last-age": () => m.error_last_age(),
  "table/rated": () => m.newcomer_rated(),
  "record/invalid": () => m.record_bad(),
  "analysis/busy": () => m.error_analysis_busy(),
  "analysis/failed": () => m.analysis_failed(),
  "profile/unknown": () => m.profile_unknown(),
  "options/combination": () => m.error_combination(),
  "options/rated": () => m.error_rated(),
  "turn/stale": () => m.error_stale(),
  "turn/revealed": () => m.error_revealed(),
  "turn/first": () => m.error_first_turn(),
  "push/service": () => m.error_push_service(),
  "daily/secret": () => m.error_daily_secret(),
  "daily/alone": () => m.error_daily_alone(),
  "daily/unknown": () => m.error_daily_unknown(),
  "advice/not-allowed": () => m.error_advice(),
  "move/not-pending": () => m.error_not_now(),
  "move/illegal": ({ key = "", ...figures }) =>
    whyNot({ code: "move/illegal", key: String(key), figures: figures as Record<string, number> }),
  "move/payment": () => m.error_payment(),
  "chat/nothing": () => m.error_chat_nothing(),
  "chat/muted": ({ until = 0 }) =>
    until ? m.error_muted({ date: dateWords(Number(until), settings.language) }) : m.error_muted_for_good(),
  "chat/no-partner": () => m.error_no_partner(),
  "server/storage": () => m.error_storage(),
  "server/closing": () => m.error_closing(),
  "server/maintenance": () => m.error_maintenance(),
};

export const errorText = (code: string, params: Params = {}): string =>
  WORDS[code]?.(params) ?? m.error_other({ code });

/** Any error of a request as text. */
export const describeError = (error: unknown): string =>
  error instanceof ServerError ? errorText(error.code, error.params) : String(error);
