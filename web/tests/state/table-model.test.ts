import { describe, expect, it } from "vitest";
import type { Move, Play, Reveal, ServerMessage, TableMessage, TableState } from "../../src/api/messages";
import { DEFAULTS } from "../../src/game/options";
import sample from "../../src/samples/play.json";
import { decisionOf, choiceOf as choiceIn, mustDecide as mustDecideIn } from "../../src/game/card-uses";
import { EMPTY, mayAsk, mayTakeBack, update, type TableModel } from "../../src/state/table-model";

const choiceOf = ({ play, sent }: TableModel) => choiceIn(play!, sent);
const mustDecide = ({ play, sent }: TableModel) => mustDecideIn(play!, sent);

const play = sample.play as unknown as Play;
const reveal = sample.reveal as unknown as Reveal;
const move: Move = { player: 0, action: "discard", card: "Loom" };
const table = {
  id: "t".repeat(22),
  link: "/table/x",
  status: "playing",
  options: DEFAULTS,
  host: null,
  seats: [],
  invited: [],
  asks: [],
  watchers: 0,
  created: 0,
  grace_seconds: 60,
  code: null,
  rematch: null,
  begun: null,
  coached: false,
  taken_back: 0,
  daily: null,
} satisfies TableState;
const joined: TableMessage = {
  type: "table",
  seq: 9,
  id: 1,
  table,
  you: 0,
  play,
  reveals: [reveal],
  chat: [],
  muted: [],
};
const told = (...messages: Parameters<typeof update>[1][]): TableModel => messages.reduce(update, EMPTY);
const later = { ...reveal, seq: reveal.seq + 1, moment: reveal.moment + 1 };

describe("joining", () => {
  it("treats earlier reveals as history, not as news", () => {
    const model = told(joined);
    expect(model.connection).toBe("open");
    expect(model.reveals).toHaveLength(1);
    expect(model.news).toEqual([]);
  });

  it("shows missed reveals as news once after a reconnect", () => {
    const back = told(joined, { type: "lost" }, { ...joined, seq: 12, reveals: [reveal, later] });
    expect(back.connection).toBe("open");
    expect(back.reveals).toEqual([reveal, later]);
    expect(back.news).toEqual([later]);
  });

  it("keeps its data while the connection is lost", () => {
    const model = told(joined, { type: "lost" });
    expect(model.connection).toBe("lost");
    expect(model.play).toBe(play);
  });

  it("does not reconnect after a final goodbye", () => {
    const model = told(joined, { type: "bye", reason: "removed", again: false, after: 0 }, { type: "lost" });
    expect(model.connection).toBe("closed");
  });

  it("says which refusals are about the join, and closes where another try cannot help", () => {
    const refused = (code: string): TableModel => told({ type: "error", id: 0, code, params: {} });
    expect(refused("server/storage").error).toMatchObject({ about: "join" });
    expect(refused("server/storage").connection).toBe("opening");
    expect(refused("table/unknown").connection).toBe("closed");
  });

  it("forgets the refusal of a join once it has joined", () => {
    expect(told({ type: "error", id: 0, code: "server/storage", params: {} }, joined).error).toBeNull();
  });

  it("has an end to show where the game ends in this page, not where it had ended before", () => {
    const done = { ...play, result: {} } as unknown as Play;
    const ended = told(joined, { type: "play", seq: 12, play: done, reveals: [later] });
    expect(ended.finale).toBe(true);
    expect(update(ended, { type: "end-shown" }).finale).toBe(false);
    expect(told({ ...joined, play: done }).finale).toBe(false);
  });

  it("has no news once they are shown", () => {
    const back = told(joined, { ...joined, seq: 12, reveals: [reveal, later] }, { type: "shown" });
    expect(back.news).toEqual([]);
    expect(back.reveals).toEqual([reveal, later]);
  });

  it("corrects its clock by the server's", () => {
    const model = told({
      type: "welcome",
      you: null,
      version: "0",
      process: "p",
      now: 5000,
      ping_seconds: 20,
      received: 4200,
    });
    expect(model.skew).toBe(800);
  });
});

describe("choosing", () => {
  const sent = { id: 4, moment: play.moment, move };
  const choosing = told(joined, { type: "requested", id: 4, about: "choice" }, { type: "choosing", sent });

  it("shows a choice at once", () => {
    expect(choiceOf(choosing)).toEqual(move);
    expect(mustDecide(choosing)).toBe(false);
  });

  it("uses the server's version when it is confirmed", () => {
    const mine = { ...play, view: { ...play.view, chosen: [move], pending: [] } };
    const model = [
      { type: "chosen", seq: 10, moment: play.moment, has_chosen: [0], waiting: [1], play: mine },
      { type: "done", id: 4, seq: 10, move },
    ].reduce((each, message) => update(each, message as ServerMessage), choosing);
    expect(model.sent).toBeNull();
    expect(choiceOf(model)).toEqual(move);
  });

  it("removes a refused choice and shows the reason", () => {
    const model = update(choosing, { type: "error", id: 4, code: "move/illegal", params: { key: "coins-short" } });
    expect(choiceOf(model)).toBeNull();
    expect(model.error).toEqual({ code: "move/illegal", params: { key: "coins-short" }, about: "choice" });
    expect(mustDecide(model)).toBe(mustDecide(told(joined)));
  });

  it("hides the refusal of a choice that came after the reveal", () => {
    expect(update(choosing, { type: "error", id: 4, code: "turn/stale", params: {} }).error).toBeNull();
  });

  it("drops a choice for an earlier decision", () => {
    const next = { ...play, moment: play.moment + 1 };
    const model = update(choosing, { type: "play", seq: 11, reveals: [later], play: next });
    expect(model.sent).toBeNull();
    expect(model.news).toEqual([later]);
  });

  it("learns who has chosen, and ignores it for another moment", () => {
    const others = {
      type: "chosen",
      seq: 10,
      moment: play.moment,
      has_chosen: [2],
      waiting: [0, 1],
      play: null,
    } as const;
    expect(update(told(joined), others).play?.view.has_chosen).toEqual([2]);
    const stale = update(told(joined), { ...others, moment: play.moment + 7 });
    expect(stale.play).toBe(play);
  });

  it("offers to replace a choice once nothing is pending", () => {
    const again = [{ player: 0, decision: "play" as const, moves: [move] }];
    const chosen = { ...play, again, view: { ...play.view, pending: [] } };
    expect(decisionOf(chosen)).toBe(again[0]);
    expect(decisionOf({ ...chosen, again: [] })).toBeNull();
  });
});

it("shows a line of chat once", () => {
  const person = { id: "p".repeat(12), name: "Ada", kind: "guest" as const };
  const line = { seq: 10, at: 0, person, seat: null, to: "table" as const, text: "hello", phrase: null };
  const model = told(joined, { type: "chat", seq: 10, line }, { type: "chat", seq: 10, line });
  expect(model.chat).toEqual([line]);
});

describe("a turn that was taken back", () => {
  const at = (moment: number, seq: number): Reveal => ({ ...reveal, moment, seq });
  const now = (moment: number): Play => ({ ...play, moment });
  const before = told({ ...joined, seq: 12, play: now(3), reveals: [at(0, 3), at(1, 6), at(2, 9)] });

  it("takes its reveal with it", () => {
    const back = update(before, { type: "play", seq: 13, reveals: [], play: now(2) });
    expect(back.reveals.map((each) => each.moment)).toEqual([0, 1]);
    expect(back.news).toEqual([]);
    const again = update(back, { type: "play", seq: 16, reveals: [at(2, 16)], play: now(3) });
    expect(again.reveals.map((each) => each.seq)).toEqual([3, 6, 16]);
    expect(again.news).toEqual([at(2, 16)]);
  });

  it("and is noticed after a lost connection", () => {
    const missed = { ...joined, seq: 20, play: now(2), reveals: [at(1, 18)] };
    expect(update(before, missed).reveals.map((each) => each.seq)).toEqual([3, 18]);
  });
});

describe("advice", () => {
  const seat = (number: number, bot: "easy" | null) => ({ seat: number, bot, person: bot ? null : { id: "p" } });
  const alone = { ...table, seats: [seat(0, null), seat(1, "easy")] } as unknown as TableState;
  const advice = { type: "advice", id: 5, seq: 9, moment: play.moment, city: 0, clear: false, moves: [] } as const;

  it("is for games against bots, or where the host allows it", () => {
    const model = told({ ...joined, table: alone });
    expect([mayAsk(model), mayTakeBack(model)]).toEqual([true, true]);
    const among = { ...alone, seats: [seat(0, null), seat(1, null)] } as unknown as TableState;
    expect([mayAsk(told({ ...joined, table: among })), mayTakeBack(told({ ...joined, table: among }))]).toEqual([
      false,
      false,
    ]);
    const allowed = told({ ...joined, table: { ...among, options: { ...DEFAULTS, coach: true } } });
    expect([mayAsk(allowed), mayTakeBack(allowed)]).toEqual([true, false]);
    expect(mayAsk(told({ ...joined, table: alone, you: null }))).toBe(false);
  });

  it("belongs to its moment", () => {
    const asked = told(joined, { type: "requested", id: 5, about: "advice" }, advice);
    expect(asked.advice).toBe(advice);
    expect(asked.requests).toEqual({});
    expect(
      update(asked, { type: "play", seq: 10, reveals: [later], play: { ...play, moment: play.moment + 1 } }).advice,
    ).toBeNull();
    expect(told(joined, { ...advice, moment: play.moment + 1 }).advice).toBeNull();
  });
});

describe("options asked for", () => {
  const first = { ...DEFAULTS, seats: 4 };
  const second = { ...first, boards: ["Giza", null, null, null] };
  const asked = told(joined, { type: "wanting", id: 5, options: first }, { type: "wanting", id: 6, options: second });
  const lobby = (seq: number, options: typeof DEFAULTS): ServerMessage => ({
    type: "lobby",
    seq,
    table: { ...table, options },
    you: 0,
  });
  it("stand until the table itself has the last of them, whichever message comes first", () => {
    const firstSeen = [lobby(10, first), { type: "done", id: 5, seq: 10 } as const].reduce(update, asked);
    expect(firstSeen.wanted?.options).toEqual(second);
    const done = { type: "done", id: 6, seq: 11 } as const;
    expect([done].reduce(update, firstSeen).wanted?.options).toEqual(second);
    expect([done, lobby(11, second)].reduce(update, firstSeen).wanted).toBeNull();
    expect([lobby(11, second), done].reduce(update, firstSeen).wanted).toBeNull();
  });
  it("are dropped when they are refused or the connection is new", () => {
    expect(update(asked, { type: "error", id: 6, code: "options/invalid", params: {} } as never).wanted).toBeNull();
    expect(update(asked, { ...joined, seq: 12 }).wanted).toBeNull();
  });
});
