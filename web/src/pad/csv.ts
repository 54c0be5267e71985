/** Games as a table for spreadsheets: a row for each player, and one for the Free City. */
import { type Game, newPlayer, type Player, readGame, resultOf, rowsOf } from "./games";
import { CATEGORIES, type Category } from "./score";

/** What is written into a column, and how it is read back; columns without a way back are results. */
const NUMBERS = {
  defeats: (p: Player) => p.tokens[0],
  tokens_1: (p: Player) => p.tokens[1],
  tokens_3: (p: Player) => p.tokens[2],
  tokens_5: (p: Player) => p.tokens[3],
  coins: (p: Player) => p.coins,
  debt: (p: Player) => p.debt,
  wonder_points: (p: Player) => p.wonder,
  civilian: (p: Player) => p.civilian,
  commerce: (p: Player) => p.commerce,
  guilds: (p: Player) => p.guilds,
  cities: (p: Player) => p.cities,
  leaders: (p: Player) => p.leaders,
  compasses: (p: Player) => p.symbols[0],
  gears: (p: Player) => p.symbols[1],
  tablets: (p: Player) => p.symbols[2],
  any_symbols: (p: Player) => p.any,
  masks: (p: Player) => p.masks,
  leader_compasses: (p: Player) => p.leaderSymbols[0],
  leader_gears: (p: Player) => p.leaderSymbols[1],
  leader_tablets: (p: Player) => p.leaderSymbols[2],
  aristotle: (p: Player) => Number(p.aristotle),
} satisfies Record<string, (player: Player) => number>;
type NumberColumn = keyof typeof NUMBERS;

const COLUMNS = [
  ...["game", "date", "title", "boxes", "mode", "seat", "player", "wonder"],
  ...Object.keys(NUMBERS),
  ...["written", "science_points", "total", "place"],
];
const FREE_CITY = "free";

/** A spreadsheet takes a cell that begins with one of these for a formula. */
const FORMULA = /^['=+\-@\t\r]/;
const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
const unguarded = (cell: string): string => (/^'['=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => quoted(typeof cell === "number" ? String(cell) : guarded(cell))).join(",");

export function writeCsv(games: readonly Game[]): string {
  const lines = games.flatMap((game) => {
    const { scores, sides } = resultOf(game);
    const start = [
      game.id,
      new Date(game.date).toISOString(),
      game.title,
      game.boxes.join(" "),
      game.teams ? "teams" : "alone",
    ];
    const rows = game.players.map((player, seat) => [
      ...[...start, seat + 1, player.name, player.board ?? ""],
      ...Object.values(NUMBERS).map((of) => of(player)),
      ...[player.written.join(" "), scores[seat]!.science, scores[seat]!.total],
      sides.find(({ seats }) => seats.includes(seat))!.place,
    ]);
    if (!game.free.some(Boolean)) return rows;
    const symbols = { ...newPlayer(), symbols: game.free };
    const free = [...start, FREE_CITY, "", "", ...Object.values(NUMBERS).map((of) => of(symbols)), "", "", "", ""];
    return [...rows, free];
  });
  return [COLUMNS, ...lines].map((cells) => `${line(cells)}\r\n`).join("");
}

/** The cells of a CSV text. */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const file = csv.replace(/^\uFEFF/, "");
  while (cell.lastIndex < file.length) {
    const found = cell.exec(file);
    if (!found) throw new Error("no CSV");
    row.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === ",") {
      if (cell.lastIndex < file.length) continue;
      row.push("");
    }
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The games of an exported table; null where it is none. */
export function readCsv(csv: string): Game[] | null {
  try {
    const [head, ...rows] = cellsOf(csv);
    if (!head || COLUMNS.slice(0, -4).some((name) => !head.includes(name))) return null;
    const games = new Map<string, { start: object; players: unknown[]; free: number[] }>();
    for (const cells of rows) {
      if (cells.length !== head.length) return null;
      const at = (name: string): string => unguarded(cells[head.indexOf(name)]!);
      const count = (name: NumberColumn): number => (/^\d{1,4}$/.test(at(name)) ? Number(at(name)) : NaN);
      const symbols = [count("compasses"), count("gears"), count("tablets")];
      let game = games.get(at("game"));
      if (!game) {
        const boxes = at("boxes").split(" ").filter(Boolean);
        const start = { id: at("game"), date: Date.parse(at("date")), title: at("title"), boxes };
        game = { start: { ...start, teams: at("mode") === "teams" }, players: [], free: [0, 0, 0] };
        games.set(at("game"), game);
      }
      if (at("seat") === FREE_CITY) {
        game.free = symbols;
        continue;
      }
      game.players.push({
        name: at("player"),
        board: at("wonder") || null,
        written: writtenIn(head.includes("written") ? at("written") : null),
        tokens: [count("defeats"), count("tokens_1"), count("tokens_3"), count("tokens_5")],
        coins: count("coins"),
        debt: count("debt"),
        wonder: count("wonder_points"),
        civilian: count("civilian"),
        commerce: count("commerce"),
        guilds: count("guilds"),
        cities: count("cities"),
        leaders: count("leaders"),
        symbols,
        leaderSymbols: [count("leader_compasses"), count("leader_gears"), count("leader_tablets")],
        any: count("any_symbols"),
        masks: count("masks"),
        aristotle: at("aristotle") === "1",
      });
    }
    return [...games.values()].map(({ start, players, free }) => readGame({ ...start, players, free }));
  } catch {
    return null;
  }
}

/** A table from elsewhere may leave the column out: then everything is written. */
const writtenIn = (cell: string | null): readonly Category[] =>
  cell === null ? CATEGORIES : (cell.split(" ").filter(Boolean) as Category[]);

/** What a sheet says in plain text, to be sent to others. */
export function sheetText(game: Game, words: Readonly<Record<Category | "total", string>>): string {
  const { scores } = resultOf(game);
  const rows = [...rowsOf(game), "total"] as const;
  return [
    ["", ...game.players.map(({ name }) => name)].join("\t"),
    ...rows.map((row) => [words[row], ...scores.map((score) => score[row])].join("\t")),
  ].join("\n");
}
