// Answers what the score pad makes of final positions: reads a JSON list of {entries, free, teams}, prints a JSON list of
// {scores, winners}. For the test that compares the pad with the engine.
import { readFileSync } from "node:fs";
import ts from "typescript";

const source = readFileSync(new URL("../src/pad/score.ts", import.meta.url), "utf8");
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: "esnext", target: "es2022" } });
const pad = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const games = JSON.parse(readFileSync(0, "utf8"));
const answers = games.map(({ entries, free, teams }) => {
  const scores = pad.scores(entries, free);
  const sides = pad.ranking(
    entries,
    scores.map(({ total }) => total),
    teams,
  );
  return { scores, winners: pad.winners(sides) };
});
console.log(JSON.stringify(answers));
