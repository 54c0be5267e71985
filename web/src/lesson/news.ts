/** What is new at a table for somebody who has never played with its boxes. */
import type { Options } from "../api/messages";
import { store, stored } from "../browser/storage";
import * as m from "../paraglide/messages.js";
import type { Scene } from "../scene/scene.svelte";
import { boxWord } from "../text/boxes";
import { cardAt } from "./lessons";
import { pointsOf, type Point } from "./points";

const KEY = "news-read";

export interface News {
  readonly key: string;
  readonly title: () => string;
  readonly points: (scene: Scene) => readonly Point[];
  /** The chapter of the rules that says all of it. */
  readonly chapter: string;
  readonly in: (options: Options) => boolean;
  /** Whether the moment has come at which it can be seen. */
  readonly ready: (scene: Scene) => boolean;
}

const asked = (scene: Scene): string | undefined => scene.picker.decision?.decision;
const sideOf = (scene: Scene, seat: number | null | undefined): string =>
  scene.figuresInMiddle.right === seat ? ".r" : ".l";

export const NEWS: readonly News[] = [
  {
    key: "second",
    title: m.news_second,
    points: () => pointsOf(m.news_second_text(), [".wonderrow .art", ".hand .ch", ".wonderrow .explain"]),
    chapter: "second-edition",
    in: ({ edition }) => edition === "second",
    ready: (scene) => asked(scene) === "play",
  },
  {
    key: "leaders",
    title: () => boxWord("leaders"),
    points: () => pointsOf(m.news_leaders_text(), [".hand", ".own .nums"]),
    chapter: "leaders",
    in: ({ expansions }) => expansions.includes("leaders"),
    ready: (scene) => asked(scene) === "draft",
  },
  {
    key: "leaders-recruit",
    title: () => boxWord("leaders"),
    points: () => pointsOf(m.news_recruit_text(), [".hand .ct", ".wonderrow .next", ".own .nums"]),
    chapter: "leaders",
    in: ({ expansions }) => expansions.includes("leaders"),
    ready: (scene) => asked(scene) === "recruit",
  },
  {
    key: "cities",
    title: () => boxWord("cities"),
    points: (scene) =>
      pointsOf(m.news_cities_text(), [
        cardAt(scene, (card) => scene.book.card(card).color === "black"),
        ".own .nums",
        ".l .war",
      ]),
    chapter: "cities",
    in: ({ expansions }) => expansions.includes("cities"),
    ready: (scene) => asked(scene) === "play",
  },
  {
    key: "two",
    title: m.news_two,
    points: (scene) => {
      const free = sideOf(scene, scene.view.free_city?.seat);
      return pointsOf(m.news_two_text(), [`${free} .nb .hd`, ".act .ask", `${free} .buy`]);
    },
    chapter: "two-players",
    in: ({ mode }) => mode === "free-city",
    ready: (scene) => asked(scene) === "play",
  },
  {
    key: "teams",
    title: m.news_teams,
    points: (scene) => {
      const partner = sideOf(scene, scene.partner);
      return pointsOf(m.news_teams_text(), [
        `${partner} .nb .hd`,
        ".tools .iconbtn:nth-of-type(2)",
        `${partner === ".l" ? ".r" : ".l"} .war`,
      ]);
    },
    chapter: "teams",
    in: ({ mode }) => mode === "teams",
    ready: (scene) => asked(scene) === "play",
  },
];

const read = (): string[] => (stored(KEY) ?? "").split(" ").filter(Boolean);

export const unreadNews = (options: Options): News[] =>
  NEWS.filter((news) => news.in(options) && !read().includes(news.key));

export const markRead = ({ key }: News): void => {
  if (!read().includes(key)) store(KEY, [...read(), key].join(" "));
};
