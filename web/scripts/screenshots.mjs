// Takes pictures of the gallery and the table mock into screenshots/ (not kept in the repository).
//   node scripts/screenshots.mjs [name ...]
import { chromium } from "playwright-core";
import { createServer } from "vite";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SIZES = { desktop: [1440, 900], phone: [390, 844] };
const only = process.argv.slice(2);

const server = await createServer({ logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
await server.listen();
const base = server.resolvedUrls.local[0];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
for (const page of ["index", "table", "gallery"])
  for (const [size, [width, height]] of Object.entries(SIZES))
    for (const theme of ["dark", "light"]) {
      const name = `${page}-${size}-${theme}`;
      if (only.length && !only.some((each) => name.includes(each))) continue;
      const tab = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: size === "phone" && page !== "gallery" ? 2 : 1,
        colorScheme: theme,
      });
      tab.on("pageerror", (error) => console.error(name, error.message));
      tab.on("console", (line) => line.type() === "error" && console.error(name, line.text()));
      await tab.goto(`${base}${page}.html?theme=${theme}`);
      await tab.waitForSelector("main");
      await tab.waitForTimeout(400);
      await tab.screenshot({ path: `screenshots/${name}.png`, fullPage: page === "gallery" });
      const { scrollHeight, scrollWidth } = await tab.evaluate(() => ({
        scrollHeight: document.documentElement.scrollHeight,
        scrollWidth: document.documentElement.scrollWidth,
      }));
      if (page === "table" && (scrollHeight > height || scrollWidth > width))
        console.error(`${name} scrolls: ${scrollWidth}x${scrollHeight}`);
      await tab.close();
    }
await browser.close();
await server.close();
