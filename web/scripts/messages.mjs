// Compiles the message catalogs. A script of its own, so that no script of package.json calls npm: where Node.js comes
// as a Python package there is no npm on the path.
import { compile } from "@inlang/paraglide-js";

await compile({
  project: "./project.inlang",
  outdir: "./src/paraglide",
  strategy: ["globalVariable", "baseLocale"],
});
