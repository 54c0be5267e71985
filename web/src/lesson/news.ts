/** What is new at a table for somebody who has never played with its boxes. */
import type { Options } from "../api/messages";
import { store, stored } from "../browser/storage";
import * as m from "../paraglide/messages.js";
import { boxWord } from "../text/boxes";

const KEY = "news-read";

export interface News {
  readonly key: string;
  readonly title: () => string;
  readonly points: readonly (() => string)[];
  readonly in: (options: Options) => boolean;
}

export const NEWS: readonly News[] = [
  {
    key: "second",
    title: m.news_second,
    points: [m.news_second_1, m.news_second_2, m.news_second_3],
    in: ({ edition }) => edition === "second",
  },
  {
    key: "leaders",
    title: () => boxWord("leaders"),
    points: [m.news_leaders_1, m.news_leaders_2, m.news_leaders_3],
    in: ({ expansions }) => expansions.includes("leaders"),
  },
  {
    key: "cities",
    title: () => boxWord("cities"),
    points: [m.news_cities_1, m.news_cities_2, m.news_cities_3],
    in: ({ expansions }) => expansions.includes("cities"),
  },
  {
    key: "two",
    title: m.news_two,
    points: [m.news_two_1, m.news_two_2, m.news_two_3],
    in: ({ mode }) => mode === "free-city",
  },
  {
    key: "teams",
    title: m.news_teams,
    points: [m.news_teams_1, m.news_teams_2, m.news_teams_3],
    in: ({ mode }) => mode === "teams",
  },
];

const read = (): string[] => (stored(KEY) ?? "").split(" ").filter(Boolean);

export const unreadNews = (options: Options): News[] =>
  NEWS.filter((news) => news.in(options) && !read().includes(news.key));

export const markRead = ({ key }: News): void => {
  if (!read().includes(key)) store(KEY, [...read(), key].join(" "));
};
