/** What an account name and a password must look like; the server asks for the same. */
import * as m from "../../paraglide/messages.js";

export const LEAST = 8;
const MOST = 200;
const ACCOUNT = /^[A-Za-z0-9_.-]{3,24}$/;

type Check = (text: string) => string;

/** What is wrong with the name of a new account; empty: nothing. */
export const newAccountTrouble: Check = (account) =>
  account === "" ? m.error_account_empty() : ACCOUNT.test(account) ? "" : m.error_account_form();

/** What is wrong with a new password; empty: nothing. */
export const newPasswordTrouble: Check = (password) => {
  if (password === "") return m.error_password_empty();
  // The server counts characters as Python does, by code points.
  const length = [...password].length;
  if (length < LEAST) return m.error_password_short({ least: LEAST });
  return length > MOST ? m.error_password_long({ most: MOST }) : "";
};

/** Logging in checks only that both fields are filled. */
export const accountTrouble: Check = (account) => (account === "" ? m.error_account_empty() : "");
export const passwordTrouble: Check = (password) => (password === "" ? m.error_password_empty() : "");
export const nicknameTrouble: Check = (name) => (name.trim() === "" ? m.error_nickname_empty() : "");
