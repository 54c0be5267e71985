/** Whether a media query holds, also after the window was resized. */
export class Query {
  matches = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener("change", () => (this.matches = list.matches));
  }
}
